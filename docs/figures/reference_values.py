"""Reference values of the examples: series with 30 to 40 digits and DOP853 at 1e-13, as in the headers of the decks."""

from __future__ import annotations

FREE_BODY_RATE = (5.862162832632921, 6.769011439155637, -99.72873950308943)  # [rad/s] in body axes, at t = 1 s
FREE_BODY_POINT = (0.0483255554836144, 0.0554145234620309, -0.9972932724513267)  # [m] point P at t = 1 s
TOP = (0.173343964098386, 0.640088592070569, -0.748490791133581)  # [m] centre of mass at t = 1 s
TOP_VELOCITY = (0.570825303425487, -4.588728296334952, -3.791955154710042)  # [m/s]
ROTOR = (-0.900000057817395, 0.018160532244934, -0.004844509756546)  # [m] shaft point p1 at t = 4 s
SLIDER, CRANK = 0.240719573729615, 54.33333216831315  # [m], [rad] at t = 5 s
PUMA = (  # [rad] joint angles at t = 1 s
    -2.094968204806495,
    1.046731848517386,
    -3.490984660633273,
    1.571469506751705,
    1.570708412146709,
    0.785340332406802,
)

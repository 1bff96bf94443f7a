"""Messages for a Newton iteration that does not converge."""

RUBS = (
    "Newton's iteration did not converge across the friction of {rubbing}, whose force changes sign within a small "
    "change of velocity: use a smaller step or a larger @{keyword}."
)
ROUND_OFF = (
    "Newton's iteration did not converge although the joints are closed to round-off. Near a singular position of a "
    "mechanism, small steps amplify round-off. Use a larger step or a larger tolerance."
)

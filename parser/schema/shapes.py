"""Blocks of shapes. Shapes are the visible forms of bodies."""

from __future__ import annotations

from rbsolve.geometry.shapes.registry import SHAPE_TYPE, SHAPE_TYPES
from rbsolve.language.table import (
    ANY_NUMBER,
    GROUND,
    BlockSchema,
    Keyword,
    Type,
    Variant,
    Variants,
    choice,
    number,
    numbers,
    reference,
)

SECTION = "Shapes"


FILE_NAME = "FILE_NAME"
MESH_SUFFIXES = (".stl", ".obj", ".glb")

SHAPE = BlockSchema(
    kind="SHAPE",
    definition="SHAPE_DEFINITION",
    name_keyword="SHAPE_NAME",
    title="Shapes",
    meaning="The shape of a body in views. If a @CONTACT_DEFINITION names the shape, contacts use it too.",
    family="SHAPE",
    section=SECTION,
    keywords=(
        choice("SHAPE_TYPE", "The type of shape.", *SHAPE_TYPE, required=True),
        reference("CONNECTED_TO_BODY", "BODY", "The body to which the shape is attached.", default=GROUND),
        reference(
            "AT_POINT",
            "POINT",
            "The position at the reference configuration.",
            default_text="the origin of the body's frame",
        ),
        reference(
            "TRIAD_NAME",
            "TRIAD",
            "The axes at the reference configuration.",
            default_text="the axes of the body's frame",
        ),
        numbers(
            "DIMENSIONS",
            "The dimensions. Their number and meaning depend on the type.",
            1,
            2,
            3,
            unit="m",
            above=0.0,
        ),
        Keyword(
            "POINTS",
            Type.POINTS,
            "The corners of a LINE: names of points, or three coordinates per corner in the axes of the triad.",
            counts=ANY_NUMBER,
        ),
        Keyword(FILE_NAME, Type.TEXT, "An STL, OBJ or GLB file inside the deck's folder."),
        Keyword(
            "COLOUR",
            Type.TEXT,
            "`#rrggbb` or a CSS colour name.",
            default_text="the colour of the body",
        ),
        number(
            "DENSITY",
            "The density of this shape. It contributes to the mass and inertia of the body.",
            unit="kg/m^3",
            minimum=0.0,
            default_text="the density of the body, if the body has one",
        ),
        number("OPACITY", "From 0 (invisible) to 1 (opaque).", minimum=0.0, maximum=1.0, default=1.0),
    ),
    variants=Variants(
        "SHAPE_TYPE",
        tuple(
            Variant(shape.name, f"{shape.meaning}; `@DIMENSIONS`: {shape.dimensions}", shape.needs, shape.takes)
            for shape in SHAPE_TYPES
        ),
    ),
    notes=(
        (
            "A view draws a body without a shape as bars between its joints and springs, or as a box with its mass "
            "and inertia."
        ),
        "Joints, springs, bushings and frames have their own symbols.",
    ),
    example="""\
@SHAPE_DEFINITION {
  @SHAPE_NAME {beam} {
    @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {Arm} @AT_POINT {P} @DIMENSIONS {1, 0.1, 0.1} @COLOUR {steelblue}
  }
  @SHAPE_NAME {disk} {
    @SHAPE_TYPE {CYLINDER} @CONNECTED_TO_BODY {Tool} @TRIAD_NAME {Hinge} @DIMENSIONS {0.3, 0.05} @COLOUR {#c04010}
  }
  @SHAPE_NAME {keel} { @SHAPE_TYPE {CONE} @CONNECTED_TO_BODY {Float} @DIMENSIONS {0.2, 0.6} @DENSITY {2000} }
  @SHAPE_NAME {Floor} { @SHAPE_TYPE {PLANE} @DIMENSIONS {4, 4} }
  @SHAPE_NAME {Ball} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {Tool} @DIMENSIONS {0.2} }
  @SHAPE_NAME {wire} { @SHAPE_TYPE {LINE} @POINTS {O, P} @OPACITY {0.5} }
  @SHAPE_NAME {hull} { @SHAPE_TYPE {MESH} @CONNECTED_TO_BODY {Arm} @FILE_NAME {hull.stl} @DIMENSIONS {0.001} }
}""",
)

BLOCKS = (SHAPE,)

# Made by `python -m rbsolve.building.stub` from the table of blocks.

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from numpy.typing import NDArray

from rbsolve.building.builder import Builder, Reference
from rbsolve.language.table import BlockSchema

Number = float | str
Numbers = Sequence[float | str] | Sequence[Sequence[float]] | NDArray[Any] | str
Rows = Sequence[Sequence[float]] | NDArray[Any]
Place = Sequence[float | str] | NDArray[Any] | str

def method_doc(block: BlockSchema) -> str: ...

class Deck(Builder):
    """A deck written in Python: a method for each block."""

    def point(
        self,
        name: str,
        *,
        coordinates: Numbers | None = ...,
        is_defined_in_frame: str | None = ...,
    ) -> Reference:
        """A point at the reference configuration.

        coordinates: 3 x number [m]. The Cartesian coordinates. Default: (required).
        is_defined_in_frame: name of a fixed frame. The fixed frame in which the components are given. The coordinates
            of a point are relative to the origin of this frame. Default: FXDFRAME_INERTIAL.
        """

    def triad(
        self,
        name: str,
        *,
        orientation_definition_type: Literal["VECTORS_E2_E3", "POINTS_P1_P2_P3", "VECTOR_E1", "VECTOR_E2", "VECTOR_E3", "POINTS_P1_P2", "EULER_ANGLES_313", "EULER_ANGLES_323", "EULER_ANGLES_321", "EULER_ANGLES_312", "EULER_ANGLES_123", "ROTATION_VECTOR", "EULER_PARAMETERS", "DIRECTION_COSINES"] | None = ...,
        orientation_e1: Numbers | None = ...,
        orientation_e2: Numbers | None = ...,
        orientation_e3: Numbers | None = ...,
        point1_name: Place | None = ...,
        point2_name: Place | None = ...,
        point3_name: Place | None = ...,
        axis_number: int | str | None = ...,
        euler_angles_313: Numbers | None = ...,
        euler_angles_323: Numbers | None = ...,
        euler_angles_321: Numbers | None = ...,
        euler_angles_312: Numbers | None = ...,
        euler_angles_123: Numbers | None = ...,
        rotation_vector: Numbers | None = ...,
        euler_parameters: Numbers | None = ...,
        direction_cosines: Numbers | None = ...,
        is_defined_in_frame: str | None = ...,
    ) -> Reference:
        """Three mutually perpendicular unit vectors e1, e2, e3 at the reference configuration.

        orientation_definition_type: one word. How the triad is defined. One of VECTORS_E2_E3, POINTS_P1_P2_P3,
            VECTOR_E1, VECTOR_E2, VECTOR_E3, POINTS_P1_P2, EULER_ANGLES_313, EULER_ANGLES_323, EULER_ANGLES_321,
            EULER_ANGLES_312, EULER_ANGLES_123, ROTATION_VECTOR, EULER_PARAMETERS, DIRECTION_COSINES. Default: the type
            that follows from the given data, if there is only one.
        orientation_e1: 3 x number. A vector along e1, of any length.
        orientation_e2: 3 x number. A vector along e2, of any length.
        orientation_e3: 3 x number. A vector of any length along e3 or, with e2, in the plane (e2, e3).
        point1_name: name of a point, or a point in place. The first point.
        point2_name: name of a point, or a point in place. The second point.
        point3_name: name of a point, or a point in place. The third point.
        axis_number: integer, 1 to 3. The unit vector along the line from P1 to P2: 1, 2 or 3. Default: 3.
        euler_angles_313: 3 x number [degrees]. The angles of the sequence 3-1-3.
        euler_angles_323: 3 x number [degrees]. The angles of the sequence 3-2-3.
        euler_angles_321: 3 x number [degrees]. The angles of the sequence 3-2-1.
        euler_angles_312: 3 x number [degrees]. The angles of the sequence 3-1-2.
        euler_angles_123: 3 x number [degrees]. The angles of the sequence 1-2-3.
        rotation_vector: 3 x number [rad]. The unit vector along the axis, times the angle.
        euler_parameters: 4 x number. The Euler parameters e0, e1, e2, e3.
        direction_cosines: 9 x number. Nine direction cosines, row by row.
        is_defined_in_frame: name of a fixed frame. The fixed frame in which the components are given. The coordinates
            of a point are relative to the origin of this frame. Default: FXDFRAME_INERTIAL.
        """

    def fixed_frame(
        self,
        name: str,
        *,
        point1_name: Place | None = ...,
        point2_name: Place | None = ...,
        point3_name: Place | None = ...,
        triad_name: str | None = ...,
    ) -> Reference:
        """A frame with a fixed origin and fixed axes. It is defined by one point and a triad, by two points and a triad,
            or by three points.

        point1_name: name of a point, or a point in place. The origin. Default: (required).
        point2_name: name of a point, or a point in place. e1 points from the origin to this point.
        point3_name: name of a point, or a point in place. The plane of the three points is (e1, e2).
        triad_name: name of a triad. The axes. If the frame has a second point, the third vector of the triad is in the
            plane (e1, e2).
        """

    def moving_frame(
        self,
        name: str,
        *,
        connected_to_body: str | None = ...,
        is_defined_in_frame: str | None = ...,
        mean_of_bodies: str | Sequence[str | int] | None = ...,
        point_name: Place | None = ...,
        triad_name: str | None = ...,
        displacement_functions: Sequence[str | int] | None = ...,
        rotation_sequence: Literal["EULER_ANGLES_313", "EULER_ANGLES_323", "EULER_ANGLES_321", "EULER_ANGLES_312", "EULER_ANGLES_123"] | None = ...,
        rotation_functions: Sequence[str | int] | None = ...,
    ) -> Reference:
        """A frame that moves with a body, with the mean of several bodies, or by functions of time, also relative to
            another frame. It can be the observer of a sensor, and its axes can resolve components or a load.

        connected_to_body: name of a body. The body to which the frame is attached.
        is_defined_in_frame: name of a frame. The fixed or moving frame relative to which this frame is fixed or moves.
            Default: FXDFRAME_INERTIAL.
        mean_of_bodies: name of a body, one or more. The bodies that determine the frame. The origin of the frame moves
            with their common centre of mass, and its rotation is the mass-weighted mean of their rotations.
        point_name: name of a point, or a point in place. The origin at the reference configuration. Default: the origin
            of the body's frame, or of the frame in which it is defined; the centre of mass of the bodies.
        triad_name: name of a triad. The axes at the reference configuration. Default: the axes of the body's frame, or
            of the frame in which it is defined; the mean of the bodies' axes.
        displacement_functions: 3 x name of a function or 0. Three functions of time [m], or 0: The displacements along
            the axes that the frame has at the reference configuration.
        rotation_sequence: one word. The Euler angles of @ROTATION_FUNCTIONS. One of EULER_ANGLES_313, EULER_ANGLES_323,
            EULER_ANGLES_321, EULER_ANGLES_312, EULER_ANGLES_123. Default: needed with @ROTATION_FUNCTIONS.
        rotation_functions: 3 x name of a function or 0. Three functions of time [rad], or 0: The Euler angles relative
            to the axes that the frame has at the reference configuration.
        """

    def mass_property(
        self,
        name: str,
        *,
        mass: Number | None = ...,
        centre_of_mass_location: Numbers | None = ...,
        centre_of_mass: Numbers | None = ...,
        moments_of_inertia: Numbers | None = ...,
        products_of_inertia: Numbers | None = ...,
        inertia_reference_point: Literal["CENTRE_OF_MASS", "BODY_ORIGIN"] | None = ...,
        mass_matrix: Numbers | None = ...,
    ) -> Reference:
        """Mass, centre of mass and inertia tensor, or a 6x6 mass matrix.

        mass: number, above 0 [kg]. The mass.
        centre_of_mass_location: 3 x number [m]. The centre of mass relative to the origin of the body frame, in body
            axes. Default: 0, 0, 0.
        centre_of_mass: 3 x number [m]. A synonym of `@CENTRE_OF_MASS_LOCATION`.
        moments_of_inertia: 3 x number, at least 0 [kg m^2]. The moments of inertia I11, I22, I33 in body axes.
        products_of_inertia: 3 x number [kg m^2]. The tensor components I12, I13, I23, with I12 = - integral of x1 x2
            dm. Default: 0, 0, 0.
        inertia_reference_point: one word. The reference point of the moments and products of inertia. One of
            CENTRE_OF_MASS, BODY_ORIGIN. Default: CENTRE_OF_MASS.
        mass_matrix: 36 x number [kg, kg m, kg m^2]. The 6x6 mass matrix, row by row, in body axes about the origin of
            the body frame, translations first.
        """

    def rigid_body(
        self,
        name: str,
        *,
        frame_name: str | None = ...,
        at_point: Place | None = ...,
        point1_name: Place | None = ...,
        point2_name: Place | None = ...,
        point3_name: Place | None = ...,
        triad_name: str | None = ...,
        initial_frame_name: str | None = ...,
        mass_property_name: str | None = ...,
        mass: Number | None = ...,
        centre_of_mass_location: Numbers | None = ...,
        centre_of_mass: Numbers | None = ...,
        moments_of_inertia: Numbers | None = ...,
        products_of_inertia: Numbers | None = ...,
        inertia_reference_point: Literal["CENTRE_OF_MASS", "BODY_ORIGIN"] | None = ...,
        mass_matrix: Numbers | None = ...,
        density: Number | None = ...,
        initial_velocity: Numbers | None = ...,
        initial_velocity_point: Literal["BODY_ORIGIN", "CENTRE_OF_MASS"] | None = ...,
        initial_angular_velocity: Numbers | None = ...,
        initial_unified_velocities: Numbers | None = ...,
        velocities_resolved_in: Literal["INERTIAL", "BODY"] | None = ...,
        formulation: Literal["LIE_R3_SO3", "LIE_R3_SO3_LEFT", "LIE_SE3", "LIE_R3_S3", "UNIFIED_VELOCITIES", "CARDAN_ANGLES_1", "CARDAN_ANGLES_2", "EULER_PARAMETERS_1", "MINIMAL_COORDINATES", "EULER_PARAMETERS_2", "QUATERNION_HAMILTONIAN"] | None = ...,
    ) -> Reference:
        """A rigid body and its initial motion.

        frame_name: name of a fixed frame. The body frame at the reference configuration. Default: FXDFRAME_INERTIAL.
        at_point: name of a point, or a point in place. The origin of the body frame. Default: the origin of the
            inertial frame.
        point1_name: name of a point, or a point in place. The origin.
        point2_name: name of a point, or a point in place. e1 points from the origin to this point.
        point3_name: name of a point, or a point in place. The plane of the three points is (e1, e2).
        triad_name: name of a triad. The axes. If the frame has a second point, the third vector of the triad is in the
            plane (e1, e2).
        initial_frame_name: name of a fixed frame. The body frame at the start. Displacements are relative to
            @FRAME_NAME. Default: the frame of @FRAME_NAME.
        mass_property_name: name of a mass property. The mass property of the body.
        mass: number, above 0 [kg]. The mass.
        centre_of_mass_location: 3 x number [m]. The centre of mass relative to the origin of the body frame, in body
            axes. Default: 0, 0, 0.
        centre_of_mass: 3 x number [m]. A synonym of `@CENTRE_OF_MASS_LOCATION`.
        moments_of_inertia: 3 x number, at least 0 [kg m^2]. The moments of inertia I11, I22, I33 in body axes.
        products_of_inertia: 3 x number [kg m^2]. The tensor components I12, I13, I23, with I12 = - integral of x1 x2
            dm. Default: 0, 0, 0.
        inertia_reference_point: one word. The reference point of the moments and products of inertia. One of
            CENTRE_OF_MASS, BODY_ORIGIN. Default: CENTRE_OF_MASS.
        mass_matrix: 36 x number [kg, kg m, kg m^2]. The 6x6 mass matrix, row by row, in body axes about the origin of
            the body frame, translations first.
        density: number, at least 0 [kg/m^3]. The density of all shapes of the body that have no density of their own.
            The densities determine the mass, the centre of mass and the inertia. If @MASS is given, the result is
            scaled to this mass. Default: none, or the densities of the shapes.
        initial_velocity: 3 x number [m/s]. The initial velocity. A value of zero counts as given. Default: the velocity
            that follows from the motion of connected bodies; zero if there are none.
        initial_velocity_point: one word. The point of the body whose velocity is @INITIAL_VELOCITY. One of BODY_ORIGIN,
            CENTRE_OF_MASS. Default: BODY_ORIGIN.
        initial_angular_velocity: 3 x number [rad/s]. The initial angular velocity. A value of zero counts as given.
            Default: the velocity that follows from the motion of connected bodies; zero if there are none.
        initial_unified_velocities: 6 x number [m/s]. The six velocities of body points along body directions, for the
            projection of the deck's time integrator. They replace @INITIAL_VELOCITY and @INITIAL_ANGULAR_VELOCITY.
        velocities_resolved_in: one word. The axes of the components of both initial velocities. One of INERTIAL, BODY.
            Default: INERTIAL.
        formulation: one word. The coordinates of this body's motion. One of LIE_R3_SO3, LIE_R3_SO3_LEFT, LIE_SE3,
            LIE_R3_S3, UNIFIED_VELOCITIES, CARDAN_ANGLES_1, CARDAN_ANGLES_2, EULER_PARAMETERS_1, MINIMAL_COORDINATES,
            EULER_PARAMETERS_2, QUATERNION_HAMILTONIAN. Default: the formulation of the integrator.
        """

    def rigid_joint(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        at_point: Place | None = ...,
        triad_name: str | None = ...,
    ) -> Reference:
        """Free motions: none.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Relative coordinates are the coordinates of B1
            with respect to B0. Default: (required).
        at_point: name of a point, or a point in place. The position of the joint at the reference configuration.
            Default: (required).
        triad_name: name of a triad. The axes at the reference configuration. Default: the axes of B0.
        """

    def revolute_joint(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        at_point: Place | None = ...,
        triad_name: str | None = ...,
        initial_coordinate: Number | None = ...,
        initial_rate: Number | None = ...,
        prescribed_rotation: str | None = ...,
        spring: Numbers | None = ...,
        damper: Number | None = ...,
        actuator: str | None = ...,
        signal_name: str | None = ...,
        friction_force: Number | None = ...,
        friction: Numbers | None = ...,
        friction_velocity: Number | None = ...,
        stops: Numbers | None = ...,
    ) -> Reference:
        """Free motions: rotation about e3.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Relative coordinates are the coordinates of B1
            with respect to B0. Default: (required).
        at_point: name of a point, or a point in place. The position of the joint at the reference configuration.
            Default: (required).
        triad_name: name of a triad. The axes at the reference configuration. Default: (required).
        initial_coordinate: number [rad]. The coordinate at the start.
        initial_rate: number [rad/s]. The relative rate at the start.
        prescribed_rotation: name of a function [rad]. The rotation as a function of time.
        spring: 2 x number [N m/rad, rad]. The stiffness and the rest coordinate.
        damper: number [N m s/rad]. The damping coefficient.
        actuator: name of a function or signal [N m]. The driving force or torque on B1: functions of time or signals.
        signal_name: name of a signal [N m]. Signals that set the driving force or torque.
        friction_force: number, at least 0 [N m]. The magnitude of a friction force or torque that does not depend on
            the load.
        friction: 5 x number, at least 0 [-, -, rad/s, N m s/rad, m]. Friction proportional to the joint's reaction:
            coefficient mu_d, Stribeck coefficient mu_s (0: mu_d), Stribeck velocity v_s, viscous coefficient d, and
            friction radius r (for an angle; otherwise 1). The friction is -(r mu N + d rate) with mu = (mu_d + (mu_s -
            mu_d) exp(-(rate/v_s)^2)) tanh(rate/@FRICTION_VELOCITY). N is the magnitude of REACTION_FORCE without
            prescribed motions.
        friction_velocity: number, above 0 [rad/s]. The regularisation velocity. Friction is proportional to
            tanh(rate/velocity), so it reaches 76 % at this rate. A sticking joint creeps at a fraction of this
            velocity. Default: 0.001.
        stops: 4 x number [rad, rad, N m/rad, s/rad]. The lower and upper bounds, the stiffness k and the damping c. At
            the depth d beyond a bound, the stop exerts the restoring force k d (1 + c d'). The stop never pulls (Hunt
            and Crossley).
        """

    def prismatic_joint(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        at_point: Place | None = ...,
        triad_name: str | None = ...,
        initial_coordinate: Number | None = ...,
        initial_rate: Number | None = ...,
        prescribed_displacement: str | None = ...,
        spring: Numbers | None = ...,
        damper: Number | None = ...,
        actuator: str | None = ...,
        signal_name: str | None = ...,
        friction_force: Number | None = ...,
        friction: Numbers | None = ...,
        friction_velocity: Number | None = ...,
        stops: Numbers | None = ...,
    ) -> Reference:
        """Free motions: displacement along e3.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Relative coordinates are the coordinates of B1
            with respect to B0. Default: (required).
        at_point: name of a point, or a point in place. The position of the joint at the reference configuration.
            Default: (required).
        triad_name: name of a triad. The axes at the reference configuration. Default: (required).
        initial_coordinate: number [m]. The coordinate at the start.
        initial_rate: number [m/s]. The relative rate at the start.
        prescribed_displacement: name of a function [m]. The displacement as a function of time.
        spring: 2 x number [N/m, m]. The stiffness and the rest coordinate.
        damper: number [N s/m]. The damping coefficient.
        actuator: name of a function or signal [N]. The driving force or torque on B1: functions of time or signals.
        signal_name: name of a signal [N]. Signals that set the driving force or torque.
        friction_force: number, at least 0 [N]. The magnitude of a friction force or torque that does not depend on the
            load.
        friction: 5 x number, at least 0 [-, -, m/s, N s/m, -]. Friction proportional to the joint's reaction:
            coefficient mu_d, Stribeck coefficient mu_s (0: mu_d), Stribeck velocity v_s, viscous coefficient d, and
            friction radius r (for an angle; otherwise 1). The friction is -(r mu N + d rate) with mu = (mu_d + (mu_s -
            mu_d) exp(-(rate/v_s)^2)) tanh(rate/@FRICTION_VELOCITY). N is the magnitude of REACTION_FORCE without
            prescribed motions.
        friction_velocity: number, above 0 [m/s]. The regularisation velocity. Friction is proportional to
            tanh(rate/velocity), so it reaches 76 % at this rate. A sticking joint creeps at a fraction of this
            velocity. Default: 0.001.
        stops: 4 x number [m, m, N/m, s/m]. The lower and upper bounds, the stiffness k and the damping c. At the depth
            d beyond a bound, the stop exerts the restoring force k d (1 + c d'). The stop never pulls (Hunt and
            Crossley).
        """

    def cylindrical_joint(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        at_point: Place | None = ...,
        triad_name: str | None = ...,
        initial_coordinate: Number | Numbers | None = ...,
        initial_rate: Number | Numbers | None = ...,
        prescribed_rotation: str | None = ...,
        prescribed_displacement: str | None = ...,
        spring: Numbers | None = ...,
        damper: Number | Numbers | None = ...,
        actuator: str | Sequence[str | int] | None = ...,
        signal_name: str | Sequence[str | int] | None = ...,
        friction_force: Number | Numbers | None = ...,
        friction: Numbers | None = ...,
        friction_velocity: Number | None = ...,
        stops: Numbers | None = ...,
    ) -> Reference:
        """Free motions: rotation about and displacement along e3.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Relative coordinates are the coordinates of B1
            with respect to B0. Default: (required).
        at_point: name of a point, or a point in place. The position of the joint at the reference configuration.
            Default: (required).
        triad_name: name of a triad. The axes at the reference configuration. Default: (required).
        initial_coordinate: 1 or 2 x number [rad, m]. The coordinate at the start (rotation, then displacement).
        initial_rate: 1 or 2 x number [rad/s, m/s]. The relative rate at the start (rotation, then displacement).
        prescribed_rotation: name of a function [rad]. The rotation as a function of time.
        prescribed_displacement: name of a function [m]. The displacement as a function of time.
        spring: 2 or 4 x number [N m/rad, rad; N/m, m]. The stiffness and the rest coordinate (rotation, then
            displacement).
        damper: 1 or 2 x number [N m s/rad; N s/m]. The damping coefficient (rotation, then displacement).
        actuator: 1 or 2 x name of a function or signal [N m; N]. The driving force or torque on B1: functions of time
            or signals (rotation, then displacement).
        signal_name: 1 or 2 x name of a signal [N m; N]. Signals that set the driving force or torque (rotation, then
            displacement).
        friction_force: 1 or 2 x number, at least 0 [N m, N]. The magnitude of a friction force or torque that does not
            depend on the load (rotation, then displacement).
        friction: 5 or 10 x number, at least 0 [-, -, rad/s, N m s/rad, m; -, -, m/s, N s/m, -]. Friction proportional
            to the joint's reaction (rotation, then displacement): coefficient mu_d, Stribeck coefficient mu_s (0:
            mu_d), Stribeck velocity v_s, viscous coefficient d, and friction radius r (for an angle; otherwise 1). The
            friction is -(r mu N + d rate) with mu = (mu_d + (mu_s - mu_d) exp(-(rate/v_s)^2))
            tanh(rate/@FRICTION_VELOCITY). N is the magnitude of REACTION_FORCE without prescribed motions.
        friction_velocity: number, above 0 [m/s or rad/s]. The regularisation velocity. Friction is proportional to
            tanh(rate/velocity), so it reaches 76 % at this rate. A sticking joint creeps at a fraction of this
            velocity. Default: 0.001.
        stops: 4 or 8 x number [rad, rad, N m/rad, s/rad; m, m, N/m, s/m]. The lower and upper bounds, the stiffness k
            and the damping c (rotation, then displacement). At the depth d beyond a bound, the stop exerts the
            restoring force k d (1 + c d'). The stop never pulls (Hunt and Crossley).
        """

    def screw_joint(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        at_point: Place | None = ...,
        triad_name: str | None = ...,
        pitch: Number | None = ...,
        initial_coordinate: Number | None = ...,
        initial_rate: Number | None = ...,
        prescribed_rotation: str | None = ...,
        spring: Numbers | None = ...,
        damper: Number | None = ...,
        actuator: str | None = ...,
        signal_name: str | None = ...,
        friction_force: Number | None = ...,
        friction: Numbers | None = ...,
        friction_velocity: Number | None = ...,
        stops: Numbers | None = ...,
    ) -> Reference:
        """Free motions: rotation about e3, coupled with a displacement along e3.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Relative coordinates are the coordinates of B1
            with respect to B0. Default: (required).
        at_point: name of a point, or a point in place. The position of the joint at the reference configuration.
            Default: (required).
        triad_name: name of a triad. The axes at the reference configuration. Default: (required).
        pitch: number [m]. Displacement per turn. Default: (required).
        initial_coordinate: number [rad]. The coordinate at the start.
        initial_rate: number [rad/s]. The relative rate at the start.
        prescribed_rotation: name of a function [rad]. The rotation as a function of time.
        spring: 2 x number [N m/rad, rad]. The stiffness and the rest coordinate.
        damper: number [N m s/rad]. The damping coefficient.
        actuator: name of a function or signal [N m]. The driving force or torque on B1: functions of time or signals.
        signal_name: name of a signal [N m]. Signals that set the driving force or torque.
        friction_force: number, at least 0 [N m]. The magnitude of a friction force or torque that does not depend on
            the load.
        friction: 5 x number, at least 0 [-, -, rad/s, N m s/rad, m]. Friction proportional to the joint's reaction:
            coefficient mu_d, Stribeck coefficient mu_s (0: mu_d), Stribeck velocity v_s, viscous coefficient d, and
            friction radius r (for an angle; otherwise 1). The friction is -(r mu N + d rate) with mu = (mu_d + (mu_s -
            mu_d) exp(-(rate/v_s)^2)) tanh(rate/@FRICTION_VELOCITY). N is the magnitude of REACTION_FORCE without
            prescribed motions.
        friction_velocity: number, above 0 [rad/s]. The regularisation velocity. Friction is proportional to
            tanh(rate/velocity), so it reaches 76 % at this rate. A sticking joint creeps at a fraction of this
            velocity. Default: 0.001.
        stops: 4 x number [rad, rad, N m/rad, s/rad]. The lower and upper bounds, the stiffness k and the damping c. At
            the depth d beyond a bound, the stop exerts the restoring force k d (1 + c d'). The stop never pulls (Hunt
            and Crossley).
        """

    def spherical_joint(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        at_point: Place | None = ...,
        triad_name: str | None = ...,
        initial_coordinate: Number | Numbers | None = ...,
        initial_rate: Number | Numbers | None = ...,
        prescribed_rotation: str | Sequence[str | int] | None = ...,
        spring: Numbers | None = ...,
        damper: Number | Numbers | None = ...,
        actuator: str | Sequence[str | int] | None = ...,
        signal_name: str | Sequence[str | int] | None = ...,
        friction_force: Number | Numbers | None = ...,
        friction: Numbers | None = ...,
        friction_velocity: Number | None = ...,
    ) -> Reference:
        """Free motions: three rotations.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Relative coordinates are the coordinates of B1
            with respect to B0. Default: (required).
        at_point: name of a point, or a point in place. The position of the joint at the reference configuration.
            Default: (required).
        triad_name: name of a triad. The axes at the reference configuration. Default: the axes of B0.
        initial_coordinate: 1 or 2 or 3 x number [rad]. The coordinate at the start (rotation vector along e1, then
            along e2, then along e3).
        initial_rate: 1 or 2 or 3 x number [rad/s]. The relative rate at the start (rotation vector along e1, then along
            e2, then along e3).
        prescribed_rotation: 1 or 2 or 3 x name of a function [rad]. The rotation as a function of time (rotation vector
            along e1, then along e2, then along e3).
        spring: 2 or 4 or 6 x number [N m/rad, rad]. The stiffness and the rest coordinate (rotation vector along e1,
            then along e2, then along e3).
        damper: 1 or 2 or 3 x number [N m s/rad]. The damping coefficient (rotation vector along e1, then along e2, then
            along e3).
        actuator: 1 or 2 or 3 x name of a function or signal [N m]. The driving force or torque on B1: functions of time
            or signals (rotation vector along e1, then along e2, then along e3).
        signal_name: 1 or 2 or 3 x name of a signal [N m]. Signals that set the driving force or torque (rotation vector
            along e1, then along e2, then along e3).
        friction_force: 1 or 2 or 3 x number, at least 0 [N m]. The magnitude of a friction force or torque that does
            not depend on the load (rotation vector along e1, then along e2, then along e3).
        friction: 5 or 10 or 15 x number, at least 0 [-, -, rad/s, N m s/rad, m]. Friction proportional to the joint's
            reaction (rotation vector along e1, then along e2, then along e3): coefficient mu_d, Stribeck coefficient
            mu_s (0: mu_d), Stribeck velocity v_s, viscous coefficient d, and friction radius r (for an angle; otherwise
            1). The friction is -(r mu N + d rate) with mu = (mu_d + (mu_s - mu_d) exp(-(rate/v_s)^2))
            tanh(rate/@FRICTION_VELOCITY). N is the magnitude of REACTION_FORCE without prescribed motions.
        friction_velocity: number, above 0 [rad/s]. The regularisation velocity. Friction is proportional to
            tanh(rate/velocity), so it reaches 76 % at this rate. A sticking joint creeps at a fraction of this
            velocity. Default: 0.001.
        """

    def universal_joint(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        at_point: Place | None = ...,
        triad_name: Sequence[str | int] | None = ...,
        initial_coordinate: Number | Numbers | None = ...,
        initial_rate: Number | Numbers | None = ...,
        prescribed_rotation: str | Sequence[str | int] | None = ...,
        spring: Numbers | None = ...,
        damper: Number | Numbers | None = ...,
        actuator: str | Sequence[str | int] | None = ...,
        signal_name: str | Sequence[str | int] | None = ...,
        friction_force: Number | Numbers | None = ...,
        friction: Numbers | None = ...,
        friction_velocity: Number | None = ...,
        stops: Numbers | None = ...,
    ) -> Reference:
        """Free motions: rotations about two axes, e3 of each triad: the first axis is fixed in B0, and the second axis is
            fixed in B1.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Relative coordinates are the coordinates of B1
            with respect to B0. Default: (required).
        at_point: name of a point, or a point in place. The position of the joint at the reference configuration.
            Default: (required).
        triad_name: 2 x name of a triad. The triads of axis 0 and axis 1. Default: (required).
        initial_coordinate: 1 or 2 x number [rad]. The coordinate at the start (rotation about the first axis, then
            rotation about the second axis).
        initial_rate: 1 or 2 x number [rad/s]. The relative rate at the start (rotation about the first axis, then
            rotation about the second axis).
        prescribed_rotation: 1 or 2 x name of a function [rad]. The rotation as a function of time (rotation about the
            first axis, then rotation about the second axis).
        spring: 2 or 4 x number [N m/rad, rad]. The stiffness and the rest coordinate (rotation about the first axis,
            then rotation about the second axis).
        damper: 1 or 2 x number [N m s/rad]. The damping coefficient (rotation about the first axis, then rotation about
            the second axis).
        actuator: 1 or 2 x name of a function or signal [N m]. The driving force or torque on B1: functions of time or
            signals (rotation about the first axis, then rotation about the second axis).
        signal_name: 1 or 2 x name of a signal [N m]. Signals that set the driving force or torque (rotation about the
            first axis, then rotation about the second axis).
        friction_force: 1 or 2 x number, at least 0 [N m]. The magnitude of a friction force or torque that does not
            depend on the load (rotation about the first axis, then rotation about the second axis).
        friction: 5 or 10 x number, at least 0 [-, -, rad/s, N m s/rad, m]. Friction proportional to the joint's
            reaction (rotation about the first axis, then rotation about the second axis): coefficient mu_d, Stribeck
            coefficient mu_s (0: mu_d), Stribeck velocity v_s, viscous coefficient d, and friction radius r (for an
            angle; otherwise 1). The friction is -(r mu N + d rate) with mu = (mu_d + (mu_s - mu_d) exp(-(rate/v_s)^2))
            tanh(rate/@FRICTION_VELOCITY). N is the magnitude of REACTION_FORCE without prescribed motions.
        friction_velocity: number, above 0 [rad/s]. The regularisation velocity. Friction is proportional to
            tanh(rate/velocity), so it reaches 76 % at this rate. A sticking joint creeps at a fraction of this
            velocity. Default: 0.001.
        stops: 4 or 8 x number [rad, rad, N m/rad, s/rad]. The lower and upper bounds, the stiffness k and the damping c
            (rotation about the first axis, then rotation about the second axis). At the depth d beyond a bound, the
            stop exerts the restoring force k d (1 + c d'). The stop never pulls (Hunt and Crossley).
        """

    def planar_joint(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        at_point: Place | None = ...,
        triad_name: str | None = ...,
        initial_coordinate: Number | Numbers | None = ...,
        initial_rate: Number | Numbers | None = ...,
        prescribed_rotation: str | None = ...,
        prescribed_displacement: str | Sequence[str | int] | None = ...,
        spring: Numbers | None = ...,
        damper: Number | Numbers | None = ...,
        actuator: str | Sequence[str | int] | None = ...,
        signal_name: str | Sequence[str | int] | None = ...,
        friction_force: Number | Numbers | None = ...,
        friction: Numbers | None = ...,
        friction_velocity: Number | None = ...,
        stops: Numbers | None = ...,
    ) -> Reference:
        """Free motions: displacements along e1 and e2, rotation about e3.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Relative coordinates are the coordinates of B1
            with respect to B0. Default: (required).
        at_point: name of a point, or a point in place. The position of the joint at the reference configuration.
            Default: (required).
        triad_name: name of a triad. The axes at the reference configuration. Default: (required).
        initial_coordinate: 1 or 2 or 3 x number [m, m, rad]. The coordinate at the start (displacement along e1, then
            displacement along e2, then rotation).
        initial_rate: 1 or 2 or 3 x number [m/s, m/s, rad/s]. The relative rate at the start (displacement along e1,
            then displacement along e2, then rotation).
        prescribed_rotation: name of a function [rad]. The rotation as a function of time.
        prescribed_displacement: 1 or 2 x name of a function [m]. The displacement as a function of time (displacement
            along e1, then displacement along e2).
        spring: 2 or 4 or 6 x number [N/m, m; N/m, m; N m/rad, rad]. The stiffness and the rest coordinate (displacement
            along e1, then displacement along e2, then rotation).
        damper: 1 or 2 or 3 x number [N s/m; N s/m; N m s/rad]. The damping coefficient (displacement along e1, then
            displacement along e2, then rotation).
        actuator: 1 or 2 or 3 x name of a function or signal [N; N; N m]. The driving force or torque on B1: functions
            of time or signals (displacement along e1, then displacement along e2, then rotation).
        signal_name: 1 or 2 or 3 x name of a signal [N; N; N m]. Signals that set the driving force or torque
            (displacement along e1, then displacement along e2, then rotation).
        friction_force: 1 or 2 or 3 x number, at least 0 [N, N, N m]. The magnitude of a friction force or torque that
            does not depend on the load (displacement along e1, then displacement along e2, then rotation).
        friction: 5 or 10 or 15 x number, at least 0 [-, -, m/s, N s/m, -; -, -, m/s, N s/m, -; -, -, rad/s, N m s/rad,
            m]. Friction proportional to the joint's reaction (displacement along e1, then displacement along e2, then
            rotation): coefficient mu_d, Stribeck coefficient mu_s (0: mu_d), Stribeck velocity v_s, viscous coefficient
            d, and friction radius r (for an angle; otherwise 1). The friction is -(r mu N + d rate) with mu = (mu_d +
            (mu_s - mu_d) exp(-(rate/v_s)^2)) tanh(rate/@FRICTION_VELOCITY). N is the magnitude of REACTION_FORCE
            without prescribed motions.
        friction_velocity: number, above 0 [m/s or rad/s]. The regularisation velocity. Friction is proportional to
            tanh(rate/velocity), so it reaches 76 % at this rate. A sticking joint creeps at a fraction of this
            velocity. Default: 0.001.
        stops: 4 or 8 or 12 x number [m, m, N/m, s/m; m, m, N/m, s/m; rad, rad, N m/rad, s/rad]. The lower and upper
            bounds, the stiffness k and the damping c (displacement along e1, then displacement along e2, then
            rotation). At the depth d beyond a bound, the stop exerts the restoring force k d (1 + c d'). The stop never
            pulls (Hunt and Crossley).
        """

    def constant_velocity_joint(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        at_point: Place | None = ...,
        triad_name: str | None = ...,
        initial_coordinate: Number | Numbers | None = ...,
        initial_rate: Number | Numbers | None = ...,
        prescribed_rotation: str | Sequence[str | int] | None = ...,
        spring: Numbers | None = ...,
        damper: Number | Numbers | None = ...,
        actuator: str | Sequence[str | int] | None = ...,
        signal_name: str | Sequence[str | int] | None = ...,
        friction_force: Number | Numbers | None = ...,
        friction: Numbers | None = ...,
        friction_velocity: Number | None = ...,
    ) -> Reference:
        """Free motions: two rotations that change the direction of the axis e3; both shafts rotate equally about their own
            axis.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Relative coordinates are the coordinates of B1
            with respect to B0. Default: (required).
        at_point: name of a point, or a point in place. The position of the joint at the reference configuration.
            Default: (required).
        triad_name: name of a triad. The axes at the reference configuration. Default: (required).
        initial_coordinate: 1 or 2 x number [rad]. The coordinate at the start (rotation vector along e1, then along
            e2).
        initial_rate: 1 or 2 x number [rad/s]. The relative rate at the start (rotation vector along e1, then along e2).
        prescribed_rotation: 1 or 2 x name of a function [rad]. The rotation as a function of time (rotation vector
            along e1, then along e2).
        spring: 2 or 4 x number [N m/rad, rad]. The stiffness and the rest coordinate (rotation vector along e1, then
            along e2).
        damper: 1 or 2 x number [N m s/rad]. The damping coefficient (rotation vector along e1, then along e2).
        actuator: 1 or 2 x name of a function or signal [N m]. The driving force or torque on B1: functions of time or
            signals (rotation vector along e1, then along e2).
        signal_name: 1 or 2 x name of a signal [N m]. Signals that set the driving force or torque (rotation vector
            along e1, then along e2).
        friction_force: 1 or 2 x number, at least 0 [N m]. The magnitude of a friction force or torque that does not
            depend on the load (rotation vector along e1, then along e2).
        friction: 5 or 10 x number, at least 0 [-, -, rad/s, N m s/rad, m]. Friction proportional to the joint's
            reaction (rotation vector along e1, then along e2): coefficient mu_d, Stribeck coefficient mu_s (0: mu_d),
            Stribeck velocity v_s, viscous coefficient d, and friction radius r (for an angle; otherwise 1). The
            friction is -(r mu N + d rate) with mu = (mu_d + (mu_s - mu_d) exp(-(rate/v_s)^2))
            tanh(rate/@FRICTION_VELOCITY). N is the magnitude of REACTION_FORCE without prescribed motions.
        friction_velocity: number, above 0 [rad/s]. The regularisation velocity. Friction is proportional to
            tanh(rate/velocity), so it reaches 76 % at this rate. A sticking joint creeps at a fraction of this
            velocity. Default: 0.001.
        """

    def joint_controller(
        self,
        name: str,
        *,
        joint_name: str | None = ...,
        proportional_gain: Number | Numbers | None = ...,
        derivative_gain: Number | Numbers | None = ...,
        reference_function_name: str | Sequence[str | int] | None = ...,
        feedforward_function_name: str | Sequence[str | int] | None = ...,
        signal_name: str | Sequence[str | int] | None = ...,
        torque_limit: Number | Numbers | None = ...,
    ) -> Reference:
        """A PD drive: P (ref - q) + D (ref' - q') + feedforward on the coordinate q of a joint.

        joint_name: name of a joint. The driven joint. Default: (required).
        proportional_gain: 1 or 2 or 3 x number [N m/rad or N/m]. The gain P. Default: zero.
        derivative_gain: 1 or 2 or 3 x number [N m s/rad or N s/m]. The gain D. Default: zero.
        reference_function_name: 1 or 2 or 3 x name of a function. The desired coordinate as a function of time.
            Default: zero.
        feedforward_function_name: 1 or 2 or 3 x name of a function or signal. A force or torque that is added to the
            drive: functions of time or signals. Default: zero.
        signal_name: 1 or 2 or 3 x name of a signal. Signals instead of @FEEDFORWARD_FUNCTION_NAME. Default: none.
        torque_limit: 1 or 2 or 3 x number, above 0 [N m or N]. The limit of the magnitude of the drive. Default: no
            limit.
        """

    def prescribed_motion(
        self,
        name: str,
        *,
        connected_to_body: str | None = ...,
        frame_name: str | None = ...,
        displacement_functions: Sequence[str | int] | None = ...,
        rotation_sequence: Literal["EULER_ANGLES_313", "EULER_ANGLES_323", "EULER_ANGLES_321", "EULER_ANGLES_312", "EULER_ANGLES_123"] | None = ...,
        rotation_functions: Sequence[str | int] | None = ...,
    ) -> Reference:
        """Free motions: none, because functions of time prescribe the motion of the body.

        connected_to_body: name of a body. The body with the prescribed motion. Default: (required).
        frame_name: name of a frame. The observer: a fixed frame, a moving frame of a body, or a frame that follows
            functions of time. Default: FXDFRAME_INERTIAL.
        displacement_functions: 3 x name of a function or 0. Three functions of time [m], or 0: displacements of the
            origin of the body frame from the reference configuration, along the axes of the observer.
        rotation_sequence: one word. The Euler angles of @ROTATION_FUNCTIONS. One of EULER_ANGLES_313, EULER_ANGLES_323,
            EULER_ANGLES_321, EULER_ANGLES_312, EULER_ANGLES_123. Default: needed with @ROTATION_FUNCTIONS.
        rotation_functions: 3 x name of a function or 0. Three functions of time [rad], or 0: Euler angles of the change
            of orientation from the reference configuration, in the axes of the observer.
        """

    def rod(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        point1_name: Place | None = ...,
        point2_name: Place | None = ...,
        length: Number | None = ...,
    ) -> Reference:
        """Free motions: all motions that keep the distance between its two points.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Default: (required).
        point1_name: name of a point, or a point in place. The material point of B0. Default: (required).
        point2_name: name of a point, or a point in place. The material point of B1. Default: (required).
        length: number, above 0 [m]. The distance between the two points. Default: the distance at the reference
            configuration.
        """

    def gear(
        self,
        name: str,
        *,
        joint_names: Sequence[str | int] | None = ...,
        ratio: Number | None = ...,
        coordinate_numbers: Numbers | None = ...,
    ) -> Reference:
        """Free motions: all motions that keep the ratio of two joint coordinates, q1 = n q0.

        joint_names: 2 x name of a joint. The joints J0 and J1 of the coordinates q0 and q1. Default: (required).
        ratio: number [1, m/rad or rad/m]. The ratio n, negative for wheels that rotate in opposite directions. Default:
            (required).
        coordinate_numbers: 2 x integer, at least 1. The number of the coordinate of each joint, counted from 1 in the
            joint's order. Default: 1, 1.
        """

    def rolling_disc(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        point1_name: Place | None = ...,
        point2_name: Place | None = ...,
        triad_name: Sequence[str | int] | None = ...,
        radius: Number | None = ...,
    ) -> Reference:
        """Free motions: rolling, leaning and spinning of a disc on a plane, without slip.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Default: (required).
        point1_name: name of a point, or a point in place. A material point of B0 in the plane. Default: (required).
        point2_name: name of a point, or a point in place. The material point of B1 that is the disc's centre. Default:
            (required).
        triad_name: 2 x name of a triad. Two triads. e3 of the first triad, fixed in B0, is the normal of the plane on
            the side of the disc. e3 of the second triad, fixed in B1, is the axis of the disc. Default: (required).
        radius: number, above 0 [m]. The radius of the rim. Default: (required).
        """

    def point_on_curve(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        point1_name: Place | None = ...,
        point2_name: Place | None = ...,
        triad_name: str | None = ...,
        curve_points: Number | Numbers | None = ...,
        closed: bool | None = ...,
    ) -> Reference:
        """Free motions: sliding of a point along a curve, and all rotations.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Default: (required).
        point1_name: name of a point, or a point in place. The material point of B0. Default: (required).
        point2_name: name of a point, or a point in place. The material point of B1. Default: (required).
        triad_name: name of a triad. The axes of the curve's coordinates, fixed in B0. Default: the axes of B0.
        curve_points: number, one or more [m]. The coordinates x, y, z of at least four points of the curve, relative to
            point 1. The constraint keeps point 2 on the curve. Default: (required).
        closed: YES or NO. With YES, the curve continues from the last point to the first point. One of YES, NO.
            Default: NO.
        """

    def gravity(
        self,
        name: str,
        *,
        gravity_vector: Numbers | None = ...,
    ) -> Reference:
        """A uniform gravitational acceleration that acts on every body.

        gravity_vector: 3 x number [m/s^2]. The acceleration, in inertial axes. Default: (required).
        """

    def dead_load(
        self,
        name: str,
        *,
        connected_to_body: str | None = ...,
        at_point: Place | None = ...,
        applied_forces: Numbers | None = ...,
        applied_moments: Numbers | None = ...,
        force_functions: Sequence[str | int] | None = ...,
        moment_functions: Sequence[str | int] | None = ...,
        triad_name: str | None = ...,
        frame_name: str | None = ...,
        follower_force_flag: bool | None = ...,
        scaling_factor: Number | None = ...,
        function_1d_name: str | None = ...,
        time_function_name: str | None = ...,
        signal_name: str | None = ...,
    ) -> Reference:
        """A force and a moment s f(t) (F, M) on a body. Functions of time or signals can add to each component.

        connected_to_body: name of a body. The body on which the load acts. Default: (required).
        at_point: name of a point, or a point in place. The material point at which the force acts. Default: the origin
            of the body's frame.
        applied_forces: 3 x number [N]. The force F. Default: 0, 0, 0.
        applied_moments: 3 x number [N m]. The moment M. Default: 0, 0, 0.
        force_functions: 3 x name of a function, signal or 0 [N]. For each component of the force, a function of time, a
            signal, or 0. Its value, multiplied by s, is added to s f(t) F.
        moment_functions: 3 x name of a function, signal or 0 [N m]. For each component of the moment, a function of
            time, a signal, or 0. Its value, multiplied by s, is added to s f(t) M.
        triad_name: name of a triad. The axes of F and M. Default: the axes of @FRAME_NAME.
        frame_name: name of a frame. The fixed or moving frame that gives the axes of F and M. Default: inertial axes.
        follower_force_flag: YES or NO. With YES, F and M rotate with the body. One of YES, NO. Default: NO.
        scaling_factor: number. The factor s. Default: 1.
        function_1d_name: name of a function or signal. The factor f(t): a function of time or a signal. Default: 1.
        time_function_name: name of a function. The older name of @FUNCTION_1D_NAME.
        signal_name: name of a signal. A signal instead of f(t). Default: none.
        """

    def spring_damper(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        point1_name: Place | None = ...,
        point2_name: Place | None = ...,
        stiffness: Number | None = ...,
        damping: Number | None = ...,
        rest_length: Number | None = ...,
        force_function_name: str | None = ...,
        signal_name: str | None = ...,
        stiffness_signal_name: str | None = ...,
    ) -> Reference:
        """A spring and a damper along the line between two points of two bodies.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Default: (required).
        point1_name: name of a point, or a point in place. The material point of B0. Default: (required).
        point2_name: name of a point, or a point in place. The material point of B1. Default: (required).
        stiffness: number [N/m]. Force per elongation. Default: 0.
        damping: number [N s/m]. The damping force per rate of elongation. Default: 0.
        rest_length: number, at least 0 [m]. The length at which the spring exerts no force. Default: the length at the
            reference configuration.
        force_function_name: name of a function [N]. The force as a function of the elongation, instead of a stiffness.
        signal_name: name of a signal [m]. A signal for the rest length.
        stiffness_signal_name: name of a signal. A signal that multiplies the elastic force. Default: 1.
        """

    def bushing(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        at_point: Place | None = ...,
        triad_name: str | None = ...,
        stiffness: Numbers | None = ...,
        damping: Numbers | None = ...,
        rotational_stiffness: Numbers | None = ...,
        rotational_damping: Numbers | None = ...,
    ) -> Reference:
        """An elastic connection of two bodies with six components.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Default: (required).
        at_point: name of a point, or a point in place. The position at the reference configuration. Default:
            (required).
        triad_name: name of a triad. The axes, fixed in B0. Default: TRIAD_INERTIAL.
        stiffness: 3 x number [N/m]. The stiffness along each of the three axes. Default: 0, 0, 0.
        damping: 3 x number [N s/m]. The damping along each of the three axes. Default: 0, 0, 0.
        rotational_stiffness: 3 x number [N m/rad]. The stiffness about each of the three axes. Default: 0, 0, 0.
        rotational_damping: 3 x number [N m s/rad]. The damping about each of the three axes. Default: 0, 0, 0.
        """

    def contact_material(
        self,
        name: str,
        *,
        stiffness: Number | None = ...,
        exponent: Number | None = ...,
        restitution: Number | None = ...,
        restitution_velocity: Number | None = ...,
        friction_coefficients: Number | Numbers | None = ...,
        transition_velocity: Number | None = ...,
        stiction: Numbers | None = ...,
        rolling_resistance: Number | None = ...,
    ) -> Reference:
        """The contact law of all contacts that refer to this material.

        stiffness: number, above 0 [N/m^n]. The stiffness K of each contact point. Default: (required).
        exponent: number, 1 to 10. The exponent n; 1.5 is Hertz's exponent for round bodies. Default: 1.5.
        restitution: number, 0 to 1. The coefficient of restitution: the speed after an impact divided by the speed
            before the impact. It determines the damping factor d of the contact law. Values below 0.01 count as 0.01.
            Default: 1.
        restitution_velocity: number, above 0 [m/s]. The minimum of the impact speed v0. Slower impacts are more
            elastic. Default: 0.01.
        friction_coefficients: 1 or 2 x number, at least 0. The static and the dynamic coefficient of friction; a single
            value is used for both. Default: 0, 0.
        transition_velocity: number, above 0 [m/s]. The sliding velocity at which friction is largest. A sticking body
            creeps at a fraction of this velocity. Default: 0.001.
        stiction: 2 x number, at least 0 [N/m, N s/m]. The tangential stiffness and damping of a sticking contact point.
            With this keyword, a body stays at rest instead of creeping, until the tangential force exceeds friction.
            Default: none: friction is smooth at rest.
        rolling_resistance: number, at least 0 [m]. The distance b. At each contact point, a moment of b times the
            normal force acts against rolling. There is no resistance against spin about the normal, and none for shapes
            that do not roll. Default: 0.
        """

    def contact(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        contact_shapes: str | Sequence[str | int] | None = ...,
        against: str | Sequence[str | int] | None = ...,
        contact_material_name: str | None = ...,
        stiffness: Number | None = ...,
        exponent: Number | None = ...,
        restitution: Number | None = ...,
        restitution_velocity: Number | None = ...,
        friction_coefficients: Number | Numbers | None = ...,
        transition_velocity: Number | None = ...,
        stiction: Numbers | None = ...,
        rolling_resistance: Number | None = ...,
    ) -> Reference:
        """A contact of two shapes, with the normal force K depth^n (1 + d v/v0) of Hunt and Crossley, and friction.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Default: the bodies of the shapes.
        contact_shapes: name of a shape, one or more. A shape of B0 and a shape of B1. With @AGAINST, any number of
            shapes. Default: (required).
        against: name of a shape or ITSELF, one or more. The other shapes. Each shape of @CONTACT_SHAPES forms a contact
            with each of these shapes that is on another body. `ITSELF` also pairs the shapes of @CONTACT_SHAPES with
            each other. Default: none.
        contact_material_name: name of a contact material. The material that gives the values of omitted keywords.
            Default: none.
        stiffness: number, above 0 [N/m^n]. The stiffness K of each contact point.
        exponent: number, 1 to 10. The exponent n; 1.5 is Hertz's exponent for round bodies. Default: 1.5.
        restitution: number, 0 to 1. The coefficient of restitution: the speed after an impact divided by the speed
            before the impact. It determines the damping factor d of the contact law. Values below 0.01 count as 0.01.
            Default: 1.
        restitution_velocity: number, above 0 [m/s]. The minimum of the impact speed v0. Slower impacts are more
            elastic. Default: 0.01.
        friction_coefficients: 1 or 2 x number, at least 0. The static and the dynamic coefficient of friction; a single
            value is used for both. Default: 0, 0.
        transition_velocity: number, above 0 [m/s]. The sliding velocity at which friction is largest. A sticking body
            creeps at a fraction of this velocity. Default: 0.001.
        stiction: 2 x number, at least 0 [N/m, N s/m]. The tangential stiffness and damping of a sticking contact point.
            With this keyword, a body stays at rest instead of creeping, until the tangential force exceeds friction.
            Default: none: friction is smooth at rest.
        rolling_resistance: number, at least 0 [m]. The distance b. At each contact point, a moment of b times the
            normal force acts against rolling. There is no resistance against spin about the normal, and none for shapes
            that do not roll. Default: 0.
        """

    def general_bushing(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        at_point: Place | None = ...,
        triad_name: str | None = ...,
        stiffness_matrix: Numbers | None = ...,
        damping_matrix: Numbers | None = ...,
        force_functions: Sequence[str | int] | None = ...,
        moment_functions: Sequence[str | int] | None = ...,
    ) -> Reference:
        """An elastic connection of two bodies with full stiffness and damping matrices, and a function for each axis.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Default: (required).
        at_point: name of a point, or a point in place. The position at the reference configuration. Default:
            (required).
        triad_name: name of a triad. The axes, fixed in B0. Default: TRIAD_INERTIAL.
        stiffness_matrix: 36 x number [N/m, N/rad, N m/m, N m/rad]. A symmetric 6 x 6 matrix, row by row: displacements
            along the axes first, then the components of the rotation vector.
        damping_matrix: 36 x number [N s/m, N s/rad, N m s/m, N m s/rad]. The damping matrix, in the same order.
        force_functions: 3 x name of a function or 0 [N]. For each axis, the force as a function of the displacement x
            [m] along the axis (a table or a formula), or 0.
        moment_functions: 3 x name of a function or 0 [N m]. For each axis, the moment as a function of the component x
            [rad] of the rotation vector, or 0.
        """

    def torsion_spring(
        self,
        name: str,
        *,
        connected_to_bodies: Sequence[str | int] | None = ...,
        triad_name: str | None = ...,
        stiffness: Number | None = ...,
        damping: Number | None = ...,
        rest_angle: Number | None = ...,
        moment_function_name: str | None = ...,
    ) -> Reference:
        """A spring and a damper for the relative rotation of two bodies about an axis fixed in both.

        connected_to_bodies: 2 x name of a body. The bodies B0 and B1. Default: (required).
        triad_name: name of a triad. The triad whose e3 is the axis at the reference configuration. Default:
            TRIAD_INERTIAL.
        stiffness: number [N m/rad]. Moment per angle. Default: 0.
        damping: number [N m s/rad]. The damping moment per rate of the angle. Default: 0.
        rest_angle: number [rad]. The angle at which the spring exerts no moment. The angle is zero at the reference
            configuration. Default: 0.
        moment_function_name: name of a function [N m]. The moment as a function of the angle minus the rest angle,
            instead of a stiffness.
        """

    def function_1d(
        self,
        name: str,
        *,
        function_1d_type: Literal["CONSTANT", "POLYNOMIAL", "HARMONIC", "TABULATED", "CHEBYSHEV", "EXPRESSION", "CONSTANT_ACCELERATION_PROFILE", "STEP"] | None = ...,
        value: Number | None = ...,
        coefficients: Number | Numbers | None = ...,
        harmonic: Mapping[str, Number] | Sequence[Mapping[str, Number]] | None = ...,
        interpolation: Literal["LINEAR", "CUBIC"] | None = ...,
        table_file: Sequence[str | int] | None = ...,
        table_entries: Rows | None = ...,
        expression: Number | None = ...,
        range: Numbers | None = ...,
        duration: Number | None = ...,
        end_value: Number | None = ...,
        start_value: Number | None = ...,
        start_time: Number | None = ...,
        end_time: Number | None = ...,
    ) -> Reference:
        """A function of time, or a force law, which is a function of an elongation. The solver also uses its first and
            second derivatives.

        function_1d_type: one word. The type of function. One of CONSTANT, POLYNOMIAL, HARMONIC, TABULATED, CHEBYSHEV,
            EXPRESSION, CONSTANT_ACCELERATION_PROFILE, STEP. Default: derived from the given keywords.
        value: number. The constant.
        coefficients: number, one or more. The coefficients a0, a1, ... of the powers of t, or of the Chebyshev
            polynomials.
        harmonic: keywords, repeated. One term a sin(2 pi (t/T + p)).
        interpolation: one word. LINEAR: straight lines. CUBIC: a cubic spline. One of LINEAR, CUBIC. Default: LINEAR.
        table_file: 3 x text. A file of comma-separated values, which replaces @TABLE_ENTRIES. Give its path relative to
            the deck, the column of the variable and the column of the value. A column is a heading, or a number counted
            from 1.
        table_entries: keywords. The points of the table, in increasing order of the variable.
        expression: expression. The formula, in t or x.
        range: 2 x number [s]. The interval that is mapped to [-1, 1], or the interval of the transition of a STEP.
        duration: number, above 0 [s]. The duration of the transition.
        end_value: number. The value at the end.
        start_value: number. The value at the start.
        start_time: number [s]. Before this time, the function is constant. Default: no limit.
        end_time: number [s]. After this time, the function is constant. Default: no limit.
        """

    def time_function(
        self,
        name: str,
        *,
        time_function_type: str | Sequence[str | int] | None = ...,
        table_entries: Rows | None = ...,
        table_file: Sequence[str | int] | None = ...,
        interpolation: Literal["LINEAR", "CUBIC"] | None = ...,
        start_time: Number | None = ...,
        end_time: Number | None = ...,
    ) -> Reference:
        """The older form of a TABULATED function.

        time_function_type: text, one or more. Ignored; the table determines the type.
        table_entries: keywords. The points of the table, in increasing order of the variable. Default: (required).
        table_file: 3 x text. A file of comma-separated values, which replaces @TABLE_ENTRIES. Give its path relative to
            the deck, the column of the variable and the column of the value. A column is a heading, or a number counted
            from 1.
        interpolation: one word. LINEAR: straight lines. CUBIC: a cubic spline. One of LINEAR, CUBIC. Default: LINEAR.
        start_time: number [s]. Before this time, the function is constant. Default: no limit.
        end_time: number [s]. After this time, the function is constant. Default: no limit.
        """

    def analysis(
        self,
        name: str,
        *,
        analysis_type: Literal["DYNAMIC", "KINEMATIC", "STATIC"] | None = ...,
        simulation_time_range: Numbers | None = ...,
        time_step_size: Number | None = ...,
        output_step_size: Number | None = ...,
        archival_frequency: int | str | None = ...,
        start_from: Literal["GIVEN", "STATIC"] | None = ...,
        assemble: bool | None = ...,
        time_integrator_name: str | None = ...,
    ) -> Reference:
        """The analysis and its output. A deck has one analysis.

        analysis_type: one word. The type of analysis. One of DYNAMIC, KINEMATIC, STATIC. Default: DYNAMIC.
        simulation_time_range: 2 x number [s]. First and last time.
        time_step_size: number, above 0 [s]. The time step, or the first step of an adaptive method.
        output_step_size: number, above 0 [s]. The time between two output rows.
        archival_frequency: integer, at least 1. The number of steps per output row. Default: 1; with an adaptive
            method, the run writes 1000 rows.
        start_from: one word. The initial state. GIVEN: the state in the deck. STATIC: at rest in the equilibrium that a
            STATIC analysis finds from the state in the deck. One of GIVEN, STATIC. Default: GIVEN.
        assemble: YES or NO. With YES, joints that are open at the start are closed by the smallest mass-weighted
            displacement of the bodies. With NO, an open joint is an error. One of YES, NO. Default: NO.
        time_integrator_name: name of a time integrator. The integrator. Default: EXPLICIT_RUNGE_KUTTA with RK44 on
            LIE_R3_SO3; with joints GENERALIZED_ALPHA.
        """

    def time_integrator(
        self,
        name: str,
        *,
        integrator_type: Literal["EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA", "IMPLICIT_MIDPOINT", "ENERGY_MOMENTUM", "LOBATTO_IIIA_B", "GAUSS_LOBATTO"] | None = ...,
        formulation: Literal["LIE_R3_SO3", "LIE_R3_SO3_LEFT", "LIE_SE3", "LIE_R3_S3", "UNIFIED_VELOCITIES", "CARDAN_ANGLES_1", "CARDAN_ANGLES_2", "EULER_PARAMETERS_1", "MINIMAL_COORDINATES", "EULER_PARAMETERS_2", "QUATERNION_HAMILTONIAN"] | None = ...,
        tableau: Literal["EULER", "HEUN", "RK33", "RK44", "RK67", "ODE23", "DOPRI5", "DOP853", "CG3", "CG4", "CF3", "CF4"] | None = ...,
        spectral_radius: Number | None = ...,
        newton: Literal["FULL", "MODIFIED"] | None = ...,
        tangent_operator: bool | None = ...,
        tangent_stiffness: Literal["FULL", "FORCES"] | None = ...,
        relative_tolerance: Number | None = ...,
        absolute_tolerance: Number | None = ...,
        local_error_tolerance: Number | None = ...,
        maximum_number_of_iterations: int | str | None = ...,
        number_of_stages: int | str | None = ...,
        projection: Literal["HEXAHEDRON", "TETRAHEDRON", "CUSTOM"] | None = ...,
        projection_lengths: Number | Numbers | None = ...,
        projection_scale: Number | None = ...,
        projection_points: Numbers | None = ...,
        projection_directions: Numbers | None = ...,
        inertia_representation: Literal["ALPHA", "GAMMA"] | None = ...,
        inertia_parameter: Number | None = ...,
    ) -> Reference:
        """An integration method, a formulation of the motion, and their options.

        integrator_type: one word. The method. One of EXPLICIT_RUNGE_KUTTA, GENERALIZED_ALPHA, IMPLICIT_MIDPOINT,
            ENERGY_MOMENTUM, LOBATTO_IIIA_B, GAUSS_LOBATTO. Default: (required).
        formulation: one word. The coordinates of positions and rotations. One of LIE_R3_SO3, LIE_R3_SO3_LEFT, LIE_SE3,
            LIE_R3_S3, UNIFIED_VELOCITIES, CARDAN_ANGLES_1, CARDAN_ANGLES_2, EULER_PARAMETERS_1, MINIMAL_COORDINATES,
            EULER_PARAMETERS_2, QUATERNION_HAMILTONIAN. Default: MINIMAL_COORDINATES if joints form no loops and
            prescribed rates are continuous; otherwise the first formulation of the method.
        tableau: one word. The Runge-Kutta coefficients: EULER, HEUN, RK33, RK44, RK67, ODE23, DOPRI5, DOP853, CG3, CG4,
            CF3, CF4. One of EULER, HEUN, RK33, RK44, RK67, ODE23, DOPRI5, DOP853, CG3, CG4, CF3, CF4. Default: RK44.
        spectral_radius: number, 0 to 1. The spectral radius at infinite frequency: 1 means no dissipation, and 0 means
            maximum dissipation. Default: 0.9.
        newton: one word. FULL: a new tangent matrix in every iteration. MODIFIED: the method keeps the matrix while the
            iteration converges fast. One of FULL, MODIFIED. Default: FULL.
        tangent_operator: YES or NO. With YES, the iteration matrix includes the tangent operator of the increments. One
            of YES, NO. Default: YES.
        tangent_stiffness: one word. FULL: the iteration matrix contains the derivatives of inertial, constraint and
            applied forces with respect to the configuration. FORCES: it contains only the derivatives of applied
            forces. The results are the same, but FORCES needs more iterations. One of FULL, FORCES. Default: FULL.
        relative_tolerance: number, above 0. The tolerance of the step error (explicit methods) or of Newton's iteration
            (implicit methods). Default: the method's own.
        absolute_tolerance: number, above 0. The tolerance of the step error (explicit methods) or of Newton's iteration
            (implicit methods). Default: the method's own.
        local_error_tolerance: number, above 0 [m]. For GENERALIZED_ALPHA: the permitted position error of one step. If
            it is given, the method adapts the size of its steps. Default: none: fixed steps.
        maximum_number_of_iterations: integer, at least 1. The maximum number of Newton iterations in a step. Default:
            the method's own.
        number_of_stages: integer, 1 to 20. The number of stages: at least 2 for LOBATTO_IIIA_B, at least 1 for
            GAUSS_LOBATTO. Default: the minimum.
        projection: one word. For UNIFIED_VELOCITIES: the points and directions of the six velocities. One of
            HEXAHEDRON, TETRAHEDRON, CUSTOM. Default: HEXAHEDRON.
        projection_lengths: 1 or 3 x number or GYRATION, above 0 [m]. The side lengths, or one length for all sides.
            GYRATION means a hexahedron whose sides are the radii of gyration of each body. It is centred at the centre
            of mass and aligned with the principal axes, so the mass matrix is a multiple of the identity. Default: 1.
        projection_scale: number, above 0. The length alpha of the directions. Default: 1/sqrt(2).
        projection_points: 18 x number [m]. Six points of a CUSTOM projection.
        projection_directions: 18 x number. Six directions of a CUSTOM projection.
        inertia_representation: one word. For QUATERNION_HAMILTONIAN: the regularisation of the mass matrix. One of
            ALPHA, GAMMA. Default: GAMMA.
        inertia_parameter: number or AUTO or SPIN, above 0 [kg m^2]. The parameter of the representation. AUTO is the
            mean of the principal moments of a body. SPIN is the optimum for a body that spins about its angular
            momentum: the moment of inertia about the initial spin axis, times a factor that depends on the method.
            Default: SPIN.
        """

    def sensor(
        self,
        name: str,
        *,
        sensor_type: Literal["POSITION", "DISPLACEMENT", "ORIENTATION", "ROTATION", "CONFIGURATION", "MOTION_PARAMETERS", "MOTION_TENSOR", "VELOCITY", "ACCELERATION", "SPECIFIC_FORCE", "ANGULAR_VELOCITY", "ANGULAR_ACCELERATION", "UNIFIED_VELOCITIES", "PROJECTION_MATRIX", "PROJECTION_DETERMINANT", "PROJECTION_CONDITION", "LINEAR_MOMENTUM", "ANGULAR_MOMENTUM", "KINETIC_ENERGY", "POTENTIAL_ENERGY", "TOTAL_ENERGY", "RELATIVE_ROTATION", "RELATIVE_DISPLACEMENT", "RELATIVE_ROTATION_RATE", "RELATIVE_DISPLACEMENT_RATE", "RELATIVE_ROTATION_ACCELERATION", "RELATIVE_DISPLACEMENT_ACCELERATION", "REACTION_FORCE", "REACTION_MOMENT", "DRIVE_FORCE", "PRESCRIBED_FORCE", "ELONGATION", "ELONGATION_RATE", "SIGNAL", "FORCE", "PENETRATION", "SLIDING_VELOCITY", "ROLLING_MOMENT", "CONSTRAINT_VIOLATION", "ROTATION_DETERMINANT_ERROR", "UNIT_NORM_ERROR", "STEP_SIZE", "NEWTON_ITERATIONS"] | None = ...,
        object_name: str | None = ...,
        signal_name: str | None = ...,
        point_name: Place | None = ...,
        triad_name: str | None = ...,
        frame_name: str | None = ...,
        viewed_by: str | None = ...,
        resolved_in: str | None = ...,
        about: Literal["OBSERVER", "CENTRE_OF_MASS"] | None = ...,
        rotation_parameters: Literal["ROTATION_MATRIX", "EULER_ANGLES_313", "EULER_ANGLES_323", "EULER_ANGLES_321", "EULER_ANGLES_312", "EULER_ANGLES_123", "EULER_PARAMETERS", "ROTATION_VECTOR"] | None = ...,
        angle_unit: Literal["DEGREES", "RADIANS"] | None = ...,
        change: bool | None = ...,
    ) -> Reference:
        """A time history in the results.

        sensor_type: one word. The measured quantity. One of POSITION, DISPLACEMENT, ORIENTATION, ROTATION,
            CONFIGURATION, MOTION_PARAMETERS, MOTION_TENSOR, VELOCITY, ACCELERATION, SPECIFIC_FORCE, ANGULAR_VELOCITY,
            ANGULAR_ACCELERATION, UNIFIED_VELOCITIES, PROJECTION_MATRIX, PROJECTION_DETERMINANT, PROJECTION_CONDITION,
            LINEAR_MOMENTUM, ANGULAR_MOMENTUM, KINETIC_ENERGY, POTENTIAL_ENERGY, TOTAL_ENERGY, RELATIVE_ROTATION,
            RELATIVE_DISPLACEMENT, RELATIVE_ROTATION_RATE, RELATIVE_DISPLACEMENT_RATE, RELATIVE_ROTATION_ACCELERATION,
            RELATIVE_DISPLACEMENT_ACCELERATION, REACTION_FORCE, REACTION_MOMENT, DRIVE_FORCE, PRESCRIBED_FORCE,
            ELONGATION, ELONGATION_RATE, SIGNAL, FORCE, PENETRATION, SLIDING_VELOCITY, ROLLING_MOMENT,
            CONSTRAINT_VIOLATION, ROTATION_DETERMINANT_ERROR, UNIT_NORM_ERROR, STEP_SIZE, NEWTON_ITERATIONS. Default:
            (required).
        object_name: name of a body, joint, coupling, prescribed motion, spring, bushing, contact, frame, point, triad
            or signal. The body, joint, spring, bushing, other force, contact, frame, point, triad or signal, or SYSTEM
            for all bodies together. Default: SYSTEM, if the type supports it.
        signal_name: name of a body, joint, coupling, prescribed motion, spring, bushing, contact, frame, point, triad
            or signal. Synonym of @OBJECT_NAME for a signal.
        point_name: name of a point, or a point in place. A material point of the body. Default: the origin of the body
            frame.
        triad_name: name of a triad. A material triad of the body. Default: the axes of the body frame.
        frame_name: name of a frame. The observer: a fixed or moving frame. Default: FXDFRAME_INERTIAL.
        viewed_by: name of a frame. Synonym of @FRAME_NAME.
        resolved_in: name of a frame. The axes in which the components are resolved. They do not change the observer. A
            gyro, for example, has the observer INERTIAL and components in the axes of the body. Default: the observer's
            axes.
        about: one word. The reference point of an angular momentum. One of OBSERVER, CENTRE_OF_MASS. Default: the
            observer's origin.
        rotation_parameters: one word. The parameters of orientations. One of ROTATION_MATRIX, EULER_ANGLES_313,
            EULER_ANGLES_323, EULER_ANGLES_321, EULER_ANGLES_312, EULER_ANGLES_123, EULER_PARAMETERS, ROTATION_VECTOR.
            Default: ROTATION_MATRIX.
        angle_unit: one word. The unit of Euler angles. One of DEGREES, RADIANS. Default: DEGREES.
        change: YES or NO. With YES, the sensor measures the change since the reference configuration, as the observer
            sees it (Dymore's manual, section 6.3). One of YES, NO. Default: NO.
        """

    def signal(
        self,
        name: str,
        *,
        signal_type: Literal["MEASURE", "FUNCTION_1D", "EXPRESSION", "INTEGRATOR", "FIRST_ORDER_LAG", "TRANSFER_FUNCTION", "PID", "DELAY", "LOOKUP_TABLE", "SAMPLE_AND_HOLD", "HYSTERESIS", "EXTERNAL"] | None = ...,
        measure: str | Sequence[str | int] | None = ...,
        function_1d_name: str | None = ...,
        expression: Number | None = ...,
        input: str | Sequence[str | int] | None = ...,
        gain: Number | None = ...,
        initial_value: Number | None = ...,
        time_constant: Number | None = ...,
        numerator: Number | Numbers | None = ...,
        denominator: Number | Numbers | None = ...,
        proportional_gain: Number | None = ...,
        integral_gain: Number | None = ...,
        derivative_gain: Number | None = ...,
        derivative_time: Number | None = ...,
        output_limits: Numbers | None = ...,
        delay_time: Number | None = ...,
        pade_order: int | str | None = ...,
        input_values: Number | Numbers | None = ...,
        second_input_values: Number | Numbers | None = ...,
        output_values: Number | Numbers | None = ...,
        table_entries: Rows | None = ...,
        table_file: Sequence[str | int] | None = ...,
        interpolation: Literal["LINEAR", "CUBIC"] | None = ...,
        sample_time: Number | None = ...,
        thresholds: Numbers | None = ...,
        limits: Numbers | None = ...,
        unit: str | None = ...,
    ) -> Reference:
        """A named scalar that changes with time. A signal is measured, given as a function, computed from other signals,
            or has states of its own.

        signal_type: one word. The type of signal. One of MEASURE, FUNCTION_1D, EXPRESSION, INTEGRATOR, FIRST_ORDER_LAG,
            TRANSFER_FUNCTION, PID, DELAY, LOOKUP_TABLE, SAMPLE_AND_HOLD, HYSTERESIS, EXTERNAL. Default: determined by
            @MEASURE, @FUNCTION_1D_NAME or @EXPRESSION.
        measure: 1 or 2 x name of a sensor. A sensor and, if it has several components, the label or the number (counted
            from 1) of one component.
        function_1d_name: name of a function. The function of time that gives the value of the signal.
        expression: expression of signals. A formula of names of signals, and of t for the time.
        input: 1 or 2 x name of a signal. The input signal; for a table of two variables, both inputs.
        gain: number. The factor g of the input. Default: 1.
        initial_value: number. The initial output. Default: in equilibrium with the input; zero for an integral and an
            external input.
        time_constant: number, above 0 [s]. The time constant T of a lag.
        numerator: number, one or more. Coefficients of the numerator of a transfer function, highest power first.
        denominator: number, one or more. Coefficients of the denominator. Its degree must be at least the degree of the
            numerator.
        proportional_gain: number. The proportional gain P of a PID. Default: zero.
        integral_gain: number [1/s]. The integral gain K: the rate of the integral part per input. Default: zero.
        derivative_gain: number [s]. The derivative gain D, for the derivative of the input. Default: zero.
        derivative_time: number, above 0 [s]. The time constant T of the lag that filters the derivative.
        output_limits: 2 x number. The minimum and maximum of the output. Default: no limits.
        delay_time: number, above 0 [s]. The delay time T.
        pade_order: integer, 1 to 10. The number of states of an approximation of exp(-s T) by a ratio of polynomials,
            for adaptive steps and linearization. Default: exact.
        input_values: number, one or more. The values of the first input of a table, in increasing order.
        second_input_values: number, one or more. The values of the second input, in increasing order.
        output_values: number, one or more. The outputs of a table. With two inputs, the outputs for the first of
            `@INPUT_VALUES` come first, in the order of `@SECOND_INPUT_VALUES`, then the outputs for the next value. For
            a hysteresis, the output of the state off, then of the state on.
        table_entries: keywords. The points of the table, in increasing order of the variable.
        table_file: 3 x text. A file of comma-separated values, which replaces @TABLE_ENTRIES. Give its path relative to
            the deck, the column of the variable and the column of the value. A column is a heading, or a number counted
            from 1.
        interpolation: one word. LINEAR: straight lines. CUBIC: a cubic spline. One of LINEAR, CUBIC. Default: LINEAR.
        sample_time: number, above 0 [s]. The time between samples. The first sample is at the start.
        thresholds: 2 x number. A hysteresis switches off below the first threshold and on above the second threshold.
        limits: 2 x number. The minimum and the maximum. The nearer limit replaces a value beyond these limits. Default:
            no limits.
        unit: text. The unit of its values in results and pictures, such as `N m`. It does not change values. Default:
            the unit of the measured quantity, if there is one.
        """

    def event(
        self,
        name: str,
        *,
        signal_name: str | None = ...,
        threshold: Number | None = ...,
        direction: Literal["RISING", "FALLING", "BOTH"] | None = ...,
        terminate: bool | None = ...,
    ) -> Reference:
        """An event occurs when a signal crosses a threshold. The solver finds the time of each crossing, and the results
            list it.

        signal_name: name of a signal. The signal. Default: (required).
        threshold: number. The threshold. Default: 0.
        direction: one word. The direction of the crossing: upwards, downwards, or both. One of RISING, FALLING, BOTH.
            Default: BOTH.
        terminate: YES or NO. With YES, the run ends at the crossing, and writes an output row at this time. One of YES,
            NO. Default: NO.
        """

    def shape(
        self,
        name: str,
        *,
        shape_type: Literal["BOX", "CYLINDER", "CAPSULE", "SPHERE", "CONE", "ELLIPSOID", "RING", "PLANE", "LINE", "MESH"] | None = ...,
        connected_to_body: str | None = ...,
        at_point: Place | None = ...,
        triad_name: str | None = ...,
        dimensions: Number | Numbers | None = ...,
        points: Sequence[str] | Numbers | None = ...,
        file_name: str | None = ...,
        colour: str | None = ...,
        density: Number | None = ...,
        opacity: Number | None = ...,
    ) -> Reference:
        """The shape of a body in views. If a @CONTACT_DEFINITION names the shape, contacts use it too.

        shape_type: one word. The type of shape. One of BOX, CYLINDER, CAPSULE, SPHERE, CONE, ELLIPSOID, RING, PLANE,
            LINE, MESH. Default: (required).
        connected_to_body: name of a body. The body to which the shape is attached. Default: GROUND.
        at_point: name of a point, or a point in place. The position at the reference configuration. Default: the origin
            of the body's frame.
        triad_name: name of a triad. The axes at the reference configuration. Default: the axes of the body's frame.
        dimensions: 1 or 2 or 3 x number, above 0 [m]. The dimensions. Their number and meaning depend on the type.
        points: points or numbers, one or more. The corners of a LINE: names of points, or three coordinates per corner
            in the axes of the triad.
        file_name: text. An STL, OBJ or GLB file inside the deck's folder.
        colour: text. `#rrggbb` or a CSS colour name. Default: the colour of the body.
        density: number, at least 0 [kg/m^3]. The density of this shape. It contributes to the mass and inertia of the
            body. Default: the density of the body, if the body has one.
        opacity: number, 0 to 1. From 0 (invisible) to 1 (opaque). Default: 1.
        """

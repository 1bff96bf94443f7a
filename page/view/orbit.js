// A camera that looks at a target from a direction, in the axes of a frame with e3 up.

import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";

const FIELD = 35; // degrees
export const TANGENT = Math.tan((FIELD * Math.PI) / 360); // tangent of half the field of view
const STEEPEST = Math.PI / 2;

export class Orbit {
  constructor() {
    this.perspective = new PerspectiveCamera(FIELD);
    this.parallel = new OrthographicCamera();
    for (const camera of [this.perspective, this.parallel]) camera.matrixAutoUpdate = false;
    this.orthographic = false;
    this.azimuth = -Math.PI / 3;
    this.elevation = Math.PI / 7;
    this.distance = 10;
    this.target = new Vector3();
    this.frame = new Matrix4();
    this.aspect = 1;
    this.size = 1;
  }

  get camera() {
    return this.orthographic ? this.parallel : this.perspective;
  }

  /** Return the height [m] that the picture shows at the target. */
  get span() {
    return 2 * this.distance * TANGENT;
  }

  /** Axes of the picture in the frame: to the right, up, and towards the viewer. */
  axes() {
    const { azimuth: a, elevation: e } = this;
    const right = new Vector3(-Math.sin(a), Math.cos(a), 0);
    const back = new Vector3(Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e));
    return { right, up: new Vector3().crossVectors(back, right), back };
  }

  /** Update the positions of the cameras. */
  update() {
    const { right, up, back } = this.axes();
    const own = new Matrix4().makeBasis(right, up, back).setPosition(back.clone().multiplyScalar(this.distance).add(this.target));
    const { perspective, parallel, aspect } = this;
    const range = [Math.max(this.distance / 1000, this.size / 10000), this.distance + 100 * this.size];
    perspective.aspect = aspect;
    [perspective.near, perspective.far] = range;
    const half = this.span / 2;
    Object.assign(parallel, { left: -half * aspect, right: half * aspect, top: half, bottom: -half, near: -range[1], far: range[1] });
    for (const camera of [perspective, parallel]) {
      camera.matrix.multiplyMatrices(this.frame, own);
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld(true);
    }
  }

  /** Turn by angles [rad]. */
  turn(azimuth, elevation) {
    this.azimuth += azimuth;
    this.elevation = Math.max(-STEEPEST, Math.min(STEEPEST, this.elevation + elevation));
  }

  /** Move the target by parts of the picture's height. */
  pan(x, y) {
    const { right, up } = this.axes();
    this.target.addScaledVector(right, -x * this.span).addScaledVector(up, y * this.span);
  }

  /** Come nearer by a factor. */
  zoom(factor) {
    this.distance = Math.max(1e-4 * this.size, Math.min(1e3 * this.size, this.distance * factor));
  }
}

/** Pointers, wheel and keys on an element turn, move and zoom an orbit. */
export function steer(element, orbit, changed) {
  const pointers = new Map();
  element.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, event);
    element.setPointerCapture(event.pointerId);
  });
  for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, (event) => pointers.delete(event.pointerId));
  element.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const height = element.clientHeight;
    const x = (event.clientX - before.clientX) / height;
    const y = (event.clientY - before.clientY) / height;
    if (pointers.size === 2) {
      const [other] = [...pointers.values()].filter((pointer) => pointer.pointerId !== event.pointerId);
      const reach = (pointer) => Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY);
      orbit.zoom(reach(before) / Math.max(reach(event), 1));
      orbit.pan(x / 2, y / 2);
    } else if (event.buttons === 2 || event.buttons === 4 || event.shiftKey) orbit.pan(x, y);
    else orbit.turn(-3 * x, 3 * y);
    pointers.set(event.pointerId, event);
    changed();
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      orbit.zoom(Math.exp(0.0012 * event.deltaY));
      changed();
    },
    { passive: false },
  );
}

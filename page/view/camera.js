// The camera of a viewer: its carrier, its direction, and how the camera keeps the model in view.

import { Matrix4, Vector3 } from "three";
import { fitted, middleAt } from "./fitting.js";
import { parts, SPACE } from "./names.js";
import { Orbit, TANGENT } from "./orbit.js";

const VIEWS = {
  oblique: [-Math.PI / 3, Math.PI / 7],
  front: [-Math.PI / 2, 0],
  side: [0, 0],
  top: [-Math.PI / 2, Math.PI / 2],
};

export class Camera {
  /** The camera of a viewer with its stage, runs, clock, traces and reach; `changed()` tells controls of new settings. */
  constructor(viewer) {
    this.viewer = viewer;
    this.carrier = SPACE;
    this.turning = true; // whether the camera turns with its carrier
    this.follows = false; // whether a camera in space follows the centre of the model
    this.insetShown = true;
    this.changed = () => {};
  }

  /** Carry the camera by `body NAME`, `frame NAME` or `joint NAME`, or leave it in space; with `turning` it also rotates with it. */
  carry(name, turning = this.turning) {
    const { stage, clock, traces } = this.viewer;
    const before = stage.orbit.target.clone().applyMatrix4(stage.orbit.frame);
    Object.assign(this, { carrier: name, turning });
    this.place(clock.time);
    if (name === SPACE) stage.orbit.target.copy(before);
    else stage.orbit.target.set(0, 0, 0);
    for (const trace of traces.values()) trace.seenFrom(this.seeing());
    this.#setInset();
    this.changed();
    stage.changed();
  }

  /** Whether the model contains the object of a key. */
  canCarry(key) {
    const [run] = this.viewer.runs;
    const { kind, name } = parts(key);
    return { body: run.carriers, frame: run.frames, joint: run.joints }[kind]?.has(name) ?? false;
  }

  /** Look from a named direction, at the whole model if the camera is fixed in space. */
  view(name) {
    const { stage } = this.viewer;
    [stage.orbit.azimuth, stage.orbit.elevation] = VIEWS[name];
    if (this.carrier === SPACE) this.#fit();
    stage.changed();
  }

  /** Show the whole model. */
  fit() {
    this.carry(SPACE);
    this.#fit();
    this.viewer.stage.changed();
  }

  /** Whether a camera in space follows the centre of the model. */
  follow(on) {
    this.follows = on;
    this.changed();
    this.viewer.redraw();
  }

  /** Whether the projection is parallel. */
  orthographic(on) {
    const { stage } = this.viewer;
    stage.orbit.orthographic = on;
    stage.changed();
  }

  /** Whether an inset shows the view from space while a part carries the camera. */
  showInset(on) {
    this.insetShown = on;
    this.#setInset();
    this.viewer.stage.changed();
  }

  /** Return a function of time for the pose of the camera's carrier; null for space. */
  seeing() {
    if (this.carrier === SPACE) return null;
    return (time, target = new Matrix4()) => {
      this.viewer.runs[0].poseOf(this.carrier, time, target);
      return this.turning ? target : still(target);
    };
  }

  /** Move the camera, its inset, the light and the ground to their places at a time [s]. */
  place(time) {
    const { stage, reach } = this.viewer;
    const seeing = this.seeing();
    if (seeing) seeing(time, stage.orbit.frame);
    else this.#follow(stage.orbit, this.follows, time);
    if (stage.inset) this.#follow(stage.inset, stage.inset.follows, time);
    if (reach.length) stage.look(middleAt(reach, time, new Vector3()));
  }

  #fit() {
    const { stage: { orbit }, reach } = this.viewer;
    if (!reach.length) return;
    const { target, distance, follows } = fitted(reach, orbit.axes(), TANGENT, orbit.aspect);
    orbit.target.copy(target);
    orbit.distance = Math.max(distance, 1e-3 * orbit.size);
    this.follow(follows);
  }

  #setInset() {
    const { stage, reach, clock } = this.viewer;
    const shown = this.carrier !== SPACE && this.insetShown && reach.length;
    stage.inset = shown ? new Orbit() : null;
    if (!shown) return;
    const { inset } = stage;
    const box = stage.insetBox();
    inset.size = stage.orbit.size;
    const { target, distance, follows } = fitted(reach, inset.axes(), TANGENT, box.width / box.height);
    Object.assign(inset, { target, distance, follows });
    this.#follow(inset, follows, clock.time);
  }

  /** Move the frame of a camera orbit in space to the present centre of the model. */
  #follow(orbit, follows, time) {
    const { reach } = this.viewer;
    orbit.frame.identity();
    if (!follows || !reach.length) return;
    const { x, y, z } = middleAt(reach, time, new Vector3()).sub(reach[0].centre);
    orbit.frame.makeTranslation(x, y, z);
  }
}

/** Return the translation of a pose, without its rotation. */
function still(pose) {
  const { x, y, z } = new Vector3().setFromMatrixPosition(pose);
  return pose.makeTranslation(x, y, z);
}

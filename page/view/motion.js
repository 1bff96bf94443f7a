// Computes the poses of a run's nodes at a time, from linear tracks and arcs of unit quaternions.

import { Quaternion, Vector3 } from "three";
import { upperBound } from "../shared/histories.js";

const first = new Quaternion();

/** Set a vector from a track (3 columns). */
export function sampleVector(track, moment, target) {
  const { index, share } = place(track, moment);
  const v = track.values;
  const a = 3 * index;
  const b = share > 0 ? a + 3 : a;
  return target.set(
    (1 - share) * v[a] + share * v[b],
    (1 - share) * v[a + 1] + share * v[b + 1],
    (1 - share) * v[a + 2] + share * v[b + 2],
  );
}

/** Set a quaternion from a track (4 columns). */
export function sampleQuaternion(track, moment, target) {
  const { index, share } = place(track, moment);
  target.fromArray(track.values, 4 * index);
  if (share > 0) {
    first.fromArray(track.values, 4 * index + 4);
    target.slerp(first, share);
  }
  return target.normalize();
}

function place({ time }, moment) {
  const index = Math.max(0, upperBound(time, moment) - 1);
  if (index >= time.length - 1) return { index: time.length - 1, share: 0 };
  const share = (moment - time[index]) / (time[index + 1] - time[index]);
  return { index, share: Math.max(0, Math.min(1, share)) };
}

/** Return the pose of a node with fixed ancestors: from its tracks, or its constant pose. */
export class Mover {
  constructor(node, tracks) {
    this.tracks = tracks ?? {};
    this.position = new Vector3().fromArray(node.translation ?? [0, 0, 0]);
    this.quaternion = new Quaternion().fromArray(node.rotation ?? [0, 0, 0, 1]);
    this.scale = new Vector3().fromArray(node.scale ?? [1, 1, 1]);
  }

  /** Move to a time [s from the first row]. */
  move(moment) {
    const { translation, rotation, scale } = this.tracks;
    if (translation) sampleVector(translation, moment, this.position);
    if (rotation) sampleQuaternion(rotation, moment, this.quaternion);
    if (scale) sampleVector(scale, moment, this.scale);
    return this;
  }
}

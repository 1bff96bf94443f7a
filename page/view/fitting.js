// Computes the camera position at which points fill the picture.

import { Box3, Vector3 } from "three";
import { room } from "./modes.js";

const FILLED = 0.72; // fraction of the picture that a stationary model fills
const SEEN = 0.89; // fraction of the picture that a whole motion fills
const FARTHEST = 1.5; // maximum ratio of camera distances at which the whole motion is shown without following
const MOST_POINTS = 400_000;
const MOST_MOMENTS = 40;

/** The corners of the boxes of a run's parts at moments of its motion: [{time, centre, points (3 n)}]. */
export function reach(run) {
  const parts = run.parts.filter(isSolid);
  const moments = Math.max(5, Math.min(MOST_MOMENTS, Math.floor(MOST_POINTS / (8 * Math.max(1, parts.length)))));
  const margin = room(run.extras.modes, run.extras.size);
  const found = [];
  const corner = new Vector3();
  for (let i = 0; i < moments; i++) {
    const time = run.start + (run.duration * i) / (moments - 1);
    run.move(time);
    const points = [];
    const whole = new Box3();
    for (const { object } of parts) {
      for (const mesh of object.children) {
        if (!mesh.isMesh) continue;
        mesh.geometry.boundingBox ?? mesh.geometry.computeBoundingBox();
        const { min, max } = mesh.geometry.boundingBox;
        for (let k = 0; k < 8; k++) {
          corner.set(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z).applyMatrix4(mesh.matrixWorld);
          if (!Number.isFinite(corner.x + corner.y + corner.z)) continue;
          points.push(corner.x, corner.y, corner.z);
          whole.expandByPoint(corner);
        }
      }
    }
    if (margin > 0 && points.length) {
      const { min, max } = whole.clone().expandByScalar(margin);
      for (let k = 0; k < 8; k++) points.push(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z);
    }
    if (points.length) found.push({ time, centre: whole.getCenter(new Vector3()), box: whole, points });
  }
  return found;
}

/** Return the points that the camera should show: all except frames and infinite planes. */
function isSolid({ kind, shape, object }) {
  return !["frame", "ground", "body"].includes(kind) && shape !== "PLANE" && object.visible;
}

/** Return the centre of a model at a time, interpolated between sampled times. */
export function middleAt(found, time, target) {
  const next = found.findIndex((moment) => moment.time >= time);
  if (next <= 0) return target.copy(found[next < 0 ? found.length - 1 : 0].centre);
  const [before, after] = [found[next - 1], found[next]];
  return target.lerpVectors(before.centre, after.centre, (time - before.time) / (after.time - before.time));
}

/**
 * {target, distance, follows}: the target and the distance of a camera with the axes {right, up, back}. If the whole motion would look
 * small, the camera `follows` the centre of the model.
 */
export function fitted(found, axes, tangent, aspect) {
  const still = stand(found.map(({ points }) => [points, null]), axes, tangent, aspect, SEEN);
  const start = stand([[found[0].points, null]], axes, tangent, aspect, FILLED);
  if (still.distance <= FARTHEST * start.distance) return { ...still, follows: false };
  const first = found[0].centre;
  const moved = found.map(({ points, centre }) => [points, centre.clone().sub(first)]);
  const followed = stand(moved, axes, tangent, aspect, SEEN);
  // If a model becomes much larger during the motion, the whole model fits, although it is small at the start
  return followed.distance < still.distance / 1.2 ? { ...followed, follows: true } : { ...still, follows: false };
}

/**
 * Return the nearest camera position with all points in a given fraction of the picture. With x across and z towards the camera, a
 * point is seen where |x - cx| <= k (d - z): so k d + cx and k d - cx have bounds, and likewise upwards.
 */
function stand(groups, { right, up, back }, tangent, aspect, share) {
  const k = { across: share * tangent * aspect, upwards: share * tangent };
  const most = { left: -Infinity, right: -Infinity, below: -Infinity, above: -Infinity, near: -Infinity, far: Infinity };
  for (const [points, offset] of groups) {
    const [ox, oy, oz] = offset ? [offset.dot(right), offset.dot(up), offset.dot(back)] : [0, 0, 0];
    for (let i = 0; i < points.length; i += 3) {
      const [px, py, pz] = [points[i], points[i + 1], points[i + 2]];
      const x = px * right.x + py * right.y + pz * right.z - ox;
      const y = px * up.x + py * up.y + pz * up.z - oy;
      const z = px * back.x + py * back.y + pz * back.z - oz;
      most.right = Math.max(most.right, x + k.across * z);
      most.left = Math.max(most.left, -x + k.across * z);
      most.above = Math.max(most.above, y + k.upwards * z);
      most.below = Math.max(most.below, -y + k.upwards * z);
      most.near = Math.max(most.near, z);
      most.far = Math.min(most.far, z);
    }
  }
  const eye = Math.max((most.left + most.right) / (2 * k.across), (most.above + most.below) / (2 * k.upwards), most.near);
  const middle = (most.near + most.far) / 2;
  const target = new Vector3()
    .addScaledVector(right, (most.right - most.left) / 2)
    .addScaledVector(up, (most.above - most.below) / 2)
    .addScaledVector(back, middle);
  return { target, distance: eye - middle };
}

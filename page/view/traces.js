// The path of a point, relative to the frame that carries the camera; the part up to the present time is emphasized.

import { BufferAttribute, BufferGeometry, Color, Group, Line, LineBasicMaterial, Matrix4, Vector3 } from "three";
import { upperBound } from "../shared/histories.js";

const SAMPLES = 4000;

export class Trace {
  constructor(run, place, colour) {
    this.run = run;
    this.place = place;
    this.group = new Group();
    this.group.matrixAutoUpdate = false;
    this.geometry = new BufferGeometry();
    this.times = Float64Array.from({ length: SAMPLES }, (_, i) => run.start + (run.duration * i) / (SAMPLES - 1));
    this.positions = new BufferAttribute(new Float32Array(3 * SAMPLES), 3);
    this.geometry.setAttribute("position", this.positions);
    this.past = this.geometry.clone();
    const shade = new Color(colour);
    this.group.add(
      new Line(this.geometry, new LineBasicMaterial({ color: shade, transparent: true, opacity: 0.3 })),
      new Line(this.past, new LineBasicMaterial({ color: shade })),
    );
    for (const line of this.group.children) line.frustumCulled = false;
    this.seenFrom(null);
  }

  /** Compute the path relative to a frame; null means space. */
  seenFrom(frame) {
    const pose = new Matrix4();
    const point = new Vector3();
    this.times.forEach((time, i) => {
      this.run.point(this.place, time, point);
      if (frame) point.applyMatrix4(frame(time, pose).invert());
      this.positions.setXYZ(i, point.x, point.y, point.z);
    });
    this.past.setAttribute("position", this.positions);
    this.positions.needsUpdate = true;
  }

  /** Show the path up to a time, at the frame's present pose. */
  move(time, pose) {
    this.past.setDrawRange(0, upperBound(this.times, time));
    this.group.matrix.copy(pose);
    this.group.matrixWorldNeedsUpdate = true;
  }
}

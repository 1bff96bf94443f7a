// The vector of a sensor as an arrow at its point, in the axes in which it is resolved.

import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from "three";
import { middle, valueAt } from "../shared/histories.js";

const ROWS = 20_000; // more are shown by the middle of their envelope
const LONGEST = 0.3; // of the model
const UP = new Vector3(0, 1, 0);
const axes = new Quaternion();

const shaft = new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0);
const head = new ConeGeometry(2.6, 1, 16).translate(0, 0.5, 0);

export class Arrow {
  /** From decoded histories of one sensor with a place. */
  constructor(run, sensor, histories, colour) {
    Object.assign(this, { run, sensor, colour, time: histories.time });
    this.columns = histories.sensors[0].columns.map(middle);
    this.group = new Group();
    const material = new MeshStandardMaterial({ color: colour, roughness: 0.6 });
    this.shaft = new Mesh(shaft, material);
    this.head = new Mesh(head, material);
    for (const mesh of [this.shaft, this.head]) mesh.castShadow = true;
    this.group.add(this.shaft, this.head);
    let greatest = 0;
    for (let i = 0; i < this.time.length; i++) greatest = Math.max(greatest, Math.hypot(...this.columns.map((column) => column[i])));
    this.scale = greatest > 0 ? (LONGEST * run.extras.size) / greatest : 0;
  }

  static async load(run, sensor, source, colour) {
    return new Arrow(run, sensor, await source.histories([sensor.name], undefined, undefined, ROWS), colour);
  }

  /** To where it is at a time [s]. */
  move(time) {
    const vector = new Vector3(...this.columns.map((column) => valueAt(this.time, column, time)));
    vector.multiplyScalar(this.scale).applyQuaternion(axes.setFromRotationMatrix(this.run.pose(this.sensor.resolved_in, time)));
    const length = vector.length();
    this.group.visible = length > 1e-6 * this.run.extras.size && Number.isFinite(length);
    if (!this.group.visible) return;
    this.run.point(this.sensor.place, time, this.group.position);
    this.group.quaternion.setFromUnitVectors(UP, vector.normalize());
    const radius = 0.006 * this.run.extras.size;
    const tip = Math.min(7 * radius, 0.6 * length);
    this.shaft.scale.set(radius, length - tip, radius);
    this.head.scale.set(radius, tip, radius);
    this.head.position.y = length - tip;
  }
}

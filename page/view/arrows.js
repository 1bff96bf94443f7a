// Solid arrows: the vector of a sensor at its point, in its own axes; forces of contacts where they act.

import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from "three";
import { middle, upperBound, valueAt } from "../shared/histories.js";

const ROWS = 20_000; // maximum number of rows; longer histories are shown by the mean of their envelope
const LONGEST = 0.3; // length of the longest usual arrow, relative to the model
const ALL_ROWS = 200_000; // maximum number of rows of all contacts together
const AT_ONCE = 30; // contacts in one request
const NOTHING = 1e-9; // threshold, relative to the force that moves the model by its own size during the run
const USUAL = 0.9; // fraction of the rows with contact whose arrows are at most LONGEST
const LAST = 10; // render order: arrows are drawn last
const FEW = 20; // largest number of contact arrows that have their full size
const SPIKE = 4; // maximum ratio of the longest arrow to LONGEST
const UP = new Vector3(0, 1, 0);
const axes = new Quaternion();

const shaft = new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0);
const head = new ConeGeometry(2.6, 1, 16).translate(0, 0.5, 0);

/** A solid arrow, scaled to the model's size, at the position of its group. */
class Solid {
  constructor(size, material, thick = 1) {
    Object.assign(this, { size, thick });
    this.group = new Group();
    this.shaft = new Mesh(shaft, material);
    this.head = new Mesh(head, material);
    for (const mesh of [this.shaft, this.head]) mesh.castShadow = true;
    this.group.add(this.shaft, this.head);
  }

  /** Align the arrow with a vector in scene axes, which is modified. Returns whether the arrow is visible: a zero vector is not. */
  along(vector) {
    const length = vector.length();
    this.group.visible = length > 1e-6 * this.size && Number.isFinite(length);
    if (!this.group.visible) return false;
    this.group.quaternion.setFromUnitVectors(UP, vector.normalize());
    const radius = 0.006 * this.size * this.thick;
    const tip = Math.min(7 * radius, 0.6 * length);
    this.shaft.scale.set(radius, length - tip, radius);
    this.head.scale.set(radius, tip, radius);
    this.head.position.y = length - tip;
    return true;
  }
}

export class Arrow {
  /** Create an arrow from decoded histories of one sensor with a place. */
  constructor(run, sensor, histories, colour) {
    Object.assign(this, { run, colour, time: histories.time, sensor, text: sensor.name, units: sensor.units.split(", ")[0] });
    this.columns = histories.sensors[0].columns.map(middle);
    this.solid = new Solid(run.extras.size, new MeshStandardMaterial({ color: colour, roughness: 0.6 }));
    this.group = this.solid.group;
    let greatest = 0;
    for (let i = 0; i < this.time.length; i++) greatest = Math.max(greatest, Math.hypot(...this.columns.map((column) => column[i])));
    this.scale = greatest > 0 ? (LONGEST * run.extras.size) / greatest : 0;
  }

  static async load(run, sensor, source, colour) {
    return new Arrow(run, sensor, await source.histories([sensor.name], undefined, undefined, ROWS), colour);
  }

  /** Move the arrow to its pose at a time [s]. */
  move(time) {
    const vector = new Vector3(...this.columns.map((column) => valueAt(this.time, column, time)));
    vector.multiplyScalar(this.scale).applyQuaternion(axes.setFromRotationMatrix(this.run.pose(this.sensor.resolved_in, time)));
    if (this.solid.along(vector)) this.run.point(this.sensor.place, time, this.group.position);
  }
}

/** The forces of all contacts on their B1, at the places where they act; one scale for all. */
export class ContactForces {
  constructor(run, parts, colour) {
    Object.assign(this, { run, colour, text: "contact forces", units: "N" });
    this.group = new Group();
    const material = new MeshStandardMaterial({ color: colour, roughness: 0.6, depthTest: false, transparent: true }); // visible through the bodies in contact
    const crowd = Math.min(1, Math.sqrt(FEW / parts.reduce((sum, { sensors }) => sum + sensors.length, 0))); // many arrows are drawn smaller
    this.contacts = parts.flatMap(({ time, sensors }) => sensors.map(({ columns }) => ({ time, force: columns.slice(0, 3).map(strongest), place: columns.slice(3).map(middle), solid: new Solid(run.extras.size, material, crowd) })));
    for (const { solid } of this.contacts) {
      solid.shaft.renderOrder = solid.head.renderOrder = LAST;
      this.group.add(solid.group);
    }
    const sizes = this.contacts.flatMap(({ time, force }) => Array.from(time, (_, i) => Math.hypot(...force.map((column) => column[i])))).filter((size) => size > noise(run)).sort((a, b) => a - b);
    // Impact forces far exceed static forces: most rows determine the scale
    const usual = sizes.length ? Math.max(sizes[Math.floor(USUAL * (sizes.length - 1))], sizes.at(-1) / SPIKE) : 0;
    this.scale = usual > 0 ? (LONGEST * crowd * run.extras.size) / usual : 0;
  }

  static async load(run, source, colour) {
    const names = run.extras.contact_forces;
    const rows = Math.min(ROWS, Math.max(200, Math.floor(ALL_ROWS / names.length)));
    const parts = [];
    for (let i = 0; i < names.length; i += AT_ONCE) parts.push(await source.histories(names.slice(i, i + AT_ONCE), undefined, undefined, rows));
    return new ContactForces(run, parts, colour);
  }

  /** Show the forces at a time [s]. */
  move(time) {
    for (const { time: rows, force, place, solid } of this.contacts) {
      const vector = new Vector3(...force.map((column) => valueAt(rows, column, time))).multiplyScalar(this.scale);
      const i = Math.max(0, Math.min(rows.length - 1, upperBound(rows, time) - 1));
      const at = [0, 1].map((step) => new Vector3(...place.map((column) => column[Math.min(i + step, rows.length - 1)]))).filter(({ x }) => Number.isFinite(x));
      solid.group.visible = at.length > 0 && solid.along(vector);
      if (!solid.group.visible) continue;
      const span = rows[Math.min(i + 1, rows.length - 1)] - rows[i];
      solid.group.position.copy(at[0]);
      if (at.length > 1 && span > 0) solid.group.position.lerp(at[1], Math.max(0, Math.min(1, (time - rows[i]) / span)));
    }
  }
}

/** Return the force [N] below which a force is considered round-off of zero. */
function noise({ extras, duration }) {
  const mass = extras.bodies.reduce((sum, body) => sum + (body.mass ?? 0), 0);
  return duration > 0 ? (NOTHING * mass * extras.size) / duration ** 2 : 0;
}

/** Return the value of larger magnitude in each bucket of rows, so that short impacts stay visible. */
function strongest(column) {
  return column.values ?? column.least.map((value, i) => (Math.abs(value) > Math.abs(column.greatest[i]) ? value : column.greatest[i]));
}

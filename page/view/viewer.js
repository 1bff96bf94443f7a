// The viewer: runs, camera, traces, arrows, time and plots, put together.

import { Box3, Matrix4, Sphere, Vector3 } from "three";
import { download, element, fill } from "../shared/dom.js";
import { Plots } from "../shared/plots.js";
import { Arrow } from "./arrows.js";
import { Clock } from "./clock.js";
import { controls } from "./controls.js";
import { SPACE } from "./names.js";
import { Run } from "./run.js";
import { Stage } from "./stage.js";
import { Trace } from "./traces.js";
import { transport } from "./transport.js";

const COLOURS = ["#e4572e", "#2a7de1", "#1aa179", "#b14fc5", "#c99700", "#00a3b5", "#d6336c", "#7a5af0"];
const GHOSTS = ["#7a8794", "#b08968", "#7d9a6f", "#9a7fb0"];
const VIEWS = {
  oblique: [-Math.PI / 3, Math.PI / 7],
  front: [-Math.PI / 2, 0],
  side: [0, 0],
  top: [-Math.PI / 2, Math.PI / 2],
};

/** A viewer of some sources in an element; resolves when the first picture stands. */
export async function createViewer(host, sources, options = {}) {
  const buffers = await Promise.all(sources.map((source) => source.glb()));
  return new Viewer(host, sources, buffers, options);
}

class Viewer {
  constructor(host, sources, buffers, options) {
    this.sources = sources;
    this.runs = buffers.map((buffer, i) => new Run(buffer, sources[i].label, i ? GHOSTS[(i - 1) % GHOSTS.length] : null));
    const [run] = this.runs;
    const last = Math.max(...this.runs.map(({ start, duration }) => start + duration));
    this.clock = new Clock(run.start, last - run.start);
    this.traces = new Map();
    this.arrows = new Map();
    this.carrier = SPACE;
    this.turning = true;
    this.host = host;
    this.#layout(options);
    this.stage.resize();
    this.#fit();
    this.clock.on((time) => this.#moved(time));
    this.show("frame", false);
    this.view("oblique");
    this.stage.render();
    host.dataset.ready = "true";
  }

  /** Carry the camera by `body NAME` or `frame NAME`, or leave it in space; with `turning` it turns as well. */
  carry(name, turning = this.turning) {
    const before = this.stage.orbit.target.clone().applyMatrix4(this.stage.orbit.frame);
    Object.assign(this, { carrier: name, turning });
    this.host.querySelector("#carrier").value = name;
    this.#place(this.clock.time);
    const { orbit } = this.stage;
    if (name === SPACE) orbit.target.copy(before);
    else orbit.target.set(0, 0, 0);
    for (const trace of this.traces.values()) trace.seenFrom(this.#seeing());
    this.stage.changed();
  }

  /** Look from a named direction. */
  view(name) {
    [this.stage.orbit.azimuth, this.stage.orbit.elevation] = VIEWS[name];
    this.stage.changed();
  }

  /** See everything. */
  fit() {
    this.carry(SPACE);
    this.#fit();
    this.stage.changed();
  }

  orthographic(on) {
    this.stage.orbit.orthographic = on;
    this.stage.changed();
  }

  /** Show or hide what is of a kind: frame, joint, spring, bushing, contact, shape, box. */
  show(kind, visible) {
    for (const run of this.runs) {
      for (const part of run.parts) {
        if (part.kind !== kind) continue;
        // Frames that move, and the inertial one, are seen from the start; the others are scaffolding
        const basic = kind === "frame" && (part.body !== "GROUND" || /INERTIAL$/.test(part.name));
        part.object.visible = visible || (basic && run === this.runs[0]);
      }
    }
    this.stage.changed();
  }

  showRun(index, visible) {
    this.runs[index].group.visible = visible;
    this.stage.changed();
  }

  /** Draw the path of a point, or take it away. */
  trace(name, on) {
    const place = this.runs[0].extras.points.find((point) => point.name === name);
    this.#toggle(this.traces, name, on, () => {
      const trace = new Trace(this.runs[0], place, this.colourOf("trace", name));
      trace.seenFrom(this.#seeing());
      return trace;
    });
  }

  /** Draw the vector of a sensor, or take it away. */
  async arrow(name, on) {
    const sensor = this.runs[0].extras.sensors.find((other) => other.name === name);
    const arrow = on ? await Arrow.load(this.runs[0], sensor, this.sources[0], this.colourOf("arrow", name)) : null;
    this.#toggle(this.arrows, name, on, () => arrow);
  }

  colourOf(kind, name) {
    const { points, sensors } = this.runs[0].extras;
    const list = kind === "trace" ? points : sensors.filter((sensor) => sensor.place);
    const index = list.findIndex((entry) => entry.name === name);
    return COLOURS[(kind === "trace" ? index : index + 3) % COLOURS.length];
  }

  /** Plot these sensors below the picture. */
  plot(names) {
    this.drawer.hidden = !names.length;
    this.host.classList.toggle("plotting", names.length > 0);
    return this.plots.show(names);
  }

  /** Save the picture. */
  async picture() {
    download(`${this.runs[0].extras.title.replace(/\.[^.]*$/, "")}.png`, await this.stage.picture());
  }

  destroy() {
    this.clock.play(false);
    this.plots.destroy();
    this.stage.destroy();
    this.host.removeEventListener("keydown", this.keys);
    fill(this.host);
  }

  #layout({ compact = false }) {
    const picture = element("div", { class: "picture" });
    this.drawer = element("div", { class: "drawer", hidden: true });
    this.host.classList.add("viewer");
    this.host.classList.toggle("compact", compact);
    const panel = element("aside", { class: "controls" });
    const handle = element("button", { class: "handle", title: "Show or hide the controls", onclick: () => this.host.classList.toggle("narrowed") }, "☰");
    const main = element("div", { class: "main" }, picture, handle, transport(this.clock), this.drawer);
    fill(this.host, main, panel);
    this.stage = new Stage(picture, () => {});
    this.runs.forEach((run) => this.stage.scene.add(run.group));
    this.plots = new Plots(this.drawer, this.sources, (time) => this.clock.set(time));
    fill(panel, controls(this));
    this.keys = (event) => this.#key(event);
    this.host.addEventListener("keydown", this.keys);
  }

  #fit() {
    const box = new Box3();
    for (let i = 0; i <= 60; i++) {
      const time = this.clock.start + (this.clock.duration * i) / 60;
      this.runs[0].move(time);
      const reach = new Box3();
      for (const { object, kind } of this.runs[0].parts) if (kind !== "frame" && kind !== "ground" && kind !== "body") reach.expandByObject(object);
      box.union(reach);
    }
    const ball = box.getBoundingSphere(new Sphere());
    const radius = Math.max(ball.radius, 0.2 * this.runs[0].extras.size) || 1;
    this.stage.orbit.fit(ball.center, radius);
    this.stage.orbit.size = radius;
    this.stage.ground(ball.center, radius, box.min.z - 0.02 * radius);
    this.#moved(this.clock.time);
  }

  #toggle(shown, name, on, make) {
    shown.get(name)?.group.removeFromParent();
    shown.delete(name);
    if (on) {
      const made = make();
      shown.set(name, made);
      this.stage.scene.add(made.group);
    }
    this.#moved(this.clock.time);
  }

  /** A function of time that gives the pose of what carries the camera; null for space. */
  #seeing() {
    if (this.carrier === SPACE) return null;
    return (time, target = new Matrix4()) => {
      this.runs[0].poseOf(this.carrier, time, target);
      return this.turning ? target : still(target);
    };
  }

  #place(time) {
    const seeing = this.#seeing();
    if (seeing) seeing(time, this.stage.orbit.frame);
    else this.stage.orbit.frame.identity();
  }

  #moved(time) {
    for (const run of this.runs) run.move(time);
    this.#place(time);
    for (const trace of this.traces.values()) trace.move(time, this.stage.orbit.frame);
    for (const arrow of this.arrows.values()) arrow.move(time);
    this.plots.setTime(time);
    this.stage.changed();
  }

  #key(event) {
    if (event.target.closest("input, select, textarea") && event.key !== "Escape") return;
    const { orbit } = this.stage;
    const act = {
      " ": () => this.clock.play(),
      Home: () => this.clock.set(this.clock.start),
      End: () => this.clock.set(this.clock.end),
      ",": () => this.clock.set(this.clock.time - this.clock.duration / 500),
      ".": () => this.clock.set(this.clock.time + this.clock.duration / 500),
      ArrowLeft: () => orbit.turn(-0.1, 0),
      ArrowRight: () => orbit.turn(0.1, 0),
      ArrowUp: () => orbit.turn(0, 0.1),
      ArrowDown: () => orbit.turn(0, -0.1),
      "+": () => orbit.zoom(0.9),
      "-": () => orbit.zoom(1.1),
      f: () => this.fit(),
      o: () => this.orthographic(!orbit.orthographic),
      p: () => this.picture(),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
    this.stage.changed();
  }
}

/** The position of a pose without its turning. */
function still(pose) {
  const { x, y, z } = new Vector3().setFromMatrixPosition(pose);
  return pose.makeTranslation(x, y, z);
}

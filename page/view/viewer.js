// The viewer: runs, camera, traces, arrows, time and plots, put together.

import { Vector3 } from "three";
import { columnTree } from "../shared/columns.js";
import { element, fill } from "../shared/dom.js";
import { Plots } from "../shared/plots.js";
import { Arrow, ContactForces } from "./arrows.js";
import { Camera } from "./camera.js";
import { Clock } from "./clock.js";
import { controls } from "./controls.js";
import { reach } from "./fitting.js";
import { Modes } from "./modes.js";
import { card, keyOf, modelTree } from "./model.js";
import { CONTACT_COLOUR, CONTACT_FORCES, unknownForces } from "./names.js";
import { picking } from "./picking.js";
import { Run } from "./run.js";
import { savePicture } from "./saving.js";
import { Stage } from "./stage.js";
import { Trace } from "./traces.js";
import { transport } from "./transport.js";

const COLOURS = ["#e4572e", "#2a7de1", "#1aa179", "#b14fc5", "#c99700", "#00a3b5", "#d6336c", "#7a5af0"];
const GHOSTS = ["#7a8794", "#b08968", "#7d9a6f", "#9a7fb0"];
/** A viewer of some sources in an element; resolves when the first picture is drawn. */
export async function createViewer(host, sources, options = {}) {
  const buffers = await Promise.all(sources.map((source) => source.glb()));
  if (!host.isConnected) return null; // the user has left the page meanwhile
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
    this.camera = new Camera(this);
    this.chosen = null;
    this.named = false;
    this.visible = new Map(); // kind: whether it is shown
    this.host = host;
    this.onplot = options.onplot ?? null;
    this.#layout(options);
    this.show("frame", false);
    this.stage.resize();
    this.reach = reach(run);
    this.#lay();
    this.clock.on((time) => this.#moved(time));
    this.camera.view("oblique");
    this.modes?.begin();
    if (run.extras.contact_forces?.length) this.arrow(CONTACT_FORCES, true).catch(() => {}); // the run may have no rows yet
    this.stage.render();
    host.dataset.ready = "true";
  }

  /** Redraw the state at the present time. */
  redraw() {
    this.#moved(this.clock.time);
  }

  /** Select a part: highlight it, mark its row, and show a card with its details. */
  choose(part) {
    this.chosen = part;
    const key = part && keyOf(part);
    this.runs[0].light((other) => key !== null && (keyOf(other) === key || (part.kind === "body" && other.kind === "shape" && other.body === part.name)));
    fill(this.cards, part ? card(this, part) : null);
    this.tree.choose();
    this.stage.changed(false);
  }

  /** Write the names of bodies at their centres. */
  names(on = !this.named) {
    this.named = on;
    const box = this.host.querySelector("#names input");
    if (box) box.checked = on;
    this.#moved(this.clock.time);
  }

  /** Show or hide all parts of a kind: frame, joint, spring, bushing, contact, shape, box. */
  show(kind, visible) {
    for (const run of this.runs) {
      for (const part of run.parts) {
        if (part.kind !== kind) continue;
        // Moving frames and the inertial frame are visible at the start; other frames are hidden
        const basic = kind === "frame" && (part.body !== "GROUND" || /INERTIAL$/.test(part.name));
        part.object.visible = visible || (basic && run === this.runs[0]);
      }
    }
    this.visible.set(kind, visible);
    this.stage.changed();
  }

  /** Show or hide the ground, or the text over the picture. */
  mark(what, visible) {
    if (what === "ground") this.stage.ground.group.visible = visible;
    else this.stage.overlay.visible = visible;
    this.stage.changed();
  }

  /** Show or hide a run. */
  showRun(index, visible) {
    this.runs[index].group.visible = visible;
    this.stage.changed();
  }

  /** Draw or remove the path of a point. */
  trace(name, on) {
    const place = this.runs[0].extras.points.find((point) => point.name === name);
    this.#toggle(this.traces, name, on, () => {
      const trace = new Trace(this.runs[0], place, this.colourOf("trace", name));
      trace.seenFrom(this.camera.seeing());
      return trace;
    });
  }

  /** Draw or remove the vector of a sensor, or CONTACT_FORCES. */
  async arrow(name, on) {
    const [run, source] = [this.runs[0], this.sources[0]];
    let arrow = null;
    if (on && name === CONTACT_FORCES) arrow = await ContactForces.load(run, source, CONTACT_COLOUR);
    else if (on) arrow = await Arrow.load(run, run.extras.sensors.find((other) => other.name === name), source, this.colourOf("arrow", name));
    if (!this.ended) this.#toggle(this.arrows, name, on, () => arrow);
  }

  colourOf(kind, name) {
    const { points, sensors } = this.runs[0].extras;
    const list = kind === "trace" ? points : sensors.filter((sensor) => sensor.place);
    const index = list.findIndex((entry) => entry.name === name);
    return COLOURS[(kind === "trace" ? index : index + 3) % COLOURS.length];
  }

  /** Plot these sensors: below the picture, or in the plots of the page. */
  plot(names) {
    if (this.onplot) return this.onplot(names);
    this.plotted.clear();
    names.forEach((name) => this.plotted.add(name));
    this.columnTree.list();
    return this.#plotted();
  }

  #plotted() {
    const names = [...this.plotted];
    this.drawer.hidden = !names.length;
    this.host.classList.toggle("plotting", names.length > 0);
    return this.plots.show(names);
  }

  get title() {
    return this.runs[0].extras.title.replace(/\.[^.]*$/, "");
  }

  /** Show the new rows of a running job. If the displayed time is at the end, it follows. */
  async refresh() {
    const buffer = await this.sources[0].glb();
    if (this.ended) return;
    const [old] = this.runs;
    const run = new Run(buffer, old.name);
    const goes = this.clock.time >= this.clock.end;
    old.group.removeFromParent();
    old.destroy();
    this.runs[0] = run;
    this.stage.scene.add(run.group);
    this.stage.paint();
    for (const [kind, visible] of this.visible) this.show(kind, visible);
    this.reach = reach(run);
    this.clock.extend(run.start, run.duration);
    const [traces, arrows] = [[...this.traces.keys()], [...this.arrows.keys()]];
    for (const name of traces) {
      this.trace(name, false);
      this.trace(name, true);
    }
    for (const name of arrows) {
      await this.arrow(name, false);
      await this.arrow(name, true);
    }
    if (this.chosen) run.light((part) => keyOf(part) === keyOf(this.chosen));
    this.clock.set(goes ? this.clock.end : this.clock.time);
  }

  destroy() {
    this.ended = true;
    this.clock.play(false);
    this.modes?.destroy();
    this.plots.destroy();
    this.stage.destroy();
    this.host.removeEventListener("keydown", this.keys);
    fill(this.host);
  }

  #layout({ compact = false }) {
    const picture = element("div", { class: "picture" });
    this.cards = element("div", { class: "cards", "aria-live": "polite" });
    this.drawer = element("div", { class: "drawer", hidden: true });
    this.host.classList.add("viewer");
    this.host.classList.toggle("compact", compact);
    const panel = element("aside", { class: "controls" });
    const handle = element("button", { class: "handle", title: "Show or hide the controls", onclick: () => this.host.classList.toggle("narrowed") }, "☰");
    this.modes = this.runs[0].extras.modes ? new Modes(this) : null;
    const bars = element("div", { class: "bars" }, this.modes?.element ?? null, this.modes && !this.clock.duration ? null : transport(this.clock));
    const main = element("div", { class: "main" }, picture, this.cards, handle, bars, this.drawer);
    fill(this.host, main, panel);
    this.stage = new Stage(picture, () => this.runs);
    this.runs.forEach((run) => this.stage.scene.add(run.group));
    const { sensors, diagnostics = [] } = this.runs[0].extras;
    this.columns = [...sensors, ...diagnostics];
    this.plots = new Plots(this.drawer, this.sources, (time) => this.clock.set(time), this.columns.map(({ name }) => name).join("\n"));
    this.plots.listed = this.columns;
    this.plotted = new Set();
    this.columnTree = columnTree(this.columns, this.plotted, () => this.#plotted());
    this.tree = modelTree(this);
    fill(panel, controls(this));
    this.picking = picking(this.stage, () => this.runs[0].group, (part) => this.choose(part));
    this.keys = (event) => this.#key(event);
    this.host.addEventListener("keydown", this.keys);
  }

  /** The ground: at the deck's level plane, otherwise below the whole motion. */
  #lay() {
    const size = this.runs[0].extras.size;
    const boxes = this.reach.map(({ box }) => box);
    const first = boxes[0] ?? null;
    const radius = Math.max(first ? first.getSize(new Vector3()).length() / 2 : 0, 0.2 * size) || 1;
    const lowest = boxes.length ? Math.min(...boxes.map(({ min }) => min.z)) : 0;
    const floor = this.#floor();
    this.stage.orbit.size = radius;
    this.stage.lay(this.reach[0]?.centre ?? new Vector3(), radius, floor === null ? lowest - 0.02 * radius : floor + 1e-3 * radius);
  }

  /** The height [m] of the highest fixed level plane below the model's start; null if there is none. */
  #floor() {
    const up = new Vector3();
    this.runs[0].move(this.clock.start);
    const levels = this.runs[0].parts
      .filter(({ shape, body, object }) => shape === "PLANE" && body === "GROUND" && up.set(0, 0, 1).transformDirection(object.matrixWorld).z > 0.999)
      .map(({ object }) => object.getWorldPosition(new Vector3()).z)
      .filter((height) => height <= (this.reach[0]?.centre.z ?? Infinity));
    return levels.length ? Math.max(...levels) : null;
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

  #moved(time) {
    for (const run of this.runs) run.move(time);
    if (this.modes?.chosen) {
      if (time === this.modes.time) this.modes.displace(this.runs[0]);
      else this.modes.choose(null);
    }
    this.camera.place(time);
    for (const trace of this.traces.values()) trace.move(time, this.stage.orbit.frame);
    for (const arrow of this.arrows.values()) arrow.move(time);
    this.#write(time);
    this.plots.setTime(time);
    this.stage.changed();
  }

  #write(time) {
    const { overlay } = this.stage;
    overlay.note = unknownForces(this.runs[0].extras);
    overlay.vectors = [...this.arrows.values()].map(({ text, units, scale, colour }) => ({ text, units, scale, colour }));
    const [run] = this.runs;
    overlay.names = !this.named ? [] : run.extras.bodies.map(({ name, point }) => ({ text: name, place: run.point({ body: name, point }, time) }));
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
      f: () => this.camera.fit(),
      n: () => this.names(),
      m: () => this.modes?.next(),
      Escape: () => this.choose(null),
      o: () => this.camera.orthographic(!orbit.orthographic),
      p: () => savePicture(this, 2),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
    this.stage.changed();
  }
}

// Plots of histories, one below the other, with one range of time and one mark at the present time.

import { fill } from "./dom.js";
import { Panel } from "./panel.js";

const HEIGHT = 220;
const FINE = 20_000; // points of a history whose spectrum or path is drawn

export class Plots {
  /**
   * `sources` are runs, each {label, histories(names, from, to, pixels) -> decoded histories}; `onpick(time)` is called for a click into a
   * plot. What is plotted and how is kept under `layout`, the name of a deck.
   */
  constructor(host, sources, onpick = () => {}, layout = "") {
    Object.assign(this, { host, sources, onpick, layout, names: [], range: null, time: null, other: null, panels: [], listed: [], height: HEIGHT });
    host.classList.add("plots");
    this.observer = new ResizeObserver(() => this.#resize());
    this.observer.observe(host);
    this.theme = matchMedia("(prefers-color-scheme: dark)");
    this.repaint = () => this.show(this.names);
    this.theme.addEventListener("change", this.repaint);
  }

  destroy() {
    this.observer.disconnect();
    this.theme.removeEventListener("change", this.repaint);
    for (const panel of this.panels) panel.destroy();
  }

  /** What may be drawn over: [{name, components}]. */
  columns() {
    return this.listed;
  }

  /** What was plotted of this deck before: [{name, view}]. */
  remembered() {
    return kept(this.layout);
  }

  /** Show these sensors; those that are shown already keep how they are drawn. */
  async show(names) {
    const views = new Map([...this.remembered(), ...this.panels].map(({ name, view }) => [name, view]));
    for (const panel of this.panels) panel.destroy();
    this.names = [...names];
    this.panels = this.names.map((name) => new Panel(this, name, views.get(name)));
    fill(this.host, this.panels.map((panel) => panel.box));
    this.#keep();
    await this.#load();
  }

  /** Another way to draw one of them. */
  async changed(panel) {
    this.#keep();
    await this.#load([panel]);
    if (panel.view.mode === "phase" && panel.wanted.length > 1) await this.#load([panel]); // what is drawn over was chosen just now
  }

  /** Ask for what is new, as while a run goes on; the plots stay. */
  refresh() {
    return this.#load(this.panels, true);
  }

  /** Mark a time. */
  setTime(time) {
    this.time = time;
    for (const panel of this.panels) panel.setTime(time);
    if (this.other !== null) this.measure(this.other);
  }

  /** Mark a second time, and say what lies between; null takes it away. */
  measure(other) {
    this.other = other;
    for (const panel of this.panels) panel.measure(this.time, other);
  }

  /** Show a stretch of time in all plots; null shows all. */
  async zoom(range) {
    this.range = range;
    if (range === null) this.measure(null);
    await this.#load();
  }

  async #load(panels = this.panels, calm = false) {
    const asked = (this.asked = Symbol());
    const pixels = Math.max(400, 2 * Math.round(this.host.clientWidth));
    const [from, to] = this.range ?? [undefined, undefined];
    const groups = new Map(); // what is read at the same fineness, by one request
    for (const panel of panels) {
      const points = panel.view.mode === "time" ? pixels : FINE;
      groups.set(points, [...(groups.get(points) ?? []), panel]);
    }
    const read = async ([points, members]) => {
      const names = [...new Set(members.flatMap(({ wanted }) => wanted))];
      const runs = await Promise.all(this.sources.map((source) => together(source, names, [from, to, points])));
      if (asked !== this.asked) return;
      for (const panel of members) panel.draw(runs.map((histories) => histories(panel.wanted)), calm);
    };
    await Promise.all([...groups].map(read));
  }

  #keep() {
    keep(this.layout, this.panels.map(({ name, view }) => ({ name, view })));
  }

  #resize() {
    for (const panel of this.panels) panel.resize();
    this.setTime(this.time);
  }
}

/** A function that gives histories by name, null where the source has not all of them; they come by one request where it has. */
async function together(source, names, asked) {
  const all = await source.histories(names, ...asked).catch(() => null);
  const each = all ? names.map((_, i) => ({ ...all, sensors: [all.sensors[i]] })) : await Promise.all(names.map((name) => source.histories([name], ...asked).catch(() => null)));
  return (wanted) => {
    const found = wanted.map((name) => each[names.indexOf(name)]);
    return found.includes(null) ? null : { ...found[0], sensors: found.map(({ sensors }) => sensors[0]) };
  };
}

/** What a browser remembers may be forbidden, or be someone else's. */
function kept(layout) {
  try {
    const found = JSON.parse(localStorage.getItem(`rbsolve-plots ${layout}`));
    return layout && Array.isArray(found) ? found.filter(({ name, view }) => typeof name === "string" && view) : [];
  } catch {
    return [];
  }
}

function keep(layout, panels) {
  try {
    if (layout && panels.length) localStorage.setItem(`rbsolve-plots ${layout}`, JSON.stringify(panels));
  } catch {
    // a full or forbidden storage remembers nothing
  }
}

// Plots of histories, one below the other, with a common time range and a common mark at the displayed time.

import { fill } from "./dom.js";
import { Panel } from "./panel.js";

const HEIGHT = 220;
const FINE = 20_000; // number of points of a history for a spectrum or path

export class Plots {
  /**
   * `sources` are runs, each {label, histories(names, from, to, pixels) -> decoded histories}; `onpick(time)` is called for a click into a
   * plot. The plotted sensors and their settings are stored under `layout`, the name of a deck.
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
    this.#close();
  }

  /** Return the columns for the horizontal axis: [{name, components}]. */
  columns() {
    return this.listed;
  }

  /** Return the earlier plots of this deck: [{name, view}]. */
  remembered() {
    return kept(this.layout);
  }

  /** Show these sensors; sensors that are already shown keep their settings. */
  async show(names) {
    const views = new Map([...this.remembered(), ...this.panels].map(({ name, view }) => [name, view]));
    this.#close();
    this.names = [...names];
    this.panels = this.names.map((name) => new Panel(this, name, views.get(name)));
    fill(this.host, this.panels.map((panel) => panel.box));
    this.#keep();
    await this.#load();
  }

  /** Change the settings of one plot. */
  async changed(panel) {
    this.#keep();
    const before = panel.wanted.length;
    await this.#load([panel]);
    if (panel.wanted.length > before) await this.#load([panel]); // the plot has selected a horizontal axis
  }

  /** Request new data, for example of a running job; the plots stay. */
  refresh() {
    return this.#load(this.panels, true);
  }

  /** Mark a time. */
  setTime(time) {
    this.time = time;
    for (const panel of this.panels) panel.setTime(time);
    if (this.other !== null) this.measure(this.other);
  }

  /** Mark a second time, and show the changes between both times; null removes the mark. */
  measure(other) {
    this.other = other;
    for (const panel of this.panels) panel.measure(this.time, other);
  }

  /** Show a range of time in all plots; null shows the whole time. */
  async zoom(range) {
    this.range = range;
    if (range === null) this.measure(null);
    await this.#load();
  }

  /** Remove the plots; answers to their requests are not drawn. */
  #close() {
    for (const panel of this.panels) {
      panel.asked = null;
      panel.destroy();
    }
  }

  /** Draw panels. Each draws the answer to its latest request only. */
  async #load(panels = this.panels, calm = false) {
    const asked = Symbol();
    for (const panel of panels) panel.asked = asked;
    const pixels = Math.max(400, 2 * Math.round(this.host.clientWidth));
    const [from, to] = this.range ?? [undefined, undefined];
    const groups = new Map(); // sensors with the same resolution, read by one request
    for (const panel of panels) {
      const points = panel.view.mode === "time" ? pixels : FINE;
      groups.set(points, [...(groups.get(points) ?? []), panel]);
    }
    const read = async ([points, members]) => {
      const names = [...new Set(members.flatMap(({ wanted }) => wanted))];
      const runs = await Promise.all(this.sources.map((source) => together(source, names, [from, to, points])));
      for (const panel of members) if (panel.asked === asked) panel.draw(runs.map((histories) => histories(panel.wanted)), calm);
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

/** Return a function that returns histories by name, or null if any is missing. If possible, one request fetches all. */
async function together(source, names, asked) {
  const all = await source.histories(names, ...asked).catch(() => null);
  const each = all ? names.map((_, i) => ({ ...all, sensors: [all.sensors[i]] })) : await Promise.all(names.map((name) => source.histories([name], ...asked).catch(() => null)));
  return (wanted) => {
    const found = wanted.map((name) => each[names.indexOf(name)]);
    return found.includes(null) ? null : { ...found[0], sensors: found.map(({ sensors }) => sensors[0]) };
  };
}

/** Access to the browser's storage may be forbidden, or its content may come from another program. */
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
    // if the storage is full or forbidden, the settings are not stored
  }
}

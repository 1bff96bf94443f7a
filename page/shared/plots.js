// Plots of histories, one below the other, with one range of time and one mark at the present time.

import uPlot from "uplot";
import { element, fill } from "./dom.js";
import { short } from "./histories.js";

const COLOURS = ["#3b82d6", "#e0802f", "#2e9e6b", "#c2559d", "#8a70d6", "#b8960b", "#d05050", "#5aa5b8", "#7d8590"];
const DASHES = [[], [6, 4], [2, 3], [10, 4, 2, 4]];
const PAUSE = 120; // ms without another zoom before finer data are asked for

export class Plots {
  /**
   * `sources` are runs, each {label, histories(names, from, to, pixels) -> decoded histories}; `onpick(time)` is called
   * for a click into a plot.
   */
  constructor(host, sources, onpick = () => {}) {
    Object.assign(this, { host, sources, onpick, names: [], range: null, time: null, panels: [] });
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
    for (const panel of this.panels) panel.plot?.destroy();
  }

  /** Show these sensors. */
  async show(names) {
    for (const panel of this.panels) panel.plot?.destroy();
    this.names = [...names];
    this.panels = this.names.map((name) => ({ name, box: element("section", { class: "plot" }) }));
    fill(this.host, this.panels.map((panel) => panel.box));
    await this.#load();
  }

  /** Mark a time. */
  setTime(time) {
    this.time = time;
    for (const { plot, mark } of this.panels) if (plot) placeMark(plot, mark, time);
  }

  /** Show a stretch of time in all plots; null shows all. */
  async zoom(range) {
    this.range = range;
    await this.#load();
  }

  async #load() {
    const asked = (this.asked = Symbol());
    const pixels = Math.max(400, 2 * Math.round(this.host.clientWidth));
    const [from, to] = this.range ?? [undefined, undefined];
    for (const panel of this.panels) {
      const runs = await Promise.all(
        this.sources.map((source) => source.histories([panel.name], from, to, pixels).catch(() => null)),
      );
      if (asked !== this.asked) return;
      this.#draw(panel, runs);
    }
  }

  #draw(panel, runs) {
    const present = runs.map((run, i) => run && { ...run.sensors[0], time: run.time, run: i }).filter(Boolean);
    panel.plot?.destroy();
    if (!present.length) {
      fill(panel.box, element("h3", {}, panel.name), element("p", { class: "faint" }, "no such sensor in these runs"));
      return;
    }
    const { units, observer, components } = present[0];
    const heading = element("h3", {}, panel.name, element("small", {}, caption(units, observer)));
    const holder = element("div");
    fill(panel.box, heading, holder);
    const tables = present.map(({ time, columns }) => table(time, columns));
    const data = tables.length > 1 ? uPlot.join(tables) : tables[0];
    const series = present.flatMap(({ run }) => components.map((label, k) => this.#series(run, label, k, components.length === 1)));
    panel.plot = new uPlot(this.#options(holder, series, units, data), data, holder);
    panel.mark = element("div", { class: "now" });
    panel.plot.over.append(panel.mark);
    panel.plot.over.addEventListener("click", (event) => {
      if (event.detail === 1 && !panel.dragged) this.onpick(panel.plot.posToVal(event.offsetX, "x"));
    });
    if (this.time !== null) placeMark(panel.plot, panel.mark, this.time);
  }

  #series(run, label, k, single) {
    const name = this.sources.length > 1 ? `${label} (${this.sources[run].label})` : label;
    return {
      label: name,
      stroke: COLOURS[(single ? run : k) % COLOURS.length],
      width: run ? 1.25 : 1.75,
      dash: DASHES[run % DASHES.length],
      spanGaps: this.sources.length > 1,
      pxAlign: 0,
      points: { show: false },
      value: (_, value) => (value === null || value === undefined ? "" : short(value)),
    };
  }

  #options(holder, series, units, data) {
    const style = getComputedStyle(this.host);
    const axis = {
      stroke: style.getPropertyValue("--faint").trim() || "#777",
      grid: { stroke: style.getPropertyValue("--grid").trim() || "#ddd", width: 1 },
      ticks: { show: false },
      font: "11px system-ui, sans-serif",
    };
    let pause;
    return {
      width: Math.max(160, holder.clientWidth || this.host.clientWidth),
      height: 190,
      scales: { x: { time: false, range: this.range ?? undefined } },
      series: [{ label: "t [s]", value: (_, value) => (value === null ? "" : short(value, 6)) }, ...series],
      axes: [
        { ...axis, values: (_, ticks) => ticks.map((tick) => short(tick, 6)), size: 26 },
        { ...axis, values: (_, ticks) => ticks.map((tick) => short(tick, 4)), size: 62 },
      ],
      cursor: { drag: { x: true, y: false, setScale: false }, points: { size: 6 } },
      legend: { live: true },
      hooks: {
        setSelect: [
          (plot) => {
            if (plot.select.width < 4) return;
            const from = plot.posToVal(plot.select.left, "x");
            const to = plot.posToVal(plot.select.left + plot.select.width, "x");
            plot.setSelect({ width: 0, height: 0 }, false);
            clearTimeout(pause);
            pause = setTimeout(() => this.zoom([from, to]), PAUSE / 4);
          },
        ],
        ready: [(plot) => plot.over.addEventListener("dblclick", () => this.zoom(null))],
      },
    };
  }

  #resize() {
    for (const { plot, box } of this.panels) {
      if (plot && box.clientWidth) plot.setSize({ width: box.clientWidth, height: 190 });
    }
    this.setTime(this.time);
  }
}

function caption(units, observer) {
  const unit = new Set(units.split(", ")).size > 1 ? "" : ` [${units}]`;
  return `${unit}${observer && !/INERTIAL$/.test(observer) ? ` seen by ${observer}` : ""}`;
}

/** x and the columns; the least and greatest value of a bucket become two points. */
function table(time, columns) {
  if (columns[0].values) return [Array.from(time), ...columns.map(({ values }) => gaps(values))];
  const x = [];
  for (let i = 0; i < time.length; i++) {
    const width = (time[i + 1] ?? time[i]) - time[i];
    x.push(time[i], time[i] + 0.5 * width || time[i]);
  }
  const both = ({ least, greatest }) => gaps(Float64Array.from(x, (_, i) => (i % 2 ? greatest : least)[i >> 1]));
  return [x, ...columns.map(both)];
}

/** What is not finite leaves a gap. */
function gaps(values) {
  return Array.from(values, (value) => (Number.isFinite(value) ? value : null));
}

function placeMark(plot, mark, time) {
  if (!mark) return;
  const x = time === null ? -1 : plot.valToPos(time, "x");
  mark.hidden = !(x >= 0 && x <= plot.over.clientWidth);
  mark.style.transform = `translateX(${x}px)`;
}

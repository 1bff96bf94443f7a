// One plot of a sensor: over time, over another column, as a spectrum, or as the difference of runs.

import uPlot from "uplot";
import { check, element, fill, select } from "./dom.js";
import { middle, nearest, short, valueAt } from "./histories.js";
import { spectrum } from "./spectrum.js";

export const COLOURS = ["#3b82d6", "#e0802f", "#2e9e6b", "#c2559d", "#8a70d6", "#b8960b", "#d05050", "#5aa5b8", "#7d8590"];
const DASHES = [[], [6, 4], [2, 3], [10, 4, 2, 4]];
const [NAMED, COLUMN] = [140, 110]; // widths [pixels] of a run's name and of a column in a legend
const MODES = [["time", "over time"], ["spectrum", "spectrum"], ["phase", "over a column"]];
const COMPARED = [["difference", "difference of runs"], ["ratio", "ratio of runs"]];

export class Panel {
  /** A plot of a sensor by name; `view` {mode, log, over} contains the user's settings of the plot. */
  constructor(plots, name, view = {}) {
    this.title = titleOf(name);
    Object.assign(this, { plots, name, view: { mode: "time", log: false, over: "", ...view } });
    this.box = element("section", { class: "plot", "aria-label": name });
    this.head = element("header");
    this.holder = element("div");
    this.said = element("p", { class: "measured faint", hidden: true, role: "status" });
    fill(this.box, this.head, this.holder, this.said);
    this.box.addEventListener("dragover", (event) => event.preventDefault());
    this.box.addEventListener("drop", (event) => this.#drop(event));
  }

  /** Return the sensors with the histories that the plot needs. */
  get wanted() {
    const [over] = this.view.over.split("\n");
    return this.view.mode === "phase" && over && over !== this.name ? [this.name, over] : [this.name];
  }

  /** Draw histories, one of each run or null; with `calm`, put new data into the existing plot. */
  draw(runs, calm = false) {
    this.runs = runs.map((run, i) => run && { time: run.time, run: i, envelope: run.envelope, sensor: run.sensors[0], other: run.sensors[1] ?? run.sensors[0] }).filter(Boolean);
    if (!this.runs.length) {
      this.destroy();
      fill(this.head, element("h3", {}, this.name), element("p", { class: "faint" }, "no such sensor in these runs"));
      return;
    }
    const made = this.#content();
    const key = JSON.stringify([made.labels, made.x, made.y, this.view]);
    if (calm && this.plot && this.key === key && this.view.mode !== "phase") {
      this.plot.setData(made.data);
      this.setTime(this.plots.time);
      return;
    }
    this.key = key;
    if (this.view.mode === "time" && this.runs.every(({ time }) => time.length < 2)) return this.#values();
    this.#heading();
    this.#make(made);
  }

  /** Show values instead of curves for a single state, such as the state of a linearization. */
  #values() {
    this.destroy();
    const { units, observer } = this.runs[0].sensor;
    fill(this.head, element("h3", {}, this.title, element("small", {}, caption(units, observer))));
    const rows = this.runs.map(({ run, time, sensor }) => element("p", { class: "single" },
      this.runs.length > 1 ? `${this.plots.sources[run].label}: ` : null,
      sensor.columns.map((column) => `${column.label} = ${short(middle(column)[0])}`).join(", "), element("span", { class: "faint" }, ` at t = ${short(time[0])} s`)));
    fill(this.holder, rows);
  }

  #heading() {
    const { units, observer } = this.runs[0].sensor;
    const modes = [...MODES, ...(this.runs.length > 1 ? COMPARED : [])];
    const mode = select(`Plot settings of ${this.name}`, modes, (value) => this.#change({ mode: value }), this.view.mode);
    const columns = this.plots.columns().map(({ name, components }) => ({ group: name, options: components.map((label) => [`${name}\n${label}`, components.length > 1 ? `${name}: ${label}` : name]) }));
    const over = this.view.mode === "phase" ? select("Column of the horizontal axis", columns, (value) => this.#change({ over: value }), this.view.over) : null;
    if (over) this.view.over = over.value;
    fill(this.head,
      element("h3", {}, this.title, element("small", {}, caption(units, observer))),
      element("span", { class: "choices" }, mode, over, check("log", this.view.log, (on) => this.#change({ log: on }))));
  }

  /** A column that is dropped here becomes the horizontal axis. */
  #drop(event) {
    const dropped = this.plots.columns().find(({ name }) => name === event.dataTransfer.getData("text/plain"));
    if (!dropped) return;
    event.preventDefault();
    event.stopPropagation();
    this.#change({ mode: "phase", over: `${dropped.name}\n${dropped.components[0]}` });
  }

  #change(view) {
    Object.assign(this.view, view);
    this.plots.changed(this);
  }

  /** Return the drawn data: {data, labels, series, x, y, xy}. */
  #content() {
    const { mode } = this.view;
    const several = this.plots.sources.length > 1;
    const { units, components } = this.runs[0].sensor;
    const unit = units.split(", ")[0];
    const named = (run, label, k) => (several && !k ? `${this.plots.sources[run].label}: ${label}` : label); // the first label of each run contains the run's name
    const y = new Set(units.split(", ")).size > 1 ? this.title : `${this.title} [${unit}]`;
    if (mode === "spectrum") {
      const tables = this.runs.map(({ time, sensor }) => {
        const { frequency, amplitudes } = spectrum(time, sensor.columns.map(middle));
        return [Array.from(frequency), ...amplitudes.map((values) => Array.from(values))];
      });
      return { ...joined(tables), labels: this.#labels(named, components), x: "frequency [Hz]", y: `amplitude of ${y}` };
    }
    if (mode === "phase") return this.#phase(named, components, y);
    if (mode === "difference" || mode === "ratio") {
      const [first, ...others] = this.runs;
      const own = first.sensor.columns.map(middle);
      const columns = others.flatMap(({ time, sensor }) => sensor.columns.map((column, k) => {
        const values = middle(column);
        return Array.from(first.time, (t, i) => {
          if (t < time[0] || t > time[time.length - 1]) return null;
          const other = valueAt(time, values, t);
          const value = mode === "ratio" ? other / own[k][i] : other - own[k][i];
          return Number.isFinite(value) ? value : null;
        });
      }));
      const labels = others.flatMap(({ run }) => components.map((label) => `${label} (${this.plots.sources[run].label} ${mode === "ratio" ? "/" : "−"} ${this.plots.sources[first.run].label})`));
      return { data: [Array.from(first.time), ...columns], labels, x: "t [s]", y: mode === "ratio" ? `ratio of ${this.title}` : `difference of ${y}` };
    }
    return { ...joined(this.runs.map(({ time, sensor }) => table(time, sensor.columns))), labels: this.#labels(named, components), x: "t [s]", y };
  }

  #labels(named, components) {
    return this.runs.flatMap(({ run }) => components.map((label, k) => named(run, label, k)));
  }

  #phase(named, components, y) {
    const [name, label] = this.view.over.split("\n");
    const across = this.runs[0].other.name === name ? this.runs[0].other : this.runs[0].sensor;
    const at = Math.max(0, across.components.indexOf(label));
    const shown = components.map((own, k) => [own, k]).filter(([, k]) => across.name !== this.name || components.length === 1 || k !== at);
    const curves = this.runs.flatMap(({ sensor, other }) => {
      const x = Array.from(middle((other.name === name ? other : sensor).columns[at]));
      return shown.map(([, k]) => [x, Array.from(middle(sensor.columns[k]))]);
    });
    const labels = this.runs.flatMap(({ run }) => shown.map(([own], k) => named(run, own, k)));
    const unit = across.units.split(", ")[Math.min(at, across.units.split(", ").length - 1)];
    return { data: [null, ...curves], labels, x: `${name}${across.components.length > 1 ? ` ${label}` : ""} [${unit}]`, y, xy: true };
  }

  #make({ data, labels, x, y, xy }) {
    this.destroy();
    fill(this.holder);
    this.mark = this.second = null;
    const style = getComputedStyle(this.box);
    const axis = {
      stroke: style.getPropertyValue("--faint").trim() || "#777",
      grid: { stroke: style.getPropertyValue("--grid").trim() || "#ddd", width: 1 },
      ticks: { show: false },
      font: "11px system-ui, sans-serif",
      labelFont: "11px system-ui, sans-serif",
      labelSize: 16,
    };
    const overTime = !xy && this.view.mode !== "spectrum";
    const many = labels.length / this.runs.length;
    const series = labels.map((label, i) => ({
      label,
      stroke: COLOURS[(many === 1 ? i : i % many) % COLOURS.length],
      width: i < many ? 1.75 : 1.25,
      dash: DASHES[Math.floor(i / many) % DASHES.length],
      spanGaps: this.runs.length > 1,
      pxAlign: 0,
      points: { show: false },
      ...(xy ? { facets: [{ scale: "x", auto: true }, { scale: "y", auto: true }], paths: curve } : { value: (_, value) => (value === null || value === undefined ? "" : short(value)) }),
    }));
    const first = { label: overTime ? "t [s]" : "f [Hz]", value: (_, value) => (value === null ? "" : short(value, 6)) };
    const positive = this.view.log;
    const range = overTime && this.plots.range ? this.plots.range : undefined;
    this.plot = new uPlot(
      {
        mode: xy ? 2 : 1,
        width: Math.max(160, this.holder.clientWidth || this.plots.host.clientWidth),
        height: this.plots.height,
        scales: {
          x: { time: false, range: range ?? (xy ? spread : undefined), distr: !overTime && !xy && positive ? 3 : 1 },
          y: positive ? { distr: 3, range: decades } : {},
        },
        series: xy ? [null, ...series] : [first, ...series],
        axes: [
          { ...axis, label: x, size: 26, values: (_, ticks) => ticks.map((tick) => (tick === null ? "" : short(tick, 6))) },
          { ...axis, label: y, size: 58, values: (_, ticks) => ticks.map((tick) => (tick === null ? "" : short(tick, 4))) },
        ],
        cursor: { drag: { x: !xy, y: false, setScale: false }, points: { size: 6, show: !xy }, sync: overTime ? { key: "rbsolve-time", setSeries: false } : undefined },
        legend: { live: !xy, markers: { dash: (plot, i) => (plot.series[i].dash?.length ? "dashed" : "solid") } },
        hooks: {
          setSelect: [(plot) => this.#selected(plot, overTime)],
          setCursor: [(plot) => plot.cursor.left < 0 && this.#tell()],
          draw: [() => this.#place()], // also called after the first drawing and after changes of the size
          ready: [(plot) => plot.over.addEventListener("dblclick", () => this.plots.zoom(null))],
        },
      },
      positive ? onlyPositive(data, xy) : data,
      this.holder,
    );
    this.#byRun(many);
    this.overTime = overTime;
    this.mark = element("div", { class: "now" });
    this.second = element("div", { class: "now second" });
    this.plot.over.append(this.mark, this.second);
    this.plot.over.addEventListener("click", (event) => {
      if (!overTime || event.detail !== 1) return;
      const time = this.plot.posToVal(event.offsetX, "x");
      if (event.shiftKey) this.plots.measure(time);
      else this.plots.onpick(time);
    });
    this.setTime(this.plots.time);
    this.measure(this.plots.time, this.plots.other);
  }

  /** Show a legend with a line for each run, if there are several runs and the plot is wide enough. */
  #byRun(columns) {
    const legend = this.plot.root.querySelector(".u-legend");
    if (this.runs.length < 2 || this.holder.clientWidth < NAMED + COLUMN * columns) return;
    legend.classList.add("by-run");
    legend.style.setProperty("--columns", columns);
  }

  #selected(plot, overTime) {
    if (plot.select.width < 4) return;
    const [from, to] = [plot.select.left, plot.select.left + plot.select.width].map((place) => plot.posToVal(place, "x"));
    plot.setSelect({ width: 0, height: 0 }, false);
    if (overTime) this.plots.zoom([from, to]);
    else plot.setScale("x", { min: from, max: to });
  }

  /** Mark a time, if it is within the shown range. */
  setTime(time) {
    if (!this.plot) return;
    this.now = time;
    this.#place();
    if (!(this.plot.cursor.left >= 0)) this.#tell();
  }

  /** Put both marks at their times. */
  #place() {
    placeMark(this.plot, this.mark, this.overTime ? this.now : null);
    placeMark(this.plot, this.second, this.overTime ? this.plots.other : null);
  }

  /** Show the values of the row nearest to the marked time, unless a cursor selects another time. */
  #tell() {
    if (!this.overTime || !(this.now >= this.plot.data[0][0])) return;
    this.plot.setLegend({ idx: nearest(this.plot.data[0], this.now) }, false); // the time has double precision, but rows have single precision
  }

  /** Return the change of each column between two times. */
  measure(time, other) {
    if (!this.plot) return;
    this.#place();
    this.said.hidden = !this.overTime || time === null || other === null;
    if (this.said.hidden) return;
    const words = this.runs.flatMap(({ time: times, run, sensor }) => sensor.columns.map((column) => {
      const values = middle(column);
      const change = valueAt(times, values, other) - valueAt(times, values, time);
      return `Δ${column.label}${this.runs.length > 1 ? ` (${this.plots.sources[run].label})` : ""} = ${short(change)}`;
    }));
    this.said.textContent = [`Δt = ${short(other - time)} s`, `1/Δt = ${short(1 / Math.abs(other - time))} Hz`, ...words].join(" · ");
  }

  resize() {
    if (this.plot && this.holder.clientWidth) this.plot.setSize({ width: this.holder.clientWidth, height: this.plots.height });
  }

  destroy() {
    this.plot?.destroy();
    this.plot = null;
  }
}

const COUNTS = ["newton iterations", "jacobian updates"]; // each value is a count since the previous row

/** The name of a column as people read it. */
export function titleOf(name) {
  if (!name.startsWith("diagnostics/")) return name;
  const title = name.slice("diagnostics/".length).replaceAll("_", " ");
  return COUNTS.includes(title) ? `${title} per row` : title;
}

function caption(units, observer) {
  const unit = new Set(units.split(", ")).size > 1 ? ` [${units}]` : ` [${units.split(", ")[0]}]`;
  return `${unit}${observer ? ` seen by ${observer.replace(/^FXDFRAME_INERTIAL$/, "INERTIAL")}` : ""}`;
}

/** x and the columns; the smallest and largest value of a bucket become two points. */
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

function joined(tables) {
  return { data: tables.length > 1 ? uPlot.join(tables) : tables[0] };
}

/** Non-finite values become gaps. */
function gaps(values) {
  return Array.from(values, (value) => (Number.isFinite(value) ? value : null));
}

/** On a logarithmic scale, only positive values are shown. */
function onlyPositive(data, xy) {
  const kept = (values) => values.map((value) => (value > 0 ? value : null));
  return data.map((part, i) => (i === 0 ? part : xy ? [part[0], kept(part[1])] : kept(part)));
}

function decades(_, least, greatest) {
  if (!(greatest > 0)) return [0.1, 1];
  const low = least > 0 ? Math.max(least, greatest * 1e-15) : greatest * 1e-6;
  return [10 ** Math.floor(Math.log10(low)), 10 ** Math.ceil(Math.log10(greatest) || 1)];
}

function spread(_, least, greatest) {
  const room = 0.04 * (greatest - least) || Math.abs(greatest) * 0.1 || 0.5;
  return [least - room, greatest + room];
}

/** A line through points in their own order, for a plot of one column over another. */
function curve(plot, index) {
  const [xs, ys] = plot.data[index];
  const path = new Path2D();
  let drawn = false;
  for (let i = 0; i < xs.length; i++) {
    if (!Number.isFinite(xs[i]) || !Number.isFinite(ys[i]) || ys[i] === null) {
      drawn = false;
      continue;
    }
    const [x, y] = [plot.valToPos(xs[i], "x", true), plot.valToPos(ys[i], "y", true)];
    if (drawn) path.lineTo(x, y);
    else path.moveTo(x, y);
    drawn = true;
  }
  const { stroke, width, dash } = plot.series[index];
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.strokeStyle = typeof stroke === "function" ? stroke(plot, index) : stroke;
  ctx.lineWidth = width * devicePixelRatio;
  ctx.setLineDash((dash ?? []).map((length) => length * devicePixelRatio));
  ctx.stroke(path);
  ctx.restore();
  return null;
}

function placeMark(plot, mark, time) {
  if (!plot || !mark) return;
  const x = time === null ? -1 : plot.valToPos(time, "x");
  mark.hidden = !(x >= 0 && x <= plot.over.clientWidth);
  mark.style.transform = `translateX(${x}px)`;
}

// A fit or an optimization: its iterations, and the measured curves over the computed curves while it converges.

import { element, fill, renew } from "../shared/dom.js";
import { short } from "../shared/histories.js";
import { get } from "./api.js";
import { failure } from "./parts.js";

const LOOK = 1000; // delay [ms] between requests
const [WIDTH, HEIGHT] = [640, 220];
const MARGIN = { left: 58, right: 10, top: 8, bottom: 24 };
const SVG = "http://www.w3.org/2000/svg";
const SHOWN = 12; // number of listed iterations

/** Show the search of a job in an element, and follow it while `isRunning()`; {end}. */
export function searchView(host, id, isRunning) {
  const place = element("div", { class: "search" }, element("p", { class: "faint", role: "status" }, "starting; the first run of a new kind of model compiles the solver, which can take a minute"));
  fill(host, place);
  let ended = false;
  let timer = null;

  async function look() {
    const last = !isRunning(); // read once more after the end
    try {
      const found = await get(`/jobs/${id}/search`);
      if (!ended && (found.iterations.length || found.result)) renew(place, parts(found));
    } catch (error) {
      if (!ended && error.status !== 0) renew(place, failure(error));
    }
    if (!ended && !last) timer = setTimeout(look, LOOK);
  }

  look();
  return { end: () => ((ended = true), clearTimeout(timer)) };
}

function parts({ kind, iterations, curves, result }) {
  const value = kind === "fit" ? "weighted sum of squares" : "objective";
  return [
    result ? element("p", { role: "status", class: result.status === "failed" ? "failure" : "" }, `${result.status}: ${result.message}`) : element("p", { role: "status", class: "faint" }, words(iterations)),
    result ? parameterTable(kind, result) : null,
    ...(result?.poorly_determined ?? []).map(({ words: told }) => element("p", { class: "note" }, `poorly determined: ${told}`)),
    ...(result?.warnings ?? []).map((told) => element("p", { class: "note" }, told)),
    ...curves.map(curvePlot),
    iterations.length > 1 ? coursePlot(value, iterations) : null,
    iterations.length ? iterationTable(value, iterations) : null,
  ].filter(Boolean);
}

function words(iterations) {
  const last = iterations.at(-1);
  return `iteration ${last.number}: ${short(last.value, 6)}`;
}

function parameterTable(kind, result) {
  const heads = kind === "fit" ? ["parameter", "value", "95 % interval", "bounds"] : ["parameter", "value", "bounds", "active bound", "multiplier"];
  const rows = Object.entries(result.parameters).map(([name, one]) => {
    const bounds = one.lower === null && one.upper === null ? "none" : `${short(one.lower)} to ${short(one.upper)}`;
    if (kind !== "fit") return [name, short(one.value, 8), bounds, one.active ?? "", one.active ? short(one.multiplier, 4) : ""];
    const [low, high] = one.interval;
    const interval = one.at_bound ? "at its bound" : low === null ? "" : `${short(low, 6)} to ${short(high, 6)}`;
    return [name, short(one.value, 8), interval, bounds];
  });
  const tables = [sheet("Parameters", heads, rows)];
  if (result.constraints?.length) {
    tables.push(sheet("Constraints", ["constraint", "left - right", "active", "multiplier"], result.constraints.map((one) => [one.text, short(one.difference, 4), one.active ? "yes" : "no", one.active ? short(one.multiplier, 4) : ""])));
  }
  if (result.local_optima?.length > 1) {
    tables.push(sheet("Local optima", ["value", "parameters"], result.local_optima.map((one) => [short(one.value, 8), Object.entries(one.parameters).map(([name, x]) => `${name} = ${short(x, 5)}`).join(", ")])));
  }
  return element("div", { class: "values" }, tables);
}

function iterationTable(value, iterations) {
  const names = Object.keys(iterations[0].parameters);
  const many = iterations.some(({ start }) => start > 0);
  const heads = [many && "start", "iteration", value, ...names].filter(Boolean);
  const rows = iterations.slice(-SHOWN).map((one) => [many && String(one.start), String(one.number), short(one.value, 8), ...names.map((name) => short(one.parameters[name], 8))].filter((cell) => cell !== false));
  return element("div", { class: "values" }, sheet("Iterations", heads, rows));
}

function sheet(title, heads, rows) {
  return element("div", { class: "sheet" }, element("table", { class: "numbers", "aria-label": title },
    element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, rows.map((cells) => element("tr", {}, cells.map((cell) => element("td", {}, cell)))))));
}

/** The measurements as points, and the computed column as a line. Points that the fit does not use are hollow. */
function curvePlot({ experiment, column, unit, time, measured, computed, is_held_out: held }) {
  const axes = axesOf(time, [...measured, ...computed]);
  const dots = time.map((t, i) => (measured[i] === null ? null : draw("circle", { cx: axes.x(t), cy: axes.y(measured[i]), r: 2.2, class: held[i] ? "measured held" : "measured" })));
  const line = draw("polyline", { points: time.map((t, i) => `${axes.x(t)},${axes.y(computed[i])}`).join(" "), class: "computed" });
  const key = element("p", { class: "faint key" }, element("span", { class: "swatch measured" }), "measured ", element("span", { class: "swatch computed" }), `computed${held.some(Boolean) ? " (hollow points: held out)" : ""}`);
  return figure(`${column}${unit ? ` [${unit}]` : ""} of ${experiment}`, axes, [...dots.filter(Boolean), line], "time [s]", key);
}

/** The objective over all iterations. */
function coursePlot(value, iterations) {
  const values = iterations.map((one) => one.value);
  const log = Math.min(...values) > 0 && Math.max(...values) > 100 * Math.min(...values);
  const shown = log ? values.map(Math.log10) : values;
  const axes = axesOf(shown.map((_, i) => i), shown, log);
  const starts = [...new Set(iterations.map(({ start }) => start))];
  const lines = starts.map((start) => draw("polyline", { class: "computed", points: shown.map((y, i) => (iterations[i].start === start ? `${axes.x(i)},${axes.y(y)}` : "")).filter(Boolean).join(" ") }));
  return figure(value, axes, lines, "iteration", null);
}

function figure(title, axes, marks, below, key) {
  const picture = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title });
  picture.append(...axes.marks, ...marks);
  return element("figure", {}, element("h3", {}, title), picture, element("p", { class: "faint below" }, below), key);
}

function axesOf(across, up, log = false) {
  const [x, y] = [scale(across, MARGIN.left, WIDTH - MARGIN.right), scale(up, HEIGHT - MARGIN.bottom, MARGIN.top)];
  const marks = [
    ...ticks(y).flatMap((v) => [draw("line", { x1: MARGIN.left, x2: WIDTH - MARGIN.right, y1: y(v), y2: y(v), class: "grid" }), label(log ? short(10 ** v, 3) : short(v, 4), MARGIN.left - 6, y(v) + 4, "end")]),
    ...ticks(x).map((v) => label(short(v, 4), x(v), HEIGHT - 6, "middle")),
  ];
  return { x, y, marks };
}

function scale(values, from, to) {
  const finite = values.filter(Number.isFinite);
  let [low, high] = [finite.reduce((a, b) => Math.min(a, b), Infinity), finite.reduce((a, b) => Math.max(a, b), -Infinity)];
  if (!(high > low)) [low, high] = [low - (Math.abs(low) || 1), low + (Math.abs(low) || 1)];
  return Object.assign((value) => Math.round(100 * (from + ((value - low) / (high - low)) * (to - from))) / 100, { low, high });
}

/** About four round numbers in the range of a scale. */
function ticks({ low, high }) {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((size) => size >= rough);
  const found = [];
  for (let v = Math.ceil(low / step) * step; v <= high + 1e-9 * step; v += step) found.push(Math.abs(v) < 1e-9 * step ? 0 : v);
  return found;
}

function label(text, x, y, anchor) {
  const made = draw("text", { x, y, "text-anchor": anchor });
  made.textContent = text;
  return made;
}

function draw(tag, properties) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) made.setAttribute(name, value);
  return made;
}

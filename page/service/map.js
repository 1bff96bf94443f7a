// A response over two parameters: a square for each case, coloured by its value, with the scale beside it; failed cases are marked with
// a cross.

import { short } from "../shared/histories.js";

const WIDTH = 720; // largest width [pixels]; at this width, letters have their normal size
const HEIGHT = 380;
const NARROW = 480; // width [pixels] below which the margins are narrow
const EDGE = { left: 78, right: 120, top: 28, bottom: 46 };
const GRID = 1.2; // largest number of cells per case: more cells mean that the values do not form a grid
// Stops of viridis (S. van der Walt and N. Smith, CC0), which is even in lightness
const STOPS = ["#440154", "#414487", "#2a788e", "#22a884", "#7ad151", "#fde725"];

/**
 * The map of three columns, each {name, values}: `z` over `x` and `y`. Colours cover the range `usual`, if there is one; with `log` they
 * are logarithmic if all values are positive.
 */
export function colourMap(x, y, z, failed = [], usual = null, log = false, wide = WIDTH) {
  const width = Math.max(300, Math.min(WIDTH, wide));
  const edge = width < NARROW ? { ...EDGE, left: 58, right: 100 } : EDGE;
  const drawn = svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "map", role: "img", "aria-label": `${z.name} over ${x.name} and ${y.name}` });
  const columns = [...x.values, ...failed.map((one) => one.x)];
  const rows = [...y.values, ...failed.map((one) => one.y)];
  const isGrid = new Set(columns).size * new Set(rows).size <= GRID * columns.length;
  const across = scale(columns, edge.left, width - edge.right, isGrid, width < NARROW ? 4 : 8);
  const up = scale(rows, HEIGHT - edge.bottom, edge.top, isGrid);
  const all = range(z.values);
  const [least, greatest] = usual ?? all;
  const tone = log && all[0] > 0 ? Math.log : Number;
  const share = (value) => (greatest > least ? (tone(value) - tone(least)) / (tone(greatest) - tone(least)) : 0.5);
  const at = (part) => (tone === Math.log ? least * (greatest / least) ** part : least + part * (greatest - least));
  const box = (column, row) => {
    const [[left, right], [bottom, top]] = [across.cell(column), up.cell(row)];
    return { x: left, y: top, width: right - left, height: bottom - top };
  };
  x.values.forEach((value, i) => {
    const mark = svg("rect", { ...box(value, y.values[i]), fill: colour(share(z.values[i])) });
    mark.append(svg("title", {}, `${x.name} = ${short(value)}\n${y.name} = ${short(y.values[i])}\n${z.name} = ${short(z.values[i])}`));
    drawn.append(mark);
  });
  for (const { x: column, y: row, why } of failed) {
    const { x: left, y: top, width, height } = box(column, row);
    const mark = svg("path", { class: "failed-case", d: `M${left} ${top}h${width}v${height}h${-width}zl${width} ${height}M${left + width} ${top}l${-width} ${height}` });
    mark.append(svg("title", {}, `${x.name} = ${short(column)}\n${y.name} = ${short(row)}\n${why}`));
    drawn.append(mark);
  }
  for (const tick of across.ticks) drawn.append(svg("text", { x: across.at(tick), y: HEIGHT - edge.bottom + 18, "text-anchor": "middle" }, short(tick, 4)));
  for (const tick of up.ticks) drawn.append(svg("text", { x: edge.left - 8, y: up.at(tick) + 4, "text-anchor": "end" }, short(tick, 4)));
  const middle = (edge.top + HEIGHT - edge.bottom) / 2;
  drawn.append(
    svg("text", { x: (edge.left + width - edge.right) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, x.name),
    svg("text", { x: 16, y: middle, "text-anchor": "middle", transform: `rotate(-90 16 ${middle})` }, y.name),
  );
  const steps = 40;
  const bar = { x: width - edge.right + 26, height: HEIGHT - edge.top - edge.bottom };
  for (let i = 0; i < steps; i++) {
    drawn.append(svg("rect", { x: bar.x, y: edge.top + (bar.height * (steps - 1 - i)) / steps, width: 14, height: bar.height / steps + 0.6, fill: colour((i + 0.5) / steps) }));
  }
  const beyond = { 0: all[0] < least ? "≤ " : "", 1: all[1] > greatest ? "≥ " : "" };
  for (const part of [0, 0.5, 1]) {
    drawn.append(svg("text", { x: bar.x + 20, y: edge.top + (1 - part) * bar.height + 4 }, `${beyond[part] ?? ""}${short(at(part), 4)}`));
  }
  drawn.append(svg("text", { x: width - 4, y: 14, "text-anchor": "end" }, z.name));
  return drawn;
}

/** Places of values between two pixels. The cells of a grid meet in the middle between values; those of other points are equal squares. */
function scale(values, from, to, isGrid, most = 8) {
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  const [least, greatest] = [distinct[0], distinct[distinct.length - 1]];
  const gaps = distinct.slice(1).map((value, i) => value - distinct[i]);
  const gap = gaps.length ? Math.max(Math.min(...gaps), (greatest - least) / 60) : 1;
  const ends = isGrid && gaps.length ? [gaps[0], gaps.at(-1)] : [gap, gap];
  const first = least - ends[0] / 2;
  const span = greatest + ends[1] / 2 - first;
  const at = (value) => from + ((value - first) / span) * (to - from);
  const every = Math.ceil(distinct.length / most);
  const cell = (value) => {
    const i = distinct.indexOf(value);
    const [before, after] = isGrid ? [gaps[i - 1] ?? ends[0], gaps[i] ?? ends[1]] : [gap, gap];
    return [at(value - before / 2), at(value + after / 2)];
  };
  return { at, cell, ticks: distinct.filter((_, i) => i % every === 0) };
}

function range(values) {
  return values.reduce(([least, greatest], value) => [Math.min(least, value), Math.max(greatest, value)], [Infinity, -Infinity]);
}

function colour(share) {
  const place = Math.max(0, Math.min(1, share)) * (STOPS.length - 1);
  const i = Math.min(STOPS.length - 2, Math.floor(place));
  const part = (stop, k) => parseInt(STOPS[stop].slice(1 + 2 * k, 3 + 2 * k), 16);
  return `rgb(${[0, 1, 2].map((k) => Math.round(part(i, k) + (place - i) * (part(i + 1, k) - part(i, k)))).join(" ")})`;
}

function svg(tag, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

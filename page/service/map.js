// A response over two parameters: a square for each case, coloured by its value, with the scale beside it; failed cases are marked with
// a cross.

import { short } from "../shared/histories.js";

const WIDTH = 720;
const HEIGHT = 380;
const EDGE = { left: 78, right: 110, top: 14, bottom: 46 };
// Stops of viridis (S. van der Walt and N. Smith, CC0), which is even in lightness
const STOPS = ["#440154", "#414487", "#2a788e", "#22a884", "#7ad151", "#fde725"];

/** The map of three columns, each {name, values}: `z` over `x` and `y`. */
export function colourMap(x, y, z, failed = []) {
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "map", role: "img", "aria-label": `${z.name} over ${x.name} and ${y.name}` });
  const across = scale([...x.values, ...failed.map((one) => one.x)], EDGE.left, WIDTH - EDGE.right);
  const up = scale([...y.values, ...failed.map((one) => one.y)], HEIGHT - EDGE.bottom, EDGE.top);
  const [least, greatest] = range(z.values);
  const share = (value) => (greatest > least ? (value - least) / (greatest - least) : 0.5);
  x.values.forEach((value, i) => {
    const mark = svg("rect", { x: across.at(value) - across.step / 2, y: up.at(y.values[i]) - up.step / 2, width: across.step, height: up.step, fill: colour(share(z.values[i])) });
    mark.append(svg("title", {}, `${x.name} = ${short(value)}\n${y.name} = ${short(y.values[i])}\n${z.name} = ${short(z.values[i])}`));
    drawn.append(mark);
  });
  for (const { x: column, y: row, why } of failed) {
    const [left, top, width, height] = [across.at(column) - across.step / 2, up.at(row) - up.step / 2, across.step, up.step];
    const mark = svg("path", { class: "failed-case", d: `M${left} ${top}h${width}v${height}h${-width}zl${width} ${height}M${left + width} ${top}l${-width} ${height}` });
    mark.append(svg("title", {}, `${x.name} = ${short(column)}\n${y.name} = ${short(row)}\n${why}`));
    drawn.append(mark);
  }
  for (const tick of across.ticks) drawn.append(svg("text", { x: across.at(tick), y: HEIGHT - EDGE.bottom + 18, "text-anchor": "middle" }, short(tick, 4)));
  for (const tick of up.ticks) drawn.append(svg("text", { x: EDGE.left - 8, y: up.at(tick) + 4, "text-anchor": "end" }, short(tick, 4)));
  const middle = (EDGE.top + HEIGHT - EDGE.bottom) / 2;
  drawn.append(
    svg("text", { x: (EDGE.left + WIDTH - EDGE.right) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, x.name),
    svg("text", { x: 16, y: middle, "text-anchor": "middle", transform: `rotate(-90 16 ${middle})` }, y.name),
  );
  const steps = 40;
  const bar = { x: WIDTH - EDGE.right + 26, height: HEIGHT - EDGE.top - EDGE.bottom };
  for (let i = 0; i < steps; i++) {
    drawn.append(svg("rect", { x: bar.x, y: EDGE.top + (bar.height * (steps - 1 - i)) / steps, width: 14, height: bar.height / steps + 0.6, fill: colour((i + 0.5) / steps) }));
  }
  for (const part of [0, 0.5, 1]) {
    drawn.append(svg("text", { x: bar.x + 20, y: EDGE.top + (1 - part) * bar.height + 4 }, short(least + part * (greatest - least), 4)));
  }
  drawn.append(svg("text", { x: bar.x + 7, y: HEIGHT - 8, "text-anchor": "middle" }, z.name));
  return drawn;
}

/** Places of values between two pixels, with half a square of room at each end. */
function scale(values, from, to) {
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  const [least, greatest] = [distinct[0], distinct[distinct.length - 1]];
  const gaps = distinct.slice(1).map((value, i) => value - distinct[i]);
  const gap = gaps.length ? Math.max(Math.min(...gaps), (greatest - least) / 60) : 1;
  const span = greatest - least + gap;
  const at = (value) => from + ((value - least + gap / 2) / span) * (to - from);
  const every = Math.ceil(distinct.length / 8);
  return { at, step: Math.abs((gap / span) * (to - from)), ticks: distinct.filter((_, i) => i % every === 0) };
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

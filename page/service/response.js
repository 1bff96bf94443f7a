// The response of a study: one column over another, as curves with points, or over two others as a map.

import uPlot from "uplot";
import { check, element, fill, select } from "../shared/dom.js";
import { short } from "../shared/histories.js";
import { COLOURS } from "../shared/panel.js";
import { usualRange, wider } from "../shared/robust.js";
import { colourMap } from "./map.js";

const HEIGHT = 320;
const DECADES = 500; // ratio of the largest to the smallest value of a parameter above which its axis is logarithmic
const MOST_CURVES = 8;
const MOST_NAMED = 3; // largest number of cases outside the plot that a sentence names

/** The response of a table {columns, rows}, as {element, end}, or null without numbers; `kept` has the user's choices while cases arrive; a click on a point calls `go(case)`. */
export function response({ columns, rows }, kept, go) {
  const numeric = columns.map((name, i) => [i, name]).filter(([i]) => rows.some((row) => typeof row[i] === "number"));
  const [status, reason, message] = ["status", "reason", "message"].map((name) => columns.indexOf(name));
  const varies = ([i]) => new Set(rows.map((row) => row[i]).filter((value) => value !== null)).size > 1;
  const parameters = numeric.filter(([i]) => i > 0 && i < status && varies([i]));
  const scalars = numeric.filter(([i, name]) => i > status && name !== "warnings");
  if (!parameters.length || !scalars.length) return null;
  const first = scalars.findLast(varies) ?? scalars.at(-1);
  kept.y ??= scalars.some(varies) ? first[1] : undefined; // keep the selection while cases arrive
  const place = element("div", { class: "plots" });
  const outside = element("p", { class: "faint outside", role: "status", hidden: true });
  const known = (name, otherwise) => (columns.includes(name) ? columns.indexOf(name) : otherwise);
  const chosen = { x: known(kept.x, parameters[0][0]), z: known(kept.z, -1), y: known(kept.y, first[0]) };
  const failed = rows.filter((row) => row[status] === "failed");
  const waiting = rows.filter((row) => row[status] === "pending");
  const kinds = [...new Set(failed.map((row) => row[reason]))].map((name) => `${failed.filter((row) => row[reason] === name).length} failed (×): ${name}`);
  const note = element("p", { class: "faint", role: "status" }, [waiting.length ? `${waiting.length} of ${rows.length} cases not yet solved (+)` : null, ...kinds].filter(Boolean).join(" · "));
  const why = (row) => `${row[reason]}: ${row[message]}`;
  let plot;

  function draw() {
    plot?.destroy();
    plot = null;
    fill(place);
    const finite = rows.filter((row) => row[status] === "complete" && [chosen.x, chosen.y, chosen.z].every((i) => i < 0 || Number.isFinite(row[i])));
    const usual = kept.log || kept.all ? null : usualRange(finite.map((row) => row[chosen.y]));
    const far = usual ? finite.filter((row) => usual.outside.has(row[chosen.y])) : [];
    tell(far);
    if (chosen.z >= 0) {
      const column = (i) => ({ name: columns[i], values: finite.map((row) => row[i]) });
      const crossed = failed.map((row) => ({ x: row[chosen.x], y: row[chosen.z], why: why(row) })).filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
      place.append(colourMap(column(chosen.x), column(chosen.z), column(chosen.y), crossed, usual?.range, kept.log, place.clientWidth - 18));
      return;
    }
    const without = [...failed.map((row) => ({ x: row[chosen.x], why: why(row) })), ...waiting.map((row) => ({ x: row[chosen.x], why: null }))].filter(({ x }) => Number.isFinite(x));
    const others = parameters.filter(([i]) => i !== chosen.x && i !== chosen.y);
    const asked = { over: columns[chosen.x], name: columns[chosen.y], usual: usual?.range, log: kept.log, go, without };
    plot = curves(place, grouped(finite, chosen, others), asked);
  }

  /** The sentence about cases outside the plot. */
  function tell(far) {
    outside.hidden = !far.length && !kept.all;
    const named = far.slice(0, MOST_NAMED).map((row) => `case ${row[0]} with ${short(row[chosen.y], 4)}`);
    if (far.length > MOST_NAMED) named.push(`${far.length - MOST_NAMED} more`);
    const where = chosen.z < 0 ? `outside the plot (${far.some((row) => row[chosen.y] > 0) ? "▲" : "▼"} at its edge)` : "beyond the range of colours";
    const words = far.length ? `${far.length} of ${rows.length} cases ${far.length === 1 ? "is" : "are"} ${where}: ${named.join(", ")}. ` : "";
    fill(outside, words, element("button", { class: "plain", onclick: () => ((kept.all = !kept.all), draw()) }, kept.all ? "Show the usual values" : "Show all values"));
  }

  const options = numeric.map(([i, name]) => [String(i), name]);
  const choice = (label, key, more = []) => select(label, [...more, ...options], (value) => ((chosen[key] = Number(value)), (kept[key] = columns[chosen[key]]), draw()), String(chosen[key]));
  const drawing = requestAnimationFrame(draw);
  const made = element("section", { class: "response" },
    element("div", { class: "bar" },
      element("label", { class: "faint" }, "response ", choice("Response", "y")), element("label", { class: "faint" }, "over ", choice("Over", "x")),
      element("label", { class: "faint" }, "and ", choice("And over", "z", [["-1", "nothing else"]])),
      check("log", kept.log ?? false, (on) => ((kept.log = on), draw()))),
    place, outside, note.textContent ? note : null);
  return { element: made, end: () => {
    cancelAnimationFrame(drawing);
    plot?.destroy();
  } };
}

/** Curves [{label, points: [[x, y, case]]}]: one for each combination of the other parameters, or all points without a line. */
function grouped(rows, { x, y }, others) {
  const groups = new Map();
  for (const row of rows) {
    const label = others.map(([i, name]) => `${name} = ${short(row[i], 4)}`).join(", ");
    groups.set(label, [...(groups.get(label) ?? []), [row[x], row[y], row[0]]]);
  }
  for (const points of groups.values()) points.sort((a, b) => a[0] - b[0]);
  const isCurve = (points) => new Set(points.map(([at]) => at)).size === points.length; // otherwise a line would connect unrelated points
  if (groups.size <= MOST_CURVES && [...groups.values()].every(isCurve) && (groups.size === 1 || [...groups.values()].some(({ length }) => length > 1))) {
    return [...groups].map(([label, points]) => ({ label, points, line: true }));
  }
  return [{ label: "", points: rows.map((row) => [row[x], row[y], row[0]]).sort((a, b) => a[0] - b[0]), line: false }];
}

/** Points joined by lines; cases `without` a point are marked at the bottom; the cross of a failed case shows the reason. */
function curves(place, groups, { over, name, usual, log, go, without }) {
  const style = getComputedStyle(place);
  const colour = (variable) => style.getPropertyValue(variable).trim();
  const axis = { stroke: colour("--faint"), grid: { stroke: colour("--grid"), width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif", labelFont: "11px system-ui, sans-serif" };
  const points = groups.flatMap((group) => group.points);
  const places = [...points.map(([x]) => x), ...without.map(({ x }) => x)];
  const [least, greatest] = [Math.min(...places), Math.max(...places)];
  const decades = least > 0 && greatest > DECADES * least;
  const heights = points.map(([, y]) => y);
  const ink = (i) => (groups.length === 1 ? colour("--accent") : COLOURS[i % COLOURS.length]);
  const tables = groups.map((group) => [group.points.map(([x]) => x), group.points.map(([, y]) => y)]);
  const singly = groups.some(({ line }) => !line);
  const plot = new uPlot(
    {
      width: Math.max(280, place.clientWidth - 18), height: HEIGHT + (groups.length > 1 ? 24 : 0),
      scales: {
        x: { time: false, distr: decades ? 3 : 1, range: () => (decades ? [10 ** Math.floor(Math.log10(least)), 10 ** Math.ceil(Math.log10(greatest))] : wider(least, greatest)) },
        y: log ? logarithmic(heights) : usual ? { range: () => wider(...usual) } : {},
      },
      hooks: { ready: [mark] }, // the scales are unknown before this event
      series: [{ label: over }, ...groups.map(({ label }, i) => ({ label: label || name, stroke: ink(i), width: singly ? 0 : 1.5, spanGaps: true, points: { show: true, size: 6, fill: ink(i) } }))],
      legend: { show: groups.length > 1, live: false },
      axes: [
        { ...axis, label: over, labelSize: 18, size: 28, values: (_, ticks) => ticks.map((tick) => (tick === null ? "" : short(tick, 4))) },
        { ...axis, label: name, labelSize: 18, size: 62, values: (_, ticks) => ticks.map((tick) => (tick === null ? "" : short(tick, 4))) },
      ],
    },
    singly || tables.length === 1 ? tables[0] : uPlot.join(tables),
    place,
  );
  if (go) {
    plot.over.title = "Click a point to show its case in 3D";
    plot.over.addEventListener("click", () => {
      const { left, top } = plot.cursor;
      const away = points.map(([x, y]) => Math.hypot(plot.valToPos(x, "x") - left, plot.valToPos(y, "y") - top));
      const nearest = away.indexOf(Math.min(...away));
      if (nearest >= 0) go(points[nearest][2]);
    });
  }

  function mark(ready) {
    for (const { x, why } of without) ready.over.append(sign(why === null ? "waiting-case" : "failed-case", why === null ? "+" : "×", `${over} = ${short(x)}: ${why ?? "to come"}`, ready.valToPos(x, "x")));
    const { min, max } = ready.scales.y;
    for (const [x, y, number] of points) {
      if (y >= min && y <= max) continue;
      const [kind, arrow] = y > max ? ["above", "▲"] : ["below", "▼"];
      const made = sign(`outside-case ${kind}`, arrow, `case ${number}, ${over} = ${short(x)}: ${name} = ${short(y)}`, ready.valToPos(x, "x"));
      if (go) made.addEventListener("click", (event) => (event.stopPropagation(), go(number)));
      ready.over.append(made);
    }
  }
  return plot;
}

function sign(kind, text, title, at) {
  const made = element("span", { class: kind, role: "img", title, "aria-label": title }, text);
  made.style.left = `${at}px`;
  return made;
}

/** A logarithmic scale; with values of both signs or zeros, it is linear between plus and minus a tenth of the median magnitude. */
function logarithmic(values) {
  if (values.every((value) => value > 0)) {
    const [least, greatest] = [Math.min(...values), Math.max(...values)];
    return { distr: 3, range: () => [10 ** Math.floor(Math.log10(least)), 10 ** Math.ceil(Math.log10(greatest * 1.0001))] };
  }
  const sizes = values.map(Math.abs).filter((size) => size > 0).sort((a, b) => a - b);
  return { distr: 4, asinh: (sizes[sizes.length >> 1] ?? 1) / 10 };
}

// Envelopes of all cases of a study over time: the median, and the bands between quantiles.

import uPlot from "uplot";
import { element, fill, select } from "../shared/dom.js";
import { short } from "../shared/histories.js";
import { usualBand, wider } from "../shared/robust.js";
import { quantiles } from "./api.js";
import { failure } from "./parts.js";

const HEIGHT = 300;
const BANDS = [[1, 5, "24"], [2, 4, "42"]]; // two series with 90 % or 50 % of the cases between them, and the opacity of the band

/** Envelopes of a study that has ended; {element, end}. */
export function envelopes(study) {
  const bar = element("div", { class: "bar" });
  const place = element("div", { class: "plots" });
  const note = element("p", { class: "faint", role: "status", hidden: true }, "The band of 90 % of the cases extends far beyond the plot, because some cases are extreme.");
  const made = element("section", { class: "response envelopes", "aria-label": "Over time" }, bar, place, note);
  const resized = new ResizeObserver(() => plot && place.clientWidth && plot.setSize({ width: place.clientWidth - 18, height: HEIGHT }));
  let plot = null;
  let ended = false;
  let wanted = null; // the column of the latest request

  async function start() {
    const { sensors } = await quantiles(study.id);
    if (ended || !sensors.length) return made.remove();
    const options = sensors.map(({ name, components }) => ({ group: name, options: components.map((label, i) => [`${i}\n${name}`, components.length > 1 ? `${name}: ${label}` : name]) }));
    const chosen = select("Sensor over time", options, show);
    fill(bar, element("h2", {}, "All cases over time"), chosen, element("span", { class: "faint" }, "median, and bands with 50 % and 90 % of the cases"));
    resized.observe(place);
    await show(chosen.value);
  }

  /** Show a column. The answer to an earlier request, which may arrive later, is not drawn. */
  async function show(value) {
    wanted = value;
    made.setAttribute("aria-busy", "true"); // busy until the selected column is drawn
    const [column, ...name] = value.split("\n");
    try {
      const found = await quantiles(study.id, name.join("\n"), column);
      if (!ended && wanted === value) draw(found);
    } catch (error) {
      if (!ended && wanted === value) fail(error);
    }
    if (wanted === value) made.removeAttribute("aria-busy");
  }

  function fail(error) {
    plot?.destroy();
    plot = null;
    fill(place, failure(error));
  }

  function draw({ time, sensors: [sensor] }) {
    plot?.destroy();
    const [lowest, q1, , q3, highest] = sensor.columns.map(({ values }) => values.filter(Number.isFinite));
    const limited = usualBand([...lowest, ...highest], [...q1, ...q3]);
    note.hidden = !limited;
    const style = getComputedStyle(place);
    const accent = style.getPropertyValue("--accent").trim();
    const axis = { stroke: style.getPropertyValue("--faint"), grid: { stroke: style.getPropertyValue("--grid"), width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif", labelFont: "11px system-ui, sans-serif" };
    const told = (_, number) => (number === null || number === undefined ? "" : short(number));
    const last = (drawn) => drawn.cursor.left >= 0 || drawn.setLegend({ idx: drawn.data[0].length - 1 }, false); // without a cursor, show the last values
    fill(place);
    plot = new uPlot(
      {
        width: Math.max(280, place.clientWidth - 18), height: HEIGHT, scales: { x: { time: false }, y: limited ? { range: () => wider(...limited) } : {} },
        series: [{ label: "t [s]", value: told }, ...sensor.columns.map(({ label }) => ({ label, value: told, stroke: accent, width: label === "median" ? 2 : 0.5 }))],
        hooks: { ready: [last], setCursor: [last] },
        bands: BANDS.map(([low, high, strength]) => ({ series: [high, low], fill: accent + strength })),
        axes: [{ ...axis, label: "t [s]", labelSize: 18, size: 28 }, { ...axis, label: `${sensor.name}${sensor.column === sensor.name ? "" : ` ${sensor.column}`} [${sensor.units.split(", ")[0]}]`, labelSize: 18, size: 62, values: (_, ticks) => ticks.map((tick) => short(tick, 4)) }],
      },
      [Array.from(time), ...sensor.columns.map(({ values }) => Array.from(values, (number) => (Number.isFinite(number) ? number : null)))],
      place,
    );
  }

  start().catch((error) => !ended && fail(error));
  return { element: made, end: () => {
    ended = true;
    resized.disconnect();
    plot?.destroy();
  } };
}

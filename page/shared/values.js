// The columns of results with their extremes, and the events of a run, as tables.

import { element, fill } from "./dom.js";
import { short } from "./histories.js";
import { titleOf } from "./panel.js";

const MOST = 300; // sensors
const TOGETHER = 50; // sensors of a request

/** Tables for a source of a run: its `sensors` and histories of the run itself, and its `events` [[time, name, direction]]. */
export function valueTables(own, sensors, events = []) {
  const place = element("div", { class: "values" }, element("p", { class: "faint", role: "status" }, "reading the columns …"));
  read(own, sensors.slice(0, MOST)).then(
    (rows) => fill(place, columnTable(rows), sensors.length > MOST ? element("p", { class: "faint" }, `and ${sensors.length - MOST} more sensors`) : null, eventTable(events)),
    (error) => fill(place, element("p", { class: "failure" }, error.message)),
  );
  return place;
}

async function read(own, sensors) {
  const rows = [];
  for (let first = 0; first < sensors.length; first += TOGETHER) {
    const some = sensors.slice(first, first + TOGETHER);
    const found = await own.histories(some.map(({ name }) => name), undefined, undefined, 2);
    for (const sensor of found.sensors) {
      const units = sensor.units.split(", ");
      sensor.columns.forEach((column, i) => rows.push({
        name: `${titleOf(sensor.name)}${sensor.columns.length > 1 ? `.${column.label}` : ""}`,
        unit: units[i] ?? units[0],
        seen: /INERTIAL$/.test(sensor.observer) ? "" : sensor.observer,
        least: extreme(column.least ?? column.values, Math.min),
        greatest: extreme(column.greatest ?? column.values, Math.max),
      }));
    }
  }
  return rows;
}

/** The smallest or largest finite value. */
function extreme(values, better) {
  return values.reduce((best, value) => (Number.isFinite(value) ? better(best, value) : best), better === Math.min ? Infinity : -Infinity);
}

function columnTable(rows) {
  const isSeen = rows.some(({ seen }) => seen); // seen by a moving observer
  const heads = ["column", "unit", isSeen && "seen by", "minimum", "maximum"];
  return table("Columns", heads.filter(Boolean), rows.map(({ name, unit, seen, least, greatest }) => [name, unit, isSeen && seen, short(least), short(greatest)].filter((cell) => cell !== false)));
}

function eventTable(events) {
  return events.length ? table("Events", ["time [s]", "event", "direction"], events.map(([time, name, direction]) => [short(time, 8), name, direction.toLowerCase()])) : null;
}

function table(title, heads, rows) {
  return element("div", { class: "sheet" }, element("table", { class: "numbers", "aria-label": title },
    element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, rows.map((cells) => element("tr", {}, cells.map((cell) => element("td", {}, cell)))))));
}

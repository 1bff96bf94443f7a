// Studies: many cases of one deck, as tables and response plots.

import uPlot from "uplot";
import { element, fill, select } from "../shared/dom.js";
import { short } from "../shared/histories.js";
import { get, list } from "./api.js";
import { ago, badge, failure, FINAL } from "./parts.js";

const PAUSE = 1500;

export function studiesPage(host) {
  const body = element("tbody");
  const note = element("div");
  fill(host,
    element("div", { class: "bar" }, element("h1", {}, "Studies")),
    element("div", { class: "sheet" }, element("table", {},
      element("thead", {}, element("tr", {}, ["name", "state", "cases", "submitted"].map((title) => element("th", {}, title)))), body), note),
  );
  return every(async () => {
    try {
      const studies = await list("studies");
      fill(note, studies.length ? null : element("p", { class: "empty" }, "There are no studies yet. Submit one with POST /api/v1/studies or rbsolve sweep."));
      fill(body, studies.map((study) => element("tr", {},
        element("td", {}, element("a", { href: `#/studies/${study.id}` }, study.name || study.id)),
        element("td", {}, badge(study.state)),
        element("td", { class: "wide" }, cases(study)),
        element("td", { class: "faint" }, ago(study.created)),
      )));
      return studies.some((study) => !FINAL.has(study.state));
    } catch (error) {
      fill(note, failure(error));
      return false;
    }
  });
}

export function studyPage(host, id) {
  const head = element("div", { class: "bar" });
  const body = element("div");
  fill(host, head, body);
  let rows = -1;
  return every(async () => {
    try {
      const study = await get(`/studies/${id}`);
      fill(head, element("h1", {}, study.name || id), badge(study.state), element("span", { class: "faint" }, ago(study.created)), element("span", { class: "gap" }), cases(study));
      if (study.table && study.table.rows.length !== rows) {
        rows = study.table.rows.length;
        fill(body, response(study.table), table(study.table));
      } else if (!study.table) fill(body, element("p", { class: "faint" }, study.message || "no case is done yet"));
      return !FINAL.has(study.state);
    } catch (error) {
      fill(body, failure(error));
      return false;
    }
  });
}

/** Call again and again, sooner while something moves; gives what ends it. */
function every(look) {
  let timer;
  let ended = false;
  const again = async () => {
    const moving = await look();
    if (!ended) timer = setTimeout(again, moving ? PAUSE : 4 * PAUSE);
  };
  again();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

function cases(study) {
  const counts = study.counts ?? {};
  const done = (counts.complete ?? 0) + (counts.failed ?? 0);
  const total = study.cases ?? Object.values(counts).reduce((sum, count) => sum + count, 0);
  const words = Object.entries(counts).filter(([, count]) => count).map(([state, count]) => `${count} ${state}`).join(", ");
  return element("span", { class: "cases" }, element("progress", { max: total || 1, value: done, "aria-label": "Cases done" }), element("small", { class: "faint" }, `${words} of ${total}`));
}

function table({ columns, rows }) {
  return element("div", { class: "sheet whole" }, element("table", { class: "numbers" },
    element("thead", {}, element("tr", {}, columns.map((title) => element("th", {}, title)))),
    element("tbody", {}, rows.slice(0, 2000).map((row) => element("tr", {}, row.map((value) =>
      element("td", {}, typeof value === "number" ? short(value, 6) : value === null ? "–" : String(value)))))),
  ));
}

/** One column over another. */
function response({ columns, rows }) {
  const numeric = columns.map((name, i) => [i, name]).filter(([i]) => rows.some((row) => typeof row[i] === "number"));
  if (numeric.length < 2) return null;
  const place = element("div", { class: "plots" });
  let [x, y] = [numeric[0][0], numeric[numeric.length - 1][0]];
  let plot;
  const draw = () => {
    plot?.destroy();
    const points = rows.filter((row) => Number.isFinite(row[x]) && Number.isFinite(row[y])).sort((a, b) => a[x] - b[x]);
    const style = getComputedStyle(place);
    const axis = { stroke: style.getPropertyValue("--faint"), grid: { stroke: style.getPropertyValue("--grid"), width: 1 }, ticks: { show: false } };
    plot = new uPlot(
      {
        width: Math.max(280, place.clientWidth), height: 280, scales: { x: { time: false } },
        series: [{ label: columns[x] }, { label: columns[y], stroke: style.getPropertyValue("--accent"), width: 1.5, points: { show: true, size: 5 } }],
        legend: { show: false },
        axes: [{ ...axis, label: columns[x], labelSize: 20 }, { ...axis, size: 70 }],
      },
      [points.map((row) => row[x]), points.map((row) => row[y])],
      place,
    );
  };
  const options = numeric.map(([i, name]) => [String(i), name]);
  requestAnimationFrame(draw);
  return element("section", { class: "response" },
    element("div", { class: "bar" },
      select("Over", options, (value) => ((x = Number(value)), draw()), String(x)), element("span", { class: "faint" }, "→"),
      select("Response", options, (value) => ((y = Number(value)), draw()), String(y))),
    place);
}

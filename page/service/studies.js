// Studies: many cases of one deck, as tables and response plots.

import { download, element, fill, renew } from "../shared/dom.js";
import { short } from "../shared/histories.js";
import { get, list, request } from "./api.js";
import { caseViewer } from "./cases.js";
import { envelopes } from "./envelopes.js";
import { ago, badge, deleter, duration, failure, FINAL, heading, megabytes, sharer } from "./parts.js";
import { response } from "./response.js";
import { decoded, limitedTo, tagged, tagger } from "./tags.js";

const PAUSE = 1000;

export function studiesPage(host, chosenTag) {
  const tag = chosenTag && decoded(chosenTag);
  const body = element("tbody");
  const note = element("div");
  const search = element("input", { type: "search", placeholder: "find a study", "aria-label": "Find a study", oninput: () => filter() });
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const line of body.rows) line.hidden = !words.every((word) => line.textContent.toLowerCase().includes(word));
  };
  fill(host,
    element("div", { class: "bar" }, heading(host, "Studies"), limitedTo("studies", tag), element("span", { class: "gap" }), search),
    element("div", { class: "sheet studies" }, element("table", {},
      element("thead", {}, element("tr", {}, ["name", "state", "cases", "solving", "size", "by", "submitted", ""].map((title) => element("th", {}, title)))), body), note),
  );
  let latest = null;
  const look = async () => {
    const asked = (latest = Symbol());
    try {
      const studies = await list("studies", tag ? { tag } : {});
      if (asked !== latest) return true; // a later request replaces this one
      renew(note, studies.length ? null : tag ? element("p", { class: "empty" }, "No study has this tag. ", element("a", { href: "#/studies" }, "Show all studies"), ".") : element("p", { class: "empty" }, "There are no studies yet. ", element("a", { href: "#/" }, "Write a deck"), " and choose the parameters that vary."));
      renew(body, studies.map((study) => element("tr", { "data-key": study.id },
        element("td", {}, element("a", { href: `#/studies/${study.id}` }, study.name || study.id), tagged("studies", study)),
        element("td", {}, badge(study.state)),
        element("td", { class: "wide" }, cases(study)),
        element("td", { class: "faint number" }, study.bytes == null ? "" : duration(study.seconds)),
        element("td", { class: "faint number" }, study.bytes == null ? "" : megabytes(study.bytes)),
        element("td", { class: "faint" }, study.account),
        element("td", { class: "faint" }, ago(study.created)),
        element("td", {}, FINAL.has(study.state) ? deleter("studies", study, look) : null),
      )));
      filter();
      return studies.some((study) => !FINAL.has(study.state));
    } catch (error) {
      fill(note, failure(error));
      return false;
    }
  };
  return every(look);
}

export function studyPage(host, id) {
  const head = element("div", { class: "bar" });
  const tags = element("div");
  const why = element("div");
  const body = element("div");
  fill(host, head, tags, why, body);
  fill(body, element("p", { class: "faint" }, "loading …"));
  let shown = "";
  const chosen = {}; // the parameters on the axes, kept while cases arrive
  let whole = []; // elements that are shown after the end of the study
  let drawn = null; // the response
  let left = false;
  const stop = every(async () => {
    try {
      const study = await get(`/studies/${id}`);
      if (left) return false;
      renew(head, heading(host, study.name || id), badge(study.state), element("span", { class: "faint" }, ago(study.created)), cases(study), element("span", { class: "gap" }), orders(study));
      if (!tags.firstChild) fill(tags, tagger("studies", study));
      renew(why, reasons(study), told(study));
      if (study.table) {
        const status = study.table.columns.indexOf("status");
        const stands = [FINAL.has(study.state), ...study.table.rows.map((row) => row[status])].join(); // the study may end after its last case
        if (stands === shown) return !FINAL.has(study.state);
        shown = stands;
        whole.forEach(({ end }) => end());
        drawn?.end();
        whole = [];
        if (FINAL.has(study.state) && study.counts.complete) whole = [envelopes(study), caseViewer(study, study.table)];
        const go = (number) => whole[1]?.show(number);
        drawn = response(study.table, chosen, whole.length ? go : null);
        fill(body, drawn?.element, whole.map((part) => part.element), table(study.table, whole.length ? go : null));
      } else fill(body, element("p", { class: "faint" }, study.message || (study.state === "queued" ? "waits for a worker" : "the table appears when the first cases have ended")));
      return !FINAL.has(study.state);
    } catch (error) {
      fill(body, failure(error));
      return false;
    }
  });
  return () => {
    left = true;
    stop();
    drawn?.end();
    whole.forEach(({ end }) => end());
  };
}

/** Show the cancel button during the study, and its files afterwards. */
function orders(study) {
  const name = (study.name || "study").replace(/[^\w.-]+/g, "_");
  if (!FINAL.has(study.state)) {
    return element("button", { class: "owner", onclick: () => request(`/studies/${study.id}`, { method: "DELETE" }).catch((error) => alert(error.message)) }, "Cancel");
  }
  const whole = async () => {
    try {
      download(`${name}.h5`, await (await request(`/studies/${study.id}/study.h5`)).blob());
    } catch (error) {
      alert(error.message);
    }
  };
  return [
    study.deck && element("button", { title: "Open the deck, parameters and options of this study in the editor", onclick: () => rerun(study) }, "Run again …"),
    sharer("studies", study),
    study.table && element("button", { title: "Download the table as a CSV file", onclick: () => download(`${name}.csv`, new Blob([separated(study.table)], { type: "text/csv" })) }, "CSV"),
    element("button", { title: "Download all cases with their histories as HDF5. Readers of netCDF-4 open this file too.", onclick: whole }, "HDF5"),
    deleter("studies", study, () => (location.hash = "#/studies")),
  ].filter(Boolean);
}

/** Copy a study's deck and options, and the values of its parameters if they are a grid, to the page for new runs. */
function rerun({ deck, name, options, table }) {
  const { columns, rows } = table ?? { columns: [], rows: [] };
  const names = columns.slice(1, Math.max(1, columns.indexOf("status")));
  const values = names.map((_, i) => [...new Set(rows.map((row) => row[i + 1]))]);
  const isGrid = names.length > 0 && values.every((some) => some.every(Number.isFinite)) && values.reduce((count, { length }) => count * length, 1) === rows.length;
  sessionStorage.setItem("rbsolve-draft", deck);
  sessionStorage.setItem("rbsolve-asked", JSON.stringify({ ...options, name, ...(isGrid ? { grid: names.map((one, i) => `${one}=${values[i].join(", ")}`).join(", ") } : {}) }));
  location.hash = "#/";
}

/** Return a table of the reasons of failures. The most frequent reason comes first. */
function reasons({ reasons: found }) {
  if (!found?.length) return null;
  return element("div", { class: "sheet reasons" }, element("table", {},
    element("thead", {}, element("tr", {}, ["failed cases", "reason", "example"].map((title) => element("th", {}, title)))),
    element("tbody", {}, found.map(({ reason, cases, example }) => element("tr", {}, element("td", {}, String(cases)), element("td", {}, reason), element("td", { class: "wide" }, example)))),
  ));
}

/** List the diagnostics of checks and runs of cases, each kind once. */
function told({ findings: found }) {
  if (!found?.length) return null;
  return element("div", { class: "sheet reasons" }, element("table", {},
    element("thead", {}, element("tr", {}, ["cases", "diagnostic", "first case", "message"].map((title) => element("th", {}, title)))),
    element("tbody", {}, found.map(({ severity, code, cases, first, message }) => element("tr", {}, element("td", {}, String(cases)),
      element("td", {}, element("span", { class: `severity ${severity}` }, severity), ` ${code}`), element("td", {}, String(first)), element("td", { class: "wide" }, message)))),
  ));
}

function separated({ columns, rows }) {
  const text = (value) => (typeof value === "string" && /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : String(value)); // spreadsheets must not read the text as a formula
  const quoted = (words) => (/[",\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words);
  const cell = (value) => (value === null ? "" : quoted(text(value)));
  return [columns, ...rows].map((row) => row.map(cell).join(",")).join("\n") + "\n";
}

/** Call a function repeatedly, more often during changes. Returns a function that ends this. */
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

/** Return the table of all cases; `go(case)` shows one case. */
function table({ columns: all, rows: whole }, go) {
  const said = ["reason", "message"]; // columns of failed cases
  const kept = all.map((_, i) => i).filter((i) => !said.includes(all[i]) || whole.some((row) => row[i]));
  const [columns, rows] = [kept.map((i) => all[i]), whole.slice(0, 2000).map((row) => kept.map((i) => row[i]))];
  return element("div", { class: "sheet whole" }, element("table", { class: "numbers" },
    element("thead", {}, element("tr", {}, columns.map((title) => element("th", {}, title)))),
    element("tbody", {}, rows.map((row) => element("tr", {}, row.map((value, i) =>
      element("td", {}, i === 0 && go ? element("button", { class: "plain", title: "Show this case in 3D", onclick: () => (go(value), document.querySelector(".cases-3d").scrollIntoView({ block: "start" })) }, String(value)) : typeof value === "number" ? short(value, 6) : value === null ? "–" : String(value)))))),
  ));
}

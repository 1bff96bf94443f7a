// Differences between compared runs: their options, and lines of their decks.

import { element } from "../shared/dom.js";

const MOST_LINES = 30;
const WORDS = { t_end: "end time", step: "time step" };

/** Return the options that differ between jobs: [{name, values: one per job}]. */
export function differences(jobs) {
  const asked = jobs.map(({ options }) => flat(options ?? {}));
  const names = [...new Set(asked.flatMap(Object.keys))];
  const rows = names.map((name) => ({ name: WORDS[name] ?? name, values: asked.map((one) => one[name] ?? "as in the deck") }));
  return rows.filter(({ values }) => new Set(values).size > 1);
}

/** Return all options of a job by name. The names of parameters start with `#`. */
function flat({ parameters = {}, ...others }) {
  const named = Object.entries(parameters).map(([name, value]) => [`#${name}`, value]);
  return Object.fromEntries([...Object.entries(others), ...named].map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]));
}

/** Return the lines of a deck that another deck lacks, each with its number. */
export function ownLines(deck, other) {
  const known = new Set(other.split("\n").map((line) => line.trim()));
  return deck.split("\n").map((line, i) => [i + 1, line.trim()]).filter(([, line]) => line && !known.has(line));
}

/** Return a short label that distinguishes a run from the others: `#spin = 6.28`. */
export function label(jobs, i) {
  const words = differences(jobs).filter(({ values }) => values[i] !== "as in the deck").map(({ name, values }) => `${name} = ${values[i]}`);
  return words.length ? words.slice(0, 3).join(", ") : "";
}

/** Return a table of the differences; a sentence if there are none. */
export function differenceTable(jobs) {
  const rows = differences(jobs);
  const [first, ...others] = jobs;
  const changed = others.map((job) => ({ job, lines: ownLines(job.deck ?? "", first.deck ?? ""), before: ownLines(first.deck ?? "", job.deck ?? "") })).filter(({ lines, before }) => lines.length + before.length);
  const table = rows.length ? element("table", {},
    element("thead", {}, element("tr", {}, ["", ...jobs.map((job) => job.name || job.id)].map((title) => element("th", {}, title)))),
    element("tbody", {}, rows.map(({ name, values }) => element("tr", {}, element("th", {}, name), values.map((value) => element("td", {}, value)))))) : null;
  const decks = changed.map(({ job, lines, before }) => element("details", {},
    element("summary", {}, `The deck of ${job.name || job.id} has ${lines.length} other line${lines.length === 1 ? "" : "s"}`),
    element("pre", { class: "code", tabIndex: 0 }, [...before.slice(0, MOST_LINES).map(([i, line]) => `− ${i}: ${line}`), ...lines.slice(0, MOST_LINES).map(([i, line]) => `+ ${i}: ${line}`)].join("\n"))));
  return element("section", { class: "sheet differs", "aria-label": "What differs" }, table, decks, rows.length + changed.length ? null : element("p", { class: "faint" }, "Both runs have the same parameters, options and deck."));
}

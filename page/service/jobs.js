// The list of jobs and their current states.

import { element, fill, renew } from "../shared/dom.js";
import { get, list, request } from "./api.js";
import { ago, badge, deleter, duration, failure, FINAL, heading, megabytes, progressBar, progressWords, usageWords } from "./parts.js";
import { decoded, limitedTo, tagged } from "./tags.js";

const PAUSE = 1000; // delay [ms] between requests while a job is active
const IDLE = 4000;

export function jobsPage(host, chosenTag) {
  const tag = chosenTag && decoded(chosenTag);
  const chosen = new Set();
  const body = element("tbody");
  const state = element("select", { "aria-label": "State", onchange: () => refresh() },
    ["", "queued", "running", "complete", "failed", "cancelled"].map((value) => element("option", { value }, value || "all states")));
  const compare = element("button", { disabled: true, onclick: () => (location.hash = `#/compare/${[...chosen].join(",")}`) }, "Compare");
  const note = element("div");
  const search = element("input", { type: "search", placeholder: "find a run", "aria-label": "Find a run", oninput: () => filter() });
  const used = element("p", { class: "faint used" });
  let timer;
  let latest = null;
  let ended = false;

  async function refresh() {
    if (ended) return;
    const asked = (latest = Symbol());
    clearTimeout(timer);
    let moving = false;
    try {
      const jobs = await list("jobs", { ...(state.value ? { state: state.value } : {}), ...(tag ? { tag } : {}) });
      if (asked !== latest) return; // a later request replaces this one, or the user has left the page
      moving = jobs.some((job) => !FINAL.has(job.state));
      renew(note, jobs.length ? null : empty());
      renew(body, jobs.map(row));
      filter();
      const usage = await get("/usage");
      if (asked !== latest) return;
      used.textContent = usageWords(usage);
    } catch (error) {
      if (asked !== latest) return;
      fill(note, failure(error));
    }
    timer = setTimeout(refresh, moving ? PAUSE : IDLE);
  }

  function empty() {
    if (tag || state.value) return element("p", { class: "empty" }, "No run matches this filter. ", element("a", { href: "#/jobs", onclick: () => ((state.value = ""), refresh()) }, "Show all runs"), ".");
    return element("p", { class: "empty" }, "There are no runs yet. ", element("a", { href: "#/" }, "Write a deck"), ".");
  }

  /** Show only the rows that contain all words of the search. */
  function filter() {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const line of body.rows) line.hidden = !words.every((word) => line.textContent.toLowerCase().includes(word));
  }

  function row(job) {
    const box = element("input", { type: "checkbox", checked: chosen.has(job.id), "aria-label": `Compare ${job.name ?? job.id}`, onchange: () => {
      if (box.checked) chosen.add(job.id);
      else chosen.delete(job.id);
      compare.disabled = chosen.size < 2;
    } });
    const stop = FINAL.has(job.state) ? deleter("jobs", job, refresh)
      : element("button", { class: "plain", title: "Cancel this run", onclick: () => request(`/jobs/${job.id}`, { method: "DELETE" }).then(refresh) }, "cancel");
    return element("tr", { "data-key": job.id },
      element("td", {}, box),
      element("td", {}, element("a", { href: `#/jobs/${job.id}` }, job.name || job.id), tagged("jobs", job)),
      element("td", {}, badge(job.state)),
      element("td", { class: "wide" }, FINAL.has(job.state) ? element("span", { class: "faint" }, job.state === "complete" ? "" : (job.message ?? "")) : [progressBar(job), element("small", { class: "faint roomy" }, progressWords(job)), element("small", { class: "faint brief" }, progressWords(job, true))]),
      element("td", { class: "faint number" }, job.bytes == null ? "" : duration(job.seconds)),
      element("td", { class: "faint number" }, job.bytes == null ? "" : megabytes(job.bytes)),
      element("td", { class: "faint" }, job.account),
      element("td", { class: "faint" }, ago(job.created)),
      element("td", {}, stop),
    );
  }

  fill(host,
    element("div", { class: "bar" }, heading(host, "Runs"), limitedTo("jobs", tag), element("span", { class: "gap" }), search, state, compare, element("a", { class: "button primary", href: "#/" }, "New run")),
    element("div", { class: "sheet" }, element("table", {},
      element("thead", {}, element("tr", {}, ["", "name", "state", "progress", "solving", "size", "by", "submitted", ""].map((title) => element("th", {}, title)))), body), note, used),
  );
  refresh();
  return () => {
    ended = true;
    latest = null;
    clearTimeout(timer);
  };
}

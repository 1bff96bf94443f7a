// One job: its progress, plots, the model in 3D linked in time, the deck, diagnostics, downloads.

import { download, element, fill, renew } from "../shared/dom.js";
import { short } from "../shared/histories.js";
import { events, get, histories, request, source } from "./api.js";
import { valueTables } from "../shared/values.js";
import { ago, badge, deleter, duration, failure, FINAL, findings, heading, megabytes, progressBar, progressWords, sharer, tabs } from "./parts.js";
import { linked } from "./linked.js";
import { live } from "./live.js";
import { searchView } from "./search.js";
import { tagger } from "./tags.js";

export function jobPage(host, id) {
  const leaving = new AbortController();
  const head = element("div", { class: "bar" });
  const tags = element("div");
  const body = element("div", { class: "job" });
  let job = null;
  let tabbed = null;
  let shownState = null;
  let living = null; // the plots and the model of a running job
  let there = true; // whether the server answers
  const found = element("details", { class: "found", hidden: true }); // diagnostics of a run that has not ended
  let listed = 0; // number of listed diagnostics
  fill(host, head, tags, body);
  fill(body, element("p", { class: "faint" }, "loading …"));

  async function start() {
    try {
      job = await get(`/jobs/${id}`);
    } catch (error) {
      fill(body, failure(error));
      return;
    }
    fill(tags, tagger("jobs", job));
    fill(body);
    show();
    if (!FINAL.has(job.state)) watch();
  }

  function watch() {
    events(
      id,
      leaving.signal,
      (event, data) => {
        const before = job.progress.findings ?? 0;
        if (event === "progress") job.progress = { ...job.progress, ...data };
        if ((job.progress.findings ?? 0) > before) refresh();
        if (event === "state") Object.assign(job, data);
        if (FINAL.has(job.state)) get(`/jobs/${id}`).then((latest) => ((job = latest), show()), show);
        else show();
        return FINAL.has(job.state);
      },
      (open) => {
        there = open;
        show();
        // Fetch earlier changes, because the stream reports only changes after it has opened
        if (open) refresh();
      },
    );
  }

  /** What is known before the end, in the same element; it opens when the run finds something. */
  function told(list = []) {
    if (list.length === listed) return found;
    listed = list.length;
    const ofRun = list.filter(({ time }) => time !== null);
    found.hidden = false;
    if (ofRun.length && !found.dataset.opened) found.open = found.dataset.opened = true;
    const words = ofRun.length ? `${ofRun.length} found during the run, the last at t = ${short(ofRun.at(-1).time, 4)} s` : `${list.length} found by the check`;
    renew(found, element("summary", { role: "status" }, words), findings(list)); // keep the focus on the summary
    return found;
  }

  async function refresh() {
    const latest = await get(`/jobs/${id}`).catch(() => null);
    if (!latest || FINAL.has(job.state)) return;
    job = latest;
    show();
  }

  function show() {
    if (leaving.signal.aborted) return;
    const running = !FINAL.has(job.state);
    const cancel = running ? element("button", { class: "owner", onclick: () => request(`/jobs/${id}`, { method: "DELETE" }).catch((error) => alert(error.message)) }, "Cancel") : deleter("jobs", job, () => (location.hash = "#/jobs"));
    const again = job.deck && !running ? element("button", { title: "Open the deck, parameters and options of this run in the editor", onclick: () => rerun(job) }, "Run again …") : null;
    renew(head, heading(host, job.name || id), badge(job.state), element("span", { class: "faint" }, ago(job.created)), element("span", { class: "faint facts" }, facts(job)), element("span", { class: "gap" }), again, sharer("jobs", job), cancel);
    if (shownState === job.state && !running) return;
    if (running) {
      const place = body.querySelector(".waiting") ?? body.appendChild(element("div", { class: "waiting" }));
      renew(place, isSearch(job) ? null : progressBar(job), isSearch(job) && job.state === "running" ? null : element("p", {}, job.state === "queued" ? "waits for a worker" : progressWords(job) || "starting; the first run of a new kind of model compiles the solver, which can take a minute"),
        told(job.findings),
        there ? null : element("p", { class: "failure", role: "status" }, "the server does not answer; the page asks it again"));
      living ??= (isSearch(job) ? follow : live)(body.appendChild(element("div", { class: "living" })), () => job);
    } else {
      living?.end();
      living = null;
      tabbed?.end();
      tabbed = results(job);
      fill(body, job.state === "complete" || !job.message ? null : element("p", { class: job.state === "failed" ? "failure" : "faint", role: "status" }, job.message), tabbed.element);
    }
    shownState = job.state;
  }

  start();
  return () => {
    leaving.abort();
    living?.end();
    tabbed?.end();
  };
}

/** Return whether a job is a fit or an optimization. */
function isSearch({ options = {} }) {
  return Boolean(options.fit ?? options.optimize);
}

/** Follow a search until its job ends. */
function follow(host, now) {
  return searchView(host, now().id, () => !FINAL.has(now().state));
}

/** Display the options of the run, and its computing time. */
function facts({ options = {}, seconds, bytes }) {
  const { parameters = {}, fit, optimize, ...others } = options;
  if (fit) others.fit = fit.match.join(", ");
  if (optimize) others[optimize.maximize ? "maximize" : "minimize"] = optimize.maximize ?? optimize.minimize;
  const words = [...Object.entries(parameters).map(([name, value]) => `#${name} = ${value}`), ...Object.entries(others).map(([name, value]) => `${name} = ${value}`)];
  if (bytes !== null && bytes !== undefined) words.push(`solved in ${duration(seconds)}`, megabytes(bytes));
  return words.join(" · ");
}

/** Copy a run's deck and options to the page for new runs. */
function rerun(job) {
  sessionStorage.setItem("rbsolve-draft", job.deck);
  sessionStorage.setItem("rbsolve-asked", JSON.stringify({ ...job.options, name: job.name }));
  location.hash = "#/";
}

function results(job) {
  return tabs([
    ...(isSearch(job) ? [[job.options.fit ? "Fit" : "Optimum", (host) => searchView(host, job.id, () => false).end]] : []),
    [isSearch(job) ? "Best run" : "Motion and plots", (host, isOver) => motion(host, job, isOver)],
    ["Values", (host) => values(host, job)],
    ["Deck", (host) => deck(host, job)],
    [job.findings?.length ? `Diagnostics (${job.findings.length})` : "Diagnostics", (host) => fill(host, job.findings?.length ? findings(job.findings) : element("p", { class: "faint" }, "no errors, no warnings")) && null],
    ["Downloads", (host) => downloads(host, job)],
  ]);
}

async function motion(host, job, isOver) {
  const found = await histories(job.id);
  if (isOver()) return null;
  if (!found.totalRows) {
    fill(host, element("p", { class: "faint" }, "the run ended before its first row"));
    return null;
  }
  return linked(host, source(job.id, job.name || job.id, job.deck ?? ""), found).end;
}

async function values(host, job) {
  const { sensors, diagnostics, events: crossed } = await histories(job.id);
  fill(host, valueTables(source(job.id, job.name || job.id), [...sensors, ...diagnostics], crossed));
  return null;
}

async function deck(host, job) {
  if (!job.deck) {
    fill(host, element("p", { class: "faint" }, "the server has no text of this deck"));
    return null;
  }
  const again = element("button", { onclick: () => {
    sessionStorage.setItem("rbsolve-draft", job.deck);
    location.hash = "#/";
  } }, "Edit a copy");
  fill(host, element("div", { class: "bar" }, again), element("pre", { class: "code", tabIndex: 0 }, job.deck));
  return null;
}

function downloads(host, job) {
  const name = (job.name || "run").replace(/[^\w.-]+/g, "_");
  const files = [
    ["results.h5", `${name}.h5`, "all sensors and the motion: HDF5, also for netCDF-4 readers"],
    ["motion.glb", `${name}.glb`, "the motion in 3D: glTF 2.0"],
    ["report.html", `${name}.html`, isSearch(job) ? "the report of the search, which needs no network" : "a page with motion and plots that needs no network"],
  ];
  const note = element("div");
  const rows = files.map(([path, file, what]) =>
    element("li", {}, element("button", { onclick: async () => {
      fill(note);
      try {
        download(file, await (await request(`/jobs/${job.id}/${path}`)).blob());
      } catch (error) {
        fill(note, failure(error));
      }
    } }, file), element("span", { class: "faint" }, what)),
  );
  fill(host, element("ul", { class: "downloads" }, rows), note);
  return null;
}

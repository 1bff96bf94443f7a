// The cases of a study one after the other: sliders over its parameters move the model and the plots from case to case.

import { element, fill } from "../shared/dom.js";
import { short } from "../shared/histories.js";
import { get, histories, post, source, token } from "./api.js";
import { linked } from "./linked.js";
import { FINAL } from "./parts.js";

const LOOKS = [60, 120, 250, 500, 1000]; // delays [ms] between requests for a case that is being solved

/** Sliders and the case at their positions; {element, show(case), end}. */
export function caseViewer(study, { columns, rows }) {
  const parameters = columns.slice(1, columns.indexOf("status"));
  const place = element("div");
  const said = element("p", { class: "faint", role: "status" });
  const jobs = new Map(); // jobs of the cases that were shown
  const sliders = slidersOf(parameters, columns, rows, (number) => show(number));
  const open = element("button", { onclick: () => show(sliders.at()) }, "Show cases in 3D");
  const made = element("section", { class: "cases-3d", "aria-label": "Cases in 3D" }, element("div", { class: "bar" }, element("h2", {}, "Case by case"), open, sliders.element), said, place);
  let wanted = null;
  let busy = false;
  let view = null;
  let current = null;
  let ended = false;

  async function show(number) {
    wanted = number;
    sliders.set(number);
    open.hidden = true;
    sliders.element.hidden = false;
    if (busy) return;
    busy = true;
    while (wanted !== null && !ended) {
      const now = wanted;
      wanted = null;
      try {
        await reach(now);
      } catch (error) {
        said.textContent = `case ${now}: ${error.message}`;
      }
    }
    busy = false;
  }

  /** Solve a case if it is not solved yet. Show it, unless the user has selected another case meanwhile. */
  async function reach(number) {
    said.textContent = `${words(number)} · is solved …`;
    const job = jobs.get(number) ?? (await solved(number));
    if (!job || wanted !== null || ended) return;
    jobs.set(number, job);
    const found = await histories(job.id);
    if (ended) return;
    if (!found.totalRows) throw new Error(job.message || "it has no rows");
    current = source(job.id, job.name, job.deck ?? "");
    if (view) {
      const scene = await view.scene;
      await Promise.all([scene?.refresh(), view.chosen.plots.refresh()]);
    } else view = linked(place, { label: study.name, deck: job.deck ?? "", glb: () => current.glb(), histories: (...asked) => current.histories(...asked) }, found);
    fill(said, `${words(number)} · `, element("a", { href: `#/jobs/${job.id}` }, job.name), job.state === "complete" ? null : ` · ${job.message || job.state}`);
    said.dataset.shown = number;
  }

  /** Return the job of a case once it has ended; null if the user selects another case before. */
  async function solved(number) {
    let job = null;
    while (!job) {
      try {
        job = await post(`/studies/${study.id}/cases/${number}`, {});
      } catch (error) {
        if (error.status !== 429 || !token.shared) throw error; // readers of a shared study wait for each other's cases
        if (wanted !== null || ended) return null;
        await new Promise((resolve) => setTimeout(resolve, LOOKS.at(-1)));
      }
    }
    for (let i = 0; !FINAL.has(job.state); i++) {
      if (wanted !== null || ended) return null;
      await new Promise((resolve) => setTimeout(resolve, LOOKS[Math.min(i, LOOKS.length - 1)]));
      job = await get(`/jobs/${job.id}`);
    }
    return get(`/jobs/${job.id}`);
  }

  function words(number) {
    const row = rows[number];
    return `case ${number}: ${parameters.map((name) => `${name} = ${short(row[columns.indexOf(name)])}`).join(", ")}`;
  }

  return { element: made, show, end: () => {
    ended = true;
    view?.end();
  } };
}

/** One slider for each parameter of a full grid, else one over all cases; {element, at(), set(case)}. */
function slidersOf(parameters, columns, rows, go) {
  const axes = parameters.map((name) => ({ name, at: columns.indexOf(name), values: [...new Set(rows.map((row) => row[columns.indexOf(name)]))].sort((a, b) => a - b) })).filter(({ values }) => values.length > 1);
  const byPlace = new Map(rows.map((row, number) => [axes.map(({ at, values }) => values.indexOf(row[at])).join(), number]));
  const isGrid = axes.length > 0 && byPlace.size === rows.length && axes.reduce((count, { values }) => count * values.length, 1) === rows.length;
  const host = element("span", { class: "sliders", hidden: true });
  if (!isGrid) {
    const slider = knob("case", rows.length, (i) => String(i), () => go(slider.at()));
    fill(host, slider.element);
    return { element: host, at: () => slider.at(), set: slider.set };
  }
  const knobs = axes.map(({ name, values }) => knob(name, values.length, (i) => short(values[i]), () => go(at())));
  const at = () => byPlace.get(knobs.map((one) => one.at()).join());
  fill(host, knobs.map((one) => one.element));
  return { element: host, at, set: (number) => axes.forEach((axis, k) => knobs[k].set(axis.values.indexOf(rows[number][axis.at]))) };
}

function knob(name, count, told, moved) {
  const value = element("output");
  const slider = element("input", { type: "range", min: 0, max: count - 1, step: 1, value: 0, "aria-label": name, oninput: () => (say(), moved()) });
  const say = () => {
    value.textContent = told(Number(slider.value));
    slider.setAttribute("aria-valuetext", `${name} = ${value.textContent}`);
  };
  say();
  return { element: element("label", { class: "knob" }, element("span", {}, name), slider, value), at: () => Number(slider.value), set: (i) => ((slider.value = i), say()) };
}

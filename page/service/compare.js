// Several runs in one plot, and in one picture with ghosts.

import { element, fill } from "../shared/dom.js";
import { get, histories, source } from "./api.js";
import { chooser } from "./chooser.js";
import { differenceTable, label } from "./differences.js";
import { badge, failure, heading } from "./parts.js";
import { open3d } from "./scene.js";

export function comparePage(host, list) {
  const ids = list.split(",").filter(Boolean);
  const ends = [];
  let left = false;
  fill(host, element("p", { class: "faint" }, "loading …"));
  load().catch((error) => fill(host, failure(error)));

  async function load() {
    const jobs = await Promise.all(ids.map((id) => get(`/jobs/${id}`)));
    const all = await Promise.all(ids.map((id) => histories(id)));
    if (left) return;
    const [first, ...others] = all.map(({ sensors, diagnostics }) => [...sensors, ...diagnostics]);
    const common = first.filter(({ name }) => others.every((columns) => columns.some((column) => column.name === name)));
    const told = jobs.map((job, i) => [job.name || `run ${i + 1}`, label(jobs, i)].filter(Boolean).join(": "));
    const sources = jobs.map((job, i) => source(job.id, told[i], job.deck ?? ""));
    const picture = element("div", { class: "model" });
    const plots = element("div", { class: "results" });
    fill(host,
      element("div", { class: "bar" }, heading(host, "Comparison", jobs.map((job) => job.name || job.id).join(", ")), jobs.map((job) => [element("a", { href: `#/jobs/${job.id}` }, job.name || job.id), badge(job.state)]).flat()),
      differenceTable(jobs),
      element("div", { class: "linked" }, picture, plots),
    );
    const chosen = chooser(plots, sources, common);
    ends.push(chosen.end);
    const shown = await open3d(picture, sources, chosen);
    if (shown) ends.push(shown.end);
    if (left) shown?.end();
  }

  return () => {
    left = true;
    ends.forEach((end) => end());
  };
}

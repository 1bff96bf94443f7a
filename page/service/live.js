// A run while it goes on: its plots and its model grow with the rows that it has shown.

import { element, fill } from "../shared/dom.js";
import { Plots } from "../shared/plots.js";
import { short } from "../shared/histories.js";
import { histories, source, spent } from "./api.js";
import { linked } from "./job.js";

const LOOK = 1000; // ms between looks at the least
const SHARE = 0.005; // of a core that reading for a watcher may cost; the events that it is told take the rest of a hundredth
const LATEST = 30_000;
const SCENE_EVERY = 3; // looks from one look at the model to the next
const PULSE = ["diagnostics/step_size", "diagnostics/newton_iterations"];

/** Watch a job in an element; {end}. */
export function live(host, job) {
  let ended = false;
  let shown = null;
  let pulse = null;
  let looks = 0;
  let timer = null;
  let looking = false;
  let paused = false;
  const rate = element("span", { class: "faint", role: "status" });
  const pause = element("button", { title: "Let the plots and the model stand; the run goes on", "aria-pressed": "false", onclick: () => hold(!paused) }, "Pause the view");

  async function look() {
    if (looking) return;
    looking = true;
    const before = spent.seconds;
    try {
      if (!shown) begin(await histories(job.id));
      else if (!paused) await grow();
    } catch (error) {
      if (error.status !== 409 && error.status !== 0) rate.textContent = error.message;
    }
    looking = false;
    if (ended) return;
    timer = setTimeout(look, Math.min(LATEST, Math.max(LOOK, (1000 * (spent.seconds - before)) / SHARE)));
  }

  function begin(found) {
    if (ended || !found.totalRows) return;
    const small = element("div", { class: "pulse" });
    const place = element("div");
    fill(host, element("div", { class: "bar" }, rate, element("span", { class: "gap" }), pause), small, place);
    const known = new Set(found.diagnostics.map(({ name }) => name));
    pulse = new Plots(small, [source(job.id, job.name || job.id)]);
    pulse.height = 110;
    pulse.show(PULSE.filter((name) => known.has(name)));
    shown = linked(place, source(job.id, job.name || job.id, job.deck ?? ""), found);
    shown.scene.then((scene) => scene?.latest());
  }

  /** Stand still at what is shown, to look at it; or go with the run again. */
  function hold(on) {
    paused = on;
    pause.textContent = on ? "Go with the run" : "Pause the view";
    pause.setAttribute("aria-pressed", String(on));
    if (on) return;
    clearTimeout(timer);
    looks = SCENE_EVERY - 1; // the model goes with it at once
    look();
  }

  async function grow() {
    looks += 1;
    await shown.chosen.plots.refresh();
    await pulse.refresh();
    await speed();
    if (looks % SCENE_EVERY) return;
    const scene = await shown.scene;
    if (scene) await scene.refresh();
    else shown.scene = shown.open(); // it had no rows of the motion yet
  }

  /** Steps a second, from how fast the run is and how long its last step was. */
  async function speed() {
    const [size] = (await histories(job.id, PULSE.slice(0, 1), undefined, undefined, 2)).sensors;
    const last = size.columns[0].values?.at(-1) ?? size.columns[0].greatest?.at(-1);
    const fast = job.progress?.rate;
    if (last > 0 && fast > 0) rate.textContent = `about ${short(fast / last, 3)} steps a second`;
  }

  look();
  return { end: () => {
    ended = true;
    clearTimeout(timer);
    pulse?.destroy();
    shown?.end();
  } };
}

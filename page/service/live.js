// A running job: its plots and its model show new output rows.

import { element, fill } from "../shared/dom.js";
import { Plots } from "../shared/plots.js";
import { short } from "../shared/histories.js";
import { histories, source, spent } from "./api.js";
import { linked } from "./linked.js";

const LOOK = 1000; // smallest delay [ms] between requests
const SHARE = 0.005; // fraction of a core for reading rows for one watcher; with events, the total is at most 0.01
const LATEST = 30_000;
const SCENE_EVERY = 2; // number of requests from one update of the model to the next
const NEWTON = "diagnostics/newton_iterations";
const PULSE = ["diagnostics/step_size", NEWTON];

/** Watch a job in an element: `now()` returns the latest known state of the job; {end}. */
export function live(host, now) {
  const job = now();
  let ended = false;
  let shown = null;
  let pulse = null;
  let small = []; // the small curves of the summary
  let take = null; // receives the small curves from the next request for plots
  let looks = 0;
  let timer = null;
  let looking = false;
  let paused = false;
  const rate = element("span", { class: "faint", role: "status" });
  const pause = element("button", { title: "Stop the plots and the model; the run continues", "aria-pressed": "false", onclick: () => hold(!paused) }, "Pause the view");

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
    const curves = element("div", { class: "pulse" });
    const place = element("div");
    fill(host, element("div", { class: "bar" }, rate, element("span", { class: "gap" }), pause), curves, place);
    const known = new Set(found.diagnostics.map(({ name }) => name));
    const own = source(job.id, job.name || job.id, job.deck ?? "");
    small = PULSE.filter((name) => known.has(name));
    const [main, beside] = shared(own, small);
    take = main.take;
    pulse = new Plots(curves, [beside]);
    pulse.height = 110;
    pulse.show(small).then(drop, () => {});
    shown = linked(place, main, found);
    shown.scene.then((scene) => scene?.latest());
  }

  /** Freeze the display, or follow the run again. */
  function hold(on) {
    paused = on;
    pause.textContent = on ? "Follow the run" : "Pause the view";
    pause.setAttribute("aria-pressed", String(on));
    if (on) return;
    clearTimeout(timer);
    looks = SCENE_EVERY - 1; // update the model at once
    look();
  }

  async function grow() {
    looks += 1;
    take();
    await shown.chosen.plots.refresh();
    if (paused) return;
    await pulse.refresh();
    drop();
    speed();
    if (paused || looks % SCENE_EVERY) return;
    const scene = await shown.scene;
    if (paused) return;
    if (scene) await scene.refresh();
    else shown.scene = shown.open(); // until now, the run had no rows of motion
  }

  /** Remove the plot of Newton iterations if there were none in any step, as in an explicit method. */
  function drop() {
    const column = pulse.panels.find(({ name }) => name === NEWTON)?.runs?.[0]?.sensor.columns[0];
    const values = column && (column.values ?? column.greatest);
    if (!(values?.length > 1) || values.some((value) => value > 0)) return; // the first row precedes the first step
    small.splice(small.indexOf(NEWTON), 1);
    pulse.show(small);
  }

  /** Show the number of steps per second, from the speed of the run and the size of its last step. */
  function speed() {
    const column = pulse.panels.find(({ name }) => name === PULSE[0])?.runs?.[0]?.sensor.columns[0];
    const last = column && (column.values ?? column.greatest).at(-1);
    const fast = now().progress?.rate;
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

/** Two sources of a run. After `take()`, the next request of the first for the whole time brings what the second, of `names`, asks next. */
function shared(own, names) {
  let wanted = false;
  let brought = null;
  const first = {
    ...own,
    take: () => ((wanted = true), (brought = null)),
    histories: async (asked, from, to, pixels) => {
      if (!wanted || from !== undefined) return own.histories(asked, from, to, pixels);
      wanted = false;
      const all = await own.histories([...new Set([...asked, ...names])], from, to, pixels);
      brought = { ...all, sensors: names.map((name) => all.sensors.find((sensor) => sensor.name === name)) };
      return { ...all, sensors: all.sensors.slice(0, asked.length) };
    },
  };
  const second = { ...own, histories: async (...asked) => {
    const found = brought;
    brought = null;
    return found ?? own.histories(...asked);
  } };
  return [first, second];
}

// Which columns are plotted: a tree to choose from, and the plots.

import { columnTree } from "../shared/columns.js";
import { element, fill } from "../shared/dom.js";
import { Plots } from "../shared/plots.js";

const FIRST = 2; // plotted without asking

/** Plots of some runs with a list of their sensors; {plots, choose, end}. */
export function chooser(host, sources, sensors) {
  const drawn = element("div");
  const plots = new Plots(drawn, sources, undefined, sensors.map(({ name }) => name).join("\n"));
  plots.listed = sensors;
  const known = new Set(sensors.map(({ name }) => name));
  const before = plots.remembered().map(({ name }) => name).filter((name) => known.has(name));
  const chosen = new Set(before.length ? before : sensors.slice(0, FIRST).map(({ name }) => name));
  const tree = columnTree(sensors, chosen, () => plots.show(chosen));
  const whole = element("button", { onclick: () => plots.zoom(null) }, "Whole time");
  const count = sensors.filter(({ type }) => type !== "DIAGNOSTIC").length;
  fill(host,
    element("details", { class: "sensors", open: sensors.length <= 16 }, element("summary", {}, `Sensors (${count})`), tree.element),
    element("div", { class: "hint faint" }, whole, " Drag over a plot to zoom, click to set the time, shift-click to measure from it."),
    drawn,
  );

  /** Plot these sensors, and mark them in the list. */
  function choose(names) {
    chosen.clear();
    names.forEach((name) => chosen.add(name));
    tree.list();
    plots.show(chosen);
    drawn.scrollIntoView({ block: "nearest" });
  }

  plots.show(chosen);
  window.rbsolve = { ...window.rbsolve, plots };
  return { plots, choose, end: () => plots.destroy() };
}

// Which sensors are plotted: a list to choose from, and the plots.

import { check, element, fill } from "../shared/dom.js";
import { Plots } from "../shared/plots.js";

const FIRST = 2; // plotted without asking
const MOST = 400;

/** Plots of some runs with a list of their sensors; {plots, choose, end}. */
export function chooser(host, sources, sensors) {
  const chosen = new Set(sensors.slice(0, FIRST).map((sensor) => sensor.name));
  const drawn = element("div");
  const plots = new Plots(drawn, sources);
  const filter = element("input", { type: "search", placeholder: "find a sensor", "aria-label": "Find a sensor", oninput: () => list() });
  const boxes = element("div", { class: "boxes" });

  function list() {
    const wanted = filter.value.toLowerCase();
    const matching = sensors.filter(({ name, long_name }) => `${name} ${long_name}`.toLowerCase().includes(wanted)).slice(0, MOST);
    fill(boxes, matching.map(({ name, units, observer, long_name }) => {
      const box = check(name, chosen.has(name), (on) => {
        if (on) chosen.add(name);
        else chosen.delete(name);
        plots.show(chosen);
      });
      const seen = observer && !/INERTIAL$/.test(observer) ? `seen by ${observer}` : "";
      box.title = long_name;
      box.append(element("small", { class: "faint" }, [units.split(", ")[0], seen].filter(Boolean).join(" · ")));
      return box;
    }));
  }

  const whole = element("button", { onclick: () => plots.zoom(null) }, "Whole time");
  fill(host,
    element("details", { class: "sensors", open: sensors.length <= 8 }, element("summary", {}, `Sensors (${sensors.length})`), sensors.length > 8 ? filter : null, boxes),
    element("div", { class: "hint faint" }, whole, " Drag over a plot to zoom, click to set the time."),
    drawn,
  );
  /** Plot these sensors, and say so in the list. */
  function choose(names) {
    chosen.clear();
    names.forEach((name) => chosen.add(name));
    list();
    plots.show(chosen);
    drawn.scrollIntoView({ block: "nearest" });
  }

  list();
  plots.show(chosen);
  return { plots, choose, end: () => plots.destroy() };
}

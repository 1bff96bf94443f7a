// The columns of results as a tree: grouped by object; columns of the run itself come last.

import { check, element, fill } from "./dom.js";
import { titleOf } from "./panel.js";

const MOST = 400;
const SEARCHED = 8; // number of columns above which the tree has a search field
const RUN = "the run itself";
const SYSTEM = new Set(["", "SYSTEM"]);

/**
 * {element, list()}: sensors {name, object, units, observer, long_name} with boxes; `chosen` is the set of names that are ticked,
 * `changed()` is called when the user ticks one. If a name is dragged onto a plot, it becomes the plot's horizontal axis.
 */
export function columnTree(sensors, chosen, changed) {
  const filter = element("input", { type: "search", placeholder: "find a sensor", "aria-label": "Find a sensor", oninput: () => list() });
  const place = element("div", { class: "columns" });

  function list() {
    const wanted = filter.value.toLowerCase();
    const matching = sensors.filter(({ name, object, long_name }) => `${name} ${object} ${long_name}`.toLowerCase().includes(wanted)).slice(0, MOST);
    const groups = Map.groupBy ? Map.groupBy(matching, groupOf) : grouped(matching);
    // Objects with few columns each do not form groups
    const own = [...groups].filter(([title]) => title !== RUN);
    const columns = own.flatMap(([, members]) => members);
    const listed = own.length && columns.length < 2 * own.length ? [["", columns], ...[...groups].filter(([title]) => title === RUN)] : [...groups];
    fill(place, listed.map(([title, members]) => {
      const boxes = element("div", { class: "boxes" }, members.map(row));
      if (!title || listed.length === 1) return boxes;
      const open = wanted !== "" || (title !== RUN && matching.length <= 2 * SEARCHED) || members.some(({ name }) => chosen.has(name));
      return element("details", { open }, element("summary", {}, title, element("small", { class: "faint" }, ` ${members.length}`)), boxes);
    }));
  }

  function row({ name, units, observer, long_name }) {
    const box = check(titleOf(name), chosen.has(name), (on) => {
      if (on) chosen.add(name);
      else chosen.delete(name);
      changed();
    });
    box.title = long_name;
    box.dataset.sensor = name;
    box.draggable = true;
    box.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", name));
    const seen = observer && !/INERTIAL$/.test(observer) ? `seen by ${observer}` : "";
    box.append(element("small", { class: "faint" }, [units.split(", ")[0], seen].filter(Boolean).join(" · ")));
    return box;
  }

  list();
  return { element: element("div", {}, sensors.length > SEARCHED ? filter : null, place), list };
}

function groupOf({ type, object }) {
  if (type === "DIAGNOSTIC") return RUN;
  return SYSTEM.has(object) ? "the whole system" : object;
}

function grouped(members) {
  const groups = new Map();
  for (const one of members) groups.set(groupOf(one), [...(groups.get(groupOf(one)) ?? []), one]);
  return groups;
}

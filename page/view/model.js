// The model as a tree, and details of the selected part.

import { element, fill } from "../shared/dom.js";
import { short } from "../shared/histories.js";
import { definition } from "./deck.js";
import { bodyKey, frameKey, jointKey } from "./names.js";
import { kindOf } from "./picking.js";

const MOST_ROWS = 400;
const NARROW = 640; // width [pixels] up to which a card initially shows no lines of the deck
const GROUPS = [
  ["bodies", ["body"]],
  ["joints", ["joint"]],
  ["gears", ["gear"]],
  ["springs and bushings", ["spring", "bushing"]],
  ["contacts", ["contact"]],
  ["shapes", ["shape"]],
  ["frames", ["frame"]],
];
const OPEN = ["bodies", "joints"];

/** The parts that have a row: each object once. */
function rowsOf(run, kinds) {
  const seen = new Set();
  return run.parts.filter(({ kind, name }) => {
    if (!kinds.includes(kind) || seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

/** {element, choose(part)}: the tree of a viewer's model, with a field that finds names. */
export function modelTree(viewer) {
  const [run] = viewer.runs;
  const rows = new Map();
  const groups = GROUPS.map(([title, kinds]) => ({ title, kinds, parts: rowsOf(run, kinds) })).filter(({ parts }) => parts.length);
  const search = element("input", { type: "search", placeholder: "find a part", "aria-label": "Find a part", oninput: () => list() });
  const place = element("div", { class: "tree", role: "tree", "aria-label": "Model" });

  function list() {
    const wanted = search.value.toLowerCase();
    rows.clear();
    fill(place, groups.map(({ title, parts }) => {
      const found = parts.filter(({ name }) => name.toLowerCase().includes(wanted));
      if (!found.length) return null;
      return element("details", { open: wanted !== "" || OPEN.includes(title) },
        element("summary", {}, `${title} `, element("span", { class: "faint" }, String(found.length))),
        element("ul", { role: "group" }, found.slice(0, MOST_ROWS).map(row)));
    }));
    mark();
  }

  function row(part) {
    const swatch = element("span", { class: "swatch" });
    if (part.colour) swatch.style.background = part.colour;
    const button = element("button", { class: "plain", role: "treeitem", onclick: () => viewer.choose(part) }, part.colour ? swatch : null, part.name,
      element("small", { class: "faint" }, part.kind === "joint" ? (part.bodies ?? []).join(" – ") : part.kind === "body" ? "" : kindOf(part)));
    rows.set(keyOf(part), button);
    return element("li", { role: "none" }, button);
  }

  function mark() {
    const chosen = viewer.chosen && keyOf(viewer.chosen);
    for (const [key, button] of rows) button.setAttribute("aria-selected", String(key === chosen));
  }

  function choose() {
    mark();
    const button = viewer.chosen && rows.get(keyOf(viewer.chosen));
    if (!button) return;
    const panel = button.closest(".controls");
    for (let one = button; one !== panel; one = one.parentElement) if (one.tagName === "DETAILS") one.open = true;
    const { offsetTop } = button;
    if (offsetTop < panel.scrollTop || offsetTop > panel.scrollTop + panel.clientHeight - 40) panel.scrollTop = offsetTop - panel.clientHeight / 2;
  }

  place.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const all = [...place.querySelectorAll("summary, details[open] button")];
    all[Math.max(0, Math.min(all.length - 1, all.indexOf(document.activeElement) + step))].focus();
    event.preventDefault();
    event.stopPropagation();
  });
  list();
  return { element: element("div", {}, groups.reduce((sum, { parts }) => sum + parts.length, 0) > 12 ? search : null, place), choose };
}

/** Boxes and links represent their bodies. */
export function keyOf({ kind, name }) {
  return `${{ box: "body", link: "body" }[kind] ?? kind} ${name}`;
}

/** Details of a part: its kind, its sensors to plot, its lines in the deck, and a button to attach the camera. */
export function card(viewer, part) {
  const [run] = viewer.runs;
  const kind = { box: "body", link: "body" }[part.kind] ?? part.kind;
  const said = run.parts.find((other) => other.kind === kind && other.name === part.name) ?? part;
  const facts = [kindOf(said)];
  if (said.bodies) facts.push(`of ${said.bodies.join(" and ")}`);
  else if (["shape", "frame", "contact"].includes(kind)) facts.push(`of ${said.body}`);
  if (Number.isFinite(said.mass)) facts.push(`${short(said.mass, 4)} kg`);
  if (Number.isFinite(said.ratio)) facts.push(`ratio ${short(said.ratio, 4)}`);
  const sensors = run.extras.sensors.filter(({ object }) => object === part.name);
  const lines = definition(viewer.sources[0].deck, kind, part.name);
  const key = { body: bodyKey, frame: frameKey, joint: jointKey }[kind]?.(part.name);
  return element("section", { class: "card", "aria-label": part.name },
    element("header", {}, element("h3", {}, part.name, element("small", {}, ` ${facts.join(", ")}`)),
      element("button", { class: "plain", title: "Close (Escape)", "aria-label": "Close", onclick: () => viewer.choose(null) }, "×")),
    element("div", { class: "buttons" },
      key && viewer.camera.canCarry(key) ? element("button", { onclick: () => viewer.camera.carry(key) }, "ride") : null,
      sensors.length ? element("button", { title: sensors.map(({ name }) => name).join(", "), onclick: () => viewer.plot(sensors.map(({ name }) => name)) }, `plot ${sensors.length === 1 ? sensors[0].name : `${sensors.length} sensors`}`) : null),
    lines ? element("details", { open: lines.last - lines.line < 8 && innerWidth > NARROW }, element("summary", {}, lines.last > lines.line ? `lines ${lines.line} to ${lines.last} of the deck` : `line ${lines.line} of the deck`), element("pre", { tabIndex: 0 }, numbered(lines))) : null,
  );
}

function numbered({ line, text }) {
  return text.split("\n").map((words, i) => `${String(line + i).padStart(4)}  ${words}`).join("\n");
}

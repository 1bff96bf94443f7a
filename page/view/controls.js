// The panel beside the picture.

import { check, element, fill, select } from "../shared/dom.js";
import { short } from "../shared/histories.js";
import { valueTables } from "../shared/values.js";
import { bodyKey, CONTACT_COLOUR, CONTACT_FORCES, frameKey, jointKey, SPACE, unknownForces } from "./names.js";
import { saveFilm, savePicture } from "./saving.js";

const MOST_LISTED = 60;

export function controls(viewer) {
  return [cameraSection(viewer), model(viewer), shown(viewer), plots(viewer), values(viewer), traces(viewer), arrows(viewer), runs(viewer), saving(viewer), help(viewer)].filter(Boolean);
}

function section(title, open, ...content) {
  return element("details", { open }, element("summary", {}, title), ...content);
}

function cameraSection({ camera, runs: [run] }) {
  const bodies = [...run.carriers.keys()].filter((name) => name !== "GROUND" && !name.startsWith("frame:"));
  const frames = [...run.frames.keys()];
  const options = [
    [SPACE, "space"],
    { group: "bodies", options: bodies.map((name) => [bodyKey(name), name]) },
    { group: "frames", options: frames.map((name) => [frameKey(name), name]) },
    { group: "joints", options: [...run.joints.keys()].map((name) => [jointKey(name), name]) },
  ].filter((option) => option.group === undefined || option.options.length);
  const carried = select("Camera attached to", options, (name) => camera.carry(name), SPACE);
  carried.id = "carrier";
  const turns = check("turns with it", camera.turning, (on) => camera.carry(camera.carrier, on));
  const inset = check("second view from space", camera.insetShown, (on) => camera.showInset(on));
  const follows = check("keeps the model in view", camera.follows, (on) => camera.follow(on));
  const looks = ["oblique", "front", "side", "top"].map((name) => element("button", { onclick: () => camera.view(name) }, name));
  // Two settings apply to a carried camera, the third to a camera in space
  camera.changed = () => {
    carried.value = camera.carrier;
    for (const [box, applies] of [[turns, camera.carrier !== SPACE], [inset, camera.carrier !== SPACE], [follows, camera.carrier === SPACE]]) box.querySelector("input").disabled = !applies;
    follows.querySelector("input").checked = camera.follows;
  };
  camera.changed();
  return section(
    "Camera",
    true,
    element("label", { class: "field" }, element("span", {}, "carried by"), carried),
    turns,
    inset,
    follows,
    check("parallel projection", false, (on) => camera.orthographic(on)),
    element("div", { class: "buttons looks" }, looks, element("button", { title: "Show the whole model (f)", onclick: () => camera.fit() }, "fit")),
  );
}

function model(viewer) {
  return section("Model", false, element("div", { id: "names" }, check("names of bodies (n)", false, (on) => viewer.names(on))), viewer.tree.element);
}

function saving(viewer) {
  const scale = select("Size of the picture", [1, 2, 3, 4].map((times) => [String(times), `${times} ×`]), () => {}, "2");
  const note = element("p", { class: "faint", role: "status" });
  const told = (share) => (note.textContent = share < 1 ? `${Math.floor(100 * share)} % of the film` : "");
  const { clock } = viewer;
  const moment = (label, value) => element("input", { type: "number", step: "any", "aria-label": label, value: String(value) });
  const [from, to] = [moment("Film from [s]", short(clock.start)), moment("Film to [s]", short(clock.end))];
  const record = async (kind) => {
    try {
      const [first, last] = [from, to].map(({ value }) => Math.max(clock.start, Math.min(clock.end, Number(value))));
      if (!(last > first)) throw new Error("the end of a film must be after its start");
      await saveFilm(viewer, told, kind, first, last);
    } catch (error) {
      fill(note, error.message);
    }
  };
  return section("Save", false,
    element("div", { class: "buttons" }, element("button", { title: "Save the picture (p)", onclick: () => savePicture(viewer, Number(scale.value)) }, "save picture"), scale),
    element("div", { class: "range" }, "from ", from, " to ", to, " s"),
    element("div", { class: "buttons" },
      element("button", { title: "Save the motion at the current speed as WebM", onclick: () => record("webm") }, "save film"),
      element("button", { title: "Save the motion at the current speed as an animated PNG", onclick: () => record("png") }, "animated PNG")),
    note);
}

function shown(viewer) {
  const kinds = new Set(viewer.runs[0].parts.map((part) => part.kind));
  const labels = {
    frame: "all frames", joint: "joints", gear: "gears", spring: "springs", bushing: "bushings", contact: "points of contact", shape: "shapes", link: "links between joints",
    box: "boxes with the same inertia",
  };
  const boxes = Object.entries(labels)
    .filter(([kind]) => kinds.has(kind))
    .map(([kind, label]) => check(label, kind !== "frame", (on) => viewer.show(kind, on)));
  const marks = [
    check("ground", true, (on) => viewer.mark("ground", on)),
    check("axes, scale and labels", true, (on) => viewer.mark("overlay", on)),
  ];
  return section("Show", false, boxes, marks);
}

function plots(viewer) {
  return viewer.columns.length && !viewer.onplot ? section("Plots", true, viewer.columnTree.element) : null;
}

/** The tables are read when the section opens first. */
function values(viewer) {
  if (!viewer.columns.length || viewer.onplot) return null;
  const found = section("Values", false);
  const open = () => found.append(valueTables(viewer.sources[0], viewer.columns, viewer.runs[0].extras.events));
  found.addEventListener("toggle", open, { once: true });
  return found;
}

function traces(viewer) {
  const { points } = viewer.runs[0].extras;
  const boxes = points
    .slice(0, MOST_LISTED)
    .map(({ name }) => check(name, false, (on) => viewer.trace(name, on), viewer.colourOf("trace", name)));
  return boxes.length ? section("Traces", false, element("p", { class: "faint" }, "as the object of the camera sees them"), boxes, andMore(points)) : null;
}

function arrows(viewer) {
  const vectors = viewer.runs[0].extras.sensors.filter((sensor) => sensor.place);
  const boxes = vectors
    .slice(0, MOST_LISTED)
    .map(({ name, units }) => check(`${name} [${units}]`, false, (on) => viewer.arrow(name, on), viewer.colourOf("arrow", name)));
  const { contact_forces: kept = [] } = viewer.runs[0].extras;
  if (kept.length) boxes.unshift(check("contact forces [N]", true, (on) => viewer.arrow(CONTACT_FORCES, on), CONTACT_COLOUR));
  const lacking = unknownForces(viewer.runs[0].extras);
  const said = lacking && element("p", { class: "faint" }, `${lacking} A sensor REACTION_FORCE of a contact has its force.`);
  return boxes.length || said ? section("Vectors", false, said, boxes, andMore(vectors)) : null;
}

/** The note below a list with more items than boxes. */
function andMore({ length }) {
  return length > MOST_LISTED ? element("p", { class: "faint" }, `and ${length - MOST_LISTED} more`) : null;
}

function runs(viewer) {
  if (viewer.runs.length < 2) return null;
  const boxes = viewer.runs.map((run, i) => check(i ? `${run.name} (ghost)` : run.name, true, (on) => viewer.showRun(i, on), run.ghostColour));
  return section("Runs", true, boxes);
}

function help(viewer) {
  const keys = [
    ["space", "play, pause"],
    [", .", "a step back, on"],
    ["arrows", "turn"],
    ["+ −", "nearer, farther"],
    ["f", "see everything"],
    ["n", "names of bodies"],
    ...(viewer.modes ? [["m", "next mode"]] : []),
    ["o", "parallel projection"],
    ["p", "save the picture"],
  ];
  return section("Keys", false, element("dl", {}, keys.flatMap(([key, what]) => [element("dt", {}, key), element("dd", {}, what)])));
}

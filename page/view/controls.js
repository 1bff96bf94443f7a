// The panel beside the picture.

import { check, element, select } from "../shared/dom.js";
import { bodyKey, frameKey, SPACE } from "./names.js";

const MOST_LISTED = 60;

export function controls(viewer) {
  return [camera(viewer), shown(viewer), plots(viewer), traces(viewer), arrows(viewer), runs(viewer), help()].filter(Boolean);
}

function section(title, open, ...content) {
  return element("details", { open }, element("summary", {}, title), ...content);
}

function camera(viewer) {
  const [run] = viewer.runs;
  const bodies = [...run.carriers.keys()].filter((name) => name !== "GROUND" && !name.startsWith("frame:"));
  const frames = [...run.frames.keys()];
  const options = [
    [SPACE, "space"],
    { group: "bodies", options: bodies.map((name) => [bodyKey(name), name]) },
    { group: "frames", options: frames.map((name) => [frameKey(name), name]) },
  ];
  const carried = select("The camera is carried by", options, (name) => viewer.carry(name), SPACE);
  carried.id = "carrier";
  const looks = ["oblique", "front", "side", "top"].map((name) => element("button", { onclick: () => viewer.view(name) }, name));
  return section(
    "Camera",
    true,
    element("label", { class: "field" }, element("span", {}, "carried by"), carried),
    check("turns with it", true, (on) => viewer.carry(viewer.carrier, on)),
    check("parallel projection", false, (on) => viewer.orthographic(on)),
    element("div", { class: "buttons" }, looks, element("button", { title: "See everything (f)", onclick: () => viewer.fit() }, "fit")),
    element("div", { class: "buttons" }, element("button", { title: "Save the picture (p)", onclick: () => viewer.picture() }, "save picture")),
  );
}

function shown(viewer) {
  const kinds = new Set(viewer.runs[0].parts.map((part) => part.kind));
  const labels = { frame: "all frames", joint: "joints", spring: "springs", bushing: "bushings", contact: "points of contact", shape: "shapes", box: "boxes of equal inertia" };
  const boxes = Object.entries(labels)
    .filter(([kind]) => kinds.has(kind))
    .map(([kind, label]) => check(label, kind !== "frame", (on) => viewer.show(kind, on)));
  return section("Show", false, boxes);
}

function plots(viewer) {
  const chosen = new Set();
  const boxes = viewer.runs[0].extras.sensors.slice(0, MOST_LISTED).map((sensor) =>
    check(sensor.name, false, (on) => {
      if (on) chosen.add(sensor.name);
      else chosen.delete(sensor.name);
      viewer.plot([...chosen]);
    }),
  );
  return boxes.length ? section("Plots", false, boxes) : null;
}

function traces(viewer) {
  const { points } = viewer.runs[0].extras;
  const boxes = points
    .slice(0, MOST_LISTED)
    .map(({ name }) => check(name, false, (on) => viewer.trace(name, on), viewer.colourOf("trace", name)));
  return boxes.length ? section("Traces", false, element("p", { class: "faint" }, "as what carries the camera sees them"), boxes) : null;
}

function arrows(viewer) {
  const boxes = viewer.runs[0].extras.sensors
    .filter((sensor) => sensor.place)
    .slice(0, MOST_LISTED)
    .map(({ name, units }) => check(`${name} [${units}]`, false, (on) => viewer.arrow(name, on), viewer.colourOf("arrow", name)));
  return boxes.length ? section("Vectors", false, boxes) : null;
}

function runs(viewer) {
  if (viewer.runs.length < 2) return null;
  const boxes = viewer.runs.map((run, i) => check(i ? `${run.name} (ghost)` : run.name, true, (on) => viewer.showRun(i, on), run.ghostColour));
  return section("Runs", true, boxes);
}

function help() {
  const keys = [
    ["space", "play, pause"],
    [", .", "a step back, on"],
    ["arrows", "turn"],
    ["+ −", "nearer, farther"],
    ["f", "see everything"],
    ["o", "parallel projection"],
    ["p", "save the picture"],
  ];
  return section("Keys", false, element("dl", {}, keys.flatMap(([key, what]) => [element("dt", {}, key), element("dd", {}, what)])));
}

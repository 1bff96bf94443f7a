// The parts of the page for new runs that ask for a fit or an optimization.

import { element, fill } from "../shared/dom.js";

const FUNCTIONS = ["final", "max", "min", "mean", "rms", "integral", "range", "peak"];

/**
 * `text()` is the deck, `take(files)` adds files to the submission, `read(text)` parses `a=1, b=2`;
 * {elements, asked() -> {fit} or {optimize} or {}, ask(fit, optimize)}.
 */
export function searchForm(text, take, read) {
  const data = new Set();
  const scalars = element("datalist", { id: "scalars" });
  const matches = element("datalist", { id: "matches" });
  const ranges = element("datalist", { id: "ranges" });
  const named = element("ul", { class: "files" });
  const chooser = element("input", { type: "file", multiple: true, hidden: true, accept: ".csv,.txt", "aria-label": "Measurements", onchange: add });
  chooser.addEventListener("click", () => (chooser.value = ""));
  const input = (placeholder, list, more = {}) => element("input", { type: "text", placeholder, list, onfocus: offer, ...more });
  const fit = {
    match: input("theta=angle, force=tip.x1", "matches"),
    parameters: input("L=0.5:3, c=0:2:0.1", "ranges"),
    free: input("offset:theta, delay:theta"),
    sigma: input("theta=0.01"),
    hold_out: element("input", { type: "number", min: 0, max: 0.9, step: 0.1, placeholder: "0" }),
    robust: element("input", { type: "checkbox" }),
  };
  const optimize = {
    goal: element("select", {}, ["minimize", "maximize"].map((value) => element("option", { value }, value))),
    scalar: input("rms(angle)", "scalars"),
    parameters: input("P=10:100, D=1:20", "ranges"),
    subject: element("textarea", { rows: 2, placeholder: "max(force) <= 20\none constraint per line" }),
    starts: element("input", { type: "number", min: 0, max: 1000, step: 1, placeholder: "0" }),
  };

  async function add() {
    const files = [...chooser.files];
    await take(files);
    for (const { name } of files) data.add(name);
    list();
  }

  function list() {
    fill(named, [...data].map((name) => element("li", {}, name, element("button", { class: "plain", title: `Do not fit ${name}`, onclick: () => (data.delete(name), list()) }, "×"))));
  }

  /** Offer what may be asked of this deck: its sensors, its parameters, and scalars of its sensors. */
  function offer() {
    const deck = text().replace(/!.*$/gm, "");
    const [sensors, parameters] = [found(deck, /@SENSOR_NAME\s*\{\s*"?([^}"]+?)"?\s*\}/g), found(deck, /@DESIGN_PARAMETER_NAME\s*\{\s*#?([^}]+?)\s*\}/g)];
    const options = (values) => values.map((value) => element("option", { value }));
    fill(scalars, options(sensors.flatMap((name) => FUNCTIONS.map((what) => `${what}(${name})`))));
    fill(matches, options(sensors.map((name) => `${name}=${name}`)));
    fill(ranges, options(parameters.map((name) => `${name}=`)));
  }

  function asked() {
    const fits = fit.match.value.trim() || fit.parameters.value.trim();
    const scalar = optimize.scalar.value.trim();
    if (fits && scalar) throw new Error("One run is either a fit or an optimization: leave the fields of the other empty.");
    if (fits) return { fit: fitAsked() };
    return scalar ? { optimize: { [optimize.goal.value]: scalar, parameters: read(optimize.parameters.value), subject_to: split(optimize.subject.value, /\n/), starts: Number(optimize.starts.value || 0) } } : {};
  }

  function fitAsked() {
    if (!data.size) throw new Error("A fit needs measurements: add a CSV file.");
    const sigma = Object.fromEntries(Object.entries(read(fit.sigma.value)).map(([name, value]) => [name, Number(value)]));
    const chosen = { match: split(fit.match.value, /,|\n/), free: split(fit.free.value, /,|\n/), parameters: read(fit.parameters.value), sigma };
    return { data: [...data], ...chosen, hold_out: Number(fit.hold_out.value || 0), loss: fit.robust.checked ? "huber" : "linear" };
  }

  /** Fill in an earlier search. Its data files must be added again. */
  function ask(before, sought) {
    if (before) {
      fit.match.value = before.match.join(", ");
      fit.free.value = before.free.join(", ");
      fit.parameters.value = together(before.parameters);
      fit.sigma.value = together(before.sigma);
      fit.hold_out.value = before.hold_out || "";
      fit.robust.checked = before.loss === "huber";
      fitting.open = true;
    }
    if (sought) {
      optimize.goal.value = sought.maximize ? "maximize" : "minimize";
      optimize.scalar.value = sought.maximize ?? sought.minimize;
      optimize.parameters.value = together(sought.parameters);
      optimize.subject.value = sought.subject_to.join("\n");
      optimize.starts.value = sought.starts || "";
      optimizing.open = true;
    }
  }

  const field = (label, one) => element("label", { class: "field" }, element("span", {}, label), one);
  const fitting = element("details", {}, element("summary", {}, "Fit to measurements"),
    named, element("button", { onclick: () => chooser.click() }, "Add measurements (CSV)"), chooser,
    field("match", fit.match), field("estimate", fit.parameters), field("also estimate", fit.free), field("deviations", fit.sigma), field("hold out", fit.hold_out), field("limit outliers", fit.robust),
    element("p", { class: "faint" }, "The first column of a file is time. L=0.5:3 estimates L between these bounds; a column matches sensor.component."), matches, ranges);
  const optimizing = element("details", {}, element("summary", {}, "Optimization"),
    field("goal", optimize.goal), field("scalar", optimize.scalar), field("change", optimize.parameters), field("subject to", optimize.subject), field("further starts", optimize.starts),
    element("p", { class: "faint" }, "A scalar is a formula such as rms(angle) + 0.1*max(force.x1)."), scalars);
  return { elements: [fitting, optimizing], asked, ask };
}

function found(deck, pattern) {
  return [...new Set([...deck.matchAll(pattern)].map(([, name]) => name))];
}

function split(text, separator) {
  return text.split(separator).map((part) => part.trim()).filter(Boolean);
}

function together(values) {
  return Object.entries(values).map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(":") : value}`).join(", ");
}

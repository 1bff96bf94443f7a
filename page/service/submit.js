// Write, paste or drop a deck; check it during typing; run it.

import { element, fill } from "../shared/dom.js";
import { check, post } from "./api.js";
import { createEditor } from "./editor.js";
import { master, read } from "./files.js";
import { failure, findings, heading } from "./parts.js";
import { searchForm } from "./searchform.js";

const KEPT = "rbsolve-draft";
const ASKED = "rbsolve-asked"; // storage key for the options of a run that is repeated
const EXAMPLE = `! A pendulum: a rod on a hinge, released from the horizontal.
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {0.8} }

@POINT_DEFINITION {
  @POINT_NAME {hinge} { @COORDINATES {0, 0, 0} }
  @POINT_NAME {middle} { @COORDINATES {#L/2, 0, 0} }
  @POINT_NAME {tip} { @COORDINATES {#L, 0, 0} }
}
@TRIAD_DEFINITION { @TRIAD_NAME {axis} { @ORIENTATION_E2 {0, 0, 1} @ORIENTATION_E3 {0, -1, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {rod} { @POINT1_NAME {middle} @TRIAD_NAME {TRIAD_INERTIAL} } }

@MASS_PROPERTY_DEFINITION {
  @MASS_PROPERTY_NAME {rod} { @MASS {1.2} @MOMENTS_OF_INERTIA {0.001, 1.2*#L^2/12, 1.2*#L^2/12} }
}
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {rod} { @FRAME_NAME {rod} @MASS_PROPERTY_NAME {rod} } }
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {hinge} { @CONNECTED_TO_BODIES {GROUND, rod} @AT_POINT {hinge} @TRIAD_NAME {axis} @DAMPER {0.02} }
}
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@ANALYSIS_DEFINITION {
  @ANALYSIS_NAME {swing} { @SIMULATION_TIME_RANGE {0, 5} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {5e-3} }
}
@SENSOR_DEFINITION {
  @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {rod} @POINT_NAME {tip} }
  @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {hinge} }
  @SENSOR_NAME {reaction} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {hinge} }
  @SENSOR_NAME {energy} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} }
}
@SHAPE_DEFINITION {
  @SHAPE_NAME {rod} { @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {rod} @DIMENSIONS {#L, 0.04, 0.04} @COLOUR {steelblue} }
  @SHAPE_NAME {bob} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {rod} @AT_POINT {tip} @DIMENSIONS {0.06} @COLOUR {tomato} }
}
`;

const FIELDS = [
  ["name", "name", "text", "as in the deck"],
  ["t_end", "end time [s]", "number", "as in the deck"],
  ["step", "time step [s]", "number", "as in the deck"],
  ["integrator", "integrator", "choice", "as in the deck"],
  ["formulation", "formulation", "choice", "as in the deck"],
  ["time_limit", "time limit [s]", "number", "as on the server"],
];

export function submitPage(host) {
  const includes = new Map();
  const status = element("p", { class: "status", role: "status", "aria-busy": "true" }); // busy while the text is unchecked
  const list = element("div", { class: "diagnostics" });
  const files = element("ul", { class: "files" });
  const inputs = new Map();
  const place = element("div", { class: "editor" });
  const run = element("button", { class: "primary", onclick: () => submit() }, "Run");

  const editor = createEditor(place, sessionStorage.getItem(KEPT) ?? EXAMPLE, {
    check: (text, signal) => {
      sessionStorage.setItem(KEPT, text);
      return check(text, Object.fromEntries(includes), signal);
    },
    found: (found, error) => {
      status.removeAttribute("aria-busy");
      show(found, error);
    },
    changed: () => status.setAttribute("aria-busy", "true"),
    submit: () => submit(),
  });

  window.rbsolve = { editor };

  function show(found, error) {
    if (error) {
      fill(list, failure(error));
      status.textContent = "not checked";
      return;
    }
    const errors = found.filter((finding) => finding.severity === "error").length;
    const warnings = found.filter((finding) => finding.severity === "warning").length;
    status.className = `status ${errors ? "bad" : "good"}`;
    status.textContent = errors || warnings ? [plural(errors, "error"), plural(warnings, "warning")].filter(Boolean).join(", ") : "no errors";
    fill(list, found.length ? null : element("p", { class: "faint" }, "no errors, no warnings"), findings(found, (finding) => finding.line && editor.show(finding.line, finding.column)));
  }

  async function submit() {
    run.disabled = true;
    try {
      const body = { deck: editor.text, includes: Object.fromEntries(includes) };
      for (const [name, , type] of FIELDS) {
        const value = inputs.get(name).value.trim();
        if (value) body[name] = type === "number" ? Number(value) : value;
      }
      body.name ??= nameOf(editor.text);
      if (!body.name) delete body.name;
      const parameters = readParameters(inputs.get("parameters").value);
      if (Object.keys(parameters).length) body.parameters = parameters;
      const grid = readParameters(inputs.get("grid").value);
      Object.assign(body, searched.asked());
      if ((body.fit || body.optimize) && Object.keys(grid).length) throw new Error("A study cannot search for parameters: leave `vary` empty.");
      const kind = Object.keys(grid).length ? "studies" : "jobs";
      const state = inputs.get("linearize").value.trim();
      if (state && kind === "studies") throw new Error("A study cannot be linearized: leave `linearize about` empty, or vary no parameter.");
      if (state) body.linearize = isNaN(state) ? state : Number(state);
      if (kind === "studies") body.grid = grid;
      if (kind === "studies" && every.value) body.every = Number(every.value);
      if (kind === "studies" && single.checked) body.float32 = true;
      const made = await post(`/${kind}`, body, { headers: { "Idempotency-Key": crypto.randomUUID() } });
      location.hash = `#/${kind}/${made.id}`;
    } catch (error) {
      if (error.problem?.diagnostics) show(error.problem.diagnostics);
      else fill(list, failure(error));
    }
    run.disabled = false;
  }

  function listFiles() {
    included.open ||= includes.size > 0;
    fill(
      files,
      [...includes.keys()].map((name) =>
        element("li", {}, name, element("button", { class: "plain", title: `Remove ${name}`, onclick: () => (includes.delete(name), listFiles(), editor.recheck()) }, "×")),
      ),
    );
  }

  /** A deck replaces the text, other files become included files. With `adds`, no file replaces the text. */
  async function take(given, adds = false) {
    editor.touch();
    const files = await Promise.all(given.map(read)).catch((error) => {
      fill(list, failure(error));
      return [];
    });
    const replaceable = !editor.text.trim() || editor.text === EXAMPLE;
    const chosen = adds ? null : master(files, editor.text, replaceable);
    for (const file of files) if (file !== chosen) includes.set(file.name, file.content);
    if (chosen) editor.text = chosen.text;
    listFiles();
    editor.recheck();
  }

  const chooser = element("input", { type: "file", multiple: true, hidden: true, onchange: () => take([...chooser.files]) });
  const adder = element("input", { type: "file", multiple: true, hidden: true, onchange: () => take([...adder.files], true) });
  for (const input of [chooser, adder]) input.addEventListener("click", () => (input.value = "")); // the user may choose the same file again
  host.addEventListener("dragover", (event) => event.preventDefault());
  host.addEventListener("drop", (event) => {
    event.preventDefault();
    take([...event.dataTransfer.files]);
  });

  const options = FIELDS.map(([name, label, type, hint]) => {
    const input = type === "choice" ? element("select", { onchange: () => name === "integrator" && offer() })
      : element("input", { type, placeholder: hint, ...(type === "number" ? { step: "any", min: 0 } : {}) });
    inputs.set(name, input);
    input.id = `asked-${name}`;
    return element("div", { class: "field" }, element("label", { htmlFor: input.id }, label), input); // the choices are not part of the label
  });
  /** Offer all methods, and the formulations of the chosen method. */
  function offer() {
    const { methods } = JSON.parse(document.getElementById("rbsolve-words").textContent);
    const [integrator, formulation] = [inputs.get("integrator"), inputs.get("formulation")];
    const known = methods[integrator.value] ?? [...new Set(Object.values(methods).flat())];
    for (const [choice, names] of [[integrator, Object.keys(methods)], [formulation, known]]) {
      const before = choice.value;
      fill(choice, ["", ...names].map((name) => element("option", { value: name }, name || "as in the deck")));
      choice.value = names.includes(before) ? before : "";
    }
  }

  /** Fill in the parameters and options of an earlier run. */
  function ask({ parameters, fit, optimize, ...others }) {
    searched.ask(fit, optimize);
    inputs.get("parameters").value = Object.entries(parameters ?? {}).map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(", ") : value}`).join(", ");
    for (const [name, value] of Object.entries(others)) {
      const input = inputs.get(name);
      if (!input) continue;
      if (input.type === "checkbox") input.checked = value;
      else input.value = String(value);
      if (name === "integrator") offer();
    }
  }

  const searched = searchForm(() => editor.text, (given) => take(given, true), readParameters);
  offer();
  const asked = sessionStorage.getItem(ASKED);
  sessionStorage.removeItem(ASKED);
  const included = element("details", {},
    element("summary", {}, "Included files"),
    element("p", { class: "faint" }, "Drop decks and included files anywhere on this page."),
    files,
    element("button", { onclick: () => adder.click() }, "Add files"), adder,
  );
  const parameters = element("input", { type: "text", placeholder: "L=0.9, k=40" });
  inputs.set("parameters", parameters);
  const linearize = element("input", { type: "text", placeholder: "start, end, equilibrium or a time [s]", list: "states" });
  inputs.set("linearize", linearize);
  const states = element("datalist", { id: "states" }, ["start", "end", "equilibrium"].map((value) => element("option", { value })));
  const grid = element("input", { type: "text", placeholder: "L=0.5:1:6, k=10, 20, 40" });
  inputs.set("grid", grid);
  const every = element("input", { type: "number", min: 1, step: 1, placeholder: "1: every row" });
  const single = element("input", { type: "checkbox" });
  inputs.set("every", every);
  inputs.set("float32", single);

  fill(
    host,
    element("div", { class: "submit" },
      element("section", { class: "writing" },
        element("div", { class: "bar" },
          heading(host, "New run"), status, element("span", { class: "gap" }),
          element("button", { onclick: () => chooser.click() }, "Open files"), chooser, run,
        ),
        place,
      ),
      element("aside", {},
        element("h2", {}, "Diagnostics"), list,
        element("details", { open: true }, element("summary", {}, "Overrides"),
          element("label", { class: "field" }, element("span", {}, "parameters"), parameters), options),
        element("details", { open: asked !== null && "linearize" in JSON.parse(asked) }, element("summary", {}, "Linearization"),
          element("label", { class: "field" }, element("span", {}, "linearize about"), linearize), states,
          element("p", { class: "faint" }, "Compute frequencies, damping and mode shapes about this state instead of the motion.")),
        element("details", { open: asked !== null && ["grid", "every", "float32"].some((name) => name in JSON.parse(asked)) }, element("summary", {}, "Study of many cases"),
          element("label", { class: "field" }, element("span", {}, "vary"), grid),
          element("p", { class: "faint" }, "The study solves every combination. 0.5:1:6 means six values from 0.5 to 1."),
          element("label", { class: "field" }, element("span", {}, "store every Nth row"), every),
          element("label", { class: "field" }, element("span", {}, "single precision"), single)),
        searched.elements,
        included,
        element("p", { class: "faint" }, "Ctrl+Enter starts the run. Tab indents the text. Escape and then Tab leave the editor."),
      ),
    ),
  );
  if (asked) ask(JSON.parse(asked));
  return () => editor.destroy();
}

/** `a=1, v=0, 0, 5` as {a: "1", v: "0, 0, 5"}: a name begins a new parameter. */
export function readParameters(text) {
  const parameters = {};
  for (const match of text.matchAll(/#?([A-Za-z0-9_]+)\s*=\s*([^=]*?)(?=\s*,\s*#?[A-Za-z0-9_]+\s*=|\s*$)/g)) parameters[match[1]] = match[2];
  return parameters;
}

/** Return the name of an unnamed run: the name of its analysis. */
function nameOf(deck) {
  return /@ANALYSIS_NAME\s*\{\s*"?([^}"]+?)"?\s*\}/.exec(deck.replace(/!.*$/gm, ""))?.[1];
}

function plural(count, word) {
  return count ? `${count} ${word}${count > 1 ? "s" : ""}` : "";
}

// The modes of a linearization: bodies oscillate about their positions, one mode at a time.

import { check, element, icon, select } from "../shared/dom.js";
import { short } from "../shared/histories.js";

const PLAY = "M7 4v16l13-8z";
const PAUSE = "M6 4h4v16H6zM14 4h4v16h-4z";
const PERIOD = 2; // displayed duration of a period [s]
const APERIODIC = 4; // repetition time [s] of modes that do not oscillate
const GONE = 0.03; // fraction of the first amplitude at which a decaying mode restarts
const LARGEST = 4; // largest amplitude, relative to the initially displayed amplitude
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Modes {
  /** The modes in a viewer if its first run has `extras.modes`. `element` is the bar with the controls. */
  constructor(viewer) {
    this.viewer = viewer;
    this.found = viewer.runs[0].extras.modes;
    this.chosen = null;
    this.amplitude = 1;
    this.decays = false;
    this.phase = 0; // displayed time [s] since the largest deflection of the mode
    this.#layout();
  }

  /** Return the first oscillating mode, which is shown at the start. */
  begin() {
    const first = this.found.modes.find(({ frequency }) => frequency > 0) ?? this.found.modes[0];
    this.choose(first ? first.number : null);
  }

  /** Show the mode of a number, or the model as it is. */
  choose(number) {
    const { clock } = this.viewer;
    const chosen = this.found.modes.find((mode) => mode.number === number) ?? null;
    this.chosen = null; // no mode is chosen while the time is set
    if (chosen) {
      clock.play(false);
      clock.set(this.found.time);
    }
    Object.assign(this, { chosen, time: clock.time, phase: 0 });
    this.list.value = String(chosen?.number ?? "");
    this.#say();
    this.swing(this.chosen !== null && !calm.matches);
    this.viewer.redraw();
  }

  /** The next mode, the first behind the last. */
  next() {
    const { modes } = this.found;
    this.choose(modes[(modes.indexOf(this.chosen) + 1) % modes.length].number);
  }

  /** Start or stop the oscillation. */
  swing(on = !this.swinging) {
    this.swinging = on && this.chosen !== null;
    this.button.replaceChildren(icon(this.swinging ? PAUSE : PLAY));
    this.button.setAttribute("aria-label", this.swinging ? "Stop the animation of the mode" : "Animate the mode");
    this.button.disabled = !this.chosen;
    cancelAnimationFrame(this.request);
    if (!this.swinging) return;
    let last = null;
    const tick = (now) => {
      this.phase += last === null ? 0 : (now - last) / 1000;
      last = now;
      this.viewer.redraw();
      this.request = requestAnimationFrame(tick);
    };
    this.request = requestAnimationFrame(tick);
  }

  /** Return the present factors of the real and the imaginary part of the mode shape. */
  factors() {
    const [real, imaginary] = this.chosen.eigenvalue;
    if (!imaginary) {
      const along = (this.phase % APERIODIC) / APERIODIC;
      // Undamped modes are periodic; otherwise a time constant lasts a quarter of the displayed time
      const size = real ? Math.exp((real < 0 ? -4 : 4) * along) / (real < 0 ? 1 : Math.exp(4)) : Math.cos(2 * Math.PI * along);
      return [this.amplitude * size, 0];
    }
    const growth = (2 * Math.PI * real) / Math.abs(imaginary); // growth exponent of one period
    let periods = this.phase / PERIOD;
    if (this.decays && growth) periods %= Math.max(1, Math.log(1 / GONE) / Math.abs(growth));
    const size = this.amplitude * (this.decays ? Math.exp(growth > 0 ? growth * periods + Math.log(GONE) : growth * periods) : 1);
    const angle = 2 * Math.PI * periods * Math.sign(imaginary);
    return [size * Math.cos(angle), -size * Math.sin(angle)];
  }

  /** Display the present phase of the mode in a run at the time of the linearization. */
  displace(run) {
    if (this.chosen) run.displace(this.found.bodies, this.chosen, ...this.factors());
  }

  destroy() {
    cancelAnimationFrame(this.request);
  }

  #layout() {
    const { modes, count } = this.found;
    this.list = select("Mode", [["", "as it is"], ...modes.map((mode) => [String(mode.number), `mode ${mode.number}: ${rate(mode)}`])], (value) => this.choose(value ? Number(value) : null), "");
    this.button = element("button", { class: "round small", onclick: () => this.swing() });
    const size = element("input", { type: "range", min: 0, max: LARGEST, step: 0.05, value: 1, "aria-label": "Amplitude", oninput: () => {
      this.amplitude = Number(size.value);
      this.#say();
      this.viewer.redraw();
    } });
    this.size = size;
    this.reach = element("output", { class: "faint" });
    this.facts = element("p", { class: "faint", role: "status" });
    const more = count > modes.length ? element("small", { class: "faint" }, `the ${modes.length} slowest of ${count}`) : null;
    this.element = element("section", { class: "modes", "aria-label": "Modes" },
      element("div", { class: "line" }, this.button, this.list, element("label", { class: "amplitude" }, element("span", {}, "amplitude"), size, this.reach),
        check("with its damping", false, (on) => ((this.decays = on), (this.phase = 0), this.#say(), this.viewer.redraw())), more),
      this.facts,
      this.found.steady ? null : element("p", { class: "unsteady" }, "The state is neither at rest nor steady. Only modes that are fast compared with its change are meaningful."));
  }

  #say() {
    const { chosen } = this;
    const [far, wide] = chosen ? extent(chosen) : [0, 0];
    this.reach.textContent = chosen ? `${short(far * this.amplitude, 2)} m, ${short((wide * this.amplitude * 180) / Math.PI, 2)}°` : "";
    this.size.setAttribute("aria-valuetext", this.reach.textContent);
    this.size.disabled = !chosen;
    this.facts.textContent = chosen ? words(chosen) : `${this.found.count} mode${this.found.count === 1 ? "" : "s"} about t = ${short(this.found.time)} s: ${this.found.stability}`;
  }
}

/** Return the approximate largest displacement [m] in any mode at its first amplitude, for a model of a size [m]; 0 without modes. */
export function room({ modes = [] } = {}, size) {
  return Math.max(0, ...modes.map(extent).map(([far, wide]) => far + (wide * size) / 4));
}

/** The largest displacement [m] and rotation [rad] of any body at the amplitude that is shown first. */
function extent({ real, imag }) {
  const size = (from) => Math.max(...real.map((row, i) => Math.hypot(...[0, 1, 2].map((k) => Math.hypot(row[from + k], imag[i][from + k])))));
  return [size(0), size(3)];
}

function rate({ frequency, eigenvalue: [real] }) {
  if (frequency > 0) return `${short(frequency, 4)} Hz`;
  return real ? `${real < 0 ? "decays" : "grows"} within ${short(1 / Math.abs(real), 3)} s` : "free";
}

/** Describe a mode in one line. */
function words(mode) {
  const { frequency, damping_ratio: ratio, eigenvalue: [real, imaginary], times, moves } = mode;
  const said = [];
  if (frequency > 0) {
    said.push(`${short(frequency, 6)} Hz`, `damping ratio ${short(100 * ratio, 3)} %${real > 0 ? ", so that it grows" : ""}`);
    const slower = PERIOD * frequency;
    if (slower > 1.05) said.push(`shown ${short(slower, 3)} times slower`);
    if (slower < 0.95) said.push(`shown ${short(1 / slower, 3)} times faster`);
  } else said.push(real ? `does not swing: ${real < 0 ? "decays" : "grows"} with a time constant of ${short(1 / Math.abs(real), 4)} s` : "free: no force restores the position");
  said.push(`λ = ${short(real, 4)}${imaginary ? ` ± ${short(Math.abs(imaginary), 6)} i` : ""} 1/s${times > 1 ? `, ${times} times` : ""}`);
  if (moves.length) said.push(`moves mostly ${moves.join(", ")}`);
  return said.join(" · ");
}

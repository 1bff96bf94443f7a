// The text over the picture: labels of the grid, axes, scale, a legend of vectors, names.

import { Vector3 } from "three";
import { element } from "../shared/dom.js";
import { short } from "../shared/histories.js";
import { niceStep } from "./ground.js";

const AXES = [["x", "#d94a4a"], ["y", "#3f9e4d"], ["z", "#3f6fd9"]];
const EDGE = 18; // distance [pixels] of text from the edge of the picture
const BUTTON = 40; // width [pixels] of the button for the controls
const CLOSEST = 44; // smallest distance [pixels] between labels of the grid
const ENOUGH = 3; // largest number of labels on a line of the grid
const BESIDE = [0, 18, -18]; // possible downward shifts of a name [pixels]
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

export class Overlay {
  constructor(host) {
    this.canvas = element("canvas", { class: "writing", "aria-hidden": "true" });
    host.append(this.canvas);
    this.visible = true;
    this.names = []; // [{text, place (Vector3)}]
    this.note = null; // note about parts that the picture omits
    this.vectors = []; // [{text, colour, units, scale [m per unit]}]
  }

  /** Write on the canvas over a picture of a size in CSS pixels. */
  draw(stage, width, height) {
    const ratio = devicePixelRatio;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.paint(this.canvas.getContext("2d"), stage, width, height, ratio);
  }

  /** Write into a context whose pixels are `ratio` a CSS pixel. */
  paint(context, stage, width, height, ratio) {
    this.written = [];
    if (!this.visible) return;
    const style = getComputedStyle(stage.host);
    this.ink = style.getPropertyValue("--text").trim();
    this.faint = style.getPropertyValue("--faint").trim();
    this.halo = style.getPropertyValue("--stage").trim();
    Object.assign(this, { context, stage, width, height });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.lineJoin = "round";
    if (stage.ground?.group.visible) this.#grid(stage.ground);
    this.#axes();
    this.#scale();
    this.#names();
    const inset = stage.inset ? stage.insetBox() : null;
    if (inset) this.#inset(inset);
    if (this.note) this.#note(inset ? inset.y + inset.height + EDGE : EDGE);
  }

  /** Return the position of a point in the picture; null behind the camera. */
  place(point) {
    const { camera } = this.stage.orbit;
    const seen = new Vector3().copy(point).project(camera);
    if (!(seen.z > -1 && seen.z < 1)) return null;
    return { x: ((seen.x + 1) / 2) * this.width, y: ((1 - seen.y) / 2) * this.height };
  }

  #write(text, x, y, { align = "center", size = 11, colour = this.faint, weight = 400 } = {}) {
    const { context } = this;
    context.font = `${weight} ${size}px ${FONT}`;
    context.textAlign = align;
    context.textBaseline = "middle";
    context.strokeStyle = this.halo;
    context.lineWidth = 3;
    context.strokeText(text, x, y);
    context.fillStyle = colour;
    context.fillText(text, x, y);
    this.written.push({ text, x, y });
  }

  /** Write the note in lines that end left of the button at the corner. */
  #note(top) {
    const { context } = this;
    context.font = `11px ${FONT}`;
    let line = "";
    let y = top;
    for (const word of this.note.split(" ")) {
      const longer = line ? `${line} ${word}` : word;
      if (line && context.measureText(longer).width > this.width - 2 * EDGE - BUTTON) {
        this.#write(line, EDGE, y, { align: "left" });
        [line, y] = [word, y + 15];
      } else line = longer;
    }
    this.#write(line, EDGE, y, { align: "left" });
  }

  /** Draw coordinates [m] along the two visible grid lines that are nearest to the camera. */
  #grid({ step, height }) {
    const eye = new Vector3().setFromMatrixPosition(this.stage.orbit.camera.matrixWorld);
    const focus = this.stage.focus;
    const count = Math.ceil(this.stage.radius / step);
    const rows = [
      { name: "x", middle: focus.x, across: focus.y, towards: eye.y, point: (value, at) => new Vector3(value, at, height) },
      { name: "y", middle: focus.y, across: focus.x, towards: eye.x, point: (value, at) => new Vector3(at, value, height) },
    ];
    const written = [];
    for (const { name, middle, across, towards, point } of rows) {
      let best = [];
      for (let k = count; k >= 0 && best.length < ENOUGH; k--) {
        const at = (Math.round(across / step) + Math.sign(towards - across || 1) * k) * step;
        const found = this.#labels({ name, step, count, first: Math.round(middle / step), point: (value) => point(value, at) }, written);
        if (found.length > best.length) best = found;
      }
      for (const { text, x, y } of best) this.#write(text, x, y, { size: 10.5 });
      written.push(...best);
    }
  }

  /** Labels on a line of the grid: as many as fit beside existing text. */
  #labels({ name, step, count, first, point }, written) {
    const found = [];
    const eye = new Vector3().setFromMatrixPosition(this.stage.orbit.camera.matrixWorld);
    for (let i = first - count; i <= first + count; i++) {
      const at = point(i * step);
      const place = this.place(at);
      if (!place || place.x < EDGE || place.x > this.width - EDGE || place.y < EDGE || place.y > this.height - EDGE) continue;
      const number = short(i * step, 4);
      const text = found.length ? number : `${name} = ${number} m`;
      const half = 3.2 * text.length; // approximate width at this font size
      const near = ({ x, y, text: other }) => Math.hypot(place.x - x, place.y + 8 - y) < CLOSEST || (Math.abs(place.y + 8 - y) < 14 && Math.abs(place.x - x) < half + 3.2 * other.length + 6);
      if (this.#isTaken(place, half) || place.x < half + 4 || place.x > this.width - half - 4 || found.some(near) || written.some(near)) continue;
      if (this.stage.runs()[0]?.covers(eye, at)) continue;
      found.push({ text, x: place.x, y: place.y + 8 });
    }
    return found;
  }

  /** Whether the axes or the scale cover a text of half a width at a place. */
  #isTaken({ x, y }, half) {
    const scales = y > this.height - 52 - 34 * this.vectors.filter(({ scale }) => scale > 0).length && x + half > this.width - 170;
    return scales || (y > this.height - 110 && x - half < 100);
  }

  /** The inertial axes, as the camera sees them. */
  #axes() {
    const { context } = this;
    const [x, y, length] = [EDGE + 28, this.height - EDGE - 28, 28];
    const turn = this.stage.orbit.camera.matrixWorldInverse;
    const seen = AXES.map(([name, colour], i) => {
      const axis = new Vector3().setComponent(i, 1).transformDirection(turn);
      return { name, colour, axis };
    }).sort((a, b) => a.axis.z - b.axis.z);
    for (const { name, colour, axis } of seen) {
      const [dx, dy] = [axis.x * length, -axis.y * length];
      context.strokeStyle = colour;
      context.lineWidth = 2.5;
      context.lineCap = "round";
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + dx, y + dy);
      context.stroke();
      if (Math.hypot(dx, dy) > 4) this.#write(name, x + 1.35 * dx, y + 1.35 * dy, { colour, weight: 600, size: 12 });
    }
  }

  /** Draw the length scale for the middle of the picture, and the scales of vectors. */
  #scale() {
    const pixels = this.stage.pixelsPerMetre(this.height);
    const right = this.width - EDGE;
    let y = this.height - EDGE;
    const length = niceStep(80 / pixels);
    this.#bar(right - length * pixels, right, y, this.ink);
    this.#write(lengthWords(length), right - (length * pixels) / 2, y - 11, { colour: this.ink });
    for (const { text, colour, units, scale } of [...this.vectors].reverse()) {
      if (!(scale > 0)) continue;
      y -= 34;
      const value = niceStep(60 / (pixels * scale));
      this.#arrow(right - value * scale * pixels, right, y, colour);
      this.#write(`${text}: ${short(value, 3)} ${units}`, right, y - 11, { align: "right", colour: this.ink });
    }
  }

  #bar(from, to, y, colour) {
    const { context } = this;
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.lineCap = "butt";
    context.beginPath();
    for (const [x0, y0, x1, y1] of [[from, y, to, y], [from, y - 4, from, y + 4], [to, y - 4, to, y + 4]]) {
      context.moveTo(x0, y0);
      context.lineTo(x1, y1);
    }
    context.stroke();
  }

  #arrow(from, to, y, colour) {
    const { context } = this;
    context.fillStyle = colour;
    const head = Math.min(10, 0.5 * (to - from));
    context.fillRect(from, y - 1.5, to - from - head, 3);
    context.beginPath();
    context.moveTo(to, y);
    context.lineTo(to - head, y - 4.5);
    context.lineTo(to - head, y + 4.5);
    context.fill();
  }

  /** Draw names at their places, or just below or above other names; the first names have priority. */
  #names() {
    const { context } = this;
    const taken = [];
    for (const { text, place } of this.names) {
      const at = this.place(place);
      if (!at) continue;
      context.font = `600 12px ${FONT}`;
      const half = context.measureText(text).width / 2 + 3;
      const boxes = BESIDE.map((shift) => [at.x - half, at.y + shift - 9, at.x + half, at.y + shift + 9]);
      const box = boxes.find((one) => !taken.some((other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]));
      if (!box) continue;
      taken.push(box);
      this.#write(text, at.x, box[1] + 9, { colour: this.ink, weight: 600, size: 12 });
    }
  }

  #inset({ x, y, width, height }) {
    const { context } = this;
    context.strokeStyle = this.faint;
    context.lineWidth = 1;
    context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    this.#write("from space", x + 8, y + 12, { align: "left" });
  }
}

/** A length in the unit in which it is a short number. */
function lengthWords(length) {
  if (length >= 1000) return `${short(length / 1000, 3)} km`;
  if (length >= 0.1) return `${short(length, 3)} m`;
  return length >= 1e-3 ? `${short(1000 * length, 3)} mm` : `${short(1e6 * length, 3)} µm`;
}

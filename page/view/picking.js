// Shows the name of the part under the pointer, and handles clicks.

import { Raycaster, Vector2 } from "three";
import { element } from "../shared/dom.js";

const STILL = 5; // largest movement of the pointer during a click [pixels]

/**
 * Watch a stage; `root()` returns the selectable parts. `chosen(part)` is called with the clicked part, or null. Returns `{at(x,
 * y)}`, the part at a place in CSS pixels.
 */
export function picking(stage, root, chosen) {
  const { canvas, host } = stage;
  const tip = element("div", { class: "tip", hidden: true });
  host.append(tip);
  const ray = new Raycaster();
  let waiting = null;
  let pressed = null;

  function at(x, y) {
    const place = new Vector2((2 * x) / host.clientWidth - 1, 1 - (2 * y) / host.clientHeight);
    ray.setFromCamera(place, stage.orbit.camera);
    const hits = ray.intersectObject(root(), true).filter(({ object }) => isShown(object));
    return hits[0]?.object.userData.part ?? null;
  }

  function hover(event) {
    waiting = null;
    const part = pressed ? null : at(event.offsetX, event.offsetY);
    tip.hidden = !part;
    if (!part) return;
    tip.textContent = titleOf(part);
    const left = Math.min(event.offsetX + 14, host.clientWidth - tip.offsetWidth - 6);
    tip.style.transform = `translate(${left}px, ${Math.max(4, event.offsetY - 30)}px)`;
  }

  canvas.addEventListener("pointermove", (event) => {
    waiting ??= requestAnimationFrame(() => hover(event));
  });
  canvas.addEventListener("pointerleave", () => (tip.hidden = true));
  canvas.addEventListener("pointerdown", (event) => {
    pressed = { x: event.offsetX, y: event.offsetY };
    tip.hidden = true;
  });
  canvas.addEventListener("pointerup", (event) => {
    const moved = pressed ? Math.hypot(event.offsetX - pressed.x, event.offsetY - pressed.y) : Infinity;
    pressed = null;
    if (moved < STILL && event.button === 0 && !event.shiftKey) chosen(at(event.offsetX, event.offsetY));
  });
  return { at };
}

/** A kind in words: `revolute joint`. */
export function kindOf({ kind, type, shape }) {
  const words = (name) => name.toLowerCase().replaceAll("_", " ");
  if (kind === "joint" && type) return `${words(type)} joint`;
  if (kind === "spring" && type) return words(type);
  if (kind === "shape" && shape) return words(shape);
  return { box: "body", link: "body", ground: "ground" }[kind] ?? kind;
}

export function titleOf(part) {
  const own = `${part.name} · ${kindOf(part)}`;
  return ["shape", "frame", "contact"].includes(part.kind) && part.body !== part.name ? `${own} of ${part.body}` : own;
}

function isShown(object) {
  for (let one = object; one; one = one.parent) if (!one.visible) return false;
  return true;
}

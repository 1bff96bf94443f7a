// The bar below the picture: play, scrub, time, speed.

import { element, icon, select } from "../shared/dom.js";
import { short } from "../shared/histories.js";

const PLAY = "M7 4v16l13-8z";
const PAUSE = "M6 4h4v16H6zM14 4h4v16h-4z";
const BACK = "M6 5h2v14H6zM20 5v14L9 12z";
const STEPS = 2000; // number of steps of the slider

export function transport(clock) {
  const play = element("button", { class: "round", title: "Play or pause (space)", "aria-label": "Play", onclick: () => clock.play() });
  const back = element("button", { class: "round small", title: "Go to the start (Home)", "aria-label": "Go to the start", onclick: () => clock.set(clock.start) }, icon(BACK));
  const slider = element("input", { type: "range", min: 0, max: STEPS, step: "any", "aria-label": "Time" });
  slider.addEventListener("input", () => clock.set(clock.start + (clock.duration * slider.value) / STEPS));
  const whole = element("span", { class: "faint end" });
  const readout = element("output", { class: "time" });
  const speed = select(
    "Speed",
    clock.speeds.map((value) => [String(value), `${value} ×`]),
    (value) => (clock.speed = Number(value)),
    String(clock.speed),
  );
  const digits = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(clock.duration || 1))));
  let shown = null;
  clock.on((time, playing) => {
    if (shown !== playing) play.replaceChildren(icon(playing ? PAUSE : PLAY));
    shown = playing;
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    slider.value = clock.duration ? (STEPS * (time - clock.start)) / clock.duration : 0;
    whole.textContent = `of ${short(clock.end)} s`;
    readout.textContent = `${time.toFixed(digits)} s`;
  });
  clock.set(clock.time);
  return element("div", { class: "transport" }, play, back, slider, readout, whole, speed);
}

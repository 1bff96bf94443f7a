// Pictures and films of a viewer, as files.

import { download } from "../shared/dom.js";
import { animatedPng } from "./animated.js";
import { film, RATE } from "./film.js";

const PNG_RATE = 15; // frame rate of an animated PNG [1/s]

/** Save the picture at a multiple of its size; the size is limited by the graphics hardware. */
export async function savePicture({ stage, title }, scale = devicePixelRatio) {
  const canvas = stage.pictured(Math.min(scale, stage.largest));
  download(`${title}.png`, await new Promise((resolve) => canvas.toBlob(resolve, "image/png")));
}

/**
 * Save the motion between two times [s], at the present speed, as a film: `webm` or `png`; `told(share)` reports the progress.
 */
export async function saveFilm({ stage, title, clock }, told, kind = "webm", from = clock.start, to = clock.end) {
  clock.play(false);
  const before = clock.time;
  const rate = kind === "png" ? PNG_RATE : RATE;
  const count = Math.max(2, Math.round(((to - from) / clock.speed) * rate) + 1);
  try {
    const draw = async (i) => {
      clock.set(from + ((to - from) * i) / (count - 1));
      return stage.pictured(1);
    };
    download(`${title}.${kind}`, await (kind === "png" ? animatedPng(count, rate, draw, told) : film(count, draw, told)));
  } finally {
    clock.set(before);
  }
}

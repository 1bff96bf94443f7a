// The 3D view beside plots. It is loaded only on demand, because it is the largest part.

import { element, fill } from "../shared/dom.js";
import { failure } from "./parts.js";

let style;

/** A viewer in an element, linked with the selected plots beside it; returns {refresh, latest, end}. */
export async function open3d(host, sources, { plots, choose }) {
  try {
    style ??= loadStyle("/view-style.css");
    const [{ createViewer }] = await Promise.all([import("./view.js"), style]);
    fill(host);
    const viewer = await createViewer(host, sources, { compact: true, onplot: choose });
    if (!viewer) return null;
    viewer.clock.on((time) => plots.setTime(time));
    plots.onpick = (time) => viewer.clock.set(time);
    window.rbsolve = { ...window.rbsolve, viewer };
    return { refresh: () => viewer.refresh(), latest: () => viewer.clock.set(viewer.clock.end), end: () => viewer.destroy() };
  } catch (error) {
    fill(host, failure(error));
    return null;
  }
}

function loadStyle(address) {
  return new Promise((resolve, reject) => {
    document.head.prepend(element("link", { rel: "stylesheet", href: address, onload: resolve, onerror: reject }));
  });
}

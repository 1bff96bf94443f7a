// The model in 3D beside the plots of a run, linked in time.

import { element, fill } from "../shared/dom.js";
import { chooser } from "./chooser.js";
import { open3d } from "./scene.js";

/** The model and plots of a run side by side; {chosen, scene, open(), end}. */
export function linked(host, own, { sensors, diagnostics }) {
  const picture = element("div", { class: "model" }, element("p", { class: "faint" }, "loading the model …"));
  const plots = element("div", { class: "results" });
  fill(host, element("div", { class: "linked" }, picture, plots));
  const chosen = chooser(plots, [own], [...sensors, ...diagnostics]);
  const open = () => open3d(picture, [own], chosen);
  const parts = { chosen, open, scene: open(), end: () => {
    chosen.end();
    parts.scene.then((shown) => shown?.end());
  } };
  return parts;
}

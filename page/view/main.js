// The page of `rbsolve view` and of reports: a viewer of the runs that the page lists.

import { element, fill } from "../shared/dom.js";
import { EmbeddedSource, HttpSource } from "./sources.js";
import { createViewer } from "./viewer.js";

export { createViewer, EmbeddedSource, HttpSource };

const list = document.getElementById("rbsolve-runs");
if (list) start(JSON.parse(list.textContent));

async function start(runs) {
  const host = document.getElementById("viewer");
  const sources = runs.map(({ label, address, id, deck }) => (id ? new EmbeddedSource(label, id, deck) : new HttpSource(label, address, deck)));
  try {
    const viewer = await createViewer(host, sources);
    host.tabIndex = -1;
    if (window === window.parent) host.focus(); // within another page, the focus would scroll that page
    window.rbsolve = { viewer };
  } catch (error) {
    fill(host, element("p", { class: "failure", role: "alert" }, `The motion cannot be shown: ${error.message}`));
  }
}

// Where a run's files come from: addresses of a server, or this page itself.

import { decodeHistories } from "../shared/histories.js";

/** Files under an address: `motion.glb` and `sensors?names=...`; `headers()` are sent with each request. */
export class HttpSource {
  constructor(label, address, headers = () => ({})) {
    Object.assign(this, { label, address, headers });
  }

  async glb() {
    return (await this.#get("motion.glb")).arrayBuffer();
  }

  async histories(names, from, to, pixels) {
    const query = new URLSearchParams({ names: names.join(",") });
    if (from !== undefined) query.set("from", from);
    if (to !== undefined) query.set("to", to);
    if (pixels) query.set("px", pixels);
    return decodeHistories(await (await this.#get(`sensors?${query}`)).arrayBuffer());
  }

  async #get(path) {
    const answer = await fetch(`${this.address}/${path}`, { headers: this.headers() });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
    return answer;
  }
}

/** Files in elements of this page, as base64; each sensor whole. */
export class EmbeddedSource {
  constructor(label, id) {
    Object.assign(this, { label, id });
  }

  async glb() {
    return embedded(`${this.id}-motion`);
  }

  async histories(names) {
    this.all ??= decodeHistories(embedded(`${this.id}-sensors`));
    const sensors = names.map((name) => this.all.sensors.find((sensor) => sensor.name === name));
    if (sensors.includes(undefined)) throw new Error(`no sensor ${names}`);
    return { ...this.all, sensors };
  }
}

function embedded(id) {
  const text = atob(document.getElementById(id).textContent.trim());
  return Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer;
}

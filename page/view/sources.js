// The sources of a run's files: a server, or the page itself.

import { decodeHistories } from "../shared/histories.js";

/** Files under an address: `motion.glb` and `sensors?names=...`; `headers()` are sent with each request. */
export class HttpSource {
  constructor(label, address, deck = "", headers = () => ({})) {
    Object.assign(this, { label, address, deck, headers });
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

/** Files in elements of this page, compressed by gzip, in base64; each sensor is stored at full resolution. */
export class EmbeddedSource {
  constructor(label, id, deck = "") {
    Object.assign(this, { label, id, deck, parts: {} });
  }

  async glb() {
    return embedded(`${this.id}-motion`);
  }

  async histories(names) {
    const part = names[0]?.startsWith("contacts/") ? "contacts" : "sensors";
    const all = await (this.parts[part] ??= embedded(`${this.id}-${part}`).then(decodeHistories));
    const sensors = names.map((name) => all.sensors.find((sensor) => sensor.name === name));
    if (sensors.includes(undefined)) throw new Error(`no sensor ${names}`);
    return { ...all, sensors };
  }
}

function embedded(id) {
  const text = atob(document.getElementById(id).textContent.trim());
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

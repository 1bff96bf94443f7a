// Requests to the service. If the server requires a token, it is stored for this tab only.

import { decodeHistories } from "../shared/histories.js";

const BASE = "/api/v1";
const KEY = "rbsolve-token";
const SHARED = "rbsolve-shared";
const RETRY = 1000; // delay [ms] before a broken stream of events is opened again

/** Processor time [s] that the server has used for this page, if the server reports it. */
export const spent = { seconds: 0 };

/** Return the server's error message. */
export class ApiError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `the server answers ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

/** Return whether the server accepts a token; throws ApiError for any other failure. */
export async function accepts(held) {
  const answer = await fetch(`${BASE}/jobs?limit=1`, { headers: { Authorization: `Bearer ${held}` } });
  if (answer.ok || answer.status === 401) return answer.ok;
  throw new ApiError(answer.status, await answer.json().catch(() => ({})));
}

export const token = {
  get: () => sessionStorage.getItem(KEY),
  /** Store a token; a `shared` token permits only reading. */
  set: (value, shared = false) => {
    if (value) sessionStorage.setItem(KEY, value);
    else sessionStorage.removeItem(KEY);
    if (value && shared) sessionStorage.setItem(SHARED, "true");
    else sessionStorage.removeItem(SHARED);
  },
  get shared() {
    return sessionStorage.getItem(SHARED) !== null;
  },
};

export function headers(more = {}) {
  const held = token.get();
  return held ? { Authorization: `Bearer ${held}`, ...more } : more;
}

/** Send a request. Throws ApiError, with status 0 if the server cannot be reached. */
export async function request(path, options = {}) {
  let answer;
  try {
    answer = await fetch(BASE + path, { ...options, headers: headers(options.headers) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, { detail: "the server cannot be reached" });
  }
  const worked = /dur=([\d.]+)/.exec(answer.headers.get("Server-Timing") ?? "");
  if (worked) spent.seconds += Number(worked[1]) / 1000;
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  if (answer.status === 401) window.dispatchEvent(new Event("rbsolve-signed-out"));
  throw new ApiError(answer.status, problem);
}

export async function get(path) {
  return (await request(path)).json();
}

export async function post(path, body, more = {}) {
  const options = { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...more.headers }, signal: more.signal };
  return (await request(path, options)).json();
}

export async function check(deck, includes, signal) {
  return post("/check", { deck, includes }, { signal });
}

/** Every page of a list, up to `most` entries. */
export async function list(kind, query = {}, most = 200) {
  const entries = [];
  let cursor = null;
  do {
    const search = new URLSearchParams({ limit: 100, ...query, ...(cursor ? { cursor } : {}) });
    const answer = await get(`/${kind}?${search}`);
    entries.push(...(answer[kind] ?? answer.items ?? answer));
    cursor = answer.next ?? answer.next_cursor ?? null;
  } while (cursor && entries.length < most);
  return entries;
}

/** Return the histories of a job; without names, only the list of histories. */
export async function histories(id, names, from, to, pixels) {
  const query = new URLSearchParams();
  if (names?.length) query.set("names", names.join(","));
  if (from !== undefined) query.set("from", from);
  if (to !== undefined) query.set("to", to);
  if (pixels) query.set("px", pixels);
  return decodeHistories(await (await request(`/jobs/${id}/sensors?${query}`)).arrayBuffer());
}

/** Quantiles of a column over all cases of a study; without a name, the sensors with envelopes. */
export async function quantiles(id, name, column) {
  const query = name === undefined ? "" : `?${new URLSearchParams({ name, column })}`;
  return decodeHistories(await (await request(`/studies/${id}/envelope${query}`)).arrayBuffer());
}

/** A run as plots and the viewer want it. */
export function source(id, label, deck = "") {
  return {
    label,
    deck,
    glb: async () => (await request(`/jobs/${id}/motion.glb`)).arrayBuffer(),
    histories: (names, from, to, pixels) => histories(id, names, from, to, pixels),
  };
}

/**
 * Server-sent events of a job until `signal` is aborted or `on(event, data)` returns true; broken streams are resumed.
 * `connected(there)` is called when a stream opens or breaks.
 */
export async function events(id, signal, on, connected = () => {}) {
  let last = null;
  while (!signal.aborted) {
    try {
      const answer = await request(`/jobs/${id}/events`, { signal, headers: last ? { "Last-Event-ID": last } : {} });
      connected(true);
      for await (const event of messages(answer.body)) {
        last = event.id ?? last;
        if (on(event.event, event.data ? JSON.parse(event.data) : {})) return;
      }
    } catch (error) {
      if (signal.aborted || error.status === 401 || error.status === 404) return;
    }
    connected(false);
    await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
}

async function* messages(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value.replaceAll("\r\n", "\n");
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const event = {};
      for (const line of text.slice(0, end).split("\n")) {
        const colon = line.indexOf(":");
        if (colon <= 0) continue;
        const field = line.slice(0, colon);
        const content = line.slice(colon + 1).replace(/^ /, "");
        event[field] = field === "data" && event.data ? `${event.data}\n${content}` : content;
      }
      text = text.slice(end + 2);
      if (event.event || event.data) yield event;
    }
  }
}

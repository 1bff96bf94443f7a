// Small parts that several pages share.

import { element } from "../shared/dom.js";
import { short } from "../shared/histories.js";
import { post, request, token } from "./api.js";

const STATES = { queued: "waiting", running: "running", complete: "complete", failed: "failed", cancelled: "cancelled" };
export const FINAL = new Set(["complete", "failed", "cancelled"]);

/** The heading of a page. It is also the window title, unless the page was left. */
export function heading(host, text, title = text) {
  if (host.isConnected) document.title = `${title} · rbsolve`;
  return element("h1", {}, text);
}

export function badge(state) {
  return element("span", { class: `badge ${state}` }, STATES[state] ?? state);
}

export function progressBar(job) {
  const fraction = job.state === "complete" ? 1 : (job.progress?.fraction ?? 0);
  return element("progress", { max: 1, value: fraction, "aria-label": "Progress" });
}

/** `t = 0.42 s · 42 % · 1.3 × real time · 8 s left`; without time and rate if `brief`. */
export function progressWords(job, brief = false) {
  const { time, fraction, rate } = job.progress ?? {};
  const words = [];
  if (Number.isFinite(time) && !brief) words.push(`t = ${Number(time.toPrecision(5))} s`);
  if (Number.isFinite(fraction)) words.push(`${fraction < 0.1 ? short(100 * fraction, 2) : Math.floor(100 * fraction)} %`);
  if (Number.isFinite(rate) && rate > 0 && !brief) words.push(`${Number(rate.toPrecision(2))} × real time`);
  if (fraction > 0 && fraction < 1 && time > 0 && rate > 0) words.push(`${duration(((1 - fraction) / fraction) * (time / rate))} left`);
  return words.join(" · ");
}

/** Seconds in words: `8 s`, `3 min`, `2 h 10 min`. */
export function duration(seconds) {
  if (seconds < 1) return `${Number(seconds.toPrecision(2))} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

/** Return the time since a moment, with the moment itself as a tooltip. */
export function ago(moment) {
  if (!moment) return element("span", {}, "");
  const then = typeof moment === "number" ? new Date(1000 * moment) : new Date(moment);
  const seconds = Math.max(0, (Date.now() - then) / 1000);
  const [size, unit] = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]].find(([length]) => seconds >= length) ?? [1, "s"];
  return element("time", { title: then.toLocaleString(), dateTime: then.toISOString() }, seconds < 5 ? "just now" : `${Math.floor(seconds / size)} ${unit} ago`);
}

/** Delete an ended run or study after a confirmation; then call `gone()`. */
export function deleter(kind, one, gone) {
  const name = one.name || one.id;
  return element("button", { class: "plain owner", title: `Delete ${name}`, onclick: async () => {
    if (!confirm(`Delete ${name} with all its results? This cannot be undone.`)) return;
    await request(`/${kind}/${one.id}`, { method: "DELETE" }).catch((error) => alert(error.message));
    gone();
  } }, "delete");
}

/** Create, copy or revoke a link for reading a run or study. Only available if this server requires tokens. */
export function sharer(kind, one) {
  if (!token.get()) return null;
  const path = `/${kind}/${one.id}/share`;
  const link = element("input", { type: "text", readOnly: true, "aria-label": "Link" });
  const note = element("p", { class: "faint", role: "status" }, "This link gives read access to this run or study only. The link is shown only once.");
  const copy = element("button", { class: "primary", onclick: () => navigator.clipboard?.writeText(link.value).then(() => (note.textContent = "copied"), () => link.select()) }, "Copy");
  const revoke = element("button", { onclick: () => request(path, { method: "DELETE" }).then(() => ((link.value = ""), (note.textContent = "All links are revoked.")), (error) => (note.textContent = error.message)) }, "Revoke all links");
  const dialog = element("dialog", { class: "share", "aria-label": "Share" }, element("h2", {}, `Share ${one.name || one.id}`), link, note,
    element("div", { class: "bar" }, copy, revoke, element("span", { class: "gap" }), element("button", { onclick: () => dialog.close() }, "Close")));
  const open = async () => {
    try {
      const { page } = await post(path, {});
      link.value = location.origin + page;
      document.body.append(dialog);
      dialog.showModal();
      link.select();
    } catch (error) {
      alert(error.message);
    }
  };
  dialog.addEventListener("close", () => dialog.remove());
  return element("button", { class: "owner", onclick: open }, "Share …");
}

/** Display the used storage, its limit, and the retention time. */
export function usageWords({ kept, bytes, limits }) {
  const most = [limits.bytes, limits.keep_bytes].filter((limit) => limit != null);
  const size = most.length ? `${megabytes(bytes)} of ${megabytes(Math.min(...most))}` : megabytes(bytes);
  const words = [`${kept === 1 ? "1 run or study" : `${kept} runs and studies`} kept, ${size}`];
  if (limits.keep_days != null) words.push(`deleted after ${limits.keep_days} day${limits.keep_days === 1 ? "" : "s"}`);
  if (limits.keep_bytes != null) words.push("the oldest results are deleted beyond this limit");
  return words.join(" · ");
}

/** Bytes in words. */
export function megabytes(bytes) {
  if (bytes < 1e6) return `${short(bytes / 1e3, 3)} kB`;
  return bytes < 1e9 ? `${short(bytes / 1e6, 3)} MB` : `${short(bytes / 1e9, 3)} GB`;
}

export function failure(error) {
  return element("p", { class: "failure", role: "alert" }, error.message ?? String(error));
}

/** Merge identical diagnostics of the same object: the first one, with the number and the last time of its repetitions. */
function folded(list) {
  const kinds = new Map();
  for (const finding of list) {
    const key = JSON.stringify([finding.severity, finding.code, finding.object, finding.message, finding.line]);
    const known = kinds.get(key);
    if (known) Object.assign(known, { times: known.times + 1, last: finding.time });
    else kinds.set(key, { ...finding, times: 1 });
  }
  return [...kinds.values()];
}

/** A message whose words in `backquotes` are code. */
function worded(message) {
  return message.split("`").map((part, i) => (i % 2 ? element("code", {}, part) : part));
}

/** A list of diagnostics; a click calls `onpick(finding)`. */
export function findings(list, onpick) {
  return element(
    "ol",
    { class: "findings" },
    (onpick ? list : folded(list)).map((finding) => {
      const subject = finding.object && !finding.line && !finding.message.startsWith(finding.object) ? `${finding.object}: ` : null;
      const again = finding.times > 1 ? `${finding.times} times, until t = ${short(finding.last, 6)} s` : null;
      const place = Number.isFinite(finding.time) ? `t = ${short(finding.time, 6)} s` : finding.line ? [finding.line, finding.column].filter(Boolean).join(":") : "";
      const content = [
        element("span", { class: `severity ${finding.severity}` }, finding.severity),
        element("span", { class: "place" }, place),
        element("span", {}, subject, worded(finding.message), again ? element("small", {}, again) : null, finding.hint ? element("small", {}, worded(finding.hint)) : null),
      ];
      const button = onpick ? element("button", { class: "plain", onclick: () => onpick(finding) }, content) : element("div", {}, content);
      return element("li", {}, button);
    }),
  );
}

/**
 * Tabs: `tabs([[name, make], ...])`; `make(host, isOver)` fills a tab when it is first shown, and may return a function that ends it.
 * `isOver()` tells whether the user has left the tabs meanwhile.
 */
export function tabs(entries, chosen = 0) {
  const ends = [];
  let ended = false;
  const buttons = [];
  const bodies = entries.map(() => element("div", { class: "tab", role: "tabpanel", hidden: true }));
  const made = new Set();
  const choose = (index) => {
    buttons.forEach((button, i) => {
      button.setAttribute("aria-selected", String(i === index));
      button.tabIndex = i === index ? 0 : -1;
    });
    bodies.forEach((body, i) => (body.hidden = i !== index));
    if (!made.has(index)) {
      made.add(index);
      const make = async () => entries[index][1](bodies[index], () => ended);
      make().then((end) => end && (ended ? end() : ends.push(end)), (error) => bodies[index].replaceChildren(failure(error)));
    }
  };
  entries.forEach(([name], i) => buttons.push(element("button", { role: "tab", onclick: () => choose(i) }, name)));
  const bar = element("div", { class: "tabs", role: "tablist" }, buttons);
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
    choose(next);
    buttons[next].focus();
  });
  choose(chosen);
  return { element: element("div", { class: "tabbed" }, bar, bodies), end: () => {
    ended = true;
    ends.forEach((end) => end());
  } };
}

// Tags of runs and studies: set and removed on the page of a run or study; in lists, links to all items with the same tag.

import { element, fill } from "../shared/dom.js";
import { request } from "./api.js";

/** A link to the runs or studies (`kind`) that have a tag. */
function chip(kind, tag) {
  return element("a", { class: "tag", href: `#/${kind}/tag/${encodeURIComponent(tag)}`, title: `All ${kind === "jobs" ? "runs" : "studies"} with this tag` }, tag);
}

/** The tag that an address names. */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Return the tags of a run or study in a list. */
export function tagged(kind, { tags }) {
  return tags.length ? element("span", { class: "tags" }, tags.map((tag) => chip(kind, tag))) : null;
}

/** Display the filter of a list: a tag, and a link to all items. */
export function limitedTo(kind, tag) {
  return tag ? element("span", { class: "tags" }, "with the tag ", element("a", { class: "tag chosen", href: `#/${kind}`, "aria-label": `Show also runs and studies without the tag ${tag}` }, tag, " ×")) : null;
}

/** The tags of a run or study with a field for another one; Enter or a comma adds it. */
export function tagger(kind, one) {
  let tags = [...one.tags];
  let before = Promise.resolve(); // the previous change
  const place = element("span", { class: "tags", role: "list", "aria-label": "Tags" });
  const input = element("input", { type: "text", placeholder: "add a tag", "aria-label": "Add a tag", maxLength: 40, enterKeyHint: "done" });
  const note = element("small", { class: "failure", role: "alert", hidden: true });

  /** Change the tags after earlier changes: `change(tags)` returns the new tags. */
  function put(change) {
    const made = before.then(() => send(change(tags)));
    before = made;
    return made;
  }

  async function send(wanted) {
    note.hidden = true;
    try {
      const answer = await request(`/${kind}/${one.id}/tags`, { method: "PUT", body: JSON.stringify({ tags: wanted }), headers: { "Content-Type": "application/json" } });
      ({ tags } = await answer.json());
      draw();
      return true;
    } catch (error) {
      note.textContent = error.message;
      note.hidden = false;
      return false;
    }
  }

  async function add() {
    const word = input.value.replace(/[,\s]+/g, " ").trim();
    input.value = ""; // the user may type the next tag before this tag has been sent
    if (!word || tags.includes(word)) return;
    if (!(await put((now) => (now.includes(word) ? now : [...now, word]))) && !input.value) input.value = word;
  }

  function draw() {
    fill(place, tags.map((tag) => element("span", { role: "listitem" }, chip(kind, tag),
      element("button", { class: "plain owner", "aria-label": `Remove the tag ${tag}`, title: "Remove", onclick: async () => {
        if (await put((now) => now.filter((other) => other !== tag))) input.focus();
      } }, "×"))));
  }

  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== ",") return;
    event.preventDefault();
    add();
  });
  input.addEventListener("change", add);
  draw();
  return element("div", { class: "tagger" }, place, element("span", { class: "owner" }, input), note);
}

// Sign in by a token that `rbsolve token create NAME` printed.

import { element, fill } from "../shared/dom.js";
import { accepts, token } from "./api.js";
import { heading } from "./parts.js";

export function signInPage(host, done) {
  const input = element("input", { type: "password", autocomplete: "off", required: true, "aria-label": "Token", name: "token" });
  const note = element("p", { class: "failure", role: "alert", hidden: true });
  const form = element("form", { class: "signin" },
    heading(host, "Sign in"),
    element("p", { class: "faint" }, "Sign in with a token of this server. `rbsolve token create NAME` prints a token."),
    input, element("button", { class: "primary" }, "Sign in"), note);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = input.value.trim();
    try {
      if (await accepts(given)) {
        token.set(given);
        done();
        return;
      }
      note.textContent = "The server does not know this token.";
    } catch (error) {
      note.textContent = error.message;
    }
    note.hidden = false;
  });
  fill(host, form);
  input.focus();
}

// Sign in by a token that `rbsolve token create NAME` printed.

import { element, fill } from "../shared/dom.js";
import { list, token } from "./api.js";

export function signInPage(host, done) {
  const input = element("input", { type: "password", autocomplete: "off", required: true, "aria-label": "Token", name: "token" });
  const note = element("p", { class: "failure", role: "alert", hidden: true });
  const form = element("form", { class: "signin" },
    element("h1", {}, "Sign in"),
    element("p", { class: "faint" }, "With a token of this server: `rbsolve token create NAME` prints one."),
    input, element("button", { class: "primary" }, "Sign in"), note);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    token.set(input.value.trim());
    try {
      await list("jobs", { limit: 1 }, 1);
      done();
    } catch (error) {
      token.set(null);
      note.hidden = false;
      note.textContent = error.status === 401 ? "The server does not know this token." : error.message;
    }
  });
  fill(host, form);
  input.focus();
}

// The page of the service: which part is shown, and who is signed in.

import { element, fill } from "../shared/dom.js";
import { list, token } from "./api.js";
import { jobsPage } from "./jobs.js";
import { signInPage } from "./signin.js";
import { submitPage } from "./submit.js";

const LINK = /^#\/shared\/([\w-]+)(\/(?:jobs|studies)\/[\w-]+)$/;
const ROUTES = [
  [/^#\/jobs\/([\w-]+)$/, later("jobPage"), "runs"],
  [/^#\/jobs(?:\/tag\/([^/]+))?\/?$/, jobsPage, "runs"],
  [/^#\/compare\/([\w,-]+)$/, later("comparePage"), "runs"],
  [/^#\/studies\/([\w-]+)$/, later("studyPage"), "studies"],
  [/^#\/studies(?:\/tag\/([^/]+))?\/?$/, later("studiesPage"), "studies"],
  [/.*/, submitPage, "new"],
];
const LINKS = [
  ["new", "#/", "New run"],
  ["runs", "#/jobs", "Runs"],
  ["studies", "#/studies", "Studies"],
];

const page = document.getElementById("page");
const links = element("nav", { "aria-label": "Parts" });
const signed = element("div", { class: "signed" });
let end = null;

fill(page, element("a", { class: "skip", href: "#main" }, "Go to the content"), element("header", { class: "top" }, element("a", { class: "brand", href: "#/" }, "rbsolve"), links, signed));

/** A page of another script, which is loaded when it is needed. */
function later(name) {
  return (host, ...found) => {
    let left = false;
    let ending = null;
    import("./runs.js").then(
      (pages) => (ending = left ? null : pages[name](host, ...found)),
      () => fill(host, element("p", { class: "failure", role: "alert" }, "the server does not answer: load the page again")),
    );
    return () => {
      left = true;
      ending?.();
    };
  };
}

/** A link that was shared: keep its token, which only reads, and leave it out of the address. */
function takeLink() {
  const found = location.hash.match(LINK);
  if (!found) return;
  token.set(found[1], true);
  history.replaceState(null, "", `#${found[2]}`);
}

/** Show the page of the address in a new element, so that pending work of the old page has no effect. */
function show() {
  end?.();
  takeLink();
  document.body.classList.toggle("shared", token.shared);
  const [pattern, make, part] = ROUTES.find(([route]) => route.test(location.hash || "#/"));
  fill(links, LINKS.map(([name, href, text]) => element("a", { href, "aria-current": name === part ? "page" : null }, text)));
  fill(signed, token.get() ? element("button", { onclick: signOut }, "Sign out") : null);
  const [, ...found] = (location.hash || "#/").match(pattern);
  document.title = "rbsolve";
  end = make(stage(), ...found) ?? null;
}

function stage() {
  page.querySelector("main")?.remove();
  const main = element("main", { id: "main", tabIndex: -1 });
  page.append(main);
  return main;
}

function signOut() {
  token.set(null);
  window.dispatchEvent(new Event("rbsolve-signed-out"));
}

window.addEventListener("rbsolve-signed-out", () => {
  end?.();
  end = null;
  fill(signed);
  signInPage(stage(), show);
});
window.addEventListener("hashchange", () => {
  if (location.hash !== "#main") show();
});

takeLink();
try {
  await list("jobs", { limit: 1 }, 1);
  show();
} catch (error) {
  if (error.status !== 401) show();
}
page.dataset.ready = "true";

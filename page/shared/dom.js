// Elements without a framework.

/** An element: `element("button", {class: "play", onclick: play}, "Play")`; `null` children are left out. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && name !== "list" && name !== "style") made[name === "class" ? "className" : name] = value;
    else if (name === "class") made.className = value;
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** Replace the children of an element. */
export function fill(parent, ...children) {
  parent.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
  return parent;
}

/** Elements that are kept or replaced as a whole, because their state is not visible in their attributes. */
const WHOLE = new Set(["A", "BUTTON", "INPUT", "SELECT", "DETAILS"]);

/**
 * Change the children of an element to match others. Unchanged children stay and keep the focus and a pending click. Children with the
 * same `data-key` match at any position.
 */
export function renew(parent, ...children) {
  const wanted = children.flat().filter((child) => child !== null && child !== undefined).map((child) => (typeof child === "string" ? document.createTextNode(child) : child));
  const keyed = new Map([...parent.children].filter(({ dataset }) => dataset.key).map((child) => [child.dataset.key, child]));
  let place = parent.firstChild;
  for (const child of wanted) {
    const key = child.dataset?.key;
    const old = child.parentNode === parent ? child : key ? keyed.get(key) : place;
    const now = old && stays(old, child) ? old : child;
    if (old && old === place) place = place.nextSibling;
    if (now !== old) old?.remove();
    if (now.nextSibling !== place || now.parentNode !== parent) parent.insertBefore(now, place);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
  return parent;
}

/** Make a node like another if it has the same tag and key. Return whether both are now alike. */
function stays(old, like) {
  if (old === like || old.isEqualNode(like)) return true;
  if (old.nodeType !== Node.ELEMENT_NODE || old.tagName !== like.tagName || WHOLE.has(old.tagName) || old.dataset.key !== like.dataset.key) return false;
  for (const { name } of [...old.attributes]) if (!like.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of like.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  renew(old, ...like.childNodes);
  return true;
}

/** A labelled drop-down list; `options` are [value, text] or {group, options}. */
export function select(label, options, onchange, value) {
  const made = element("select", { "aria-label": label, title: label, onchange: () => onchange(made.value) });
  for (const option of options) {
    if (option.group) {
      made.append(element("optgroup", { label: option.group }, option.options.map(([v, t]) => element("option", { value: v }, t))));
    } else made.append(element("option", { value: option[0] }, option[1]));
  }
  if (value !== undefined) made.value = value;
  return made;
}

/** A labelled check box. */
export function check(text, checked, onchange, swatch) {
  const box = element("input", { type: "checkbox", checked, onchange: () => onchange(box.checked) });
  const mark = swatch ? element("span", { class: "swatch" }) : null;
  if (mark) mark.style.background = swatch;
  return element("label", { class: "check" }, box, mark, element("span", {}, text));
}

/** Save bytes or text as a file. */
export function download(name, blob) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A drawing in the current colour, from a path on a 24 by 24 grid. */
export function icon(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "path");
  drawn.setAttribute("d", path);
  svg.append(drawn);
  return svg;
}

// Finds the definition of a part of the picture in a deck.

const KINDS = {
  body: /BODY$/,
  link: /BODY$/,
  box: /BODY$/,
  shape: /^SHAPE$/,
  joint: /JOINT$/,
  frame: /FRAME$/,
  contact: /^CONTACT$/,
  gear: /^GEAR$/,
  spring: /^(?!.*(BODY|JOINT|FRAME|SHAPE|SENSOR|POINT|TRIAD|PROPERTY|CONTACT|GEAR|FUNCTION.*|ANALYSIS|GRAVITY)$)/,
};
KINDS.bushing = KINDS.spring;
const MOST_LINES = 40;

/** The lines of a deck that define an object: {line, text}, null if the text does not define it. */
export function definition(deck, kind, name) {
  if (!deck || !KINDS[kind]) return null;
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const text = deck.replace(/!.*$/gm, (comment) => " ".repeat(comment.length));
  for (const found of text.matchAll(new RegExp(`@([A-Z0-9_]+)_NAME\\s*\\{\\s*"?${escaped}"?\\s*\\}\\s*\\{`, "g"))) {
    if (!KINDS[kind].test(found[1])) continue;
    const line = deck.slice(0, found.index).split("\n").length;
    const last = deck.slice(0, closing(text, found.index + found[0].length)).split("\n").length;
    const lines = deck.split("\n").slice(line - 1, Math.min(last, line - 1 + MOST_LINES));
    return { line, last, text: lines.join("\n") };
  }
  return null;
}

/** Return the position after the brace that closes the block around a place. */
function closing(text, start) {
  let depth = 1;
  let i = start;
  for (; i < text.length && depth; i++) depth += { "{": 1, "}": -1 }[text[i]] ?? 0;
  return i;
}

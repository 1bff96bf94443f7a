// Files that the user opens, drops or adds: detects text files and the deck.

const BLOCK = /@[A-Z0-9_]+_DEFINITION\b/;
const PIECE = 0x8000; // number of bytes that one call converts to characters

/** Read a file. Return its `name`, and its `content` as in a request: a text, or {base64} for bytes that are not text. */
export async function read(file) {
  const name = file.webkitRelativePath || file.name;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decoded(bytes);
  return { name, content: text ?? { base64: encoded(bytes) }, text };
}

/**
 * Return the file to edit, or null: a deck that neither the text in the editor nor another file includes. A file of another
 * kind becomes the deck only where it comes alone, has blocks of a deck, and the text in the editor is `replaceable`.
 */
export function master(files, text, replaceable) {
  const texts = [text, ...files.map((file) => file.text ?? "")];
  const free = files.filter((file, i) => file.text !== null && !texts.some((other, k) => k !== i + 1 && names(other, file.name)));
  const deck = free.find((file) => /\.deck$/i.test(file.name));
  if (deck) return deck;
  const [only] = files;
  return replaceable && files.length === 1 && free.includes(only) && BLOCK.test(only.text) ? only : null;
}

/** Whether a deck names a file, to include it or to read it. */
function names(text, path) {
  const name = path.split("/").pop().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`[\\s{,/"]${name}(?=[\\s},"])`).test(text.replace(/!.*$/gm, ""));
}

/** Decode bytes as text; null if they are not text. */
function decoded(bytes) {
  const marks = { 0xfffe: "utf-16le", 0xfeff: "utf-16be" };
  const encoding = marks[(bytes[0] << 8) | bytes[1]] ?? "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

function encoded(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

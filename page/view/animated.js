// The motion as an animated PNG (APNG, W3C PNG 3rd edition): the pictures of a film, each coded as a PNG by the browser.

const SIGNATURE = 8; // bytes before the first chunk
const HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

/**
 * An animated PNG of `count` pictures, `rate` of them a second; `draw(i)` returns the canvas of picture i, `told(share)` reports
 * the progress.
 */
export async function animatedPng(count, rate, draw, told = () => {}) {
  const parts = [];
  let number = 0; // sequence number of the animation chunks
  let size = null;
  for (let i = 0; i < count; i++) {
    const canvas = await draw(i);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    const chunks = chunksOf(new Uint8Array(await blob.arrayBuffer()));
    const header = chunks.find(({ name }) => name === "IHDR").data;
    size ??= header;
    if (size.some((byte, k) => byte !== header[k])) throw new Error("the picture was resized while it was saved");
    if (!i) parts.push(Uint8Array.from(HEAD), chunk("IHDR", header), chunk("acTL", words(count, 0)));
    parts.push(chunk("fcTL", control(number++, header, rate)));
    for (const { name, data } of chunks) {
      if (name === "IDAT") parts.push(i ? chunk("fdAT", joined([words(number++), data])) : chunk("IDAT", data));
    }
    told((i + 1) / count);
  }
  parts.push(chunk("IEND", new Uint8Array()));
  return new Blob(parts, { type: "image/png" });
}

/** Return the control data of a picture: its size, no offset, and its duration. */
function control(number, header, rate) {
  const view = new DataView(new ArrayBuffer(26));
  const own = new Uint8Array(view.buffer);
  view.setUint32(0, number);
  own.set(header.subarray(0, 8), 4);
  view.setUint16(20, 1);
  view.setUint16(22, rate);
  return own;
}

function chunksOf(bytes) {
  const view = new DataView(bytes.buffer);
  const found = [];
  for (let at = SIGNATURE; at < bytes.length; ) {
    const length = view.getUint32(at);
    found.push({ name: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return found;
}

function chunk(name, data) {
  const content = joined([Uint8Array.from(name, (letter) => letter.charCodeAt(0)), data]);
  return joined([words(data.length), content, words(crc(content))]);
}

function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Whole numbers of 32 bits, the greatest byte first. */
function words(...numbers) {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((number, i) => view.setUint32(4 * i, number));
  return new Uint8Array(view.buffer);
}

function joined(arrays) {
  const whole = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    whole.set(array, at);
    at += array.length;
  }
  return whole;
}

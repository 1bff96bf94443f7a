// The motion as a film: pictures at even times, coded by the browser, put into a WebM file (Matroska, RFC 9559).

const RATE = 30; // pictures a second
const KEY_EVERY = 60; // pictures
const CODECS = [["vp09.00.40.08", "V_VP9"], ["vp8", "V_VP8"]];
const CLUSTER = 30; // pictures

/**
 * A film of `count` pictures; `draw(i)` returns the canvas of picture i, `told(share)` reports the progress. Throws an Error if the
 * browser cannot encode films.
 */
export async function film(count, draw, told = () => {}) {
  if (!globalThis.VideoEncoder) throw new Error("this browser cannot write films");
  let canvas = await draw(0);
  const [width, height] = [canvas.width & ~1, canvas.height & ~1];
  const settings = { width, height, framerate: RATE, bitrate: Math.max(2e6, 4 * width * height) };
  const [codec, name] = await supported(settings);
  const frames = [];
  let fault = null;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      frames.push({ data, key: chunk.type === "key" });
    },
    error: (error) => (fault = error),
  });
  encoder.configure({ ...settings, codec });
  for (let i = 0; i < count && !fault; i++) {
    if (i) canvas = await draw(i);
    const frame = new VideoFrame(canvas, { timestamp: Math.round((1e6 * i) / RATE), visibleRect: { x: 0, y: 0, width, height } });
    encoder.encode(frame, { keyFrame: i % KEY_EVERY === 0 });
    frame.close();
    told((i + 1) / count);
    while (encoder.encodeQueueSize > 4) await new Promise((resolve) => setTimeout(resolve, 4));
  }
  await encoder.flush();
  encoder.close();
  if (fault) throw fault;
  return new Blob([webm(frames, name, width, height)], { type: "video/webm" });
}

export { RATE };

async function supported(settings) {
  for (const [codec, name] of CODECS) {
    const { supported: can } = await VideoEncoder.isConfigSupported({ ...settings, codec });
    if (can) return [codec, name];
  }
  throw new Error("this browser can encode neither VP9 nor VP8");
}

function webm(frames, codec, width, height) {
  const time = (i) => Math.round((1000 * i) / RATE);
  const header = part(0x1a45dfa3, [part(0x4286, number(1)), part(0x42f7, number(1)), part(0x42f2, number(4)), part(0x42f3, number(8)), part(0x4282, text("webm")), part(0x4287, number(4)), part(0x4285, number(2))]);
  const about = part(0x1549a966, [part(0x2ad7b1, number(1_000_000)), part(0x4489, real(time(frames.length))), part(0x4d80, text("rbsolve")), part(0x5741, text("rbsolve"))]);
  const video = part(0xe0, [part(0xb0, number(width)), part(0xba, number(height))]);
  const tracks = part(0x1654ae6b, [part(0xae, [part(0xd7, number(1)), part(0x73c5, number(1)), part(0x83, number(1)), part(0x86, text(codec)), video])]);
  const clusters = [];
  for (let first = 0; first < frames.length; first += CLUSTER) {
    const blocks = frames.slice(first, first + CLUSTER).map(({ data, key }, k) => {
      const after = time(first + k) - time(first);
      return part(0xa3, [Uint8Array.of(0x81, after >> 8, after & 255, key ? 0x80 : 0), data]);
    });
    clusters.push(part(0x1f43b675, [part(0xe7, number(time(first))), ...blocks]));
  }
  return joined([header, part(0x18538067, [about, tracks, ...clusters])]);
}

/** Return an element of the file: its identity, its length and its content. */
function part(identity, content) {
  const body = content instanceof Uint8Array ? content : joined(content);
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(body.length));
  length[0] |= 1;
  return joined([number(identity), length, body]);
}

/** Return a whole number in as few bytes as possible. */
function number(value) {
  const bytes = [];
  for (let rest = value; rest > 0 || !bytes.length; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes);
}

function real(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

const text = (words) => new TextEncoder().encode(words);

function joined(arrays) {
  const whole = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const array of arrays) {
    whole.set(array, offset);
    offset += array.length;
  }
  return whole;
}

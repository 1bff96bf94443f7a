// Reads the binary glTF that src/rbsolve/scene writes: plain triangles, nodes, one linear animation.

const ARRAYS = { 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const COLUMNS = { SCALAR: 1, VEC3: 3, VEC4: 4 };

/** Return the JSON of a file, and a function that returns the array of an accessor. */
export function readGlb(buffer) {
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== 0x46546c67) throw new Error("this is not a binary glTF file");
  const length = view.getUint32(12, true);
  const document = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 20, length)));
  const start = 28 + length;
  const array = (index) => {
    const accessor = document.accessors[index];
    const offset = start + (document.bufferViews[accessor.bufferView].byteOffset ?? 0);
    return new ARRAYS[accessor.componentType](buffer, offset, accessor.count * COLUMNS[accessor.type]);
  };
  return { document, array };
}

/** The tracks of each node: `tracks.get(node)[path] = {time, values}`. */
export function readTracks({ document, array }) {
  const tracks = new Map();
  for (const { channels, samplers } of document.animations ?? []) {
    for (const { sampler, target } of channels) {
      if (!tracks.has(target.node)) tracks.set(target.node, {});
      const { input, output } = samplers[sampler];
      tracks.get(target.node)[target.path] = { time: array(input), values: array(output) };
    }
  }
  return tracks;
}

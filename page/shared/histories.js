// Histories as src/rbsolve/results/presentation/histories.py writes them.

/** Return header, time and columns: each column `{values}`, or `{least, greatest}` for an envelope. */
export function decodeHistories(buffer) {
  const view = new DataView(buffer);
  const length = view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  let offset = 4 + length;
  const next = () => {
    const array = new Float32Array(buffer, offset, header.rows);
    offset += 4 * header.rows;
    return array;
  };
  const time = Float64Array.from(next(), (value) => value + header.start);
  const sensors = header.sensors.map((sensor) => ({
    ...sensor,
    columns: sensor.components.map((label) =>
      header.envelope ? { label, least: next(), greatest: next() } : { label, values: next() },
    ),
  }));
  return { time, sensors, envelope: header.envelope, totalRows: header.total_rows, diagnostics: header.diagnostics ?? [], events: header.events ?? [] };
}

/** Return the mean of the envelope of a column, for displays with one value per time. */
export function middle(column) {
  return column.values ?? column.least.map((value, i) => 0.5 * (value + column.greatest[i]));
}

/** Return the value of a column at a time, interpolated linearly between rows. */
export function valueAt(time, values, moment) {
  const i = Math.max(0, Math.min(time.length - 2, upperBound(time, moment) - 1));
  if (time.length < 2) return values[0] ?? NaN;
  const share = Math.max(0, Math.min(1, (moment - time[i]) / (time[i + 1] - time[i])));
  return (1 - share) * values[i] + share * values[i + 1];
}

/** Return the index of the first entry greater than `value`. */
export function upperBound(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const half = (low + high) >> 1;
    if (sorted[half] <= value) low = half + 1;
    else high = half;
  }
  return low;
}

/** Return the index of the entry nearest to `value`. */
export function nearest(sorted, value) {
  const after = Math.min(upperBound(sorted, value), sorted.length - 1);
  return after > 0 && value - sorted[after - 1] <= sorted[after] - value ? after - 1 : after;
}

/** Return a number with few significant digits, for axes and readouts. */
export function short(value, figures = 5) {
  if (!Number.isFinite(value)) return "–";
  const text = Number(value.toPrecision(figures));
  const size = Math.abs(text);
  return size !== 0 && (size < 1e-4 || size >= 1e6) ? text.toExponential() : String(text);
}

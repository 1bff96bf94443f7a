// Ranges of axes that do not depend on a few extreme values.

const FAR = 3; // interquartile ranges beyond a quartile: the outer fence of J. W. Tukey, Exploratory Data Analysis, 1977
const SPOILED = 8; // a range is limited if extreme values make it wider by this factor
const FEW = 0.1; // largest fraction of extreme values
const ENOUGH = 5; // smallest number of values among which one can count as extreme

/** Return {range: [smallest, largest], outside: Set of values}. The range is limited only if few extreme values make it much wider. */
export function usualRange(values) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const all = { range: [sorted[0], sorted.at(-1)], outside: new Set() };
  if (sorted.length < ENOUGH) return all;
  const [low, high] = [quantile(sorted, 0.25), quantile(sorted, 0.75)];
  const room = FAR * (high - low);
  const usual = sorted.filter((value) => value >= low - room && value <= high + room);
  const span = usual.at(-1) - usual[0];
  const few = sorted.length - usual.length <= Math.max(1, FEW * sorted.length);
  if (!few || !(span > 0) || sorted.at(-1) - sorted[0] < SPOILED * span) return all;
  return { range: [usual[0], usual.at(-1)], outside: new Set(sorted.filter((value) => value < usual[0] || value > usual.at(-1))) };
}

/** Return three times the range of an inner band of curves, within the outer band; null unless the outer band is far wider. */
export function usualBand(outer, inner) {
  const [least, greatest] = extent(inner);
  const [lowest, highest] = extent(outer);
  const span = greatest - least;
  if (!(span > 0) || highest - lowest < SPOILED * span) return null;
  return [Math.max(lowest, least - span), Math.min(highest, greatest + span)];
}

function extent(values) {
  return values.reduce(([least, greatest], value) => [Math.min(least, value), Math.max(greatest, value)], [Infinity, -Infinity]);
}

/** Return a quantile of sorted values, interpolated linearly. */
export function quantile(sorted, share) {
  const place = share * (sorted.length - 1);
  const i = Math.floor(place);
  return sorted[i] + (place - i) * ((sorted[i + 1] ?? sorted[i]) - sorted[i]);
}

/** Return a range with margins, so that points at its ends are drawn completely. */
export function wider(least, greatest) {
  const room = 0.03 * (greatest - least) || 0.1 * Math.abs(least) || 0.5;
  return [least - room, greatest + room];
}

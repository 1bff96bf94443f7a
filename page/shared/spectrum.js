// Amplitudes over frequency of a history: even samples, a Hann window, the fast Fourier transform.

import { valueAt } from "./histories.js";

const MOST_SAMPLES = 1 << 14;

/**
 * {frequency [Hz], amplitudes: one array per column}. A sine wave on a spectral line has its true amplitude. The mean is removed first.
 * The sample spacing is the average row spacing of the history.
 */
export function spectrum(time, columns) {
  let count = 1;
  while (2 * count <= Math.min(time.length, MOST_SAMPLES)) count *= 2;
  const duration = time[time.length - 1] - time[0];
  if (count < 8 || !(duration > 0)) return { frequency: [], amplitudes: columns.map(() => []) };
  const step = duration / count;
  const frequency = Float64Array.from({ length: count / 2 }, (_, i) => i / duration);
  const amplitudes = columns.map((values) => {
    const even = Float64Array.from({ length: count }, (_, i) => valueAt(time, values, time[0] + i * step));
    const mean = even.reduce((sum, value) => sum + value, 0) / count;
    const real = even.map((value, i) => (value - mean) * (1 - Math.cos((2 * Math.PI * i) / count)));
    const imaginary = new Float64Array(count);
    transform(real, imaginary);
    // Scale for a one-sided spectrum, and for the window's mean of 1/2
    return Float64Array.from({ length: count / 2 }, (_, i) => ((i ? 2 : 1) * Math.hypot(real[i], imaginary[i])) / count);
  });
  return { frequency, amplitudes };
}

/** Replace 2^k complex numbers by their Fourier transform (J. W. Cooley and J. W. Tukey, Math. Comp. 19 (1965) 297). */
function transform(real, imaginary) {
  const n = real.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [real[i], real[j]] = [real[j], real[i]];
      [imaginary[i], imaginary[j]] = [imaginary[j], imaginary[i]];
    }
  }
  for (let size = 2; size <= n; size *= 2) {
    for (let k = 0; k < size / 2; k++) {
      const [c, s] = [Math.cos((-2 * Math.PI * k) / size), Math.sin((-2 * Math.PI * k) / size)];
      for (let start = k; start < n; start += size) {
        const other = start + size / 2;
        const [x, y] = [real[other] * c - imaginary[other] * s, real[other] * s + imaginary[other] * c];
        [real[other], imaginary[other]] = [real[start] - x, imaginary[start] - y];
        real[start] += x;
        imaginary[start] += y;
      }
    }
  }
}

/** What is said of samples: medians, and how far they lie apart. */

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @returns the value below which a share (0 to 1) of all values lies */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** @returns {{median: number, min: number, max: number}} */
export function spread(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

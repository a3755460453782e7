/** Statistics of samples: medians and ranges. */

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @returns quantile for a share (0 to 1) */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** @returns {{median: number, min: number, max: number}} */
export function spread(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** `part` of `whole`, in percent. */
export function percentOf(part: number, whole: number): number {
  return (part / whole) * 100
}

/** Kept between 0 and 100. */
export function clampPercent(percent: number): number {
  return Math.max(0, Math.min(100, percent))
}

/** While others wait, a body may be slow for this long. */
export const slowMs = 5_000

/** Slower than any network that people upload from. */
const leastBytesPerMs = 16

/** Whether a sender has been slow for longer than `patienceMs`. */
export function isSlowSender(bytes: number, ms: number, patienceMs = slowMs): boolean {
  return ms >= patienceMs && bytes < ms * leastBytesPerMs
}

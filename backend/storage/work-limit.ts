/** Runs a job, at most `concurrent` at once; null when `waiting` jobs are already queued. */
export type WorkLimit = <T>(job: () => Promise<T>) => Promise<T> | null

export function createWorkLimit(options: { readonly concurrent: number; readonly waiting: number }): WorkLimit {
  const line: (() => void)[] = []
  let running = 0

  return (job) => {
    if (running >= options.concurrent && line.length >= options.waiting) return null
    return turn().then(job).finally(next)
  }

  function turn(): Promise<void> {
    if (running < options.concurrent) {
      running += 1
      return Promise.resolve()
    }
    return new Promise((resolve) => line.push(resolve))
  }

  function next(): void {
    const following = line.shift()
    // Hands the slot over directly, so that no other job takes it.
    if (following === undefined) running -= 1
    else following()
  }
}

/** Runs a job when fewer than `concurrent` others run; null when `waiting` jobs are already in line. */
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
    // The place passes on; nobody else can take it in between.
    if (following === undefined) running -= 1
    else following()
  }
}

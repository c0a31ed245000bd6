interface CpuTime {
  readonly user: number
  readonly system: number
}

// Also for tests of code without platform types.
declare const process: { readonly threadCpuUsage: (since?: CpuTime) => CpuTime }

/** Milliseconds of this thread's processor time: unlike a clock's, they don't grow on a busy machine. */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

import { readdir, readFile } from 'node:fs/promises'

/** Linux's clock ticks of a process. */
const ticksPerSecond = 100

/**
 * CPU time of the process so far, plus its children, except for this process, whose children are measured separately.
 */
export async function cpuSeconds(pid: number): Promise<number> {
  let ticks = 0
  for (const name of await readdir('/proc')) {
    const text = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
    // After the program's name in parentheses: state, parent, … user and system time as the 12th and 13th.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    if (Number(name) !== pid && (Number(fields[1]) !== pid || pid === process.pid)) continue
    ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks / ticksPerSecond
}

import { readdir, readFile } from 'node:fs/promises'

/** As Linux counts a process's time. */
const ticksPerSecond = 100

/** Of the process so far, and of its children unless it is this one, whose children are measured by themselves. */
export async function processorSeconds(pid: number): Promise<number> {
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

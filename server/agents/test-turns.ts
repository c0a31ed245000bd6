import type { Services } from '#server/services.ts'

/** Runs a workspace's tests one at a time; null if too many runs are waiting. */
export function takeTestTurn<T>(services: Services, workspaceId: string, run: () => Promise<T>): Promise<T> | null {
  const lines = linesOf(services)
  const line = lines.get(workspaceId) ?? { last: Promise.resolve(), length: 0 }
  if (line.length >= waitingMax) return null
  line.length += 1
  lines.set(workspaceId, line)
  const turn = line.last.then(run)
  const leave = (): void => {
    line.length -= 1
    if (line.length === 0) lines.delete(workspaceId)
  }
  line.last = turn.then(leave, leave)
  return turn
}

export const tooManyRuns = 'Several test runs are waiting already. Try again when they are done.'

interface Line {
  last: Promise<void>
  length: number
}

const allLines = new WeakMap<Services, Map<string, Line>>()

function linesOf(services: Services): Map<string, Line> {
  const lines = allLines.get(services) ?? new Map<string, Line>()
  allLines.set(services, lines)
  return lines
}

const waitingMax = 6

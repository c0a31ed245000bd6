import { RandomChoices } from '#support/random-choices.ts'

import { judgeAnswer } from './fuzz-judge.ts'
import { framesPerSocket, fuzzSocket, socketTargets } from './fuzz-sockets.ts'
import type { SocketTarget } from './fuzz-sockets.ts'
import type { FuzzWorld } from './fuzz-world.ts'
import { httpTargets, makeFuzzRequest } from './make-fuzz-request.ts'
import type { FuzzRequest, HttpTarget } from './make-fuzz-request.ts'

export const targets = [...httpTargets, ...socketTargets] as const
export type Target = HttpTarget | SocketTarget

export interface FuzzStep {
  readonly target: Target
  /** Requests, or frames. */
  readonly tried: number
  readonly failure: string | null
}

/** The step with this number under this seed; never throws. */
export async function fuzzStep(world: FuzzWorld, seed: number, index: number): Promise<FuzzStep> {
  const chance = RandomChoices.at(seed, index)
  const target = chance.pick<Target>([...weighted])
  const before = unhandled.length
  const { tried, failure } = await attempt(chance, world, target)
  const logged = world.takeErrors()
  const rejected = unhandled.splice(before).map((reason) => `unhandled rejection: ${String(reason)}`)
  const found = [failure, ...rejected, ...logged.map((line) => `error in the log: ${line.slice(0, 600)}`)]
  return { target, tried, failure: found.find((each) => each !== null) ?? null }
}

/** Weighted towards rest, which has the most code. A connection is 25 frames. */
const weighted: readonly Target[] = [
  ...Array.from({ length: 24 }, () => 'rest' as const),
  ...Array.from({ length: 10 }, () => 'storage' as const),
  ...Array.from({ length: 8 }, () => 'auth' as const),
  ...Array.from({ length: 6 }, () => 'pages' as const),
  ...Array.from({ length: 4 }, () => 'agent' as const),
  ...socketTargets,
]

const unhandled: unknown[] = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))

async function attempt(
  chance: RandomChoices,
  world: FuzzWorld,
  target: Target,
): Promise<{ readonly tried: number; readonly failure: string | null }> {
  try {
    if (target === 'realtime frames' || target === 'agent frames') {
      return { tried: framesPerSocket, failure: await fuzzSocket(chance, world, target) }
    }
    const request = makeFuzzRequest(chance, world, target)
    return { tried: 1, failure: await ask(world, request) }
  } catch (error) {
    return { tried: 1, failure: `the server threw: ${error instanceof Error ? (error.stack ?? '') : String(error)}` }
  }
}

async function ask(world: FuzzWorld, request: FuzzRequest): Promise<string | null> {
  const { method, path, headers, body, caller } = request
  let sent: Request
  try {
    sent = new Request(`http://understudy.test${path}`, { method, headers, body })
  } catch {
    // No client can send it either.
    return null
  }
  const response = await world.app.fetch(sent)
  // An event stream never ends.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const text = isStream ? '' : await response.text()
  if (isStream) await response.body?.cancel()
  const told = `${text}\n${JSON.stringify([...response.headers])}`
  const wrong = judgeAnswer(world, caller, response.status, told)
  return wrong === null
    ? null
    : `${wrong}\n  ${caller}: ${method} ${path}\n  ${JSON.stringify({ ...headers, authorization: undefined })}\n  ${body ?? ''}`
}

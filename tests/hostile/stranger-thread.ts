import { parentPort, workerData } from 'node:worker_threads'

import { RandomChoices } from '#support/random-choices.ts'

import { attacks } from './attacks.ts'
import { makeStranger, type StrangerOptions } from './stranger.ts'

/** A stranger's work, in its own thread so that it doesn't slow down the measurements. */
export interface StrangerWork {
  readonly brief: StrangerOptions
  readonly seed: number
  readonly from: number
  readonly tries: number
  /** Only the kinds whose name contains this. */
  readonly only: string
  /** Concurrent attempts. */
  readonly parallel: number
}

export interface AttackResult {
  readonly index: number
  readonly name: string
  readonly outcome: string
  readonly tookMs: number
}

const port = parentPort
if (port === null) throw new Error('This runs as a worker thread')
const work = workerData as StrangerWork
const stranger = await makeStranger(work.brief)
const chosen = Object.entries(attacks).filter(([name]) => name.includes(work.only))
let next = work.from
await Promise.all(Array.from({ length: work.parallel }, hand))

async function hand(): Promise<void> {
  while (next < work.from + work.tries) {
    const index = next
    next += 1
    const [name, attack] = chosen[index % chosen.length] ?? []
    if (name === undefined || attack === undefined) throw new Error('No kind of attack has this name')
    const startedAt = performance.now()
    const outcome = await attack(stranger, RandomChoices.at(work.seed, index))
    port?.postMessage({ index, name, outcome, tookMs: performance.now() - startedAt } satisfies AttackResult)
  }
}

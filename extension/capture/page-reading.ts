import type { CaptureRule } from '#domain/capture-rules.ts'
import type { FoundSecret, SecretSearch } from '#domain/found-secret.ts'

import type { RawSnapshot } from '../snapshot/raw-snapshot.ts'
import { readPageInSlices } from '../snapshot/serialize-page.ts'
import { findSecretsInSlices } from './page-secrets.ts'

/* Reads the page that a picture shows, in short slices between which the page runs. */

export interface PageReading {
  /** Areas of the picture that look private; null until known. */
  readonly secrets: () => SecretSearch | null
  readonly isRead: () => boolean
  /** Calls back with the page as HTML once it is read, but not if the page changed first. */
  readonly whenRead: (use: (page: RawSnapshot) => void) => void
  /** The page has changed, so unfinished reading no longer matches the picture. */
  readonly drop: () => void
}

export interface ReadingOptions {
  readonly isOurs: (node: Node) => boolean
  readonly rules: readonly CaptureRule[]
  /** The page never settles, so it has to be read in one piece. */
  readonly isRestless: boolean
  /** The current time in milliseconds; tests inject their own. */
  readonly now?: () => number
}

const sliceMs = 8
/** Longest time that reading may block a restless page. */
const pieceMs = 40
/** A page that takes longer to read isn't captured. */
const workMsMax = 400

export function startReading({
  isOurs,
  rules,
  isRestless,
  now = () => performance.now(),
}: ReadingOptions): PageReading {
  let secrets: SecretSearch | null = null
  let page: RawSnapshot | null = null
  let waiting: ((page: RawSnapshot) => void)[] = []
  let sliceEnd = 0
  let workedMs = 0
  let isOver = false
  const isSliceOver = () => now() > sliceEnd
  const work = readAll()

  function* readAll(): Generator<void, RawSnapshot | null> {
    const found: FoundSecret[] = []
    secrets = yield* findSecretsInSlices(rules, isSliceOver, found)
    return yield* readPageInSlices({ isOurs, isSliceOver })
  }

  function readSlice(lengthMs: number): void {
    if (isOver) return
    const start = now()
    sliceEnd = start + lengthMs
    const { done, value } = next()
    workedMs += now() - start
    if (done === true) finish(value)
    else if (isRestless || workedMs > workMsMax) isOver = true
    else setTimeout(readSlice, 0, sliceMs)
  }

  /** A page may have overridden built-ins that reading needs; its step then has only the picture. */
  function next(): IteratorResult<void, RawSnapshot | null> {
    try {
      return work.next()
    } catch {
      return { done: true, value: null }
    }
  }

  function finish(read: RawSnapshot | null): void {
    isOver = true
    page = read
    if (page !== null) for (const use of waiting) use(page)
    waiting = []
  }

  readSlice(isRestless ? pieceMs : sliceMs)

  return {
    secrets: () => secrets,
    isRead: () => page !== null,
    whenRead(use) {
      if (page !== null) use(page)
      else if (!isOver) waiting.push(use)
    },
    drop() {
      isOver = true
      waiting = []
    },
  }
}

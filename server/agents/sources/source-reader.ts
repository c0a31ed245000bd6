import { createOutboundFetch, OutboundError } from '#backend/http/outbound-fetch.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { ServerBase } from '#server/services.ts'

import { sourceRow, type SourceRow } from './source-row.ts'
import { readAddress } from './read-address.ts'
import { sourceLimits } from './source-limits.ts'
import { SourceProblem } from './source-problem.ts'

/** Reads web pages for agents in the background. */
export interface SourceReader {
  /** Checks for work now. */
  readonly wake: () => void
  /** Checks for work now and every half minute, for sources left by other servers; returns a stop function. */
  readonly start: () => () => void
  /** Resolves when nothing is being read. */
  readonly idle: () => Promise<void>
}

export function createSourceReader(base: ServerBase): SourceReader {
  const { config, log, now } = base
  const call = procedureCaller(base)
  const fetchGuarded = createOutboundFetch({
    mayCallPrivateAddresses: config.embedded?.identity.mayCallPrivateAddresses ?? false,
    timeoutMs: sourceLimits.pageMs,
    bytesMax: sourceLimits.pageBytes,
  })
  const readers = new Set<Promise<void>>()
  let isDue = false

  async function readAll(): Promise<void> {
    do {
      isDue = false
      for (;;) {
        const claimed = await call('claim_knowledge_source', { p_seconds: claimSeconds })
        if (claimed === null || claimed === undefined) break
        // There may be more.
        wake()
        await read(sourceRow.parse(claimed))
      }
    } while (isDue)
  }

  async function read(source: SourceRow): Promise<void> {
    const attempt = source.attempts
    try {
      const { passages, ...found } = await readAddress(source.address ?? '', {
        fetch: fetchGuarded,
        isSite: source.kind === 'site',
        now,
      })
      const stored = await call('store_knowledge_source', {
        p_source: {
          ...found,
          id: source.id,
          agent_id: source.agent_id,
          workspace_id: source.workspace_id,
          kind: source.kind,
          address: source.address,
          media_type: found.mediaType,
          page_count: found.pages,
        },
        p_passages: passages.map((passage, position) => ({ ...passage, position })),
        p_attempt: attempt,
      })
      const problem = readProblem(stored)
      if (problem !== null) throw new SourceProblem(problem)
    } catch (error) {
      const isKnown = error instanceof SourceProblem || error instanceof OutboundError
      if (!isKnown) log.warn({ err: error }, 'Could not read a page for an agent')
      const problem = isKnown ? toSentence(error.message) : 'The page couldn’t be read. Try again later.'
      await call('fail_knowledge_source', { p_source_id: source.id, p_attempt: attempt, p_problem: problem })
    }
  }

  /** Another reading may have been requested meanwhile. */
  const idle = async (): Promise<void> => {
    while (readers.size > 0) await Promise.all(readers)
  }

  function wake(): void {
    isDue = true
    if (readers.size >= readersMax) return
    const reader = readAll()
      .catch((error: unknown) => log.warn({ err: error }, 'Could not look for pages to read'))
      .finally(() => readers.delete(reader))
    readers.add(reader)
  }

  return {
    wake,
    start() {
      const timer = setInterval(wake, everyMs)
      timer.unref()
      wake()
      return () => clearInterval(timer)
    },
    idle,
  }
}

/** A slow site delays one of them for a minute. */
const readersMax = 4
/** Longer than reading a site takes, including parsing. */
const claimSeconds = 180
const everyMs = 30_000

/** The database's sentence for refusing a source; null if it was stored. */
export function readProblem(answer: unknown): string | null {
  const isRefused = typeof answer === 'object' && answer !== null && !('id' in answer) && 'problem' in answer
  return isRefused ? String(answer.problem) : null
}

function toSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}

import { joinSentences } from '#domain/join-sentences.ts'
import type { CitedSource, OfferedStep } from '#protocol/agent-events.ts'

export interface SpokenLine {
  readonly text: string
  /** Numbers of the steps it cites. */
  readonly steps: readonly number[]
  /** Sources outside the demo. */
  readonly sources: readonly CitedSource[]
}

export type TranscriptEntry =
  | { readonly key: string; readonly kind: 'visitor'; readonly text: string }
  | {
      readonly key: string
      readonly kind: 'agent'
      readonly lines: readonly SpokenLine[]
      readonly offers: readonly OfferedStep[]
      /** The member of the team who wrote it; null for the agent. */
      readonly person: string | null
    }
  /** “Ada joined, 14:02”. */
  | { readonly key: string; readonly kind: 'event'; readonly text: string; readonly person: string }
  | {
      readonly key: string
      readonly kind: 'booked'
      readonly startUtc: string
      readonly label: string
      readonly zone: string
    }

type AgentEntry = Extract<TranscriptEntry, { readonly kind: 'agent' }>
type Transcript = readonly TranscriptEntry[]

/** Adds an entry, or replaces the one with its key. */
export function writeEntry(transcript: Transcript, entry: TranscriptEntry): Transcript {
  const isKnown = transcript.some(({ key }) => key === entry.key)
  return isKnown ? transcript.map((each) => (each.key === entry.key ? entry : each)) : [...transcript, entry]
}

/** Inserts an entry before another; at the end if that one doesn't exist yet. */
export function writeBefore(transcript: Transcript, entry: TranscriptEntry, nextKey: string): Transcript {
  const at = transcript.findIndex(({ key }) => key === nextKey)
  return at < 0 ? writeEntry(transcript, entry) : transcript.toSpliced(at, 0, entry)
}

/** Removes the visitor's last question, which they continued. */
export function withoutLastQuestion(transcript: Transcript): Transcript {
  const at = transcript.findLastIndex(({ kind }) => kind === 'visitor')
  return at < 0 ? transcript : transcript.toSpliced(at, 1)
}

/** Adds a sentence to its turn. */
export function writeLine(
  transcript: Transcript,
  turn: string,
  line: SpokenLine,
  person: string | null = null,
): Transcript {
  const entry = entryOf(transcript, turn)
  return writeEntry(transcript, { ...entry, person, lines: [...entry.lines, line] })
}

/** Adds the steps that a turn offers. */
export function writeOffers(transcript: Transcript, turn: string, offers: readonly OfferedStep[]): Transcript {
  return writeEntry(transcript, { ...entryOf(transcript, turn), offers })
}

/** Whether steps were offered since the visitor's last message. */
export function hasOpenOffers(transcript: Transcript): boolean {
  const last = transcript.findLastIndex(({ kind }) => kind === 'visitor')
  return transcript.slice(last + 1).some((entry) => entry.kind === 'agent' && entry.offers.length > 0)
}

/** Cuts a turn to what was heard; removes it if nothing was. */
export function cutTurn(transcript: Transcript, turn: string, heard: string): Transcript {
  return transcript.flatMap((entry) => {
    if (entry.kind !== 'agent' || entry.key !== turn) return [entry]
    if (heard === '—') return []
    const steps = [...new Set(entry.lines.flatMap((line) => line.steps))]
    const sources = entry.lines.flatMap((line) => line.sources)
    return [{ ...entry, lines: [{ text: heard, steps, sources }] }]
  })
}

/** Splits a turn into bubbles: sources are below the sentences they belong to, and what follows is a new bubble. */
export function bubblesOf(lines: readonly SpokenLine[]): readonly SpokenLine[] {
  const bubbles: SpokenLine[] = []
  for (const line of lines) {
    const last = bubbles.at(-1)
    if (last === undefined || (isCited(last) && !isCited(line))) bubbles.push(line)
    else bubbles[bubbles.length - 1] = join(last, line)
  }
  return bubbles
}

function isCited({ steps, sources }: SpokenLine): boolean {
  return steps.length > 0 || sources.length > 0
}

function join(before: SpokenLine, line: SpokenLine): SpokenLine {
  const known = new Set(before.sources.map(sourceKey))
  return {
    text: joinSentences([before.text, line.text]),
    steps: [...new Set([...before.steps, ...line.steps])],
    sources: [...before.sources, ...line.sources.filter((source) => !known.has(sourceKey(source)))],
  }
}

/** A key for a cited place. */
export function sourceKey({ kind, title, place }: CitedSource): string {
  return JSON.stringify([kind, title, place])
}

function entryOf(transcript: Transcript, key: string): AgentEntry {
  const known = transcript.find((entry) => entry.key === key)
  return known?.kind === 'agent' ? known : { key, kind: 'agent', lines: [], offers: [], person: null }
}

import type { Citation } from '#protocol/agent-events.ts'

import { countWords } from './sentences.ts'

/** One sentence of the agent. */
export interface Line {
  readonly text: string
  readonly cite: readonly Citation[]
}

/** Variants of one sentence. After all have been used, `counted` makes a new one with a number. */
export interface Wording {
  readonly texts: readonly string[]
  readonly counted?: (times: number) => string
}

/** A sentence of the agent's own, not a quote. */
export function toLine(text: string): Line {
  return { text, cite: [] }
}

export const turnWordsMax = 45
/** A third time would sound like a stuck machine. */
const repetitionsMax = 2

/** How often each sentence was said in this conversation. */
export type SaidCounts = Readonly<Record<string, number>>

/** Drops lines that make a turn too long, a second question, or a sentence said too often. Earlier lines win. */
export function trimTurn(lines: readonly Line[], said: SaidCounts): readonly Line[] {
  const fitting: Line[] = []
  let words = 0
  let hasQuestion = false
  for (const line of lines) {
    const count = countWords(line.text)
    const isQuestion = endsAsQuestion(line.text)
    const repeats = (said[line.text] ?? 0) + fitting.filter((other) => other.text === line.text).length
    if (line.text === '' || words + count > turnWordsMax || (isQuestion && hasQuestion) || repeats >= repetitionsMax) {
      continue
    }
    fitting.push(line)
    words += count
    hasQuestion ||= isQuestion
  }
  return fitting
}

/** Also matches a quotation mark or bracket after the question mark. */
export function endsAsQuestion(text: string): boolean {
  return /[?？]["'”’)\]]*$/u.test(text)
}

/** A sentence's duration at caption pace, 180 words a minute. */
export function estimateSpeechMs(text: string): number {
  return Math.max(900, Math.round((countWords(text) / 180) * 60_000))
}

/** The first unused wording, else one used once, else the counted one, which is always new; '' if there is none. */
export function chooseWording(
  said: SaidCounts,
  wordings: readonly string[],
  counted?: (times: number) => string,
): string {
  for (let times = 0; times < repetitionsMax; times += 1) {
    const wording = wordings.find((each) => (said[each] ?? 0) === times)
    if (wording !== undefined) return wording
  }
  if (counted === undefined) return ''
  let times = wordings.length * repetitionsMax + 1
  while ((said[counted(times)] ?? 0) > 0) times += 1
  return counted(times)
}

/** Total words of the lines, counted as in `turnWordsMax`. */
export function wordsOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + countWords(line.text), 0)
}

/** The first lines that fit into `words` words. */
export function withinWords(lines: readonly Line[], words: number): readonly Line[] {
  const fitting: Line[] = []
  for (const line of lines) {
    if (wordsOf(fitting) + countWords(line.text) > words) break
    fitting.push(line)
  }
  return fitting
}

import type { Citation } from '#protocol/agent-events.ts'

import { countWords } from './sentences.ts'

/** One sentence of the agent. */
export interface Line {
  readonly text: string
  readonly cite: readonly Citation[]
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

/** Also matches a quotation mark, a bracket or a bracketed number after the question mark. */
export function endsAsQuestion(text: string): boolean {
  return /[?？]["'”’)\]]*(?: \(\d+\))?$/u.test(text)
}

/** A sentence's duration at caption pace, 180 words a minute. */
export function estimateSpeechMs(text: string): number {
  return Math.max(900, Math.round((countWords(text) / 180) * 60_000))
}

/** The first unused text, else one used once; undefined if all were used twice. */
export function findSayable(said: SaidCounts, texts: readonly string[]): string | undefined {
  for (let times = 0; times < repetitionsMax; times += 1) {
    const text = texts.find((each) => (said[each] ?? 0) === times)
    if (text !== undefined) return text
  }
  return undefined
}

/**
 * A text said at most once before. Once all were said twice, they follow a lead-in, and after all lead-ins a number makes
 * them new. '' without texts.
 */
export function chooseWording(said: SaidCounts, texts: readonly string[], leadIns: readonly string[]): string {
  const [first] = texts
  if (first === undefined) return ''
  const introduced = leadIns.flatMap((_, round) =>
    texts.map((text, index) => `${leadIns[(round + index) % leadIns.length] ?? ''} ${text}`),
  )
  const wording = findSayable(said, texts) ?? findSayable(said, introduced)
  if (wording !== undefined) return wording
  let number = 2
  while ((said[`${first} (${number})`] ?? 0) > 0) number += 1
  return `${first} (${number})`
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

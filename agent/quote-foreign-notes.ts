import type { AgentLanguage } from '#domain/agent-languages.ts'

import { languageOf, type Knowledge } from './knowledge.ts'
import { readLanguage } from './languages/read-language.ts'
import { notesLanguageOf } from './notes-index.ts'
import type { Line } from './turn.ts'

/** Puts quotation marks around notes said word for word in another language than the conversation's. */
export function quoteForeignNotes(lines: readonly Line[], knowledge: Knowledge): readonly Line[] {
  const language = languageOf(knowledge)
  const [opening, closing] = marks[language]
  const areForeign = lines.map(({ text, cite }) => cite.length > 0 && isForeign(text, knowledge, language))
  if (!areForeign.includes(true)) return lines
  return lines.map((line, index) => {
    if (areForeign[index] !== true) return line
    // One pair of marks around neighbouring sentences.
    const before = areForeign[index - 1] === true ? '' : opening
    const after = areForeign[index + 1] === true ? '' : closing
    return { ...line, text: `${before}${line.text}${after}` }
  })
}

/** A note as the author wrote it, without the marks that a conversation in this language adds. */
export function withoutMarks(text: string, language: AgentLanguage): string {
  const [opening, closing] = marks[language]
  const from = text.startsWith(opening) ? opening.length : 0
  return text.slice(from, text.endsWith(closing) ? -closing.length : undefined)
}

/** The steps' titles, quoted if the notes are in another language. */
export function quoteTitle(title: string, knowledge: Knowledge): string {
  const language = languageOf(knowledge)
  const [opening, closing] = marks[language]
  return notesLanguageOf(knowledge) === language ? title : `${opening}${title}${closing}`
}

function isForeign(text: string, knowledge: Knowledge, language: AgentLanguage): boolean {
  const spoken = readLanguage(text, wordsMin) ?? notesLanguageOf(knowledge)
  return spoken !== language && authorsSentences(knowledge).has(text)
}

/** Minimum number of common words to detect a single sentence's language. */
const wordsMin = 3

/** The author's sentences, word for word; a model's translation isn't among them. */
export function authorsSentences(knowledge: Knowledge): ReadonlySet<string> {
  const before = known.get(knowledge)
  if (before !== undefined) return before
  const { items, steps } = knowledge
  const notes = new Set([...items.map(({ text }) => text), ...steps.flatMap(({ sentences }) => sentences)])
  known.set(knowledge, notes)
  return notes
}

const known = new WeakMap<Knowledge, ReadonlySet<string>>()

const marks: Readonly<Record<AgentLanguage, readonly [opening: string, closing: string]>> = {
  en: ['“', '”'],
  de: ['„', '“'],
  fr: ['«\u00a0', '\u00a0»'],
  es: ['«', '»'],
}

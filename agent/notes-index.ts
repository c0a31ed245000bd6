import type { AgentLanguage } from '#domain/agent-languages.ts'

import { languageOf, type Knowledge } from './knowledge.ts'
import { readLanguage } from './languages/read-language.ts'
import { indexWords } from './languages/word-index.ts'
import { indexKnowledge, type KnowledgeIndex } from './retrieval.ts'

/** Searches the notes in the language they are written in. */
export interface NotesIndex extends Pick<KnowledgeIndex, 'retrieve'> {
  readonly language: AgentLanguage
}

export function indexNotes(knowledge: Knowledge): NotesIndex {
  const language = notesLanguageOf(knowledge)
  const build = language === 'en' ? indexKnowledge : (notes: Knowledge) => indexWords(notes, language)
  const index = build(knowledge)
  const pages = knowledge.pageItems.length === 0 ? null : build({ ...knowledge, items: knowledge.pageItems })
  return {
    language,
    retrieve: (question, context) => {
      const found = index.retrieve(question, context)
      if (found.status === 'ok' || pages === null) return found
      const seen = pages.retrieve(question)
      return seen.status === 'ok' && seen.confidence >= pageAnswerMin ? seen : found
    },
  }
}

/** Higher than for notes: a page holds sample data, too. */
const pageAnswerMin = 0.7

/** The language that most of the notes are in; the conversation's if they are too short to tell. */
export function notesLanguageOf(knowledge: Knowledge): AgentLanguage {
  const before = known.get(knowledge)
  if (before !== undefined) return before
  const language = readLanguage(knowledge.items.map((item) => item.text).join(' '), wordsMin) ?? languageOf(knowledge)
  known.set(knowledge, language)
  return language
}

/** Stop words; a street or a name may contain some of another language. */
const wordsMin = 4

const known = new WeakMap<Knowledge, AgentLanguage>()

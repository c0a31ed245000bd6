import type { AgentLanguage } from '#domain/agent-languages.ts'

import { languageOf, type Knowledge } from './knowledge.ts'
import { readLanguage } from './languages/read-language.ts'
import { indexWords, readWordNotes, type WordNotes } from './languages/word-index.ts'
import type { SearchedLanguage } from './languages/search-words.ts'
import { indexKnowledge, readKnowledge, type KnowledgeIndex } from './retrieval.ts'
import type { SearchNotes } from './retrieval-index.ts'

/** Searches the notes in the language they are written in. */
export interface NotesIndex extends Pick<KnowledgeIndex, 'retrieve'> {
  readonly language: AgentLanguage
}

/** Notes and captured pages, prepared for search. Plain data, because they may be prepared in another thread. */
export type ReadNotes =
  | { readonly language: 'en'; readonly notes: SearchNotes; readonly pages: SearchNotes | null }
  | { readonly language: SearchedLanguage; readonly notes: WordNotes; readonly pages: WordNotes | null }

export function readNotes(knowledge: Knowledge): ReadNotes {
  const language = notesLanguageOf(knowledge)
  const seen = knowledge.pageItems.length === 0 ? null : { ...knowledge, items: knowledge.pageItems }
  return language === 'en'
    ? { language, notes: readKnowledge(knowledge), pages: seen && readKnowledge(seen, undefined, null) }
    : { language, notes: readWordNotes(knowledge, language), pages: seen && readWordNotes(seen, language) }
}

export function indexNotes(knowledge: Knowledge, read: ReadNotes = readNotes(knowledge)): NotesIndex {
  const { index, pages } = openIndexes(knowledge, read)
  return {
    language: read.language,
    retrieve: (question, context) => {
      const found = index.retrieve(question, context)
      if (found.status === 'ok' || pages === null) return found
      const seen = pages.retrieve(question)
      return seen.status === 'ok' && seen.confidence >= pageAnswerMin ? seen : found
    },
  }
}

function openIndexes(knowledge: Knowledge, read: ReadNotes) {
  if (read.language === 'en') {
    const open = (notes: SearchNotes) => indexKnowledge(knowledge, undefined, notes)
    return { index: open(read.notes), pages: read.pages && open(read.pages) }
  }
  const open = (notes: WordNotes) => indexWords(knowledge, read.language, notes)
  return { index: open(read.notes), pages: read.pages && open(read.pages) }
}

/** Higher than for notes, because pages also contain sample data. */
const pageAnswerMin = 0.7

/** The language that most of the notes are in; the conversation's if they are too short to tell. */
export function notesLanguageOf(knowledge: Knowledge): AgentLanguage {
  const before = known.get(knowledge)
  if (before !== undefined) return before
  const language = readLanguage(knowledge.items.map((item) => item.text).join(' '), wordsMin) ?? languageOf(knowledge)
  known.set(knowledge, language)
  return language
}

/** Minimum number of stop words, because a street or a name may contain some of another language. */
const wordsMin = 4

const known = new WeakMap<Knowledge, AgentLanguage>()

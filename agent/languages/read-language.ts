import { agentLanguages, type AgentLanguage } from '#domain/agent-languages.ts'

import { stopWords } from '../retrieval-common-words.ts'
import { foldAccents } from './fold-accents.ts'
import { vocabularyOf } from './search-words.ts'

/** The language whose common words a text has most of; null for a tie, or for fewer than `least`. */
export function readLanguage(text: string, least = 1): AgentLanguage | null {
  const words = foldAccents(text.slice(0, charactersRead)).match(/\p{L}+/gu) ?? []
  const counts = agentLanguages
    .map(({ value }) => {
      const known = value === 'en' ? stopWords : vocabularyOf(value).stops
      return { value, count: words.filter((word) => known.has(word)).length }
    })
    .toSorted((a, b) => b.count - a.count)
  const [first, second] = counts
  return first === undefined || first.count < least || first.count === second?.count ? null : first.value
}

const charactersRead = 4_000

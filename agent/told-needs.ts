import { escapePattern } from '#domain/escape-pattern.ts'

import type { KnowledgeItem } from './knowledge.ts'
import { isOrdinary } from './retrieval-common-words.ts'
import { aliasesOf, kindOfWord, readsAsName } from './retrieval-names.ts'
import { toWords } from './retrieval-words.ts'

/*
 * Notes relevant to what visitors say about themselves without asking: “we run MySQL 5.7” if the notes list MySQL,
 * “there are only three of us” if the price has a minimum of five. English only.
 */

/** At most one note; none for statements that no note is about. */
export function notesOnStatement(text: string, items: readonly KnowledgeItem[]): readonly KnowledgeItem[] {
  const noted = items.filter((item) => item.isForObjections !== true)
  const tooFew = belowMinimum(text, noted)
  if (tooFew !== undefined) return [tooFew]
  const names = namesIn(text)
  const best = noted.find((item) => names.some((name) => writesName(item.text, name)))
  return best === undefined ? [] : [best]
}

/** The words that may name what the visitor says they have: products, standards, languages, and other rare words. */
function namesIn(text: string): readonly RegExp[] {
  if (!hasIt.test(text)) return []
  const words = toWords(text)
  return words.flatMap((word, at) => {
    const kind = kindOfWord(word)
    const isListed =
      (kind === 'product' || kind === 'standard' || kind === 'language') && readsAsName(word, words[at - 1])
    const isRare = kind === null && word.number === null && word.text.length >= 4 && !isOrdinary(word.text)
    return isListed || isRare ? [word.text, ...aliasesOf(word.stem)].map(nameIn) : []
  })
}

/** Whether a sentence has the name, written with a capital letter inside it: “Reads Rails, Django”. */
function writesName(sentence: string, name: RegExp): boolean {
  const found = name.exec(sentence)
  return found !== null && /\p{Lu}/u.test(found[0]) && (found.index > 0 || /\p{Lu}/u.test(found[0].slice(1)))
}

/** “We use Sage”, “they only speak Polish”; not “my cousin wrote a book about Java”. */
const hasIt =
  /\b(?:we|i|they|our|my|us|everything|all|staff|people|most|some|everyone)\b.{0,30}\b(?:use|uses|using|run|runs|running|on|with|have|has|got|stuck|speak|speaks|speaking|read|reads|is|are|in|live|lives|built|based|paying|pay|switched)\b/i

function nameIn(name: string): RegExp {
  return new RegExp(`(?<!\\p{L})${escapePattern(name)}(?!\\p{L})`, 'iu')
}

/** The note with a minimum that the visitor's number doesn't reach. */
function belowMinimum(text: string, items: readonly KnowledgeItem[]): KnowledgeItem | undefined {
  const told = fewOf.exec(text)?.[1]
  const count = told === undefined ? null : countOf(told)
  if (count === null) return undefined
  return items.find((item) => {
    const least = minimum.exec(item.text)?.[1]
    return least !== undefined && (countOf(least) ?? 0) > count
  })
}

/** “There's only three of us”, “we are just four nurses”, “we're 2 people” */
const fewOf =
  /\b(?:only|just|there(?:['’]?s| is| are)|we(?:['’]?re| are)) (?:only |just |about |maybe )*(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve) (?:of us|people|users?|employees?|colleagues|\p{L}+s)\b(?<!\b(?:days|weeks|months|years|hours|minutes|times|things|questions|steps))(?! (?:old|ago|away|later|left|per|a (?:day|week|month)))/iu
const minimum =
  /\b(?:minimum(?: of)?|at least|no fewer than|starts? (?:at|with)) (\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve) (?:\p{L}+ )?(?!percent|days?|weeks?|months?|years?|hours?|minutes?|cm|mm|m\b|gb|mb)\p{L}+s\b/iu

function countOf(said: string): number | null {
  const number = toWords(said)[0]?.number
  return number === undefined || number === null ? null : Number(number)
}

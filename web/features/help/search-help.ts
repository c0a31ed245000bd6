import { editDistance } from '#domain/edit-distance.ts'

import { helpTopics, type HelpTopic } from './help-topics.ts'

/* Searches the help by any words in any order and form, with synonyms and typos. */

/** Topics that fit every word of the question, best first; all topics if it has none. */
export function searchHelp(question: string): readonly HelpTopic[] {
  // Longer than any question: a pasted page.
  const asked = wordsOf(question.slice(0, 200)).filter((word) => !fillers.has(word))
  if (asked.length === 0) return helpTopics
  // Typos count only if nothing matches exactly, and half of the words suffice if nothing matches all.
  const most = Math.floor(asked.length / 2)
  for (const [typos, missing] of [
    [0, 0],
    [1, 0],
    [1, most],
  ] as const) {
    const found = rank(asked, typos, missing)
    if (found.length > 0) return found
  }
  return []
}

function rank(asked: readonly string[], typos: number, missing: number): readonly HelpTopic[] {
  return indexed
    .flatMap((each) => {
      const scores = asked.map((word) => scoreOf(word, each, typos))
      return scores.filter((score) => score === 0).length > missing
        ? []
        : [{ topic: each.topic, score: scores.reduce((sum, score) => sum + score, 0) }]
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ topic }) => topic)
}

interface IndexedTopic {
  readonly topic: HelpTopic
  readonly title: readonly string[]
  readonly also: readonly string[]
  readonly text: readonly string[]
}

const indexed: readonly IndexedTopic[] = helpTopics.map((topic) => ({
  topic,
  title: wordsOf(topic.title),
  also: wordsOf(topic.also),
  text: wordsOf(topic.text),
}))

/** 0 if the word isn't found. Matches in the title count more than those in the text. */
function scoreOf(word: string, { title, also, text }: IndexedTopic, typos: number): number {
  const weigh = (words: readonly string[], weight: number) => {
    if (words.includes(word)) return 2 * weight
    return words.some((known) => fitsWord(word, known, typos)) ? weight : 0
  }
  return Math.max(weigh(title, 6), weigh(also, 4), weigh(text, 1))
}

function fitsWord(asked: string, known: string, typos: number): boolean {
  // The last word may be incomplete.
  if (known.startsWith(asked) || (known.length >= 4 && asked.startsWith(known))) return true
  if (typos === 0 || asked.length < 4) return false
  const most = asked.length < 7 ? 1 : 2
  return editDistance(asked, known, most) <= most || editDistance(asked, known.slice(0, asked.length), most) <= most
}

function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return Array.from(plain.matchAll(/[\p{L}\p{N}]+/gu), ([word]) => stemOf(word))
}

/** "Sharing", "shares" and "shared" are one word; so are "blurring" and "blur". */
function stemOf(word: string): string {
  const [, plain = word] = /^(.{3,}?)(?:ing|ed|es|s)$/.exec(word) ?? []
  return plain.length > 3 && /([^aeiouls])\1$/.test(plain) ? plain.slice(0, -1) : plain.replace(/e$/, '')
}

const fillers = new Set(
  'a an and are as at be by can could do does for from get have how i in is it me my not of on or our should so that the their them there they this to use want we what when where which who why will with you your'
    .split(' ')
    .map(stemOf),
)

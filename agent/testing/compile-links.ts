import { joiner } from '../lexicon.ts'
import { stopWords } from '../retrieval-common-words.ts'
import { toWords } from '../retrieval-words.ts'
import { linkableStems } from '../word-links.ts'

/* Turns the lists that people wrote into the links that agent/written-links.ts reads. */

/** Two lists that name the same link make it stronger. */
const strengthMax = 1.5
const again = 0.3
/** How much of a phrase's strength each of its single words gets: “sign off” says little about “sign”. */
const partShare = 0.6

type Strengths = Map<string, Map<string, number>>

/**
 * @param buyersWords Lines such as `approval: sign off, boss`: a word of notes, then what buyers say instead.
 * @param notesWords Lines such as `boss: manager, approval`: what buyers say, then words of the notes that answer.
 * @returns The file's text.
 */
export function compileLinks(buyersWords: string, notesWords: string): string {
  const links: Strengths = new Map()
  eachPhrase(buyersWords, (noted, phrase, strength) => {
    for (const [asked, share] of keysOf(phrase)) addLink(links, asked, noted, strength * share)
  })
  eachPhrase(notesWords, (said, phrase, strength) => {
    for (const [noted, share] of keysOf(phrase)) addLink(links, said, noted, strength * share)
  })
  const lines = [...links].map(([asked, noted]) => {
    const pairs = [...noted].map(([stem, strength]) => `${stem} ${Math.round(strength * 100)}`)
    return `${asked}\t${pairs.join(' ')}`
  })
  return `${lines.sort().join('\n')}\n`
}

/** Earlier phrases in a list are more likely. */
function eachPhrase(lists: string, take: (head: string, phrase: string, strength: number) => void): void {
  for (const line of lists.split('\n')) {
    const [head = '', phrases = ''] = line.split(':')
    const all = keysOf(head)
    // “Set me back” says nothing about “set”.
    const pairs = all.filter(([key]) => key.includes(joiner))
    for (const [key] of pairs.length > 0 ? pairs : all)
      for (const [at, phrase] of phrases.split(',').entries()) take(key, phrase, 1 / (1 + 0.05 * at))
  }
}

/** The stems or pairs to look a phrase up by, with their share; the whole phrase first. */
function keysOf(phrase: string): readonly (readonly [key: string, share: number])[] {
  const words = toWords(phrase)
  const [first, second] = words
  const content = words.filter(({ text, number }) => number === null && !stopWords.has(text))
  if (first === undefined) return []
  if (second === undefined) return first.number === null ? [[first.stem, 1]] : []
  const pairs: (readonly [string, number])[] =
    words.length === 2
      ? [[`${first.stem}${joiner}${second.stem}`, 1]]
      : words.length === 3
        ? [...linkableStems(words)].filter((key) => key.includes(joiner)).map((key) => [key, partShare])
        : []
  return [...pairs, ...content.map(({ stem }) => [stem, partShare / content.length] as const)]
}

function addLink(links: Strengths, asked: string, noted: string, strength: number): void {
  // Notes are searched by single stems.
  if (asked === noted || noted.includes(joiner)) return
  const known = links.get(asked) ?? new Map<string, number>()
  links.set(asked, known)
  const before = known.get(noted)
  const sum = before === undefined ? strength : Math.max(before, strength) + again * Math.min(before, strength)
  known.set(noted, Math.min(strengthMax, sum))
}

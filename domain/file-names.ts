import { limits } from './limits.ts'

/* Derives a title for each step, and a name for the demo, from the screenshots' file names. */

/** The demo's name until the author writes one. */
export const untitledName = 'Untitled demo'

/** Words that cameras, screenshot tools and exports write, which say nothing about the picture. */
const emptyWords = new Set(
  (
    'screenshot screenshots screen shot screencapture capture captured cleanshot snagit bildschirmfoto captura capture d ecran ' +
    'image images img picture pic photo pasted paste clipboard untitled unnamed index frame slide page step export ' +
    'final copy new default home at am pm from vom um de la le png jpg jpeg webp gif avif tmp temp file draft version v'
  ).split(' '),
)
const extension = /\.[a-z0-9]{2,5}$/i
/** Numbers, dates, times, sizes, versions, hashes. */
const numeric = /^(?:v?\d[\dx.,:]*(?:px|st|nd|rd|th|k)?|[0-9a-f]{8,}|\d+x|x\d+)$/i

interface Words {
  /** Words in order, without numbers, dates and numbering. */
  readonly all: readonly string[]
  readonly saysSomething: boolean
}

/**
 * The steps' titles: "03-approve_invoice@2x.png" becomes "Approve invoice"; null for a camera's name. Words that all
 * names start with are dropped, if something remains.
 */
export function titlesFromFiles(fileNames: readonly string[]): readonly (string | null)[] {
  const named = fileNames.map(readWords)
  const shared = named.length > 1 ? commonWords(named.map(({ all }) => all)).length : 0
  return named.map(({ all, saysSomething }) => {
    const rest = withoutOuter(all.slice(shared))
    if (isMeant(rest)) return sentence(rest)
    return saysSomething ? sentence(all) : null
  })
}

/** What the file names have in common, else the folder's name, else the first meaningful name. */
export function demoNameFromFiles(fileNames: readonly string[], folder = ''): string {
  const named = fileNames.map(readWords)
  const common = commonWords(named.map(({ all }) => all))
  const candidates = [{ all: common, saysSomething: isMeant(common) }, readWords(`${folder}.`), ...named]
  const words = candidates.find(({ saysSomething }) => saysSomething)?.all
  return words === undefined ? untitledName : sentence(words)
}

/** Whether a page's title names the page, unlike "01 index" or "Untitled". */
export function isMeaningfulTitle(title: string): boolean {
  return readWords(title).saysSomething
}

function readWords(name: string): Words {
  const words = name
    .normalize('NFC')
    .replace(extension, '')
    .replace(/@\dx\b|\(\d+\)/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\d)(\p{L}{3,})/gu, '$1 $2')
    .split(/[\s\-_–—+.,#%~()[\]{}]+/u)
    .filter((word) => word !== '' && !numeric.test(word))
  const all = withoutOuter(words)
  return { all, saysSomething: isMeant(all) }
}

/** Removes words like "screenshot" at either end; in the middle they belong to the name. */
function withoutOuter(words: readonly string[]): readonly string[] {
  const isEmpty = (word: string) => emptyWords.has(word.toLowerCase())
  const first = words.findIndex((word) => !isEmpty(word))
  return first === -1 ? [] : words.slice(first, words.findLastIndex((word) => !isEmpty(word)) + 1)
}

function isMeant(words: readonly string[]): boolean {
  return words.some((word) => /\p{L}{2}|[^\p{ASCII}]/u.test(word))
}

/** The words that all names start with; none for a single name. */
function commonWords(names: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = names
  if (others.length === 0) return first
  const differs = first.findIndex((word, index) =>
    others.some((other) => other[index]?.toLowerCase() !== word.toLowerCase()),
  )
  return withoutOuter(differs === -1 ? first : first.slice(0, differs))
}

function sentence(words: readonly string[]): string {
  const text = words.join(' ')
  return (text.charAt(0).toLocaleUpperCase('en') + text.slice(1)).slice(0, limits.demoNameMax)
}

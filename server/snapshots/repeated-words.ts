import { rewriteCss } from '#domain/css-addresses.ts'
import { withFallbacks } from '#domain/edited-page-look.ts'

import {
  attributeOf,
  elementsIn,
  isElement,
  isTextNode,
  setAttribute,
  type ChildNode,
  type Element,
  type ParentNode,
  type ParsedPage,
} from './parse-page.ts'
import type { Target } from './page-targets.ts'
import { textContentOf } from './page-targets.ts'

/*
 * Attributes repeat texts of a page, such as the title of a truncated name or the alternative text of an avatar. After an
 * edit they get the new text, and lose covered text.
 */

/** Attributes with words for tooltips, screen readers or scripts. */
export function isHintAttribute(name: string): boolean {
  return name === 'title' || name === 'alt' || name.startsWith('data-') || hints.test(name)
}

const hints = /^aria-(?:label|description|roledescription|valuetext|placeholder)$/
/** Shorter texts occur inside too many others. */
const partMin = 4
const partMax = 200
const coveredMax = 5_000

/** Old text to new, both trimmed; '' for covered text. */
export function repeatedWords(targets: readonly Target[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  for (const { edit, element } of targets) {
    if (edit.kind === 'text') words.set(edit.was.trim(), withFallbacks(edit.to).trim())
    else if (edit.kind !== 'image' && element !== null) {
      for (const text of coveredTexts(element)) if (!words.has(text)) words.set(text, '')
    }
  }
  words.delete('')
  return words
}

/** Replaces the words in the page's attributes: whole values of any length, and parts unless they are short. */
export function replaceRepeated(
  page: ParsedPage,
  words: ReadonlyMap<string, string>,
  styledBy: ReadonlySet<string>,
): void {
  if (words.size === 0) return
  const replace = partReplacer(words)
  for (const document of [page.document, ...page.frames.values()]) {
    for (const element of elementsIn(document)) {
      for (const { name, value } of element.attrs.slice()) {
        if (!isHintAttribute(name) || styledBy.has(name)) continue
        const replaced = words.get(value.trim()) ?? replace(value)
        if (replaced !== value) setAttribute(element, name, replaced)
      }
    }
  }
}

/** The style sheets whose texts (`content`) contain the words, with these replaced. */
export function replaceInSheets(
  sheets: ReadonlyMap<string, string>,
  words: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const changed = new Map<string, string>()
  if (words.size === 0) return changed
  const replace = partReplacer(words)
  for (const [name, css] of sheets) {
    let isChanged = false
    const shownText = (text: string) => {
      const replaced = words.get(text.trim()) ?? replace(text)
      isChanged ||= replaced !== text
      return replaced
    }
    const rewritten = rewriteCss(css, { address: (address) => address, shownText })
    if (isChanged) changed.set(name, rewritten)
  }
  return changed
}

/** Attributes that selectors match by value: `[data-state="open"]`. */
export function namesInSelectors(css: readonly string[]): ReadonlySet<string> {
  const names = css.flatMap((each) =>
    [...each.matchAll(/\[\s*([\w-]{1,60})\s*[~|^$*]?=/g)].map(([, name = '']) => name.toLowerCase()),
  )
  return new Set(names)
}

/** The style sheets in the page's markup. */
export function sheetsIn({ document, frames }: ParsedPage): readonly string[] {
  return [document, ...frames.values()].flatMap((each) =>
    [...elementsIn(each)].flatMap((element) =>
      element.tagName === 'style' ? [element.childNodes.map(valueOf).join('')] : [],
    ),
  )
}

function valueOf(node: ChildNode | ParentNode): string {
  return isTextNode(node) ? node.value : ''
}

/** Each text in it and its whole text, trimmed. */
function coveredTexts(element: Element): readonly string[] {
  const texts = [textContentOf(element), attributeOf(element, 'alt') ?? '', attributeOf(element, 'title') ?? '']
  const waiting: (ParentNode | ChildNode)[] = [element]
  for (let node = waiting.pop(); node !== undefined && texts.length < coveredMax; node = waiting.pop()) {
    if (isTextNode(node)) texts.push(node.value)
    if (isElement(node) && node.tagName === 'style') continue
    if ('content' in node) waiting.push(node.content)
    if ('childNodes' in node) waiting.push(...node.childNodes)
  }
  return texts.map((text) => text.trim()).filter((text) => text.length >= partMin && text.length <= partMax)
}

/** Looks words up by their beginning, so that the cost doesn't grow with the number of words. */
function partReplacer(words: ReadonlyMap<string, string>): (text: string) => string {
  const lengths = new Map<string, Set<number>>()
  for (const text of words.keys()) {
    const first = firstWord.exec(text)
    if (text.length < partMin || text.length > partMax || first?.index !== 0) continue
    const known = lengths.get(first[0]) ?? new Set()
    lengths.set(first[0], known.add(text.length))
  }
  const sorted = new Map([...lengths].map(([first, known]) => [first, [...known].toSorted((a, b) => b - a)]))
  return (text) => {
    let replaced = ''
    let done = 0
    for (const { 0: word, index } of text.matchAll(anyWord)) {
      if (index < done) continue
      const length = sorted.get(word)?.find((each) => {
        return (
          words.has(text.slice(index, index + each)) && !letter.test(text.slice(index + each - 1, index + each + 1))
        )
      })
      if (length === undefined) continue
      replaced += text.slice(done, index) + (words.get(text.slice(index, index + length)) ?? '')
      done = index + length
    }
    return replaced + text.slice(done)
  }
}

const firstWord = /^[\p{L}\p{N}\p{M}]+/u
const anyWord = /[\p{L}\p{N}\p{M}]+/gu
/** Whether a word continues here. */
const letter = /[\p{L}\p{N}]{2}/u

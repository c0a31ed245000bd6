import { hasSecret } from '#domain/secret-text.ts'
import { countWords, sentenceCharactersMax, splitSentences } from '#agent/sentences.ts'

import {
  attributeOf,
  isElement,
  isTextNode,
  pageTree,
  parsePage,
  rootOf,
  type ChildNode,
  type Element,
  type ParentNode,
} from './parse-page.ts'

/**
 * The whole sentences of a page, for the agent to quote: no menus, buttons or labels, nothing off-screen or covered, and
 * no figures, because they are examples.
 */
export function readPageSentences(html: string): readonly string[] {
  const page = parsePage(html)
  const tree = pageTree(page)
  const blocks: string[] = []
  let block = ''
  const end = () => {
    blocks.push(block.replaceAll(/\s+/g, ' ').trim())
    block = ''
  }
  const read = (node: ParentNode | ChildNode, deep: number): void => {
    if (isTextNode(node)) block += node.value
    else if (deep < deepMax && !(isElement(node) && isLeftOut(node))) {
      const isInline = isElement(node) && inline.has(node.tagName)
      if (!isInline) end()
      const inner = [tree.shadowRoot(node), tree.frame(node)].filter((each) => each !== null)
      for (const child of [...inner, ...tree.children(node)]) read(child, deep + 1)
      if (!isInline) end()
    }
  }
  read(rootOf(page.document), 0)
  const sentences = new Set<string>()
  let characters = 0
  for (const text of blocks.flatMap((each) => splitSentences(each))) {
    if (!isSentence(text) || sentences.has(text)) continue
    characters += text.length
    if (sentences.size >= sentencesMax || characters > charactersMax) break
    sentences.add(text)
  }
  return [...sentences]
}

const deepMax = 400
const sentencesMax = 30
const charactersMax = 4_000
const wordsMin = 5

function isSentence(text: string): boolean {
  if (text.length > sentenceCharactersMax || countWords(text) < wordsMin || !/^["“(]?[\p{Lu}\p{Lo}\p{N}]/u.test(text))
    return false
  if (!/[.!?。！？]["”)]?$/u.test(text) || /(?<!\p{L})[Xx]{3,}(?!\p{L})|…/u.test(text)) return false
  return !/[$€£¥₹]|\d{3}/u.test(text) && !hasSecret(text)
}

const inline = new Set(
  'a abbr b bdi bdo br cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const leftOut = new Set('head style svg nav menu button select textarea datalist template canvas'.split(' '))
const leftOutRole = /^(?:navigation|menu|menubar|menuitem|button|tab|tablist|toolbar|tooltip|listbox|option)$/

function isLeftOut(element: Element): boolean {
  return leftOut.has(element.tagName) || leftOutRole.test(attributeOf(element, 'role') ?? '')
}

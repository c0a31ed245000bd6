import { splitSentences } from '#agent/sentences.ts'
import { normalForm } from '#domain/normal-form.ts'

import { sourceLimits } from './source-limits.ts'
import { SourceProblem } from './source-problem.ts'

/** A paragraph, list item or table row, with its place. */
export interface TextBlock {
  /** “p. 3”, the heading above, or ''. */
  readonly place: string
  readonly text: string
}

/** Joins short paragraphs of one place and splits long ones; a passage is at most a few paragraphs. */
export function cutPassages(blocks: Iterable<TextBlock>): readonly TextBlock[] {
  const passages: TextBlock[] = []
  let open: { place: string; text: string } | null = null
  let size = 0
  const close = (): void => {
    if (open !== null) passages.push(open)
    open = null
  }
  for (const block of blocks) {
    const place = cleanText(block.place).slice(0, placeCharactersMax)
    size += block.text.length
    if (size > sourceLimits.text) {
      throw new SourceProblem('This has more than 2 MB of text. Split it, or upload only the part that matters.')
    }
    for (const text of splitLong(cleanText(block.text))) {
      if (open !== null && (open.place !== place || open.text.length + text.length > passageCharacters)) close()
      open = open === null ? { place, text } : { place, text: `${open.text}\n${text}` }
    }
  }
  close()
  return passages
}

/** A passage ends before it exceeds this length. */
const passageCharacters = 700
const placeCharactersMax = 300

function splitLong(text: string): readonly string[] {
  if (text.length <= passageCharacters) return text === '' ? [] : [text]
  const parts: string[] = []
  let part = ''
  // In pieces, because finding sentences takes more than linear time.
  for (const sentence of (text.match(/.{1,4000}(?:\s|$)|.{1,4000}/gu) ?? []).flatMap(splitSentences)) {
    if (part !== '' && part.length + sentence.length >= passageCharacters) {
      parts.push(part)
      part = ''
    }
    part = part === '' ? sentence : `${part} ${sentence}`
  }
  return [...parts, part].filter((each) => each.trim() !== '')
}

/** PostgreSQL stores neither NUL nor lone surrogates; the other characters are invisible. */
function cleanText(text: string): string {
  return normalForm(text.toWellFormed(), 'NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zs}]+/gu, ' ')
    .trim()
}

import { toPlainText } from '#agent/plain-text.ts'

import type { TextBlock } from './cut-passages.ts'
import { SourceProblem } from './source-problem.ts'

/** Text in its declared encoding, else UTF-8 or UTF-16, else Windows-1252, which older editors write. */
export function decodeText(bytes: Uint8Array, named: string | null = null): string {
  if (named !== null && isEncoding(named)) return new TextDecoder(named).decode(bytes)
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes)
  if (bytes.includes(0)) throw new SourceProblem('This is not text. Upload a PDF, DOCX, Markdown, text or HTML file.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
}

/** Paragraphs of a plain text, without headings. */
export function* readText(text: string): Generator<TextBlock> {
  for (const paragraph of text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) yield { place: '', text: paragraph }
}

/** Paragraphs and list items of a Markdown document, under their nearest heading. */
export function* readMarkdown(markdown: string): Generator<TextBlock> {
  const lines = markdown
    .replace(/\r\n?/g, '\n')
    .replace(/^---\n[^]*?\n---\n/, '')
    .split('\n')
  let place = ''
  let paragraph: string[] = []
  let isCode = false
  const close = (): TextBlock => {
    const text = toPlainText(paragraph.join(' '))
    paragraph = []
    return { place, text }
  }
  for (const [index, line] of lines.entries()) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) {
      isCode = !isCode
      continue
    }
    const heading = isCode
      ? null
      : (/^ {0,3}#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1] ?? underlined(line, lines[index + 1]))
    if (heading !== null) {
      yield close()
      place = toPlainText(heading)
    } else if (/^ {0,3}(?:=+|-+)\s*$/.test(line) || /^[\s|:-]*$/.test(line)) {
      yield close()
    } else {
      if (/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/.test(line) || line.trimStart().startsWith('|')) yield close()
      paragraph.push(toCells(line))
    }
  }
  yield close()
}

/** A heading underlined with = or -. */
function underlined(line: string, next: string | undefined): string | null {
  return line.trim() !== '' && next !== undefined && /^ {0,3}(?:={3,}|-{3,})\s*$/.test(next) ? line : null
}

/** A table row as “Team: $29, per seat”. */
function toCells(line: string): string {
  if (!line.trimStart().startsWith('|')) return line
  return joinCells(
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|'),
  )
}

/** A table row as one line: the first cell names what the others say. */
export function joinCells(cells: readonly string[]): string {
  const [first = '', ...rest] = cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).filter((cell) => cell !== '')
  return rest.length === 0 ? first : `${first.replace(/:$/, '')}: ${rest.join(', ')}`
}

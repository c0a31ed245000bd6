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

/** Paragraphs of a plain text; a question on a line of its own is the place of its answer. */
export function* readText(text: string): Generator<TextBlock> {
  let question = ''
  for (const paragraph of text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
    const [first = '', ...rest] = paragraph.trim().split('\n')
    const asked = toQuestion(first)
    if (asked === null) yield { place: question, text: withoutLabel(paragraph) }
    else {
      question = rest.length === 0 ? asked : ''
      if (rest.length > 0) yield { place: asked, text: withoutLabel(rest.join('\n')) }
    }
  }
}

/** “Q: How long does setup take?” as its question; null for another line. */
function toQuestion(line: string): string | null {
  const written = line.trim()
  if (written.length > questionMax + labelMax) return null
  const question = written.replace(/^(?:q(?:uestion)?\s*\d*|\d{1,3})\s*[:.)]\s*/i, '')
  return question.endsWith('?') && question.length <= questionMax ? question : null
}

function withoutLabel(answer: string): string {
  const text = answer.trim()
  const [label = ''] = /^a(?:nswer)?\s*\d*\s*[:.)]\s+/i.exec(text.slice(0, labelMax)) ?? []
  return text.slice(label.length).trimStart()
}

const questionMax = 200
/** Longer runs of spaces would take more than linear time. */
const labelMax = 50

/** Paragraphs and list items of a Markdown document, under their nearest heading. */
export function* readMarkdown(markdown: string): Generator<TextBlock> {
  const lines = markdown
    .replace(/\r\n?/g, '\n')
    .replace(/^---\n[^]*?\n---\n/, '')
    .split('\n')
  let place = ''
  let paragraph: string[] = []
  let isCode = false
  let columns: readonly string[] = []
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
    if (!line.trimStart().startsWith('|')) columns = []
    else if (isRule(lines[index + 1]) && cellsOf(line).length > 2) {
      yield close()
      columns = cellsOf(line)
      continue
    }
    const heading =
      isCode || line.length > headingMax
        ? null
        : (/^ {0,3}#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1] ?? underlined(line, lines[index + 1]))
    if (heading !== null) {
      yield close()
      place = toPlainText(heading)
    } else if (/^ {0,3}(?:=+|-+)\s*$/.test(line) || /^[\s|:-]*$/.test(line)) {
      yield close()
    } else {
      if (/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/.test(line) || line.trimStart().startsWith('|')) yield close()
      paragraph.push(line.trimStart().startsWith('|') ? toRow(cellsOf(line), columns) : line)
    }
  }
  yield close()
}

const headingMax = 1_000

/** A heading underlined with = or -. */
function underlined(line: string, next: string | undefined): string | null {
  return line.trim() !== '' && next !== undefined && /^ {0,3}(?:={3,}|-{3,})\s*$/.test(next) ? line : null
}

/** The line between a table's head and its rows. */
function isRule(line: string | undefined): boolean {
  return line !== undefined && line.includes('-') && /^\s*\|[\s|:-]*$/.test(line)
}

function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
}

/** A table row with its columns' names, “Team: Price $29; Users 10”, so that it reads alone. */
export function toRow(cells: readonly string[], columns: readonly string[]): string {
  if (columns.length === 0) return joinCells(cells)
  const [first = '', ...rest] = cells.map((cell) => toPlainText(cell).trim())
  const named = rest.flatMap((cell, at) =>
    cell === '' ? [] : [`${toPlainText(columns[at + 1] ?? '').trim()} ${cell}`.trim()],
  )
  return named.length === 0 ? first : `${first}: ${named.join('; ')}`
}

/** A table row as one line: the first cell names what the others say. */
function joinCells(cells: readonly string[]): string {
  const [first = '', ...rest] = cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).filter((cell) => cell !== '')
  return rest.length === 0 ? first : `${first.replace(/:$/, '')}: ${rest.join(', ')}`
}

import { textBlocks } from '#player/text-blocks.ts'

/** Width of a text in pixels. */
export type Measure = (text: string) => number

export interface WrappedLine {
  readonly text: string
  /** Lines of a list are indented; only an item's first has the dot. */
  readonly indent: 'none' | 'dot' | 'hanging'
  /** Starts a paragraph or list other than the first. */
  readonly isAfterGap: boolean
}

/** Wraps a description's paragraphs and lists to `width`; at most `linesMax` lines, then an ellipsis. */
export function wrapDescription(
  text: string,
  width: number,
  linesMax: number,
  measure: Measure,
): readonly WrappedLine[] {
  const lines: WrappedLine[] = []
  for (const [at, block] of textBlocks(text).entries()) {
    const parts = block.type === 'list' ? block.items : block.lines
    for (const [row, part] of parts.entries()) {
      const isItem = block.type === 'list'
      for (const [index, line] of wrapLine(part.text, isItem ? width - listIndent : width, measure).entries()) {
        lines.push({
          text: line,
          indent: isItem ? (index === 0 ? 'dot' : 'hanging') : 'none',
          isAfterGap: at > 0 && row === 0 && index === 0,
        })
      }
    }
  }
  return cut(lines, linesMax, width, measure)
}

export const listIndent = 18

/** Wraps one text; breaks words that are wider than a line. */
export function wrapLine(text: string, width: number, measure: Measure): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((each) => breakWord(each, width, measure))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && measure(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line === '' ? lines : [...lines, line]
}

function breakWord(word: string, width: number, measure: Measure): readonly string[] {
  if (measure(word) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const sign of word) {
    if (piece !== '' && measure(piece + sign) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += sign
  }
  return [...pieces, piece]
}

function cut(lines: readonly WrappedLine[], most: number, width: number, measure: Measure): readonly WrappedLine[] {
  const last = lines[most - 1]
  if (lines.length <= most || last === undefined) return lines
  let { text } = last
  while (text !== '' && measure(`${text}…`) > width) text = text.slice(0, -1)
  return [...lines.slice(0, most - 1), { ...last, text: `${text.trimEnd()}…` }]
}

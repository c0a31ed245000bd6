/** A stretch of a text, and where in the text it begins. */
export interface TextLine {
  readonly text: string
  readonly start: number
}

export type TextBlock =
  | { readonly type: 'paragraph'; readonly lines: readonly TextLine[] }
  | { readonly type: 'list'; readonly items: readonly TextLine[] }

/** Plain notes as people write them: blank lines separate paragraphs, lines with a dash are list items. */
export function textBlocks(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = []
  let lines: TextLine[] = []
  let items: TextLine[] = []
  const finish = () => {
    if (lines.length > 0) blocks.push({ type: 'paragraph', lines })
    if (items.length > 0) blocks.push({ type: 'list', items })
    lines = []
    items = []
  }
  let end = 0
  // Keep the line breaks, because offsets count them.
  for (const raw of text.split(/(\r\n?|\n)/)) {
    end += raw.length
    if (/^[\r\n]/.test(raw)) continue
    const line = raw.trim()
    const start = end - raw.trimStart().length
    const item = /^[-*•]\s+(.+)$/.exec(line)?.[1]
    if (line === '' || (item === undefined ? items : lines).length > 0) finish()
    if (item !== undefined) items.push({ text: item, start: start + line.length - item.length })
    else if (line !== '') lines.push({ text: line, start })
  }
  finish()
  return blocks
}

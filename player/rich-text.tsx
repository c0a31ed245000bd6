import { createElement, Fragment, type ReactNode } from 'react'

export type TextBlock =
  | { readonly type: 'paragraph'; readonly lines: readonly string[] }
  | { readonly type: 'list'; readonly items: readonly string[] }

/** Plain notes as people write them: blank lines part paragraphs, lines with a dash make a list. */
export function textBlocks(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = []
  for (const part of text.replace(/\r\n?/g, '\n').split(/\n\s*\n/)) {
    let lines: string[] = []
    let items: string[] = []
    const finish = () => {
      if (lines.length > 0) blocks.push({ type: 'paragraph', lines })
      if (items.length > 0) blocks.push({ type: 'list', items })
      lines = []
      items = []
    }
    for (const line of part.split('\n').map((line) => line.trim())) {
      const item = /^[-*•]\s+(.+)$/.exec(line)?.[1]
      if (line === '' || (item === undefined ? items : lines).length > 0) finish()
      if (item !== undefined) items.push(item)
      else if (line !== '') lines.push(line)
    }
    finish()
  }
  return blocks
}

export type TextPiece = { readonly text: string; readonly href: string | null }

/** Web addresses in a line become links; everything else stays the text it is. */
export function textPieces(line: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of line.matchAll(/https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/g)) {
    if (match.index > end) pieces.push({ text: line.slice(end, match.index), href: null })
    pieces.push({ text: match[0], href: URL.canParse(match[0]) ? match[0] : null })
    end = match.index + match[0].length
  }
  if (end < line.length) pieces.push({ text: line.slice(end), href: null })
  return pieces
}

/** A step's description as readable paragraphs. The pieces are children by position: they have no names of their own. */
export function RichText({ text }: { readonly text: string }) {
  return createElement(Fragment, null, ...textBlocks(text).map(blockElement))
}

function blockElement(block: TextBlock): ReactNode {
  if (block.type === 'list') {
    return createElement('ul', null, ...block.items.map((item) => createElement('li', null, ...linked(item))))
  }
  const lines = block.lines.flatMap((line, index) =>
    index === 0 ? linked(line) : [createElement('br'), ...linked(line)],
  )
  return createElement('p', null, ...lines)
}

function linked(line: string): readonly ReactNode[] {
  return textPieces(line).map((piece) =>
    piece.href === null
      ? piece.text
      : createElement('a', { href: piece.href, target: '_blank', rel: 'noopener noreferrer nofollow' }, piece.text),
  )
}

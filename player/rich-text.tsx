import { createElement, Fragment, type ReactNode } from 'react'

import { textSegments, type TextLook, type TextRun } from '#domain/text-format.ts'

import { textBlocks, type TextLine } from './text-blocks.ts'

export type TextPiece = { readonly text: string; readonly href: string | null }

/** Turns web addresses in a line into links; everything else stays text. */
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

interface RichTextProps {
  readonly text: string
  readonly runs?: readonly TextRun[] | undefined
}

/** A description as paragraphs. Children are keyed by position: they have no ids. */
export function RichText({ text, runs }: RichTextProps) {
  const linked = ({ text: line, start }: TextLine) => {
    let end = start
    return textPieces(line).flatMap((piece) => {
      const from = end
      end += piece.text.length
      return segmentElements(text, runs, piece.href, from, end)
    })
  }
  return createElement(
    Fragment,
    null,
    ...textBlocks(text).map((block) => {
      if (block.type === 'list') {
        return createElement('ul', null, ...block.items.map((item) => createElement('li', null, ...linked(item))))
      }
      const lines = block.lines.flatMap((line, index) =>
        index === 0 ? linked(line) : [createElement('br'), ...linked(line)],
      )
      return createElement('p', null, ...lines)
    }),
  )
}

/** A formatted single line. No links inside a button. */
export function TextLooks({ text, runs, isLinked }: RichTextProps & { readonly isLinked: boolean }) {
  return createElement(Fragment, null, ...segmentElements(text, runs, isLinked ? null : false))
}

/** `href` is where plain text links to; false disables all links. */
function segmentElements(
  text: string,
  runs: readonly TextRun[] | undefined,
  href: string | null | false,
  from?: number,
  to?: number,
): readonly ReactNode[] {
  return textSegments(text, runs, from, to).map(({ text: piece, run }) => {
    const address = href === false ? null : (run?.link ?? href)
    // The server's HTML has no runs and no style attributes, which the page's policy forbids.
    const look = run === undefined ? null : { style: lookStyle(run) }
    if (address !== null) {
      return createElement(
        'a',
        { ...look, href: address, target: '_blank', rel: 'noopener noreferrer nofollow' },
        piece,
      )
    }
    if (run === undefined) return piece
    return createElement(run.isBold === true ? 'strong' : run.isItalic === true ? 'em' : 'span', look, piece)
  })
}

/** A style as CSS. */
export function lookStyle({ font, sizePx, color, isBold, isItalic, isUnderlined }: Partial<TextLook>) {
  return {
    ...(font && {
      fontFamily:
        font === 'Inter'
          ? '"Inter Variable", "Inter Stand-in", ui-sans-serif, system-ui, sans-serif'
          : `"${font}", ${/Times|Geo/.test(font) ? '' : 'sans-'}serif`,
    }),
    ...(sizePx && { fontSize: `${sizePx}px` }),
    ...(isBold !== undefined && { fontWeight: isBold ? 700 : 400 }),
    ...(isItalic !== undefined && { fontStyle: isItalic ? 'italic' : 'normal' }),
    ...(isUnderlined !== undefined && { textDecoration: isUnderlined ? 'underline' : 'none' }),
    ...(color && { color }),
  }
}

/** A part of an operator's text; rendered as elements, never as HTML. */
export type LegalBlock =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }

/**
 * Blank lines separate paragraphs; # starts a heading, - a list item. The first # heading is the page's own and is
 * dropped.
 */
export function readLegalText(text: string): readonly LegalBlock[] {
  const blocks: LegalBlock[] = []
  for (const part of text.replaceAll('\r\n', '\n').split(/\n\s*\n|\n(?=#)|(?<=^#[^\n]*)\n/m)) {
    const lines = part
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    const [first] = lines
    if (first === undefined || (blocks.length === 0 && /^#\s/.test(first))) continue
    if (first.startsWith('#')) blocks.push({ kind: 'heading', text: first.replace(/^#+\s*/, '') })
    else if (lines.every((line) => line.startsWith('- '))) {
      blocks.push({ kind: 'list', items: lines.map((line) => line.slice(2).trim()) })
    } else blocks.push({ kind: 'paragraph', text: lines.join(' ') })
  }
  return blocks
}

export interface TextPiece {
  readonly text: string
  /** The link's target. */
  readonly href: string | null
}

/** Finds web and email addresses in a line. */
export function splitAddresses(line: string): readonly TextPiece[] {
  return line
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/)
    .map((text, index) => ({
      text,
      href: index % 2 === 0 ? null : text.startsWith('http') ? text : `mailto:${text}`,
    }))
    .filter(({ text }) => text !== '')
}

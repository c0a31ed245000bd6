import type { PageTarget, PageView } from '../../lib/page-picture/page-view.ts'

/** What is selected, in a word or two and its text. */
export function targetName(view: PageView, { path, textPath, isImage }: PageTarget): string {
  if (textPath !== null) return `Text: ${short(view.capturedText(textPath))}`
  const element = view.element(path)
  const label = element?.getAttribute('alt') ?? element?.getAttribute('title') ?? ''
  if (isImage) return label === '' ? 'Image' : `Image: ${short(label)}`
  const text = short(view.coveredText(path))
  const kind = kinds[element?.localName ?? ''] ?? 'Part'
  return text === '' ? kind : `${kind}: ${text}`
}

export function short(text: string, most = 40): string {
  const plain = text.trim().replace(/\s+/g, ' ')
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain
}

const kinds: Readonly<Record<string, string>> = {
  button: 'Button',
  a: 'Link',
  table: 'Table',
  tr: 'Row',
  td: 'Cell',
  th: 'Cell',
  li: 'List item',
  ul: 'List',
  ol: 'List',
  nav: 'Navigation',
  header: 'Header',
  footer: 'Footer',
  form: 'Form',
  input: 'Field',
  textarea: 'Field',
  select: 'Choice',
  dialog: 'Dialog',
  section: 'Section',
  iframe: 'Frame',
}

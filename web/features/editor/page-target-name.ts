import type { PageTarget, PageView } from '../../lib/page-picture/page-view.ts'
import { shortText } from '../../lib/short-text.ts'

/** The selected element's kind and text. */
export function targetName(view: PageView, { path, textPath, isImage }: PageTarget): string {
  if (textPath !== null) return `Text: ${shortText(view.capturedText(textPath))}`
  const element = view.element(path)
  const label = element?.getAttribute('alt') ?? element?.getAttribute('title') ?? ''
  if (isImage) return label === '' ? 'Image' : `Image: ${shortText(label)}`
  const text = shortText(view.coveredText(path))
  const kind = kinds[element?.localName ?? ''] ?? 'Part'
  return text === '' ? kind : `${kind}: ${text}`
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

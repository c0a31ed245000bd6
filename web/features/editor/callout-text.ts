/** A text field's text and selection. */
export interface FieldText {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Replaces the selection and puts the caret after it. */
export function insertAt({ text, start, end }: FieldText, inserted: string): FieldText {
  const caret = start + inserted.length
  return { text: text.slice(0, start) + inserted + text.slice(end), start: caret, end: caret }
}

/** Makes the selected lines a list (player/rich-text.tsx), or plain lines if they are one. */
export function toggleList({ text, start, end }: FieldText): FieldText {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isList = lines.every((line) => line.trim() === '' || line.startsWith('- '))
  const changed = lines.map((line) => (isList ? line.replace(/^- /, '') : line.trim() === '' ? line : `- ${line}`))
  const block = changed.join('\n')
  return { text: text.slice(0, from) + block + text.slice(to), start: from, end: from + block.length }
}

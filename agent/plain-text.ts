import { normalForm } from '#domain/normal-form.ts'

/**
 * A note without Markdown, HTML tags, emoji and control characters, one line per paragraph or list item. Keeps
 * addresses, because captions are read on screen.
 */
export function toPlainText(text: string): string {
  return (
    normalForm(text, 'NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/```[^\n]*\n?([\s\S]*?)```/g, '$1')
      // Doesn't match nested brackets, so that it runs in linear time.
      .replace(/!\[([^[\]\n]*)\]\([^)[\n]*\)/g, '$1')
      .replace(/\[([^[\]\n]+)\]\([^)[\n]*\)/g, '$1')
      .replace(/<\/?[a-z][^<>\n]*>/gi, ' ')
      .split('\n')
      .map(toPlainLine)
      .filter((line) => line !== '')
      .join('\n')
  )
}

function toPlainLine(line: string): string {
  return (
    line
      .replace(/^\s*(?:>\s*)*(?:#{1,6}\s+|[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)?/, '')
      .replace(/^\s*(?:[-*_]\s*){3,}$/, '')
      .replace(/(\*\*|__)(?=\S)((?:(?!\1).)+)(?<=\S)\1/g, '$2')
      .replace(/(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_\n]+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
      .replace(/~~(.+?)~~/g, '$1')
      .replace(/`([^`\n]+)`/g, '$1')
      // Removes a table's lines, but keeps the fallback of a variable: {{name|there}}.
      .replace(/\{\{[^{}]*\}\}|\|/g, (found) => (found === '|' ? ' ' : found))
      // Emoji with modifiers and joiners, then characters that are invisible or can't be spoken.
      .replace(/\p{Extended_Pictographic}[\p{Emoji_Modifier}\u{FE0F}\u{200D}\p{Extended_Pictographic}]*/gu, ' ')
      .replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** In lower case, without punctuation. */
export function toBareWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

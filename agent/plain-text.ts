/**
 * A note without Markdown, HTML tags, emoji and control characters, one line per paragraph or list item. Addresses
 * stay, because captions are readable.
 */
export function toPlainText(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/```[^\n]*\n?([\s\S]*?)```/g, '$1')
      // No nested brackets, so that the time grows linearly.
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
      // A table's lines, but not a variable's fallback.
      .replace(/\{\{[^{}]*\}\}|\|/g, (found) => (found === '|' ? ' ' : found))
      // Emoji with modifiers and joiners, then whatever is invisible or unspeakable.
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

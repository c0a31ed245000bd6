/**
 * What is left of a note when Markdown, HTML tags, emoji and control characters are gone: the words, one line per
 * paragraph or list item. Addresses stay, because a caption can be read.
 */
export function toPlainText(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/```[^\n]*\n?([\s\S]*?)```/g, '$1')
      // No bracket in a bracket, so that the time grows with the length alone.
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
      .replace(/\|/g, ' ')
      // Emoji with their modifiers and joiners, then whatever nobody can see or say.
      .replace(/\p{Extended_Pictographic}[\p{Emoji_Modifier}\u{FE0F}\u{200D}\p{Extended_Pictographic}]*/gu, ' ')
      .replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

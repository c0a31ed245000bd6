/**
 * Joins the texts of one turn. Ends titles and labels with a full stop, but not the first half of a sentence that was
 * cut in two.
 */
export function joinSentences(texts: readonly string[]): string {
  return texts.reduce((all, text) => {
    if (all === '') return text
    const runsOn = /[\p{L}\p{N}%)]$/u.test(all) && /^["“‘«¿¡(]*\p{Lu}/u.test(text)
    return runsOn ? `${all}. ${text}` : `${all} ${text}`
  }, '')
}

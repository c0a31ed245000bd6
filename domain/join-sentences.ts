/** Joins what is said in one turn. Titles and labels get the full stop they lack; a sentence cut in two doesn't. */
export function joinSentences(texts: readonly string[]): string {
  return texts.reduce((all, text) => {
    if (all === '') return text
    const runsOn = /[\p{L}\p{N}%)]$/u.test(all) && /^["“‘«¿¡(]*\p{Lu}/u.test(text)
    return runsOn ? `${all}. ${text}` : `${all} ${text}`
  }, '')
}

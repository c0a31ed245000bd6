/** A caption during speech: words already spoken, the current word, and the rest. */
export function splitSpoken(
  caption: string,
  share: number,
): { readonly said: string; readonly word: string; readonly rest: string } {
  if (share >= 1) return { said: caption, word: '', rest: '' }
  const at = Math.floor(Math.max(0, share) * caption.length)
  const start = caption.lastIndexOf(' ', at) + 1
  const end = caption.indexOf(' ', start)
  const stop = end < 0 ? caption.length : end
  return { said: caption.slice(0, start), word: caption.slice(start, stop), rest: caption.slice(stop) }
}

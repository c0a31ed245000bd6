/**
 * Whether a visitor may have said “stop” over the agent's sentence. The recogniser hears both, so the last words count,
 * unless they are like words of the sentence.
 */
export function endsWithStopWord(heard: string, sentence: string, isStopWord: (text: string) => boolean): boolean {
  const words = wordsOf(heard)
  const own = wordsOf(sentence)
  return [1, 2].some((count) => {
    const last = words.slice(-count)
    // Words heard alone can only be the sentence's beginning.
    const like = words.length === count ? own.slice(0, count) : own
    return (
      last.length === count &&
      isStopWord(last.join(' ')) &&
      !last.some((word) => own.includes(word) || like.some((each) => isLike(each, word)))
    )
  })
}

/** Whether a visitor's turn is the agent's own sentence, picked up by the microphone. Visitors rarely repeat five words. */
export function isOwnSentence(heard: string, sentence: string): boolean {
  const words = wordsOf(heard)
  return words.length >= ownWordsMin && ` ${wordsOf(sentence).join(' ')} `.includes(` ${words.join(' ')} `)
}

const ownWordsMin = 5

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
}

/** One letter differs at most: “stop”, “top”, “shop”. */
function isLike(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  const rest = (text: string, isLonger: boolean): string => text.slice(isLonger ? at + 1 : at)
  return rest(a, a.length >= b.length) === rest(b, b.length >= a.length)
}

import { joinSentences } from '#domain/join-sentences.ts'

/**
 * The part of an interrupted turn that was heard: the finished sentences, then the interrupted one up to the share of
 * its characters that was played, minus the last word, with an em dash. Off by 0.4 words on average (four voices).
 */
export function toHeardText(
  segments: readonly string[],
  cut: { readonly index: number; readonly playedMs: number; readonly segmentMs: number },
): string {
  const finished = segments.slice(0, cut.index)
  const current = segments[cut.index]
  if (current === undefined) return joinSentences(finished)
  const share = cut.segmentMs > 0 ? Math.min(1, cut.playedMs / cut.segmentMs) : 0
  if (share >= 1)
    return cut.index + 1 >= segments.length ? joinSentences(segments) : `${joinSentences([...finished, current])} —`
  const heard = current.slice(0, Math.floor(current.length * share))
  const whole = heard.slice(0, Math.max(0, heard.search(/\S*$/))).trimEnd()
  const start = joinSentences([...finished, whole].filter((part) => part !== ''))
  return start === '' ? '—' : `${start.replace(/[\s,;:–—-]+$/, '')} —`
}

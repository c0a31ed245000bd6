import type { Matcher } from './phrases.ts'
import { plainRemarks } from './plain-remarks.ts'
import { unansweredRemarks } from './unanswered-remarks.ts'

/** Remarks that are neither commands nor questions about the product. heard-remark.ts lists which are objections. */
export type Remark =
  /** Who the agent is, or who made it. */
  | 'identity'
  /** Who made the product, or wrote the page. */
  | 'maker'
  /** Requests to be somebody else, say something, or forget its rules. */
  | 'instructions'
  /** What the visitor has said about themselves. */
  | 'recall'
  /** Announces a question. */
  | 'may-ask'
  /** What the step on the screen shows. */
  | 'here'
  | 'progress'
  | 'duration'
  | 'about'
  | 'more'
  | 'doubt'
  | 'missed'
  /** Asks for something in writing. */
  | 'send'
  | 'voice'
  | 'erase'
  | 'keeps-address'
  | 'wrong-address'
  | 'broken-address'
  /** How to write to or call the team. */
  | 'reach'
  /** Doesn't want a meeting or a call, or no longer does. */
  | 'no-meeting'
  | 'expensive'
  /** How the product compares with others. */
  | 'compare'
  /** The visitor already uses another product. */
  | 'competitor'
  /** The visitor worries about their data. */
  | 'security'
  /** The visitor sees no use for the product. */
  | 'need'
  /** Has no time now, or buys later. */
  | 'later'
  /** Somebody else decides. */
  | 'authority'
  | 'browsing'
  | 'small-talk'
  | 'praise'
  /** Facts about themselves: team size, timeline, budget. */
  | 'told'
  /** Has to leave the talk for a moment. */
  | 'away'
  /** Is back from that. */
  | 'returned'
  /** Is new to the job, or to all this. */
  | 'newcomer'
  /** Is disappointed by an answer. */
  | 'letdown'
  /** Bad news: a death, an illness, a terrible day. */
  | 'sorrow'
  /** Good news: a baby, a wedding, an award. */
  | 'joy'
  /** Is afraid that the product or the change will go wrong. */
  | 'worry'
  /** Has little time, but carries on. */
  | 'hurry'
  /** “Sorry for my English” */
  | 'apology'
  | 'buy'
  | 'insult'
  | 'unclear'

/** Recognises remarks that are never a question, whatever the notes contain; `said` is normalised. */
export function recogniseRemark(said: string): Remark | null {
  return firstOf(plainRemarks, said)
}

/** Recognises remarks that are tried only if the notes have no answer; `said` is normalised. */
export function recogniseUnanswered(said: string): Remark | null {
  const wordCount = said.split(' ').length
  return firstOf(unansweredRemarks, said) ?? (wordCount <= 2 && saysNothing.test(said) ? 'unclear' : null)
}

function firstOf(remarks: readonly RemarkRule[], said: string): Remark | null {
  const wordCount = said.split(' ').length
  return remarks.find(([, wordsMax, matches]) => wordCount <= wordsMax && matches(said))?.[0] ?? null
}

/** A remark, the maximum words of its sentence, and its phrases. */
export type RemarkRule = readonly [Remark, number, Matcher]

/** Filler words that carry no meaning to search for. */
const saysNothing =
  /^(?:why|how|what|so|and|but|or|who|where|when|because|really|whatever|hm+|um+|uh|er|[a-z]|\d+(?: \d+)*|\p{S}+)(?: |$)/u

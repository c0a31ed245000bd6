import { hearFacts } from './buyer-facts.ts'
import type { Intent } from './intent.ts'
import type { Remark } from './remark.ts'
import { guessRemark, type Guess, type RemarkLabel } from './remark-model.ts'

/* The classifier's guess as an intent. Above `sure` it beats what the notes hold; above `likely` it beats a refusal. */

const sure = 0.9
/** For what doesn't ask: notes rarely answer a statement. */
const sureStatement = 0.6
/** For a wish to meet, which costs most when missed. */
const sureMeeting = 0.4
const likely = 0.42

/** A meaning other than a question about the product that is beyond doubt; null otherwise. */
export function guessSureIntent(text: string, takesMeetings: boolean): Intent | null {
  const guess = guessOf(text)
  const tellsFact = guess.label === 'told' && guess.probability >= likely && hearFacts(text).length > 0
  return guess.probability >= thresholdOf(guess, text) || tellsFact ? toIntent(guess.label, takesMeetings, text) : null
}

function thresholdOf({ label }: Guess, text: string): number {
  if (label === 'book') return sureMeeting
  return asking.test(text.trim()) ? sure : sureStatement
}

const asking =
  /[?？]$|^(?:so |and |but |ok |well )*(?:can|could|does|do|is|are|will|would|how|what|which|who|where|when|why|any)\b/i

/** The likeliest meaning, for a sentence that the notes don't answer. */
export function guessLikelyIntent(text: string, takesMeetings: boolean): Intent | null {
  const guess = guessOf(text)
  return guess.probability >= likely ? toIntent(guess.label, takesMeetings, text) : null
}

/** Whether a sentence surely asks about the product, whatever words of a command it holds. */
export function isSurelyQuestion(text: string): boolean {
  const { label, probability } = guessRemark(text)
  return label === 'question' && probability >= sure
}

/** A wish to meet that words of other commands must not hide (“could you call me back on Friday?”). */
export function isWishToMeet(text: string): boolean {
  const { label, probability } = guessOf(text)
  return label === 'book' && probability >= sureMeeting
}

/** “Thanks! Does it do SSO?” asks; the thanks need no answer of their own. */
function guessOf(text: string): Guess {
  const whole = guessRemark(text)
  const parts = text.split(
    /[.!?;]\s+|,\s+(?=(?:and |but |so )?(?:can|does|do|is|are|how|what|which|who|where|when)\b)/i,
  )
  const last = parts.at(-1) ?? ''
  if (parts.length < 2 || whole.label === 'question' || last.split(' ').length < 3) return whole
  const asked = guessRemark(last)
  return asked.label === 'question' && asked.probability >= 0.6 ? asked : whole
}

function toIntent(label: RemarkLabel, takesMeetings: boolean, text: string): Intent | null {
  if (label === 'question') return null
  if (label === 'book') return { type: takesMeetings ? 'book' : 'human' }
  const command = commands[label]
  if (command !== undefined) return { type: command }
  if (label === 'competitor') return { type: 'remark', about: comparison.test(text) ? 'compare' : 'competitor' }
  const about = remarks[label]
  return about === undefined ? null : { type: 'remark', about }
}

const comparison = /^(?:so |and |but |ok )*(?:how|what|why|where|which|is|are|can|does|do)\b/i

const commands: Partial<
  Record<
    RemarkLabel,
    'human' | 'thanks' | 'hello' | 'bye' | 'continue' | 'decline' | 'next' | 'back' | 'repeat' | 'stop' | 'robot'
  >
> = {
  human: 'human',
  thanks: 'thanks',
  hello: 'hello',
  bye: 'bye',
  yes: 'continue',
  no: 'decline',
  next: 'next',
  back: 'back',
  repeat: 'repeat',
  stop: 'stop',
  robot: 'robot',
}

const remarks: Partial<Record<RemarkLabel, Remark>> = {
  price: 'expensive',
  timing: 'later',
  security: 'security',
  authority: 'authority',
  need: 'need',
  send: 'send',
  browsing: 'browsing',
  buy: 'buy',
  praise: 'praise',
  doubt: 'doubt',
  insult: 'insult',
  more: 'more',
  slower: 'voice',
  told: 'told',
  smalltalk: 'small-talk',
  unclear: 'unclear',
}

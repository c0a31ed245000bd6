import { isBusy } from './booking-steps.ts'
import { wasJustNoted } from './call-back.ts'
import type { ConversationRun } from './conversation-run.ts'
import { toBareWords } from './plain-text.ts'
import { closing } from './selling.ts'
import { countWords } from './sentences.ts'

/* What visitors ask about a meeting or a call that they arrange or have arranged: how long it takes, and who comes. */

/** Answers such a question; false if the remark asks none. */
export function answersAboutMeeting(run: ConversationRun, text: string): boolean {
  const { booking, hasMeeting, meeting, topic, meetingMinutes, lastLines, person } = run.state
  const isCall = booking === null && !hasMeeting && (person.stage === 'calling-back' || person.when !== null)
  if (booking === null ? !hasMeeting && !isCall : isBusy(booking)) return false
  const said = toBareWords(text)
  if (countWords(said) > wordsMax) return false
  // After an answer, “how long does it take?” is about the product.
  const wasJustSaid = isCall
    ? person.stage === 'calling-back' || wasJustNoted(run)
    : meeting !== '' && lastLines.some((line) => line.text.includes(meeting))
  const isAboutMeeting = booking !== null || topic === null || wasJustSaid || namesMeeting.test(said)
  const { meetingTakes, lengthUnknown, callLength, whoComes } = run.words.booking
  if (!isAboutMeeting) return false
  // Talks stored by an older version don't know the length.
  const ofMeeting = typeof meetingMinutes === 'number' ? meetingTakes(meetingMinutes) : lengthUnknown()
  const length = isCall ? callLength() : ofMeeting
  const answer = asksLength.test(said) ? length : asksWho.test(said) ? whoComes() : null
  if (answer === null) return false
  run.push()
  const rest = isCall ? [] : booking === null ? closing(run) : [run.resume()]
  run.say([run.worded(answer), ...rest], { outcome: 'booking' })
  return true
}

const wordsMax = 14
const namesMeeting = /\b(?:meeting|call|demo|chat|session|appointment|talk)\b/
const fillers =
  '(?:(?:and|so|ok|okay|k|right|well|fine|great|thanks|by the way|btw|also|just|sorry|hm+|oh|wait|one more thing|roughly|about) )*'
/** “How long will it go?”, “and how long should we set aside?” */
const asksLength = new RegExp(
  `^${fillers}(?:it|that|this|the (?:meeting|call|demo|chat|session)) (?:takes|lasts|is|needs) how (?:long|much time|many minutes)$|^${fillers}(?:how (?:long|much time|many minutes)|what length)(?: (?:is|s|will|would|does|do|should|shall|must|ll|d|are|need|to) ?)+(?:(?:it|that|this|they|we|i|you|one|the (?:meeting|call|demo|chat|session|appointment|talk|conversation|thing)) ?)?(?:usually |normally |typically |roughly |about |need to |have to |want to )*(?:be|take|go(?: on)?|last|need|run|set aside|plan|block|keep free|allow|reserve|expect)?(?: (?:for|in|it|then|please|roughly|normally|by the way|the (?:meeting|call|demo|chat|session)|off|out))*$`,
)
const theMeeting = '(?:it|that|the (?:call|meeting|demo|line|other end))'
/** “Who'll be on it, is it a salesman?”, “who would I be speaking to?” */
const asksWho = new RegExp(
  `^${fillers}(?:(?:with|to) )?whom?(?: s| ll| d| is| will| would| am| are| shall)?(?: (?:i|we|it|that|going to|gonna|actually|then|exactly))*(?: be)? (?:(?:on|in|at) ${theMeeting}|with|there|(?:speak|talk|meet|see)(?:ing)?(?: (?:to|with))?|(?:joining|coming|calling|ringing)(?: (?:to|me|us|${theMeeting}))*|(?:joins?|comes? to|calls?|rings?) (?:me|us|${theMeeting}))(?:,? (?:then|by the way|exactly|do you know(?: yet)?|is it (?:an? )?\\w+(?: \\w+)?|on the \\w+))*$`,
)

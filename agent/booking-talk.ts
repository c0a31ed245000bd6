import type { AgentLanguage } from '#domain/agent-languages.ts'

import { saying } from './booking-saying.ts'
import {
  acceptEmail,
  askAgain,
  askToCancel,
  askForEmail,
  askForRest,
  bookChosen,
  cancelBooking,
  cancelMeeting,
  chooseSlot,
  isBusy,
  keepMeeting,
  lookForTimes,
  openQuestion,
  refuseEmail,
  sayInBooking,
  showTimes,
  type Booking,
  type BookingStep,
} from './booking-steps.ts'
import { isPostalAddress, tellsTeam } from './call-note.ts'
import { changeChosenTime, nameTimes, onSameDay, shiftedTime, withWished } from './chosen-time.ts'
import { isSurelyQuestion } from './guessed-intent.ts'
import type { Intent } from './intent.ts'
import { leadingName } from './person-readers.ts'
import { toBareWords } from './plain-text.ts'
import { refusesMeeting } from './refused-meeting.ts'
import type { Remark } from './remark.ts'
import { countWords } from './sentences.ts'
import { continueAddress, findEmailAddress } from './spelled-address.ts'
import {
  aboutSpelling,
  afterYes,
  agreesToBook,
  asksForOtherTimes,
  asksIfBooked,
  asksWhenMeeting,
  asksToCancel,
  asksToCancelMeeting,
  asksToMoveMeeting,
  givesUpMeeting,
  isYes,
  onlyThanks,
  saysGoodbye,
  tellsToBook,
  timeInstead,
  wantsToSeeTimes,
} from './meeting-remarks.ts'
import { lastWish, mergeTimes, minutesPast, splitRemark } from './merged-times.ts'
import { readPreferredTime } from './preferred-time.ts'
import {
  excludesTime,
  findSpokenSlots,
  mentionsTime,
  minuteOf,
  nameDayAfter,
  sameTime,
  sayTime,
  withoutExcluded,
  type OfferedSlot,
} from './offered-slot.ts'

/** What the visitor said during a booking, in English if a rule recognises it. */
interface RemarkInBooking {
  readonly intent: Intent
  readonly text: string
  readonly isInNotes: boolean
  /** The language in which they spell an address. */
  readonly language?: AgentLanguage
  /** The agent's last words asked a question. After an answer without one, “thanks” and “yes” are about the answer. */
  readonly isAsked?: boolean
}

/** Handles a remark that concerns the booking; null if it doesn't, such as a question for the notes. */
export function handleInBooking(
  booking: Booking,
  { intent, text: said, isInNotes, language = 'en', isAsked = true }: RemarkInBooking,
): BookingStep | null {
  const past = minutesPast(booking.chosen === null ? booking.preferredTime : sayTime(booking.chosen), said)
  const text = past ?? (booking.stage === 'choosing' || booking.stage === 'leaving' ? withWished(booking, said) : said)
  if (isBusy(booking)) return sayInBooking(booking, [saying('busy')])
  if (booking.stage === 'leaving') return handleLeaving(booking, intent, text)
  if (booking.stage === 'offered') {
    const isWanted =
      intent.type === 'continue' || intent.type === 'backchannel' || (wantsToSeeTimes(text) && !isInNotes)
    if (isWanted) return lookForTimes(booking, null, null)
    return intent.type === 'decline' || (intent.type === 'remark' && intent.about === 'later')
      ? cancelBooking(booking)
      : null
  }
  // “Cancel the meeting”, while its change is half done.
  if (
    booking.replaces !== '' &&
    asksToCancelMeeting(text) &&
    /\b(?:meeting|call|appointment|demo|booking)\b/i.test(text)
  )
    return askToCancel(booking.replaces, booking.email)
  // “My partner can't make it till 8:20, so half an hour later”
  const last = splitRemark(text).at(-1) ?? text
  if (booking.chosen !== null && (shiftedTime(last, booking.chosen) !== null || movesTo.test(last))) {
    const shifted = changeChosenTime(booking, last)
    if (shifted !== null) return shifted
  }
  const instead = timeInstead(text)
  if (instead !== null)
    return changeChosenTime(booking, instead) ?? lookForTimes(booking, null, null, onSameDay(booking, instead))
  if (refuses(intent)) return cancelBooking(booking)
  const typed = findEmailAddress(text)
  if (prefersWriting(text) || (typed !== null && refusesMeeting(toBareWords(text.replace(typed, '')).trim())))
    return writeInstead(booking, typed)
  // “We have to be live by 1 April” says when they buy, not when they are free.
  if (tellsPlans.test(text) || tellsHour.test(text)) return null
  if (asksIfBooked(text) || asksWhenMeeting(text))
    return sayInBooking(booking, [saying('notYet'), openQuestion(booking)])
  if ((wishesLength.test(text) && !mentionsTime(text)) || isPostalAddress(text.trim()) || tellsTeam(text.trim()))
    return sayInBooking(booking, [saying('passesOn'), openQuestion(booking)])
  if (asksForZone.test(text))
    return sayInBooking(booking, [saying('ownZone', booking.slots[0]?.zone ?? ''), openQuestion(booking)])
  // Visitors who answer “shall I book it?” with “thanks, bye” think that it is booked.
  if (booking.stage === 'confirming') {
    const weekday = booking.chosen?.weekday ?? ''
    const isLeaving = intent.type === 'bye' || saysGoodbye.test(text)
    const isOther = booking.chosen !== null && namesOther(booking.chosen, text)
    const isPleased = intent.type === 'bye' && !isOther && (thanks.test(text) || likesIt.test(text))
    const isAgreed =
      isYes(withoutDay(booking, text)) ||
      agreesToBook(text, weekday) ||
      onlyThanks(text) ||
      affirmsChosen(booking, text)
    if (isPleased || looksForward.test(text.trim()) || tellsToBook(text, weekday) || tellsToBook(last, weekday))
      return bookChosen({ ...booking, isLeaving })
    if (isAgreed) return isAsked ? bookChosen({ ...booking, isLeaving }) : askAgain(booking)
    const rest = afterYes(text)
    // “Super, what does it cost?” gets its answer first.
    const asksMore = rest !== null && isQuestion.test(rest.trim()) && (isInNotes || isSurelyQuestion(rest))
    if (rest !== null && !asksMore && !changesBooking(rest))
      return { ...bookChosen({ ...booking, isLeaving }), say: [saying('passesOn')] }
  }
  // “This is 12.30 of Barcelona, no?”, “what time is that for you?”
  if (
    booking.stage === 'confirming' &&
    (namesChosen(booking, text) || /^(?:so |and )*what time is (?:that|it)\b/i.test(text))
  )
    return askAgain(booking)
  // “What does the second plan cost?” doesn't choose a time, and “can I cancel any time?” doesn't cancel the meeting.
  const asks = isQuestion.test(text.trim())
  const asksProduct = asks && !isTimeAlone(text) && (isInNotes || isSurelyQuestion(text))
  if (asksProduct || raisesObjection(intent, text) || (movingIntents.has(intent.type) && !picksTime(booking, text)))
    return null
  if (asksToCancel(text)) return cancelBooking(booking)
  // The “Another time” button.
  if (intent.type === 'book' && text === '' && booking.stage !== 'choosing') return showTimes(booking)
  const spelled = booking.stage === 'email' ? continueAddress(booking.spelled, text, language) : null
  const email = spelled?.isWhole === true ? spelled.address : findEmailAddress(text)
  if (intent.type === 'remark' && booking.chosen !== null) {
    if (intent.about === 'wrong-address')
      return askForEmail({ ...booking, stage: 'email', email: null }, [saying('askEmail')])
    if (intent.about === 'broken-address') return refuseEmail(booking, text)
    if (intent.about === 'keeps-address') return sayInBooking(booking, [saying('needsEmail')])
  }
  const corrected = booking.email === null ? null : withEnding(booking.email, text)
  if (booking.chosen !== null && email === null && corrected !== null) return acceptEmail(booking, corrected)
  if (booking.stage === 'confirming') {
    if (email !== null) return acceptEmail(booking, email)
    // “Only one k, as I wrote the first time”
    if (aboutSpelling.test(text) && !asks) return askAgain(booking)
    const changed = changeChosenTime(booking, text)
    if (changed !== null) return changed
    if (intent.type === 'decline') return askForEmail({ ...booking, stage: 'email' }, [saying('whatToChange')])
  }
  if (booking.stage === 'email') {
    if (email !== null) {
      const beside = typed === null ? '' : text.replace(typed, '')
      // “Me is ionut@luton.example. Yes, Tuesday” names the chosen day again.
      const isAgreed = agreesToBook(beside, booking.chosen?.weekday)
      const moved = typed === null || isAgreed ? null : changeChosenTime({ ...booking, email }, beside)
      if (moved === null && typed !== null && tellsToBook(beside.split(/[.!;]\s+/)[0] ?? ''))
        return bookChosen({ ...booking, email, isLeaving: saysGoodbye.test(text) })
      return moved ?? acceptEmail(booking, email)
    }
    if (spelled !== null && !asks) return askForRest(booking, spelled.address)
    const changed = changeChosenTime(booking, text)
    if (changed !== null) return changed
    if (intent.type === 'contact')
      return text.includes('@') ? refuseEmail(booking, text) : sayInBooking(booking, [saying('needsEmail')])
  }
  // “Next week” names a time; “later” only means after the offered times.
  if (asksForOtherTimes(text)) {
    return mentionsTime(text)
      ? lookForTimes(booking, null, null, onSameDay(booking, text))
      : lookForTimes(booking, null, booking.slots.at(-1)?.startUtc ?? null, text)
  }
  // “Book that” for one of several times.
  if (booking.stage === 'choosing' && !asks && tellsToBook(text.split(/[,.!;]/)[0] ?? '') && !mentionsTime(text))
    return askAgain(booking)
  // “Yes, for both of us” doesn't say when.
  if (
    booking.stage === 'choosing' &&
    !asks &&
    countWords(text) <= 6 &&
    /^(?:yes|yeah|yep|ok|okay|sure|fine)\b/i.test(text.trim()) &&
    !mentionsTime(text) &&
    findEmailAddress(text) === null &&
    findSpokenSlots(text, booking.slots, booking.spoken).length === 0
  )
    return askAgain(booking)
  if (booking.stage === 'choosing') {
    // “Not Tuesday”, then “not Monday either”
    const left = excludesTime(text) ? withoutExcluded(booking.preferredTime, booking.slots) : booking.slots
    // “Tuesday my partner is at a fair. Wednesday?”
    const wish = sameTime.test(text) ? text : lastWish(text)
    const fitting = findSpokenSlots(wish, left, booking.spoken)
    const [only] = fitting
    const known = email === null ? booking : { ...booking, email }
    if (only !== undefined && fitting.length === 1) return chooseSlot(known, only)
    // “Wednesday works” takes the time offered on Wednesday.
    const offered = fitting.filter((slot) => booking.spoken.some(({ id }) => id === slot.id))
    const [suiting] = offered
    if (suiting !== undefined && offered.length === 1 && daySuits.test(text)) return chooseSlot(known, suiting)
    if (fitting.length > 1) {
      const preferredTime = excludesTime(text) ? mergeTimes(known.preferredTime, text) : known.preferredTime
      return nameTimes({ ...known, preferredTime }, fitting)
    }
    // “Why not Friday at 3?” isn't insisting on it.
    if (mentionsTime(text))
      return lookForTimes(asks ? { ...known, missed: '' } : known, null, null, onSameDay(booking, wish))
    if (email !== null) return sayInBooking({ ...booking, email }, [saying('gotEmail', email), saying('which')])
  }
  if (intent.type === 'decline') return cancelBooking(booking)
  if (intent.type === 'continue' || intent.type === 'backchannel' || intent.type === 'book') return askAgain(booking)
  // A few words that match nothing are a misheard time or address, not a question.
  if (intent.type !== 'question' || isInNotes || countWords(text) > misheardWordsMax || asks) return null
  if (booking.stage === 'email') return leadingName(said) === undefined ? refuseEmail(booking, '') : askAgain(booking)
  return askAgain(booking)
}

/** The address with the ending that a visitor corrects: “it is .co.uk at the end, I typed wrong”. */
function withEnding(email: string, text: string): string | null {
  const ending = /(?:^|\s)((?:\.\p{L}{2,12}){1,2})(?=$|[\s,!?]|\.(?:\s|$))/u.exec(text)?.[1]
  const isCorrection =
    /\b(?:sorry|wrong|typed|typo|excuse|correct\w*|misspel\w*|at the end|should be|i meant)\b/i.test(text) &&
    !/\?\s*$/.test(text) &&
    countWords(text) <= correctionWordsMax
  if (ending === undefined || !isCorrection) return null
  return email.replace(/(?:\.(?:co|com|org|ac|gov))?\.[^.@]+$/, ending.toLowerCase())
}

const correctionWordsMax = 12

/** “Wed works”, “Thursday is fine” */
const daySuits =
  /^(?:(?:ok|yes|yeah|then|fine|great),? )*\w+ (?:works|is (?:fine|good|ok|okay|great|perfect)|suits|please|then|it is)\b/i
/** “Could we move to 15:30, again ours?” */
const movesTo = /\b(?:move|change|shift|switch|go) (?:it |that |this )?(?:to|for) /i

/** Whether a question only repeats the chosen time. */
function namesChosen({ chosen }: Booking, text: string): boolean {
  if (chosen === null || !/\?\s*$|\bno\?/.test(text)) return false
  const time = readPreferredTime(text)
  const isExact = time !== null && time.at === minuteOf(chosen)
  return isExact && (time.day === null || fits(chosen, text))
}

/** “Yes, Wednesday at 9 pm”: agreement that names the proposed time again, and no other. */
function affirmsChosen({ chosen }: Booking, text: string): boolean {
  if (chosen === null || /[?？]/.test(text)) return false
  const hour = readPreferredTime(text)?.at ?? null
  if ((hour !== null && hour !== minuteOf(chosen)) || namesOther(chosen, text)) return false
  const day = new RegExp(`\\b(?:${chosen.weekday}|${chosen.relativeDay ?? chosen.weekday})\\b`, 'gi')
  return agreesToBook(toBareWords(text).replace(day, ' ').replace(timeWords, ' '))
}

const timeWords =
  /\b(?:\d{1,2}(?:st|nd|rd|th)?|[ap] ?m|o ?clock|half|past|quarter|at|on|in|the|morning|afternoon|evening|noon|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirty|fifteen)\b/g

/** Whether a remark names a time, but not that of the slot. */
function namesOther(slot: OfferedSlot, text: string): boolean {
  return mentionsTime(text) && !fits(slot, text)
}

function fits(slot: OfferedSlot, text: string): boolean {
  return findSpokenSlots(text, [slot], [slot]).length === 1
}

/** “See you on Tuesday” for a meeting on Tuesday, as “see you then”. */
function withoutDay({ chosen }: Booking, text: string): string {
  return chosen === null
    ? text
    : text.replace(new RegExp(`(?<=\\b(?:see|speak|talk).*)\\bon ${chosen.weekday}\\b`, 'i'), 'then')
}

/** “Half two?” */
function isTimeAlone(text: string): boolean {
  const last = text.split(/(?<=\p{L}{2}|\d)[.!;]\s+/u).at(-1) ?? ''
  return countWords(last) <= 3 && mentionsTime(last)
}

/** Whether the visitor wants another time or address, or no meeting. */
function changesBooking(text: string): boolean {
  return mentionsTime(text) || asksToCancel(text) || asksForOtherTimes(text) || text.includes('@')
}

function refuses(intent: Intent): boolean {
  return intent.type === 'remark' && intent.about === 'no-meeting'
}

function writeInstead(booking: Booking, email: string | null): BookingStep {
  const step = cancelBooking(booking)
  return email === null ? step : { ...step, say: [...step.say, saying('gotEmail', email)] }
}

/** “Just have someone email me”. */
function prefersWriting(text: string): boolean {
  return /\b(?:just|rather|instead|please|better)\b.{0,30}\b(?:e-?mail|write(?: to)?) (?:me|us)\b(?! (?:the|an?) (?:invit|link|confirm))/i.test(
    text,
  )
}

const tellsPlans =
  /\b(?:(?:go|be|going) live|live by|launch\w*|roll(?:ing)? (?:it )?out|(?:we|i) (?:must |will |'ll )?decide|decision|contract (?:ends|runs|expires)|budget|ceiling)\b/i

/** “Back to bed, it's half past four here” */
const tellsHour =
  /\bit(?:['’]?s| is) (?:already |only |just |nearly |almost |gone )*(?:half past|quarter|\d{1,2}(?:[:.]\d\d)?|[a-z]+ (?:o['’]?clock|am|pm)) .{0,20}\bhere\b/i

/** “Could you make it an hour?”, “can it be just 20 minutes?” */
const wishesLength =
  /\b(?:make it|be|for|only|just|keep it to|need|take|have)\b (?:only |just |about |more than |the full )?(?:an? (?:full )?hour|half an hour|(?:\d+|ten|fifteen|twenty|thirty|forty[- ]five|sixty|ninety)[ -]?(?:min(?:ute)?s?|hours?))\b(?! (?:later|earlier|before|after|back|forward))/i

/** “Is that my time or yours?” */
const asksForZone =
  /\btime ?zones?\b|^(?:(?:so|and|ok|wait|sorry)[, ]+)*(?:is|are) (?:that|it|this|these|those|they) (?:in )?(?!(?:the|a) )[^\d?]{1,30} time\b|\b(?:my|your|our|local) time or (?:my|your|our|local|yours|mine|ours)\b|\bwhose time\b/i

/** “I need to ask my husband first” and “we use Loom today” don't choose a time. */
function raisesObjection(intent: Intent, text: string): boolean {
  if (asksForOtherTimes(text) || excludesTime(text) || /^(?:never ?mind|forget it)\b/i.test(text.trim())) return false
  return countWords(text) >= objectionWordsMin && intent.type === 'remark' && objectionsInBooking.has(intent.about)
}

/** Shorter remarks such as “the first” choose a time, even if they resemble an objection. */
const objectionWordsMin = 4

const objectionsInBooking: ReadonlySet<Remark> = new Set([
  'authority',
  'browsing',
  'compare',
  'competitor',
  'expensive',
  'need',
  'security',
  'send',
])

/** “The last one” refers to a time here, “the last step” doesn't. */
function picksTime(booking: Booking, text: string): boolean {
  const isAboutDemo = /\b(?:steps?|slides?|screens?|demo|bye|goodbye)\b/i.test(text)
  if (booking.chosen !== null && nameDayAfter(text, booking.chosen) !== text) return true
  // “9.30 then, before her aquafit”, which isn't among the times offered.
  if (!isAboutDemo && typeof readPreferredTime(text)?.at === 'number') return true
  return booking.stage === 'choosing' && !isAboutDemo && findSpokenSlots(text, booking.slots, booking.spoken).length > 0
}

function handleLeaving(booking: Booking, intent: Intent, text: string): BookingStep | null {
  const instead = timeInstead(text)
  if (instead !== null) return lookForTimes(booking, null, null, instead)
  const isMoved = asksToMoveMeeting(text) || (mentionsTime(text) && !asksToCancelMeeting(text) && !isYes(text))
  if (isMoved) return lookForTimes(booking, null, null, text)
  if (keepsIt.test(text)) return keepMeeting()
  const isOver = asksToCancelMeeting(text) || givesUpMeeting(text) || comesBack.test(text)
  if (isYes(text) || isOver || refuses(intent)) return cancelMeeting(booking)
  if (intent.type === 'decline' || asksToCancel(text)) return keepMeeting()
  return null
}

/** “No ta, I'll come back in January”: no other date, so it is off. */
const comesBack =
  /\bi(?:['’]?ll| will) (?:come back|reach out|be in touch|get (?:back )?in touch|get back to you)\b|\b(?:another|some other) time\b/i

const keepsIt = /\b(?:keep|stays?|leave it|don['’]?t|do not|(?:will|['’]ll) be there|still on|as it is)\b/i

const misheardWordsMax = 5
const isQuestion =
  /^(?:(?:so|and|but|ok|okay|well|hey|wait)[,.!]? )*(?:have you|have they|has|any|it exists?|you have|what|how|why|where|who|which|does|do|is|are|can|could|will|explain|(?:show|tell|give) me)(?:['’]?s)?\b|[?？]$/i

/** “Lovely, speak then, off to lunch” */
const looksForward =
  /^(?:(?:ok|okay|lovely|great|perfect|super|brilliant|good|fine|sweet|brill|thanks|thank you|cheers)[,.! ]+)+(?:i['’]?ll )?(?:see|speak|talk)(?: to)?(?: you| u| ya)?(?: both| all)? (?:then|there|soon)\b/i
const likesIt = /\b(?:great|perfect|lovely|super|excellent|brilliant|wonderful|splendid|efficient|good|pleasure)\b/i
const thanks = /\b(?:thanks?|thank you|thx|cheers)\b/i

/** Intents that abandon the booking: they resume the demo, or end the conversation. */
export const movingIntents: ReadonlySet<Intent['type']> = new Set(['next', 'back', 'restart', 'last', 'go-to', 'bye'])

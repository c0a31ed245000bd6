import { saying } from './booking-saying.ts'
import { factOf, hearFacts } from './buyer-facts.ts'
import type { ConversationRun } from './conversation-run.ts'
import { writeDictatedNumbers } from './dictated-number.ts'
import { asksSomething } from './fact-patterns.ts'
import { agreesToBook, asksIfBooked, asksWhenMeeting, callsOff, saysGoodbye, timeInstead } from './meeting-remarks.ts'
import { lastWish, mergeTimes, minutesPast, splitRemark } from './merged-times.ts'
import { excludesTime, mentionsTime } from './offered-slot.ts'
import { leadingName, withoutNumbers } from './person-readers.ts'
import { readPreferredTime } from './preferred-time.ts'
import { preferredTimeText } from './preferred-time-text.ts'
import { wantsPhone } from './prefers-phone.ts'
import type { Proposal } from './responder.ts'
import { applyFacts } from './selling.ts'
import { readCallNote } from './call-note.ts'
import { countWords } from './sentences.ts'
import { findEmailAddress } from './spelled-address.ts'
import { timeToCall } from './time-to-call.ts'
import type { Line } from './turn.ts'

/* Arranging that the team calls the visitor: when, at which number or address, and what they should know. */

/** Handles the submitted call-back form, which may contain a time, a number and an address. */
export function takeCallBack(run: ConversationRun, value: string): void {
  if (run.state.person.stage !== 'calling-back') return
  run.cut()
  const text = value.trim().slice(0, 200)
  applyFacts(run, hearFacts(text), text)
  continueCallBack(run, text)
}

/** Handles a remark while a call back is being arranged; false if it is about something else. */
export function hearCallBack(run: ConversationRun, proposal: Proposal, text: string): boolean {
  if (run.state.person.stage !== 'calling-back') return false
  const { intent } = proposal
  const said = run.inEnglish(text)
  if (intent.type === 'decline' || /\bnever ?mind\b/i.test(said)) {
    endCall(run)
    run.push()
    run.say([run.worded(run.words.selling.noCallBack()), run.resume()], { outcome: 'chat' })
    return true
  }
  const isAddress =
    intent.type === 'contact' ||
    findEmailAddress(said) !== null ||
    hearFacts(said).some(({ field }) => field === 'phone')
  const isTime =
    mentionsTime(said) ||
    minutesPast(run.state.person.when ?? '', said) !== null ||
    /\b(?:any ?time|whenever|asap|as soon as|now|later|week|evening|lunch|noon)\b/i.test(said)
  // “I live on the 4th floor without a lift” names no time to call.
  const isReply =
    isTime &&
    (proposal.answer.length === 0 || (mentionsTime(said) && (changesMind.test(said) || namesDayAndHour(said)))) &&
    (countWords(said) <= timeWordsMax ||
      changesMind.test(said) ||
      namesDayAndHour(said) ||
      /\b(?:call|ring|reach)\b/i.test(said))
  if (!isAddress && !isReply) return false
  continueCallBack(run, text)
  return true
}

/** “Then Monday, 5 in the afternoon” */
function namesDayAndHour(said: string): boolean {
  const time = readPreferredTime(said)
  const isWhole = time !== null && time.day !== null && (time.at !== null || time.from > 0)
  return isWhole && countWords(said) <= dayAndHourWordsMax && !asksSomething(said) && !tellsRoutine.test(said)
}

const dayAndHourWordsMax = 12
/** “We fire on Thursday at 9” */
const tellsRoutine = /^(?:we|our|they|the|my)\b(?!(?:['’]re| are| can| could) (?:free|do|make)\b)/i
const timeWordsMax = 8
const changesMind = /^(?:no|nah|naw|sorry|wait|actually|oh|ah|rather|better|best|(?:best |better |please )?make it)\b/i

/** Changes the time or number of a call back just arranged: “no, make it 1”, “wrong number, its 01392 555 0190”. */
export function changesCallBack(run: ConversationRun, { facts = [] }: Proposal, text: string): boolean {
  const { person } = run.state
  const said = afterQuestion(run.inEnglish(text).trim())
  const isChange = prefers.test(said) || asksToChange.test(said) || excludesTime(said)
  const isShort = countWords(text) <= (isChange ? changeWordsMax : timeWordsMax)
  // “Noon's no good after all, there's a board lunch. 2:15.”
  const last = splitRemark(said).at(-1) ?? ''
  const isReplaced = last !== said && mentionsTime(last) && isOnlyTime(last) && takesBackTime.test(said)
  const isArranged = run.language === 'en' && person.stage === 'none' && person.when !== null && person.when !== ''
  if (isArranged && isReplaced) return arrangeAgain(run, person.when ?? '', last)
  // “I forgot my choir. Better is Thursday, same hour.”
  const isMoved = last !== said && asksToChange.test(last) && mentionsTime(last) && !asksSomething(last)
  if (isArranged && isMoved) return arrangeAgain(run, person.when ?? '', last)
  // “Better your colleague calls, +48 555 010 234”, after an address was given.
  const isNewNumber = facts.some(({ field }) => field === 'phone') && (wantsPhone(said) || correctsNumber.test(said))
  if (isArranged && isNewNumber && !asksSomething(said))
    return arrangeAgain(run, person.when ?? '', mentionsTime(withoutNumbers(said)) ? text : '')
  if (person.stage !== 'none' || person.when === null || !isShort) return false
  // The number came first: “monday around 3 in the afternoon”.
  if (person.when === '' && mentionsTime(said) && !asksSomething(said)) {
    callBackInstead(run, { text, when: null })
    return true
  }
  // “Make it 1, a pupil just moved”, “could it be Thursday, same time, after all?”
  const isChanged =
    run.language === 'en' && asksToChange.test(said) && mentionsTime(said) && countWords(said) <= changeWordsMax
  const isTimeAlone =
    run.language === 'en' &&
    wasJustNoted(run) &&
    (minutesPast(person.when, said) !== null || (mentionsTime(said) && isOnlyTime(said)))
  if (isTimeAlone || (isChanged && person.when !== '')) return arrangeAgain(run, person.when, text)
  if (
    run.language === 'en' &&
    wasJustNoted(run) &&
    excludesTime(said) &&
    readPreferredTime(said) === null &&
    isOnlyTime(said.replace(/\bnot\b/i, ''))
  ) {
    askWhenToCall(run)
    return true
  }
  const hour =
    corrects.exec(said)?.groups?.['time'] ??
    (wasJustNoted(run) || excludesTime(said) || sayBetter.test(said) ? changedTime(said) : undefined)
  const hasNumber =
    facts.some(({ field }) => field === 'phone') && /\b(?:wrong|no|sorry|not|actually|i mean)\b/i.test(said)
  if (hour === undefined && !hasNumber) return false
  const time = hour !== undefined && /^[\d:.]+$/.test(hour) ? `at ${hour}` : hour
  const when = time === undefined ? person.when : combineTimes(run, person.when, time)
  return arrangeAgain(run, when, '')
}

/** “Are you in England? Then nine in the morning”: what follows the question, if it names a time. */
function afterQuestion(said: string): string {
  const rest = /^[^?]*\?\s+((?:then|so|ok|well|in that case)\b.*)$/is.exec(said)?.[1]
  return rest !== undefined && mentionsTime(rest) ? rest : said
}

/** Arranges a call anew: at the time `when`, changed by what the text says. */
function arrangeAgain(run: ConversationRun, when: string, text: string): true {
  run.state = { ...run.state, person: { stage: 'calling-back', name: null, when } }
  continueCallBack(run, text)
  return true
}

const asksToChange =
  /^(?:(?:hm+|oh|actually|sorry|no|wait|ok|and|so),? )*(?:then\b|(?:can|could) (?:you |we |they )?(?:make it|do|it be)\b|(?:(?:can|could) (?:you|we) )?make (?:it|that)\b|(?:(?:can|could) (?:you|we) )?(?:please )?(?:move|shift|push|switch|change) (?:it|that|this|the call)(?: (?:to|on))?\b|better\b|rather\b)/i

/** “Weds”, “wait, Thursday, same time”; not “we open at 8” */
function isOnlyTime(said: string): boolean {
  return !asksSomething(said) && !/\p{L}/u.test(said.toLowerCase().replace(timeWords, ' '))
}

const timeWords =
  /\b(?:\d{1,2}(?:[:.h]\d\d)? ?(?:[ap]\.?m\b\.?|st|nd|rd|th|h|ish)?|o['’]?clock|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?|jan\w*|feb\w*|mar(?:ch)?|apr\w*|may|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*|dec\w*|today|tomorrow|tonight|mornings?|afternoons?|evenings?|noon|lunch|midday|week|weekend|next|this|after|before|around|about|at|on|in|the|by|from|to|between|and|or|half|quarter|past|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|no|nah|ok|okay|wait|sorry|rather|better|same|time|hour|day|please|then|instead|make|it|that|actually|oh|let['’]?s|say|maybe)\b/g

const named = '(?:(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|tomorrow|today)(?: (?:morning|afternoon|evening))?'
const hour = String.raw`\d{1,2}(?:[:.]\d\d)?(?: ?(?:[ap]\.?m\.?|o['’]?clock))?`
/** A time alone, with a word that makes it a correction: “make it 1”, “sorry, 1 o'clock instead”, “after 5”. */
const corrects = new RegExp(
  `^(?=.*(?:make|nah|no\\b|sorry|actually|call|ring|phone|instead|rather|better|clock|after|before|day|tomorrow))(?:(?:no|nah|nope|sorry|oh|actually|wait|hm+|ok|well|rather|better),? )*(?:(?:(?:(?:can|could) (?:you|they|we) )?make (?:it|that)|(?:can|could) (?:you|they) (?:call|ring|phone)(?: me)?(?: back)?|(?:call|ring|phone) me) )?(?:at |around |about )?(?<time>${named}(?: (?:at |after |before )?${hour})?|(?:after |before )?${hour})(?: ?ish)?(?:,? (?:instead|rather|please|is better|(?:on )?(?:the )?same day|(?:at )?(?:the )?same (?:time|hour)))*[.!?]*$`,
  'i',
)

/** “The owner would rather have the afternoon, say two” and “10 won't work, 1030”: the time in plain words. */
function changedTime(said: string): string | undefined {
  if (asksSomething(said) || !(prefers.test(said) || excludesTime(said))) return undefined
  return preferredTimeText(said) ?? undefined
}

const takesBackTime = /\b(?:no good|not good|no longer|after all|(?:ca|wo|does)n['’]?t (?:do|work|make|suit))\b/i
/** “Bash just texted, says 6 is better” */
const sayBetter = /\b(?:says?|said|texted|told|tells|wrote)\b.*\b(?:is|would be|suits (?:him|her|me|us)) better\b/i
const prefers = /\b(?:rather|prefer|better|instead|make (?:it|that))\b/i

/** Where to call back: a number if there is one, otherwise an address. */
function reachOf({ state: { facts } }: ConversationRun): string | null {
  return factOf(facts, 'phone') ?? factOf(facts, 'email')
}

/** Whether the agent's last words repeated the number or address to call. */
export function wasJustNoted(run: ConversationRun): boolean {
  const { lastLines } = run.state
  const reachAt = reachOf(run)
  return reachAt !== null && lastLines.some(({ text }) => text.includes(reachAt))
}

const changeWordsMax = 14

/** Cancels an arranged call back: “forget the call”, “nah, leave it”. */
export function takesBackCall(run: ConversationRun, said: string): boolean {
  const { person, booking, hasMeeting } = run.state
  if (person.stage !== 'none' || person.when === null || booking !== null || hasMeeting) return false
  // “Cancel the Monday call. Any time Tuesday does.”
  const instead = timeInstead(said)
  if (instead !== null) return arrangeAgain(run, person.when, instead)
  const untimed = said.split(/(?<=[.!;])\s+/).filter((sentence) => !mentionsTime(sentence))
  if (asksSomething(said) || !untimed.some(callsOff)) return false
  run.push()
  cancelCall(run)
  const address = findEmailAddress(said)
  const thanks = address === null ? [] : [run.worded(run.words.plain.contact())]
  run.say([run.worded(run.words.selling.noCallBack()), ...thanks], { outcome: 'contact' })
  return true
}

/** Removes an arranged call from the conversation and the team's list. */
export function cancelCall(run: ConversationRun): void {
  run.state = { ...run.state, person: { ...run.state.person, when: null } }
  run.effects.push({ type: 'call-back', when: '', reachAt: reachOf(run) ?? '', isOff: true })
}

/** Passes on what the caller should know, told after the call was arranged; false for other remarks. */
export function addsToCall(run: ConversationRun, said: string): boolean {
  const { person, booking, hasMeeting } = run.state
  const reachAt = reachOf(run)
  const isArranged = person.stage === 'none' && person.when !== null && booking === null && !hasMeeting
  if (!isArranged || reachAt === null || asksSomething(said)) return false
  const note = readCallNote(said)
  if (note === null) return false
  const name = factOf(run.state.facts, 'name') === null ? leadingName(said) : undefined
  if (name !== undefined) applyFacts(run, [{ field: 'name', value: name }], said)
  run.push()
  run.effects.push({ type: 'call-back', when: inZone(run, person.when ?? ''), reachAt, note })
  run.say([run.worded(run.words.selling.noteForCaller())], { outcome: 'contact' })
  return true
}

/** Whether “aye, that's right” or “yeah, that'll do, ta-ra” agrees to the call just noted, or also takes leave. */
export function agreesToCall(run: ConversationRun, said: string): 'agrees' | 'leaves' | null {
  const { person, booking } = run.state
  const isNoted = person.when !== null && booking === null && wasJustNoted(run)
  if (!isNoted || !agreesToBook(said) || asksSomething(said) || mentionsTime(said)) return null
  return saysGoodbye.test(said) ? 'leaves' : 'agrees'
}

/** Waits for the rest of a phone number: “01632”, then “960 417, ask for Derek”. */
export function beginsNumber(run: ConversationRun, text: string): boolean {
  const { booking, person } = run.state
  const isAsked = person.stage === 'calling-back' || (booking?.stage === 'email' && booking.isByPhone === true)
  const start = isAsked ? startOfNumber.exec(text)?.[1] : undefined
  if (start === undefined) return false
  run.push()
  run.state = { ...run.state, numberStart: start }
  run.say([run.worded(saying('spelledSoFar', start))], { outcome: booking === null ? 'human' : 'booking' })
  return true
}

/** “01632”; “0930” is a time. */
const startOfNumber = /^\W*(\+\d{2,4}|0\d{4,5})\W*$/
/** “960 417, ask for Derek” */
const restOfNumber = /^\W*\d(?: ?\d){4,8}(?=\W*$|[,.;])/

/** The remark with the digits given before; null if it doesn't go on with a number. */
export function withNumberStart(start: string | undefined, typed: string): string | null {
  return start !== undefined && restOfNumber.test(typed) ? `${start} ${typed}` : null
}

/** A call instead of a meeting: “503 555 0177, after lunch”. */
export interface CallInstead {
  readonly text: string
  /** The time already chosen; without it, the one in the text. */
  readonly when: string | null
  /** An address will do as well as a number. */
  readonly isAnyReach?: boolean
  /** The visitor has said goodbye. */
  readonly isLeaving?: boolean
  /** The whole remark, which may tell the caller more. */
  readonly said?: string
}

/** Arranges a call instead of a meeting. */
export function callBackInstead(
  run: ConversationRun,
  { text, when, isAnyReach = false, isLeaving = false, said = text }: CallInstead,
  lead: readonly Line[] = [],
): void {
  run.state = { ...run.state, person: { stage: 'calling-back', name: null, when } }
  // Without `isAnyReach`, the visitor doesn't want to use the address that is already known.
  if (!isAnyReach && factOf(run.state.facts, 'phone') === null)
    return askWhere(run, when ?? timeToCall(text, run.language), 'whichNumber', lead)
  continueCallBack(run, when === null ? text : '', lead, said, isLeaving)
}

/** Asks when and where to call a visitor who would like to be phoned. */
export function askWhenToCall(run: ConversationRun, lead: readonly Line[] = []): void {
  run.push()
  run.state = { ...run.state, person: { stage: 'calling-back', name: null, when: null } }
  run.effects.push({ type: 'form', field: 'callback', value: '', valid: true, slotId: '' })
  run.say([...lead, run.worded(run.words.selling.whenToCall())], { outcome: 'human' })
}

/** Says again what was arranged for “what did we say?”; false without an arranged call. */
export function saysCallAgain(run: ConversationRun, said: string): boolean {
  const { person, booking, hasMeeting } = run.state
  const reachAt = reachOf(run)
  if (booking !== null || hasMeeting || person.stage !== 'none' || person.when === null || reachAt === null)
    return false
  const isConfirmed =
    ((confirmsNumber.test(said) && !mentionsTime(said)) || affirmsCall(said, person.when)) &&
    !asksSomething(said) &&
    !saysGoodbye.test(said) &&
    wasJustNoted(run)
  const asksAgain = asksIfBooked(said) || asksWhenMeeting(said) || keepsCall.test(said) || insistsOnCall.test(said)
  if (!isConfirmed && !asksAgain) return false
  run.push()
  run.say([run.worded(run.words.selling.callBackNoted(inZone(run, person.when), reachAt))], { outcome: 'contact' })
  return true
}

/** “Yes Friday” for a call on Friday, “yes, this one” */
function affirmsCall(said: string, when: string): boolean {
  const named = yesTo.exec(said)?.groups?.['named']?.toLowerCase()
  return named !== undefined && (/^(?:this|that) one$/.test(named) || when.toLowerCase().includes(named))
}

const yesTo =
  /^(?:yes|yep|yeah|yup|correct|right|exactly)[,.! ]+(?:on |for )?(?<named>(?:this|that) one|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today)[,.! ]*(?:please|thanks|thank you)?[.! ]*$/i

/** “Yes that's the right number”, “that's my direct line, yes”, “yes 716 at the end” */
const confirmsNumber =
  /^(?=.*\b(?:yes|yep|yeah|correct|right|indeed|aye)\b)(?!.*\b(?:but|not|no|wrong|instead|rather)\b)(?=.*\b(?:numbers?|lines?|mobile|cell|phone|direct|at the end)\b)[^?]{3,60}$/i

/** “Sorry, wrong, it is 07700 900681” */
const correctsNumber = /\b(?:sorry|wrong|typo|corrections?|mix(?:ed)?|meant|should be|mistake)\b/i

/** “No email, never look at it. Just ring” */
const insistsOnCall = /\bjust (?:ring|call|phone|the phone|by phone)(?: me| us)?[.!\s]*$/i

/** “Same day, same time is ok for the call” */
const keepsCall =
  /^(?!.*\b(?:video|zoom|teams|meet(?:ing)?|online)\b)(?=.*\bsame (?:day|time|hour)\b).*\b(?:call|phone|ring)\b/i

/** The time with the zone that the visitor named. */
function inZone(run: ConversationRun, when: string): string {
  const { zone } = run.state
  return zone === null || when === '' || run.language !== 'en' || when.includes(zone.name)
    ? when
    : `${when}, ${zone.name}`
}

function askWhere(
  run: ConversationRun,
  when: string,
  question: 'whereToCall' | 'whichNumber',
  lead: readonly Line[] = [],
): void {
  run.push()
  run.state = { ...run.state, person: { ...run.state.person, when } }
  run.effects.push({ type: 'form', field: 'callback', value: when, valid: false, slotId: '' })
  const noted = when === '' || run.language !== 'en' ? [] : [run.worded(run.words.selling.timeNoted(inZone(run, when)))]
  run.say([...lead, ...noted, run.worded(run.words.selling[question]())], { outcome: 'human' })
}

export function continueCallBack(
  run: ConversationRun,
  text: string,
  lead: readonly Line[] = [],
  told = text,
  isLeaving = false,
): void {
  const { person } = run.state
  const reachAt = reachOf(run)
  const when = whenToCall(run, person.when, text)
  if (reachAt === null) return askWhere(run, when, 'whereToCall', lead)
  run.push()
  endCall(run)
  // Kept in case the visitor corrects it: “no, make it 1”.
  run.state = { ...run.state, person: { ...run.state.person, when } }
  const said = inZone(run, when)
  const note = readCallNote(run.inEnglish(told))
  run.effects.push({ type: 'call-back', when: said, reachAt, ...(note !== null && { note }) })
  const noted = [...lead, run.worded(run.words.selling.callBackNoted(sayable(run, said), reachAt))]
  if (isLeaving) return run.leave('visitor', run.words.plain.bye(), noted, 'contact')
  // Visitors who haven't started the demo would think that “Shall I go on?” is about the call.
  const { step, sentence } = run.state.position
  const isUnderway = run.state.booking !== null || step > 1 || sentence > 0
  run.say([...noted, ...(isUnderway ? [run.resume()] : [])], { outcome: 'contact' })
}

/** Times that the agent wrote itself are in English. */
function sayable({ language }: ConversationRun, when: string): string {
  return language === 'en' || preferredTimeText(when) !== when ? when : ''
}

/** The time given before, completed or replaced by the one in the text: “weds after 1”, then “half one”. */
function whenToCall(run: ConversationRun, before: string | null, text: string): string {
  const said = timeToCall(text, run.language)
  if (before === null || before === '') return said
  if (run.language === 'en') return combineTimes(run, before, text)
  return said === '' || !mentionsTime(run.inEnglish(text)) ? before : `${before}, ${said}`
}

/** The time so far with the one in a new remark: “Wednesday after 13:00”, then “half one” or “Thursday, same time”. */
function combineTimes(run: ConversationRun, before: string, text: string): string {
  const said = lastWish(writeDictatedNumbers(withoutNumbers(text), run.language))
  const past = minutesPast(before, said)
  if (past !== null) return past
  if (!mentionsTime(said)) return before
  const merged = mergeTimes(before, said)
  return preferredTimeText(merged) ?? merged
}

/** Ends the ringing or the call-back request, if there is one. */
export function endCall(run: ConversationRun): void {
  if (run.state.person.stage === 'none') return
  run.state = { ...run.state, person: { stage: 'none', name: null, when: null } }
  run.effects.push({ type: 'call-over' })
}

import type { AgentLanguage } from '#domain/agent-languages.ts'

import { withoutNumbers } from './person-readers.ts'
import { asksIfBooked, asksWhenMeeting, callsOff, timeInstead } from './meeting-remarks.ts'
import { mergeTimes, minutesPast } from './merged-times.ts'
import { excludesTime, mentionsTime } from './offered-slot.ts'
import { factOf, hearFacts } from './buyer-facts.ts'
import { asksSomething } from './fact-patterns.ts'
import type { ConversationRun } from './conversation-run.ts'
import type { Proposal } from './responder.ts'
import { countWords } from './sentences.ts'
import { applyFacts } from './selling.ts'
import { findEmailAddress, readSpelledAddress } from './spelled-address.ts'
import { writeDictatedNumbers } from './dictated-number.ts'
import { preferredTimeText } from './preferred-time-text.ts'
import { readPreferredTime } from './preferred-time.ts'
import type { Line } from './turn.ts'

/* Handing the conversation to a member of the team: ringing, joining, leaving, and arranging a call back. */

/** Rings the team; the conversation continues meanwhile. */
export function callPerson(run: ConversationRun, reason: string): void {
  run.push()
  if (run.state.person.stage === 'ringing') {
    return run.say([run.worded(run.words.selling.stillRinging())], { outcome: 'human' })
  }
  // “Ring me tomorrow morning” and “today at 5” don't ask for a person now.
  const said = run.inEnglish(reason)
  const isToday = /\btoday\b/i.test(said) && readPreferredTime(said)?.at === null
  if (mentionsTime(said) && !isToday && !/\b(?:now|asap|immediately|right away|straight away)\b/i.test(said)) {
    run.state = { ...run.state, person: { stage: 'calling-back', name: null, when: null } }
    return continueCallBack(run, reason, [run.worded(run.words.selling.calledThen())])
  }
  run.state = { ...run.state, person: { stage: 'ringing', name: null, when: null } }
  run.effects.push({ type: 'ring-person', reason: reason.slice(0, 300) })
  run.say([run.worded(run.words.selling.ringing())], { outcome: 'human' })
}

/** Silences the agent, and keeps what it was doing on the stack (`below`). */
export function personJoined(run: ConversationRun, name: string): void {
  run.cut()
  const { phase, below } = run.state
  run.state = { ...run.state, person: { stage: 'joined', name, when: null }, isPersonOffered: false }
  if (phase !== 'person') run.enter('person', [...below, phase].slice(-3))
}

/** What the database calls a member without a first name. */
const nameless: ReadonlySet<string> = new Set(['', 'A colleague'])

/** Lets the agent continue where it was. */
export function personLeft(run: ConversationRun): void {
  if (run.state.phase !== 'person') return
  const { name } = run.state.person
  const { below } = run.state
  const phase = below.at(-1) ?? 'present'
  run.state = { ...run.state, person: { stage: 'none', name: null, when: null } }
  // The agent speaks first, so a presentation in progress waits for the visitor.
  const isBooking = phase === 'book' && run.state.booking !== null
  run.enter(
    isBooking ? 'book' : 'answer',
    phase === 'answer' || phase === 'book' ? below.slice(0, -1) : below.slice(-3),
  )
  const leaver = name === null || nameless.has(name) ? run.words.selling.colleague : name
  run.say([run.worded(run.words.selling.back(leaver)), run.resume()], { outcome: 'chat' })
}

/** Asks when to call back, because nobody answered; also asks where, unless that is known. */
export function nobodyThere(run: ConversationRun): void {
  if (run.state.person.stage !== 'ringing') return
  run.cut()
  askWhenToCall(run, [run.worded(run.words.selling.nobody())])
}

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
    (proposal.answer.length === 0 || (mentionsTime(said) && changesMind.test(said))) &&
    (countWords(said) <= timeWordsMax || changesMind.test(said) || /\b(?:call|ring|reach)\b/i.test(said))
  if (!isAddress && !isReply) return false
  continueCallBack(run, text)
  return true
}

const timeWordsMax = 8
const changesMind = /^(?:no|nah|sorry|wait|actually|oh|rather|better)\b/i

/** Changes the time or number of a call back that was just arranged: “no, make it 1”, “wrong number, its 01392 555 0190”. */
export function changesCallBack(run: ConversationRun, { facts = [] }: Proposal, text: string): boolean {
  const { person } = run.state
  const said = run.inEnglish(text).trim()
  const isChange = prefers.test(said) || asksToChange.test(said) || excludesTime(said)
  const isShort = countWords(text) <= (isChange ? changeWordsMax : timeWordsMax)
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
  const hour = corrects.exec(said)?.groups?.['time'] ?? (wasJustNoted(run) ? changedTime(said) : undefined)
  const hasNumber =
    facts.some(({ field }) => field === 'phone') && /\b(?:wrong|no|sorry|not|actually|i mean)\b/i.test(said)
  if (hour === undefined && !hasNumber) return false
  const time = hour !== undefined && /^[\d:.]+$/.test(hour) ? `at ${hour}` : hour
  const when = time === undefined ? person.when : combineTimes(run, person.when, time)
  return arrangeAgain(run, when, '')
}

/** Arranges a call anew: at the time `when`, changed by what the text says. */
function arrangeAgain(run: ConversationRun, when: string, text: string): true {
  run.state = { ...run.state, person: { stage: 'calling-back', name: null, when } }
  continueCallBack(run, text)
  return true
}

const asksToChange =
  /^(?:(?:hm+|oh|actually|sorry|no|wait|ok|and|so),? )*(?:(?:can|could) (?:you |we |they )?(?:make it|do|it be)\b|(?:(?:can|could) (?:you|we) )?make (?:it|that)\b|better\b|rather\b)/i

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
  if (asksSomething(said) || mentionsTime(said) || !callsOff(said)) return false
  run.state = { ...run.state, person: { ...person, when: null } }
  run.push()
  run.effects.push({ type: 'call-back', when: '', reachAt: reachOf(run) ?? '', isOff: true })
  const address = findEmailAddress(said)
  const thanks = address === null ? [] : [run.line(run.words.plain.contact(), run.words.plain.contactCounted)]
  run.say([run.worded(run.words.selling.noCallBack()), ...thanks], { outcome: 'contact' })
  return true
}

/** A call instead of a meeting: “503 555 0177, after lunch”. */
export interface CallInstead {
  readonly text: string
  /** The time already chosen; without it, the one in the text. */
  readonly when: string | null
  /** An address will do as well as a number. */
  readonly isAnyReach?: boolean
}

/** Arranges a call instead of a meeting. */
export function callBackInstead(
  run: ConversationRun,
  { text, when, isAnyReach = false }: CallInstead,
  lead: readonly Line[] = [],
): void {
  run.state = { ...run.state, person: { stage: 'calling-back', name: null, when } }
  // Without `isAnyReach`, the visitor doesn't want to use the address that is already known.
  if (!isAnyReach && factOf(run.state.facts, 'phone') === null)
    return askWhere(run, when ?? whenIn(text, run.language), 'whichNumber', lead)
  continueCallBack(run, when === null ? text : '', lead)
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
  if (!asksIfBooked(said) && !asksWhenMeeting(said)) return false
  run.push()
  run.say([run.worded(run.words.selling.callBackNoted(inZone(run, person.when), reachAt))], { outcome: 'contact' })
  return true
}

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

function continueCallBack(run: ConversationRun, text: string, lead: readonly Line[] = []): void {
  const { person } = run.state
  const reachAt = reachOf(run)
  const when = whenToCall(run, person.when, text)
  if (reachAt === null) return askWhere(run, when, 'whereToCall', lead)
  run.push()
  endCall(run)
  // Kept in case the visitor corrects it: “no, make it 1”.
  run.state = { ...run.state, person: { ...run.state.person, when } }
  const said = inZone(run, when)
  run.effects.push({ type: 'call-back', when: said, reachAt })
  // Visitors who haven't started the demo would think that “Shall I go on?” is about the call.
  const { step, sentence } = run.state.position
  const isUnderway = run.state.booking !== null || step > 1 || sentence > 0
  run.say(
    [
      ...lead,
      run.worded(run.words.selling.callBackNoted(sayable(run, said), reachAt)),
      ...(isUnderway ? [run.resume()] : []),
    ],
    {
      outcome: 'contact',
    },
  )
}

/** Times that the agent wrote itself are in English. */
function sayable({ language }: ConversationRun, when: string): string {
  return language === 'en' || preferredTimeText(when) !== when ? when : ''
}

/** The time given before, completed or replaced by the one in the text: “weds after 1”, then “half one”. */
function whenToCall(run: ConversationRun, before: string | null, text: string): string {
  const said = whenIn(text, run.language)
  if (before === null || before === '') return said
  if (run.language === 'en') return combineTimes(run, before, text)
  return said === '' || !mentionsTime(run.inEnglish(text)) ? before : `${before}, ${said}`
}

/** The time so far with the one in a new remark: “Wednesday after 13:00”, then “half one” or “Thursday, same time”. */
function combineTimes(run: ConversationRun, before: string, text: string): string {
  const said = writeDictatedNumbers(withoutNumbers(text), run.language)
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

/** Removes the parts that spell an address. Keeps the whole text if nothing else is left and it names a time. */
function withoutSpelledAddress(text: string, language: AgentLanguage): string {
  if (text.includes('@')) return text
  const isSpelled = (part: string): boolean => readSpelledAddress(part, language)?.isWhole === true
  if (!isSpelled(text)) return text
  const parts = text.split(/[,;]\s*|\s(?:and|und|et|y)\s/)
  const others = parts.filter((part) => !isSpelled(part))
  return others.length === 0 && mentionsTime(text) ? text : others.join(', ')
}

/** The time in the visitor's words, without the address. */
function whenIn(text: string, language: AgentLanguage): string {
  const rest = writeDictatedNumbers(withoutSpelledAddress(text, language), language)
    // “I'm in between 12 and 1”
    .replace(/\b(between|from) (\S+) (?:and|to|till?|until) (?=\d)/gi, '$1 $2\u00a0and\u00a0')
    .split(/[,;.!?]\s+| and /)
    .map((part) => part.replaceAll('\u00a0', ' '))
    .map(withoutAddress)
    .filter((part) => /\p{L}{3}/u.test(part) && !isFiller.test(part) && !namesNoTime.test(part))
    // “01632 960118, Margaret”
    .filter((part) => language !== 'en' || !isName.test(part) || mentionsTime(part))
  // “Could a kind person ring me? In the afternoon. Ask for Winifred.”
  const times = rest.filter((part) => mentionsTime(part))
  if (language !== 'en') return (times.length > 0 ? times : rest).join(', ').slice(0, 120)
  const words = (times.length > 0 ? times : rest.filter((part) => vagueTime.test(part))).join(', ').slice(0, 120)
  return preferredTimeText(words) ?? words
}

/** “After my shift”, “whenever suits” */
const vagueTime =
  /\b(?:any ?time|whenever|asap|soon|now|later|after|before|when|once|while|during|until|lunch|noon|weekend|week|hours?|minutes?|day|days)\b/i

function withoutAddress(part: string): string {
  return withoutNumbers(part)
    .replace(/^(?:(?:ok|okay|then|well|so|yes|no),? )+/i, '')
    .replace(/\binstead\b\??/gi, '')
    .replace(
      /^(?:i['’]?m|i am|we['’]?re|we are) (?:usually |normally |always )?(?:in|home|free|available|around|there|reachable)(?: at home)? /i,
      '',
    )
    .replace(/\S+@\S+/g, '')
    .replace(/(?:\S+ (?:dot|punkt|point|punto) )*\S+ at \S+(?: (?:dot|punkt|point|punto) \S+)+/gi, '')
    .replace(/^.*?\b(?:call|ring|phone) (?:me|us|him|her)(?: back)?\b/i, '')
    .replace(
      /^(?:please |pls |you can |could you |can you )*(?:call|ring|reach|get|write(?: to)?|phone|mail|email)? ?(?:me )?(?:back )?(?:at|on)?\s*/i,
      '',
    )
    .replace(
      /\b(?:(?:on|at|to)|(?:(?:it|that)['’]?s )?my (?:phone |mobile |cell )?(?:number|e-?mail|address)(?: is|:)?)\s*$/i,
      '',
    )
    .replace(/[\s,;.]+$/g, '')
    .replace(/^[\s,;.]+/g, '')
}

/** “I'm Sam” and “just take my address” name no time to call, unless they also mention one. */
const namesNoTime =
  /^(?:(?:i am|i'm|i’m|my name|it's|this is|we are) |(?:ok |okay |then |just |please )*(?:take|use|note|have|here)\b)(?!.*\b(?:\d|free|morning|noon|afternoon|evening|tomorrow|today|week|later|any ?time|(?:mon|tues|wednes|thurs|fri|satur|sun)day))/i

const isName = /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?$/u

/** “No wait” and “sorry”, as said before a corrected address, name no time to call. */
const isFiller =
  /^(?:(?:no|wait|sorry|oh|ok|okay|well|hm+|actually|yes|yeah|sure|thanks|thank you|please|hold on|i mean|instead)(?: |[?]|$))+$/i

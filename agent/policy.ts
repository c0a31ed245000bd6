import { isBusy, lookForTimes, openQuestion, type Booking } from './booking-steps.ts'
import { movingIntents } from './booking-talk.ts'
import { handleWithGuests } from './guests-in-booking.ts'
import { missesTime, takeAnswer, takeSlots } from './calendar-answers.ts'
import {
  changesMeeting,
  dropBooking,
  handleCalendarAnswer,
  handleForm,
  startBooking,
  takeBooking,
} from './booking-turn.ts'
import { shiftedTime } from './chosen-time.ts'
import { answer, chat } from './answering.ts'
import { quotesOf } from './quoted-notes.ts'
import { admit } from './uncertain-answer.ts'
import { factOf, statesOwn } from './buyer-facts.ts'
import { asksSomething } from './fact-patterns.ts'
import type { Clock, Conversation, ConversationEvent, Effect, Speaking } from './conversation.ts'
import { ConversationRun, pauses } from './conversation-run.ts'
import {
  addsToCall,
  askWhenToCall,
  callBackInstead,
  type CallInstead,
  changesCallBack,
  endCall,
  hearCallBack,
  saysCallAgain,
  takeCallBack,
  takesBackCall,
  wasJustNoted,
} from './call-back.ts'
import { callPerson, nobodyThere, personJoined, personLeft } from './handover.ts'
import { mergeGuests, readGuestName, readPeople } from './meeting-guests.ts'
import { objectionOf } from './heard-remark.ts'
import { withoutGreeting } from './greeting.ts'
import { isHardlyQuestion, laughs } from './guessed-intent.ts'
import type { Intent } from './intent.ts'
import type { Knowledge } from './knowledge.ts'
import { hearRest, sayRest } from './open-answer.ts'
import { answerObjection, wasObjectionAsked } from './objection-talk.ts'
import { hearBadPast, hearsOtherTool, tellsBadPast } from './other-tools.ts'
import { leadingName, withoutNumbers } from './person-readers.ts'
import { prefersPhone, refusesEmail, wantsPhone } from './prefers-phone.ts'
import {
  followVisitor,
  greet,
  resumePresenting,
  goTo,
  goToNamedStep,
  pause,
  present,
  repeat,
  handleNo,
} from './presenting.ts'
import { answerRemark } from './remark-answer.ts'
import type { Remark } from './remark.ts'
import type { Proposal } from './responder.ts'
import { acceptRefusal, acknowledgeFact, applyFacts, editFact, noteFacts, type Heard, tellsTrouble } from './selling.ts'
import { showsBuyingInterest } from './buying-interest.ts'
import { agreesToBook, isYes } from './meeting-remarks.ts'
import { findSpokenSlots, mentionsTime, sayTime, type OfferedSlot } from './offered-slot.ts'
import { readPreferredTime } from './preferred-time.ts'
import { preferredTimeText } from './preferred-time-text.ts'
import { rollBackTurn } from './roll-back-turn.ts'
import { sharedWords } from './terms.ts'
import { endsAsQuestion, type Line } from './turn.ts'
import { hearTheirPlace, hearZone, inNamedZone, lookInZone, sayElsewhere } from './zone-in-booking.ts'

/**
 * Decides everything the agent does. Pure: the same conversation and event give the same result, so conversations can
 * be replayed. Events that don't fit the state are ignored.
 */
export function advance(
  conversation: Conversation,
  event: ConversationEvent,
  knowledge: Knowledge,
): { readonly conversation: Conversation; readonly effects: readonly Effect[] } {
  if (conversation.phase === 'ended') return { conversation, effects: [] }
  const run = new ConversationRun(conversation, knowledge, event.at)
  handle(run, event)
  return { conversation: run.state, effects: run.effects }
}

function handle(run: ConversationRun, event: ConversationEvent): void {
  if (run.state.phase === 'consent') {
    if (event.type === 'consented') greet(run, event.step)
    return
  }
  // While a team member has the conversation, the agent neither speaks nor listens.
  if (run.state.phase === 'person' && !personEvents.has(event.type)) return
  // During the closing words, only their end and an interruption matter.
  if (run.state.ending !== null && !endingEvents.has(event.type)) {
    // An address given with the goodbye is stored.
    if (event.type === 'heard') noteFacts(run, event.proposal, event.text)
    return
  }
  if (!endsNoAnswer.has(event.type)) run.state = { ...run.state, open: null }
  switch (event.type) {
    case 'consented':
      return
    case 'heard':
      run.isOpen = event.isOpen === true
      return hear(run, event.proposal, event.text)
    case 'rest-heard':
      return hearRest(run, event.proposal, event.text)
    case 'rolled-back':
      return rollBackTurn(run, event.before)
    case 'form':
      return event.field === 'callback' ? takeCallBack(run, event.value) : handleForm(run, event)
    case 'fact-edited':
      return editFact(run, event.field, event.value)
    case 'person-joined':
      return personJoined(run, event.name)
    case 'person-left':
      return personLeft(run)
    case 'nobody-there':
      return nobodyThere(run)
    case 'slots-found':
      return takeFoundSlots(run, event.slots)
    case 'meeting-answered':
      return handleCalendarAnswer(run, ['committing', 'cancelling'], (booking) => takeAnswer(booking, event.answer))
    case 'typing':
      return handleTyping(run)
    case 'play-started':
      return startPlaying(run, event.turn, event.seg)
    case 'play-ended':
      return endPlaying(run, event.turn, event.seg)
    case 'play-overdue':
      if (run.state.speaking?.turn === event.turn) finishTurn(run, run.state.speaking)
      return
    case 'interrupted':
      return interrupt(run, event)
    case 'step-changed':
      return followVisitor(run, event.step)
    case 'clock':
      if (run.state.clock?.id === event.id) breakSilence(run, run.state.clock)
      return
    case 'limit':
      run.cut()
      return run.leave(event.kind, event.kind === 'time' ? run.words.plain.limitTime() : run.words.plain.limitTurns())
  }
}

function hear(run: ConversationRun, proposal: Proposal, text: string): void {
  const { intent } = proposal
  if (intent.type === 'nothing' || (intent.type === 'backchannel' && run.state.speaking !== null)) return
  const wasSpeaking = run.cut()
  const elsewhere = sayElsewhere(run, text)
  if (elsewhere !== null) return takeBooking(run, elsewhere)
  hearTheirPlace(run, text)
  const zoneBefore = run.state.zone?.id
  const said = run.inEnglish(hearZone(run, proposal, text)?.rest ?? text)
  const wasPersonOffered = run.state.isPersonOffered
  run.state = {
    ...run.state,
    isPersonOffered: false,
    remarks: run.state.remarks + (text === '' ? 0 : 1),
    buyingSignals: run.state.buyingSignals + (showsBuyingInterest(said) ? 1 : 0),
  }
  const heard = noteFacts(run, proposal, text)
  if (run.state.booking !== null) {
    const { booking } = run.state
    // “Rotimi Adeyemi. Also our treasurer, Gwen Hale”, after the address.
    const name = booking.chosen === null || factOf(run.state.facts, 'name') !== null ? undefined : leadingName(said)
    if (name !== undefined) applyFacts(run, [{ field: 'name', value: name }], said)
    const call =
      wishForTeam(run, booking, proposal, { text, said }) ?? callInstead(run, booking, proposal, { text, said })
    if (call !== null) {
      dropBooking(run)
      return callBackInstead(run, { ...call, said })
    }
    if (
      run.state.zone?.id !== zoneBefore &&
      booking.stage !== 'offered' &&
      booking.stage !== 'leaving' &&
      !isBusy(booking)
    )
      return takeBooking(run, lookInZone(booking, said))
    const isAsked = run.state.lastLines.some(({ text: line }) => endsAsQuestion(line))
    const remark = { intent, text: said, isInNotes: proposal.answer.length > 0, language: run.language, isAsked }
    const step = intent.type === 'stop' || asksForPerson(intent) ? null : handleWithGuests(run.state.booking, remark)
    if (step !== null) return takeBooking(run, step)
    if (intent.type === 'bye' && asksBeforeGoodbye(run, run.state.booking)) return
    if (run.state.booking.stage === 'offered' || movingIntents.has(intent.type)) dropBooking(run)
  }
  if (hearCallBack(run, proposal, text)) return
  if (saysCallAgain(run, said)) return
  if (takesBackCall(run, said)) return
  if (agreesToCall(run, intent, said)) return
  if (addsToCall(run, said)) return
  if (heard.reply === 'none' && changesCallBack(run, proposal, text)) return
  if (wasPersonOffered && (intent.type === 'continue' || intent.type === 'backchannel')) return callPerson(run, text)
  if (namesTimeWhileRinging(run, proposal, said)) {
    return takeBooking(run, lookForTimes(null, run.state.email, null, said))
  }
  if (changesMeeting(run, intent, said)) return
  // “Try again, Tuesday 8 December at 2.30 instead”, after a booking was given up.
  if (booksAgain(run, said)) {
    const isByPhone = factOf(run.state.facts, 'phone') !== null && (wantsPhone(text) || sameNumber.test(said))
    if (isByPhone) return callBackInstead(run, { text: said, when: null })
    if (run.state.wasMeetingOffered) return startBooking(run, { text, said })
  }
  if (heard.reply === 'refused' && !asksForPerson(intent)) return acceptRefusal(run)
  if (heard.reply === 'given' && isReply(intent, said, heard.asks)) return acknowledgeFact(run, factsOf(proposal), said)
  act(run, proposal, { text, wasSpeaking, heard })
}

/**
 * The call to arrange for a visitor who gives a phone number where an address was expected, or would rather be phoned;
 * null for all others. At the time chosen, or the one they name.
 */
function callInstead(
  run: ConversationRun,
  booking: Booking,
  { facts = [], intent }: Proposal,
  { text, said }: { readonly text: string; readonly said: string },
): CallInstead | null {
  const { stage, email, slots, spoken, chosen, preferredTime } = booking
  if (stage !== 'choosing' && stage !== 'email' && stage !== 'confirming') return null
  const fields = new Set(facts.map(({ field }) => field))
  const givesNumber = stage !== 'confirming' && email === null && fields.has('phone') && !fields.has('email')
  const hasNumber = factOf(run.state.facts, 'phone') !== null
  const isCall =
    givesNumber || (stage !== 'choosing' && prefersPhone(text)) || (hasNumber && email === null && refusesEmail(text))
  if (!isCall || /\bnow\b/i.test(said) || intent.type === 'stop') return null
  // “Her finance manager Raj Bhatt wants to be on the line, 07700 900742”
  if (givesNumber && booking.isByPhone !== true && readGuestName(text) !== null) return null
  const told = withoutNumbers(said)
  // “Half an hour later, and by phone: 01632 960833”
  const shifted = chosen === null ? null : shiftedTime(told, chosen)
  if (chosen !== null && shifted !== null) return { text, when: sayTime(chosen).replace(/\d{1,2}:\d\d/, shifted) }
  const namesTime = mentionsTime(told)
  const [only, ...others] = stage === 'choosing' || namesTime ? findSpokenSlots(told, slots, spoken) : []
  const time = only !== undefined && others.length === 0 ? only : namesTime ? null : chosen
  if (time !== null) return { text, when: sayTime(time) }
  return { text: namesTime ? text : `${text}, ${preferredTime}`, when: null }
}

/** The people to bring, to be named once. */
function guestsIn({ guests }: Booking, text: string): readonly string[] {
  const people = readPeople(text)
  const all = mergeGuests(guests, people.guests, people.own)
  return all.length === 0 ? [] : [all.join(', ')]
}

/** Whether a remark names a day and an hour for a meeting that was given up before. */
function booksAgain({ state, knowledge }: ConversationRun, said: string): boolean {
  const time = readPreferredTime(said)
  const { booking, hasMeeting, person } = state
  const isFree = booking === null && !hasMeeting && person.stage === 'none' && person.when === null
  const isExact = time !== null && time.day !== null && (time.at !== null || time.from > 0)
  return knowledge.agent.takesMeetings && isFree && isExact && again.test(said) && !asksSomething(said)
}

const sameNumber = /\b(?:same|that|my) (?:number|phone|mobile)\b/i
const again = /\b(?:instead|try again|rather|better|then|let['’]?s (?:do|say|try|make it))\b/i

/** The wish for a time without a free slot that the visitor wants the team to see; null for all others. */
function wishForTeam(
  run: ConversationRun,
  booking: Booking,
  { facts = [] }: Proposal,
  { text, said }: { readonly text: string; readonly said: string },
): CallInstead | null {
  const { stage, slots, spoken, missed = '', replaces } = booking
  const told = withoutNumbers(said)
  if (stage !== 'choosing' || missed === '' || replaces !== '' || mentionsTime(told)) return null
  if (findSpokenSlots(told, slots, spoken).length > 0 || asksSomething(said) || ofSomebodyElse.test(said)) return null
  const isReach = readPeople(text).own !== null || facts.some(({ field }) => field === 'phone')
  const isRefusal = isReach || factOf(run.state.facts, 'email') !== null ? false : noneSuits.test(said.trim())
  if (!isReach && !isRefusal && !asksToPassOn.test(text.trim())) return null
  const when = [preferredTimeText(missed) ?? missed, ...guestsIn(booking, text)].join(', with ')
  return { text: '', when, isAnyReach: true }
}

/** “None of those, please ask the team”, “pass my wish on”, in all languages. */
const asksToPassOn =
  /^(?:(?:no|nope|none|neither|yes|yeah|ok|please|then|sure)(?: of (?:these|those|them))?[,.!]? )*(?:please )?(?:(?:can|could|would) you )?(?:please )?(?:pass (?:(?:it|that|this|my wish|the wish) )?on|(?:ask|tell) (?:them|the team)|let (?:them|the team) know|(?:note|put) (?:it|that) down)(?: (?:to (?:them|the team)|please|then|for me))*[.!?]*$|^(?!.*\b(?:nicht|ne|pas|no)\b)(?:(?:ja|oui|sí|bitte|por favor|s['’]il vous plaît)[,.!]? )*(?:(?:bitte |gerne )*(?:weitergeben|geben sie (?:es|das|den wunsch) (?:bitte )?weiter)|(?:merci de )?(?:le )?transmett(?:ez|re)(?:-le)?|(?:transm[ií]t|p[áa]s)[a-zé]*)(?: (?:bitte|s['’]il vous plaît|por favor))*[.!]*$/iu
/** Answers that none of the times suits; “never mind” gives up. */
const noneSuits =
  /^(?:no|nope|nah|neither|none)(?:,? (?:none|neither))?(?: of (?:these|those|them))?(?: (?:suits?|works?)(?: me| us)?)?[.!]*$/i
const ofSomebodyElse =
  /\b(?:colleague|boss|manager|partner|wife|husband|friend|assistant)['’]?s?\b.{0,12}\b(?:e-?mail|address|number)\b|\b(?:his|her|their) (?:e-?mail|address|number)\b/i

/** “Aye, that's right” or “yeah, that'll do, ta-ra” to a call just noted. */
function agreesToCall(run: ConversationRun, intent: Intent, said: string): boolean {
  const isNoted = run.state.person.when !== null && wasJustNoted(run) && run.state.booking === null
  if (!isNoted || !agreesToBook(said) || asksSomething(said) || mentionsTime(said) || intent.type === 'bye')
    return false
  if (takesLeave.test(said)) run.leave('visitor', run.words.plain.bye())
  else accept(run)
  return true
}

const takesLeave = /\b(?:bye|good ?bye|cheerio|ta[- ]?ra|toodle\S*|good ?night|laters?|see (?:you|ya))\b/i

/** Names the times found. Nothing free for a call, or again for the same wish: the team is told of it. */
function takeFoundSlots(run: ConversationRun, slots: readonly OfferedSlot[] | null): void {
  const { booking } = run.state
  if (booking?.stage === 'looking' && slots !== null && slots.length > 0 && missesTime(booking, slots)) {
    const when = preferredTimeText(booking.preferredTime)
    const isAgain = when !== null && when === preferredTimeText(booking.missed ?? '')
    if (when !== null && (booking.isByPhone === true || isAgain)) {
      run.cut()
      dropBooking(run)
      const named = [when, ...guestsIn(booking, '')].join(', with ')
      return callBackInstead(run, { text: '', when: named, isAnyReach: isAgain })
    }
  }
  handleCalendarAnswer(run, ['looking'], (waiting) => takeSlots(waiting, inNamedZone(run, slots)))
}

/** “Tuesday morning”, said while the team is rung, means that the visitor would rather meet then. */
function namesTimeWhileRinging({ state, knowledge }: ConversationRun, { answer }: Proposal, said: string): boolean {
  const isShort = said.split(/\s+/).length <= 6
  return (
    state.person.stage === 'ringing' &&
    knowledge.agent.takesMeetings &&
    answer.length === 0 &&
    isShort &&
    mentionsTime(said)
  )
}

/** Acts on what the visitor wants. */
function act(
  run: ConversationRun,
  proposal: Proposal,
  { text, wasSpeaking, heard }: { readonly text: string; readonly wasSpeaking: boolean; readonly heard: Heard },
): void {
  const { intent } = proposal
  const said = run.inEnglish(text)
  if (
    intent.type === 'remark' &&
    greetedBefore.has(intent.about) &&
    run.state.remarks === 1 &&
    withoutGreeting(said) !== null
  )
    run.greeting = run.line(run.words.plain.hello())
  switch (intent.type) {
    case 'book':
      // “Great, talk to you on Friday”, after a call was noted.
      if (wasJustNoted(run) && looksForward.test(said)) return answerRemark(run, 'praise', proposal, said)
      return wantsPhone(text) && !mentionsTime(said) ? askWhenToCall(run) : startBooking(run, { text, said })
    case 'human':
      return callPerson(run, text)
    case 'stop':
      return pause(run, wasSpeaking ? [] : [run.line(run.words.plain.paused())])
    case 'continue':
    case 'backchannel':
      // “Aye, that's fine” after a statement only agrees.
      if (isAgreement(run, said)) return answerRemark(run, 'praise', proposal, said)
      if (acceptsOnly(run, said)) return accept(run)
      return resumePresenting(run)
    case 'decline':
      // “No, thanks” when the agent asked nothing refers to the person being called.
      if (!run.state.lastLines.some(({ text: line }) => endsAsQuestion(line))) endCall(run)
      return handleNo(run)
    case 'repeat':
      return repeat(run)
    case 'next':
      return goTo(run, run.state.step + 1)
    case 'back':
      return goTo(run, Math.max(1, run.state.step - 1))
    case 'restart':
      return goTo(run, 1)
    case 'last':
      return goTo(run, run.stepCount)
    case 'go-to':
      return goToNamedStep(run, intent.step)
    case 'move':
      return goTo(run, Math.min(Math.max(1, run.state.step + intent.by), run.stepCount))
    case 'remark': {
      if (intent.about === 'worry') return answerRemark(run, 'worry', proposal, said)
      const objection = proposal.objection ?? objectionOf(intent)
      const isStatement = intent.about === 'told' && !asksSomething(said)
      if ((objection === 'competitor' || isStatement) && hearsOtherTool(run, proposal, objection, said)) return
      return objection === null
        ? answerRemark(run, intent.about, proposal, said)
        : answerObjection(run, objection, proposal)
    }
    case 'bye':
      return run.leave('visitor', run.words.plain.bye())
    case 'question':
      // A statement that shares no words with the notes isn't a question, even if it fits the last answer's topic.
      const isFollowed = proposal.conclusion !== undefined || proposal.objection !== undefined
      const isLikely = proposal.isLikely === true && proposal.answer.length > 0
      if (heard.isStatement && !isFollowed && !isLikely && !sharesWords(text, proposal)) {
        return acknowledgeFact(run, factsOf(proposal), said)
      }
      if (quotesOf(proposal).length > 0) return answer(run, proposal, text)
      if (proposal.objection !== undefined) return answerObjection(run, proposal.objection, proposal)
      if (!asksSomething(said) && tellsBadPast(said)) return hearBadPast(run)
      if (!asksSomething(said) && proposal.isLikely !== true && !heard.isNew && laughs.test(said))
        return answerRemark(run, 'small-talk', proposal, said)
      // “I'd love to try it with a few people first” asks whether that is possible.
      if (wishesToDo.test(said) && proposal.isFar !== true && (proposal.offers ?? []).length > 0)
        return admit(run, proposal)
      if (statesOwn(said) && (proposal.isLikely !== true || sharesWithBest(said, proposal) < 2))
        return acknowledgeFact(run, needOf(said, proposal), said)
      // Many visitors introduce themselves before they ask: “Evaluating alternatives to Zendesk, 40 seats.”
      if (run.state.topic === null && !asksSomething(said) && said.split(/\s+/).length >= introductionWords)
        return acknowledgeFact(run, needOf(said, proposal), said)
      // “It was slow” answers “What went wrong?”.
      if (!asksSomething(said) && proposal.isLikely !== true && wasObjectionAsked(run))
        return acknowledgeFact(run, factsOf(proposal), said)
      if (!asksSomething(said) && proposal.isLikely !== true && tellsTrouble.test(said))
        return acknowledgeFact(run, needOf(said, proposal), said)
      // “Well, I never”: a short reaction suits more than steps do.
      if (!heard.isNew && !asksSomething(said) && proposal.isLikely !== true && isHardlyQuestion(said))
        return answerRemark(run, 'small-talk', proposal, said)
      // Whoever tells something doesn't expect to hear that the notes don't say it.
      if (tellsSomething(said)) return acknowledgeFact(run, needOf(said, proposal), said)
      return heard.isNew && (proposal.offers ?? []).length === 0
        ? acknowledgeFact(run, factsOf(proposal), said)
        : admit(run, proposal)
    default:
      // “Good day. I'm Helen Odum, head of audit.”
      if (intent.type === 'hello' && heard.isNew) return acknowledgeFact(run, factsOf(proposal), said)
      return chat(run, intent)
  }
}

const looksForward =
  /^(?:(?:great|ok|okay|perfect|thanks|thank you|lovely|cool|super|good|fine|brilliant)[,.! ]+)+(?:i(?:['’]ll| will) )?(?:talk|speak|hear)\b(?!.*\?)/i

const agreesOnly =
  /^(?:(?:aye|yes|yeah|yep|ok|okay|right|lovely|great|good|perfect|sure),? )*(?:(?:that|it)(?:['’]?s| is| sounds)|sounds) (?:fine|fair|me|right|correct|great|good|perfect|ok|okay|all right|alright)[.!]*$/i

const introductionWords = 6
const wishesToDo =
  /\b(?:we|i)(?:['’]d| would)? (?:really |just |also |only )?(?:need|want|like|love) (?:to|it to|them to|something (?:that|to))\b/i

/** Whether the visitor only agrees with what was just said: “that's fine”, or “ok” to a call back that was noted. */
function isAgreement(run: ConversationRun, said: string): boolean {
  if (run.state.lastLines.some(({ text }) => endsAsQuestion(text))) return false
  return agreesOnly.test(said) || (run.state.person.when !== null && wasJustNoted(run) && isYes(said))
}

/** Remarks whose reply doesn't greet. */
const greetedBefore: ReadonlySet<Remark> = new Set(['about', 'doubt', 'hurry', 'may-ask', 'newcomer', 'small-talk'])

/** “Fine”, “cool, cool”: before the demo has begun and without a question, it only shows that the visitor has read. */
function acceptsOnly(run: ConversationRun, said: string): boolean {
  const isBefore = run.state.phase === 'answer' && run.state.below.includes('greet')
  return isBefore && accepts.test(said) && !run.state.lastLines.some(({ text }) => endsAsQuestion(text))
}

function accept(run: ConversationRun): void {
  run.push()
  run.say([run.line(run.words.plain.anythingElse())], { outcome: 'chat' })
}

const accepts =
  /^(?:(?:ok|okay|alright|right|fine|cool|good|great|nice|lovely|perfect|sweet|super|i see|got it|gotcha|noted|understood|interesting|hm+|m+hm|mm+|aha+|ah+|oh|wow)[ ,.!…]*)+$/i

/** The proposal without the steps it offers. */
function factsOf({ facts = [] }: Proposal): Partial<Proposal> {
  return { facts }
}

/** The proposal with the steps that a statement is probably about: one if they share words. */
function needOf(said: string, proposal: Proposal): Partial<Proposal> {
  if (sharesWithBest(said, proposal) > 1) return { ...proposal, offers: (proposal.offers ?? []).slice(0, 1) }
  return proposal.isLikely === true ? proposal : factsOf(proposal)
}

/** “I live on the fourth floor”; not “opening hours at weekends”, which asks. */
function tellsSomething(said: string): boolean {
  return !asksSomething(said) && subject.test(said) && !wantsToHear.test(said)
}

const subject =
  /^(?:(?:and|but|so|well|oh|ah|ha|no|yes|ok|hm+|right|actually|honestly|sorry|like|cos|because),? )*(?:i|we|he|she|they|it|my|our|his|her|their|this|that|there|the|you|im|ive|id|weve|its|thats|theyre|nobody|everybody|everyone|someone)(?:['’](?:m|s|re|ve|d|ll))?\b/i
const wantsToHear =
  /\b(?:tell|show|explain|wonder\w*|curious|(?:want|need|like|love) to (?:know|hear|see|understand)|interested in|looking for|question|guess|assume|suppose|hope)\b/i

/** Words shared with the closest note and the titles of the offered steps. */
function sharesWithBest(said: string, { retrieved, offers = [] }: Proposal): number {
  return sharedWords(said, [retrieved[0]?.text ?? '', offers[0]?.title ?? ''].join('. '))
}

/** Before a goodbye, asks once for what a meeting still needs: the visitor may think that it is booked. */
function asksBeforeGoodbye(run: ConversationRun, booking: Booking): boolean {
  if (booking.stage !== 'choosing' && booking.stage !== 'email' && booking.stage !== 'confirming') return false
  const { texts } = run.inWords(openQuestion(booking))
  const { lastLines } = run.state
  const isAlone = lastLines.length === 1 && texts.includes(lastLines[0]?.text ?? '')
  // The question whether to book stands alone when it is first asked.
  if (isAlone && (booking.stage !== 'confirming' || run.timesSaid(texts) > 1)) return false
  run.push()
  run.say([run.worded(openQuestion(booking))], { outcome: 'booking' })
  return true
}

function sharesWords(text: string, { answer }: Proposal): boolean {
  return answer.some((sentence) => sharedWords(text, sentence.text) > 0)
}

function asksForPerson(intent: Intent): boolean {
  return intent.type === 'human'
}

/** Whether the remark only answers the qualifying question. A short answer may be mistaken for any intent. */
function isReply(intent: Intent, text: string, asks: boolean): boolean {
  if (asks || /\b(?:human|person|some(?:one|body)|talk|speak|call|meet(?:ing)?|book)\b/i.test(text)) return false
  const isStatement = intent.type === 'question' || intent.type === 'contact' || intent.type === 'remark'
  return isStatement || text.split(/\s+/).length <= 5
}

function interrupt(run: ConversationRun, event: Extract<ConversationEvent, { type: 'interrupted' }>): void {
  const { speaking } = run.state
  if (speaking !== null && speaking.turn === event.turn) {
    run.truncate(speaking, { index: event.seg, playedMs: event.playedMs, segmentMs: event.segMs })
  }
  if (run.state.ending !== null) return run.end(run.state.ending)
  if (event.cause === 'stop') return pause(run, [])
  if (run.state.speaking === null && event.cause !== 'closed') run.setClock('nudge-2', pauses.offerMs)
}

/** Continues the demo, or speaks to a silent visitor. */
function breakSilence(run: ConversationRun, clock: Clock): void {
  run.state = { ...run.state, clock: null }
  switch (clock.purpose) {
    case 'advance':
      run.enter('present', [])
      return present(run)
    case 'nudge-1':
      return run.say([reprompt(run)], { outcome: 'nudged', nudge: 'nudge-2' })
    case 'nudge-2':
      return run.say([run.line(run.words.plain.offerText())], { outcome: 'nudged', nudge: 'nudge-3' })
    case 'nudge-3':
      return run.leave('no-input', run.words.plain.noInput())
  }
}

/** Offers to continue if an answer ended without a question. */
function reprompt(run: ConversationRun): Line {
  const { lastLines, phase } = run.state
  const isOpen = phase === 'answer' && run.floor === 'present' && !lastLines.some(({ text }) => endsAsQuestion(text))
  return isOpen ? run.resume() : run.line(run.words.plain.reprompt())
}

function handleTyping(run: ConversationRun): void {
  if (run.state.speaking !== null || run.state.clock === null) return
  const purpose = run.state.clock.purpose === 'advance' ? 'nudge-2' : run.state.clock.purpose
  run.setClock(purpose, pauses.offerMs)
}

function startPlaying(run: ConversationRun, turn: number, seg: number): void {
  const { speaking } = run.state
  if (speaking?.turn !== turn || speaking.lines[seg] === undefined) return
  run.state = { ...run.state, speaking: { ...speaking, playing: { index: seg, at: run.at } } }
}

function endPlaying(run: ConversationRun, turn: number, seg: number): void {
  const { speaking } = run.state
  if (speaking?.turn !== turn) return
  if (seg >= speaking.lines.length - 1) finishTurn(run, speaking)
}

function finishTurn(run: ConversationRun, speaking: Speaking): void {
  run.finishSpeaking(speaking)
  sayRest(run)
}

/** Events during which the visitor still waits for the rest of an answer. */
const endsNoAnswer: ReadonlySet<ConversationEvent['type']> = new Set([
  'rest-heard',
  'play-started',
  'play-ended',
  'play-overdue',
  'typing',
  'clock',
  'fact-edited',
])

const endingEvents: ReadonlySet<ConversationEvent['type']> = new Set([
  'play-started',
  'play-ended',
  'play-overdue',
  'interrupted',
])

const personEvents: ReadonlySet<ConversationEvent['type']> = new Set(['person-left', 'fact-edited', 'limit'])

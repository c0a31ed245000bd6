import { isBusy, lookForTimes, openQuestion, type Booking } from './booking-steps.ts'
import { movingIntents } from './booking-talk.ts'
import { handleWithGuests } from './guests-in-booking.ts'
import { takeAnswer } from './calendar-answers.ts'
import {
  changesMeeting,
  dropBooking,
  handleCalendarAnswer,
  handleForm,
  startBooking,
  takeBooking,
} from './booking-turn.ts'
import { answer, chat } from './answering.ts'
import { callInstead, passesOnUnbooked, takeFoundSlots, wishForTeam } from './call-instead.ts'
import { breakSilence, endPlaying, finishTurn, handleTyping, interrupt, startPlaying } from './playing-turn.ts'
import { withoutShouting } from './chat-spelling.ts'
import { quotesOf } from './quoted-notes.ts'
import { admit } from './uncertain-answer.ts'
import { factOf, hearFacts, statesOwn } from './buyer-facts.ts'
import { asksSomething } from './fact-patterns.ts'
import type { Conversation, ConversationEvent, Effect } from './conversation.ts'
import { ConversationRun } from './conversation-run.ts'
import {
  addsToCall,
  agreesToCall,
  askWhenToCall,
  beginsNumber,
  callBackInstead,
  continueCallBack,
  changesCallBack,
  endCall,
  hearCallBack,
  saysCallAgain,
  takeCallBack,
  takesBackCall,
  wasJustNoted,
  withNumberStart,
} from './call-back.ts'
import { callPerson, nobodyThere, personJoined, personLeft } from './handover.ts'
import { objectionOf } from './heard-remark.ts'
import { withoutGreeting } from './greeting.ts'
import { answersAboutMeeting } from './meeting-questions.ts'
import { isHardlyQuestion, laughs } from './guessed-intent.ts'
import type { Intent } from './intent.ts'
import type { Knowledge } from './knowledge.ts'
import { hearRest } from './open-answer.ts'
import { answerObjection, wasObjectionAsked } from './objection-talk.ts'
import { blamesTool, hearBadPast, hearsOtherTool, tellsBadPast } from './other-tools.ts'
import { leadingName } from './person-readers.ts'
import { wantsPhone } from './prefers-phone.ts'
import { followVisitor, greet, resumePresenting, goTo, goToNamedStep, pause, repeat, handleNo } from './presenting.ts'
import { answerRemark } from './remark-answer.ts'
import type { Remark } from './remark.ts'
import type { Proposal } from './responder.ts'
import { acceptRefusal, acknowledgeFact, applyFacts, editFact, noteFacts, type Heard, tellsTrouble } from './selling.ts'
import { showsBuyingInterest } from './buying-interest.ts'
import { isYes } from './meeting-remarks.ts'
import { withoutExcuse } from './merged-times.ts'
import { mentionsTime } from './offered-slot.ts'
import { readPreferredTime } from './preferred-time.ts'
import { rollBackTurn } from './roll-back-turn.ts'
import { factsOf, needOf, sharesWithBest } from './statement-need.ts'
import { sharedWords } from './terms.ts'
import { hearTheirPlace, hearZone, lookInZone, sayElsewhere } from './zone-in-booking.ts'

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

function hear(run: ConversationRun, proposed: Proposal, typed: string): void {
  const { numberStart, ...state } = run.state
  run.state = state
  const number = withNumberStart(numberStart, typed)
  const text = number ?? withoutExcuse(withoutShouting(typed))
  const proposal: Proposal =
    number === null ? proposed : { ...proposed, intent: { type: 'contact' }, facts: hearFacts(number) }
  const { intent } = proposal
  if (intent.type === 'nothing' || (intent.type === 'backchannel' && run.state.speaking !== null)) return
  const wasSpeaking = run.cut()
  if (beginsNumber(run, text)) return
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
  if (answersAboutMeeting(run, said)) return
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
    const remark = {
      intent,
      text: said,
      isInNotes: proposal.answer.length > 0,
      language: run.language,
      isAsked: run.hasAsked,
    }
    const step = intent.type === 'stop' || asksForPerson(intent) ? null : handleWithGuests(run.state.booking, remark)
    if (step !== null) return takeBooking(run, step)
    if (intent.type === 'bye' && asksBeforeGoodbye(run, run.state.booking)) return
    if (intent.type === 'bye' && passesOnUnbooked(run, run.state.booking)) return
    if (run.state.booking.stage === 'offered' || movingIntents.has(intent.type)) dropBooking(run)
  }
  if (run.state.zone?.id !== zoneBefore && run.state.person.stage === 'calling-back' && !asksSomething(said))
    return continueCallBack(run, mentionsTime(said) ? said : '')
  if (hearCallBack(run, proposal, text)) return
  if (saysCallAgain(run, said)) return
  if (takesBackCall(run, said)) return
  const agreement = intent.type === 'bye' || intent.type === 'continue' ? null : agreesToCall(run, said)
  if (agreement !== null) return agreement === 'leaves' ? run.leave('visitor', run.words.plain.bye()) : accept(run)
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

/** Whether a remark names a day and an hour for a meeting that was given up before. */
function booksAgain({ state, knowledge }: ConversationRun, said: string): boolean {
  const time = readPreferredTime(said)
  const { booking, hasMeeting, person } = state
  const isFree = booking === null && !hasMeeting && person.stage === 'none' && person.when === null
  const isExact = time !== null && time.day !== null && (time.at !== null || time.from > 0)
  return knowledge.agent.takesMeetings && isFree && isExact && again.test(said) && !asksSomething(said)
}

const sameNumber = /\bsame (?:number|phone|mobile)\b/i
const again = /\b(?:instead|try again|rather|better|then|let['’]?s (?:do|say|try|make it))\b/i

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
    run.greeting = run.optionalLine(run.words.plain.hello())
  switch (intent.type) {
    case 'book':
      // “Great, talk to you on Friday”, after a call was noted.
      if (run.state.person.when !== null && (wasJustNoted(run) ? looksForward : looksForwardOnly).test(said))
        return answerRemark(run, 'praise', proposal, said)
      // “Give us a bell tomorrow, 07700 900 671”
      if (wantsPhone(text) && (proposal.facts ?? []).some(({ field }) => field === 'phone'))
        return callBackInstead(run, { text, when: null })
      return wantsPhone(text) && !mentionsTime(said) ? askWhenToCall(run) : startBooking(run, { text, said })
    case 'human':
      return callPerson(run, text)
    case 'stop':
      return pause(run, wasSpeaking ? [] : [run.optionalLine(run.words.plain.paused())])
    case 'continue':
    case 'backchannel':
      // “Hm” isn't a yes.
      if (hesitates.test(said)) return waitFor(run)
      // “Aye, that's fine” after a statement only agrees.
      if (isAgreement(run, said)) return answerRemark(run, 'praise', proposal, said)
      if (acceptsOnly(run, said)) return accept(run)
      return resumePresenting(run)
    case 'decline':
      // “No, thanks” when the agent asked nothing refers to the person being called.
      if (!run.hasAsked) endCall(run)
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
      const isBlamed = tellsOfMisfortune.has(intent.about)
        ? blamesTool(said)
        : intent.about === 'insult' && tellsBadPast(said)
      if (isBlamed && !asksSomething(said)) return hearBadPast(run, said)
      if (intent.about === 'worry') return answerRemark(run, 'worry', proposal, said)
      const objection = proposal.objection ?? objectionOf(intent)
      const isStatement = intent.about === 'told' && !asksSomething(said)
      if ((objection === 'competitor' || isStatement) && hearsOtherTool(run, proposal, objection, said)) return
      return objection === null
        ? answerRemark(run, intent.about, proposal, said)
        : answerObjection(run, objection, proposal, said)
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
      if (proposal.objection !== undefined) return answerObjection(run, proposal.objection, proposal, said)
      if (!asksSomething(said) && hearsOtherTool(run, proposal, null, said)) return
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
      // “The notes don't say” is no reply to somebody who didn't ask.
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

const hesitates = /^(?:h+m+|e+r+m*|u+h+m+|hm+ +let me (?:think|see))[.… ]*$/i

function waitFor(run: ConversationRun): void {
  run.push()
  run.say([run.worded(run.words.plain.reprompt())], { outcome: 'chat' })
}

const looksForward =
  /^(?:(?:k|great|ok|okay|perfect|thanks|thank you|lovely|cool|super|good|fine|brilliant)[,.! ]+)+(?:i(?:['’]ll| will) )?(?:talk|speak|hear)\b(?!.*\?)/i

/** “K. talk Wednesday”, some time after a call was noted; not “ok, talk to somebody on Friday” */
const looksForwardOnly =
  /^(?:(?:k|great|ok|okay|perfect|thanks|thank you|lovely|cool|good|fine)[,.! ]+)+(?:talk|speak)(?: to you| then| soon| on)? (?:then|soon|(?:mon|tues?|wednes|thurs?|fri)(?:day)?)[.! ]*$/i

const agreesOnly =
  /^(?:(?:aye|yes|yeah|yep|ok|okay|right|lovely|great|good|perfect|sure),? )*(?:(?:that|it)(?:['’]?s| is| sounds)|sounds) (?:fine|fair|me|right|correct|great|good|perfect|ok|okay|all right|alright)[.!]*$/i

const introductionWords = 6
const wishesToDo =
  /\b(?:we|i)(?:['’]d| would)? (?:really |just |also |only )?(?:need|want|like|love) (?:to|it to|them to|something (?:that|to))\b/i

/** Whether the visitor only agrees with what was just said: “that's fine”, or “ok” to a call back that was noted. */
function isAgreement(run: ConversationRun, said: string): boolean {
  if (run.hasAsked) return false
  return agreesOnly.test(said) || (run.state.person.when !== null && wasJustNoted(run) && isYes(said))
}

const tellsOfMisfortune: ReadonlySet<Remark> = new Set(['sorrow', 'letdown'])

/** Remarks whose reply doesn't greet. */
const greetedBefore: ReadonlySet<Remark> = new Set(['about', 'doubt', 'hurry', 'may-ask', 'newcomer', 'small-talk'])

/** “Fine”, “cool, cool”: before the demo has begun and without a question, it only shows that the visitor has read. */
function acceptsOnly(run: ConversationRun, said: string): boolean {
  const isBefore = run.state.phase === 'answer' && run.state.below.includes('greet')
  // “I see” doesn't answer a question.
  return (isBefore && accepts.test(said) && !run.hasAsked) || (run.state.phase !== 'present' && seesOnly.test(said))
}

function accept(run: ConversationRun): void {
  run.push()
  run.say([run.optionalLine(run.words.plain.anythingElse())], { outcome: 'chat' })
}

const seesOnly = /^(?:(?:oh|ah|right|ok|okay|hm+),? )*i see[.! ]*$/i
const accepts =
  /^(?:(?:ok|okay|alright|right|fine|cool|good|great|nice|lovely|perfect|sweet|super|i see|got it|gotcha|noted|understood|interesting|hm+|m+hm|mm+|aha+|ah+|oh|wow)(?:[ ,.!…]+|$))+$/i

/** “I live on the fourth floor”; not “opening hours at weekends”, which asks. */
function tellsSomething(said: string): boolean {
  return !asksSomething(said) && subject.test(said) && !wantsToHear.test(said)
}

const subject =
  /^(?:(?:and|but|so|well|oh|ah|ha|no|yes|ok|hm+|right|actually|honestly|sorry|like|cos|because),? )*(?:(?:i|we|he|she|they|you)(?:['’](?:m|s|re|ve|d|ll))?\b|(?:im|ive|id|weve|its|thats|theyre|nobody|everybody|everyone|someone)\b|(?:my|our|his|her|their) \p{L}+|(?:it|this|that|there|the \p{L}+)(?:['’]s| (?:is|was|has|had|will|would|can|are|were|does|did|looks?|sounds?|seems?|takes?|makes?|gets?|goes))\b)/iu
const wantsToHear =
  /\b(?:tell|show|explain|wonder\w*|curious|(?:want|need|like|love) to (?:know|hear|see|understand)|interested in|looking for|question|guess|assume|suppose|hope)\b/i

/** Before a goodbye, asks once for what a meeting still needs: the visitor may think that it is booked. */
function asksBeforeGoodbye(run: ConversationRun, booking: Booking): boolean {
  if (booking.stage !== 'choosing' && booking.stage !== 'email' && booking.stage !== 'confirming') return false
  const texts = run.inWords(openQuestion(booking))
  const { lastLines } = run.state
  if (run.timesSaid(texts) > (booking.stage === 'confirming' ? 1 : 2)) return false
  const isAlone = lastLines.length === 1 && texts.includes(lastLines[0]?.text ?? '')
  // The question whether to book stands alone when it is first asked.
  if (isAlone && booking.stage !== 'confirming') return false
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

import { reachAuthor, sentencesMax } from './answering.ts'
import { nameStep, quotesOf } from './quoted-notes.ts'
import { factOf } from './buyer-facts.ts'
import { offerBooking } from './booking-steps.ts'
import { mayOfferMeeting, takeBooking } from './booking-turn.ts'
import type { ConversationRun } from './conversation-run.ts'
import { asksSomething } from './fact-patterns.ts'
import { resumePresenting, pause, shorten } from './presenting.ts'
import { endCall } from './call-back.ts'
import { askForAddress } from './objection-talk.ts'
import { toBareWords } from './plain-text.ts'
import type { Remark } from './remark.ts'
import { asksContents } from './plain-remarks.ts'
import type { Proposal } from './responder.ts'
import { acknowledgeFact, closing, editFact, mannerOf } from './selling.ts'
import { quoteTitle } from './quote-foreign-notes.ts'
import { needOf } from './statement-need.ts'
import { countWords } from './sentences.ts'
import { leadOn, topicOf } from './topical-lead.ts'
import { endsAsQuestion, turnWordsMax, withinWords, wordsOf, type Line } from './turn.ts'

/** Replies to remarks that aren't questions about the product, and returns to the conversation. */
export function answerRemark(run: ConversationRun, about: Remark, proposal: Proposal, text: string): void {
  const { state, knowledge, stepCount } = run
  switch (about) {
    case 'identity':
      return reply(run, run.words.remarks.identity(knowledge.agent.name))
    case 'instructions':
      return reply(run, run.words.remarks.instructions(), 'declined')
    case 'may-ask':
      run.push()
      return run.say([run.optionalLine(run.words.remarks.mayAsk())], { outcome: 'chat' })
    case 'here':
      return explainStep(run)
    case 'recall':
      return reply(run, run.words.remarks.recall(toldBy(run)))
    case 'progress':
      return reply(run, run.words.remarks.progress(Math.min(state.step, stepCount), stepCount))
    case 'duration':
      return reply(run, run.words.remarks.duration(minutesOf(run)))
    case 'about':
      return describe(run, asksContents.test(toBareWords(text)))
    case 'more':
      return sayMoreNotes(run)
    case 'doubt':
      return asksForSource.test(text) ? showSource(run) : hearDoubt(run, text, proposal)
    case 'missed':
      return offerHuman(run, leadOn(run, text, run.words.remarks.missed(), ['letdown']), 'unknown')
    case 'buy':
      return startBuying(run, proposal)
    case 'voice':
      run.state = { ...run.state, isSlow: true }
      return reply(run, run.words.selling.slower())
    case 'erase':
      return erase(run, text)
    case 'keeps-address':
      return reply(run, run.words.remarks.keepsAddress())
    case 'wrong-address':
      run.state = { ...run.state, email: null }
      return reply(run, run.words.remarks.wrongAddress())
    case 'broken-address':
      return reply(run, run.words.remarks.brokenAddress())
    case 'reach':
      return askWhereToWrite(run)
    case 'no-meeting':
      return acceptNoMeeting(run, text)
    case 'praise':
      return replyWith(run, leadOn(run, text, mannerOf(run).praise, isEnthusiastic(run) ? [] : ['praise']))
    case 'told':
      return acknowledgeFact(run, needOf(text, proposal), text)
    case 'away':
      return waitFor(run, text)
    case 'returned':
      return welcomeBack(run, text)
    case 'newcomer':
      return reply(run, run.words.remarks.newcomer())
    case 'maker':
      return reply(run, run.words.remarks.maker())
    case 'letdown':
      return regret(run, text)
    case 'joy':
      return reply(run, run.words.remarks.joy())
    case 'sorrow':
      if (topicOf(run, text, ['upset', 'smalltalk']) === 'smalltalk.proud') return reply(run, run.words.remarks.joy())
      return answerFeeling(run, leadOn(run, text, run.words.remarks.sorrow(), ['upset']), proposal)
    case 'worry':
      return answerFeeling(
        run,
        leadOn(run, text, run.words.remarks.worry(), ['worry', 'doubt']),
        proposal,
        run.words.remarks.easesWorry(),
      )
    case 'hurry':
      run.push()
      return run.say([run.optionalLine(run.words.remarks.hurry())], { outcome: 'chat' })
    case 'apology':
      return replyWith(run, run.optionalLine(run.words.remarks.apology()))
    case 'small-talk':
      return replyWith(run, smallTalk(run, text))
    case 'unclear':
      return reply(run, run.words.remarks.unclear())
    case 'insult':
      return pause(run, [run.worded(run.words.remarks.insult())])
    // These are handled as objections before this is called.
    case 'expensive':
    case 'compare':
    case 'competitor':
    case 'security':
    case 'need':
    case 'later':
    case 'authority':
    case 'browsing':
    case 'send':
      return reply(run, run.words.remarks.unclear())
  }
}

/** Has warmer words of its own. */
function isEnthusiastic({ knowledge }: ConversationRun): boolean {
  return knowledge.agent.personality === 'enthusiastic'
}

/** Reacts as a person would, then says what the notes have on it; if they have nothing, may ask `otherwise`. */
function answerFeeling(run: ConversationRun, lead: Line, proposal: Proposal, otherwise?: readonly string[]): void {
  const isBooking = run.state.booking !== null
  const quotes = isBooking ? [] : quotesOf(proposal).filter((line) => !run.wasSaid(line) && !endsAsQuestion(line.text))
  const fitting = withinWords(quotes, turnWordsMax - wordsOf([lead])).slice(0, sentencesMax(run))
  const show = fitting.flatMap(({ cite }) => cite).find(({ stepOrder }) => stepOrder !== null)?.stepOrder ?? null
  const last = fitting.length > 0 || otherwise === undefined ? [] : [run.worded(otherwise)]
  run.push()
  run.say([lead, ...fitting, ...(isBooking ? [run.resume()] : last)], {
    ...(proposal.objection === undefined
      ? { outcome: fitting.length > 0 ? 'answered' : 'chat' }
      : { outcome: 'objection', objection: proposal.objection }),
    show,
  })
}

/** Deletes facts such as “that number” at once. The rest is in the transcript, which only the team can delete. */
function erase(run: ConversationRun, text: string): void {
  const fields = erasable.filter(([field, names]) => names.test(text) && factOf(run.state.facts, field) !== null)
  if (fields.length === 0) return reply(run, run.words.remarks.erase(), 'contact')
  for (const [field] of fields) editFact(run, field, '')
  if (fields.some(([field]) => field === 'email')) run.state = { ...run.state, email: null }
  reply(run, run.words.remarks.erased(), 'contact')
}

const erasable = [
  ['phone', /\b(?:number|phone|mobile)\b/i],
  ['email', /\b(?:e-?mail|address)\b/i],
  ['name', /\bname\b/i],
  ['company', /\bcompany\b/i],
] as const

/** Says what the visitor said about themselves, as far as it fits into a turn. */
function toldBy({ state, language }: ConversationRun): string {
  const told: string[] = []
  for (const { value } of state.facts) {
    if (countWords([...told, value].join(' ')) > recalledWordsMax) break
    told.push(value)
  }
  return new Intl.ListFormat(language, { type: 'unit' }).format(told)
}

const recalledWordsMax = 30

/** Asks for the visitor's address, so that the team can write; the agent can't give out the team's. */
function askWhereToWrite(run: ConversationRun): void {
  run.push()
  askForAddress(run)
  run.say([run.worded(run.words.selling.teamWrites()), whereToWrite(run)], { outcome: 'contact' })
}

function whereToWrite(run: ConversationRun): Line {
  const { email } = run.state
  return run.worded(email === null ? run.words.selling.leaveAddress() : run.words.selling.addressKnown(email))
}

/** “How are you?” gets a question in return; a joke or a sigh only a short reaction. */
function smallTalk(run: ConversationRun, text: string): Line {
  const { wellBeing, smallTalk: banter, amusement, sympathy } = mannerOf(run)
  const asksWellBeing = /\bhow(?:['’]?s)?\b|what['’]?s up|you (?:ok|good|alright|well)\b/i.test(text)
  const reactions = sighs.test(text) ? sympathy : amusement
  if (asksWellBeing) return run.worded([...wellBeing, ...banter])
  return leadOn(run, text, asksSomething(text) ? banter : reactions, ['smalltalk'])
}

/** “Ouch”, “three in the morning, not fun”, “patients, honestly” */
const sighs =
  /\b(?:ouch|oof+|ugh+|ow|eek|yikes|phew|gosh|blimey|jeez|sheesh|no fun|not (?:\p{L}+ )?fun|never again|stuck|broke\w*|burst|crash\w*|tired|exhausted|long (?:day|week|night|one|story)|busy|rain\w*|snow\w*|freezing|cold|hot|hurts?|pain|honestly|i tell you|believe|no idea|don'?t (?:even )?ask|don'?t get me|you know|nightmares?|days|mornings|mondays?|always something|never a dull|zoo|circus|bedlam|madhouse|chaos|drama|traffic|the kids?|children|holiday|knee|back still|need(?:s|ed)? (?:a |more |my )*(?:coffee|holiday|break|nap))\b/iu

function reply(
  run: ConversationRun,
  texts: readonly string[],
  outcome: 'chat' | 'declined' | 'contact' = 'chat',
): void {
  replyWith(run, run.worded(texts), outcome)
}

function replyWith(run: ConversationRun, line: Line, outcome: 'chat' | 'declined' | 'contact' = 'chat'): void {
  run.push()
  run.say([line, ...closing(run)], { outcome })
}

/** Requests that need a person: offers a meeting if possible, otherwise a way to reach the author. */
function offerHuman(run: ConversationRun, lead: Line, outcome: 'chat' | 'unknown'): void {
  if (mayOfferMeeting(run)) return takeBooking(run, { ...offerBooking(run.state.email), outcome }, [lead])
  run.push()
  run.say([lead, reachAuthor(run)], { outcome })
}

/** Says how to start if the notes know, and refers the visitor to the team. */
function startBuying(run: ConversationRun, proposal: Proposal): void {
  run.state = { ...run.state, buyingSignals: run.state.buyingSignals + 1 }
  const quotes = withinWords(
    quotesOf(proposal).filter((line) => !run.wasSaid(line) && !endsAsQuestion(line.text)),
    buyingWordsMax,
  ).slice(0, sentencesMax(run))
  const show = quotes.flatMap(({ cite }) => cite).find(({ stepOrder }) => stepOrder !== null)?.stepOrder ?? null
  const lead = [
    run.worded(run.words.selling.buy()),
    ...(quotes.length > 0 ? quotes : [run.worded(run.words.selling.cannotSell())]),
  ]
  if (mayOfferMeeting(run)) {
    return takeBooking(
      run,
      { ...offerBooking(run.state.email), outcome: quotes.length > 0 ? 'answered' : 'booking' },
      lead,
      show,
    )
  }
  run.push()
  askForAddress(run)
  run.say([...lead, whereToWrite(run)], { outcome: quotes.length > 0 ? 'answered' : 'contact', show })
}

/** Leaves room for the sentences around it. */
const buyingWordsMax = 22

/** Ends meeting offers and the ringing. Offers a written answer if the visitor prefers that. */
function acceptNoMeeting(run: ConversationRun, text: string): void {
  endCall(run)
  run.state = { ...run.state, wasMeetingOffered: true }
  run.push()
  const { noCall, bookingCancelled } = run.words.booking
  const accepted = run.worded(refusesCalls.test(text) ? noCall() : bookingCancelled())
  if (!wantsWriting.test(text) || keepsAddress.test(text.replaceAll('’', "'")))
    return run.say([accepted, ...closing(run)], { outcome: 'chat' })
  askForAddress(run)
  const { email } = run.state
  const { question, addressKnown } = run.words.selling
  const where = email === null ? run.optionalLine(question('send-something')) : run.worded(addressKnown(email))
  run.say([accepted, where], { outcome: 'contact' })
}

const refusesCalls =
  /\b(?:call|ring|phone|telephone|contact|chase) (?:me|us)\b|\b(?:(?:phone )?calls|a (?:phone )?call)\b/i
/** “I don't want a meeting and I don't want to leave my email.” */
const keepsAddress =
  /\b(?:don'?t|do not|won'?t|not|no|never|nor|without)\b(?: \w+){0,5} (?:e-?mails?|address|details)\b/i
const wantsWriting = /\b(?:e-?mails?|pdf|mail|writ\w+|brochure|documents?|send|text|whatsapp)\b/i

/** Says the author's description of the demo, or else its step titles. */
function describe(run: ConversationRun, isContents: boolean): void {
  const { knowledge } = run
  const described = isContents ? [] : knowledge.items.filter((item) => item.id.startsWith('demo-'))
  const fresh = described
    .map(({ text, stepOrder, stepId }) => ({ text, cite: [{ stepOrder, stepId }] }))
    .filter((line) => !run.wasSaid(line))
  run.push()
  const resume = run.resume()
  const fitting = withinWords(fresh, turnWordsMax - wordsOf([resume])).slice(0, sentencesMax(run))
  if (fitting.length > 0) return run.say([...fitting, resume], { outcome: 'answered' })
  const contents = run.words.remarks.contents(shorten(knowledge.demoName, run.words), titlesOf(run, 24))
  run.say([run.worded(contents), resume], { outcome: 'chat' })
}

/** “Home” and “Done!” don't say what the demo covers. */
const saysNothing =
  /^(?:|home(?: page)?|start|welcome|intro(?:duction)?|done|end|the end|finish(?:ed)?|thanks|thank you|step \d+)[.!]*$/i

function titlesOf(run: ConversationRun, wordsMax: number): string {
  const titles = run.knowledge.steps.map(({ title }) => title).filter((title) => !saysNothing.test(title))
  const named: string[] = []
  for (const title of titles) {
    if (countWords([...named, title].join(' ')) > wordsMax) break
    named.push(quoteTitle(title, run.knowledge))
  }
  const left = titles.length - named.length
  return left === 0 ? named.join(', ') : [...named, run.words.plain.moreSteps(left)].join(', ')
}

/** Says the notes of the step on screen, or its name if it has none. */
function explainStep(run: ConversationRun): void {
  const { remarks } = run.words
  const script = run.knowledge.steps.find(({ order }) => order === run.state.step)
  if (script === undefined) return reply(run, remarks.progress(run.state.step, run.stepCount))
  const cite = [{ stepOrder: script.order, stepId: script.id }]
  const notes = script.sentences.map((text) => ({ text, cite })).filter((line) => script.hasNotes && !run.wasSaid(line))
  run.push()
  const resume = run.resume()
  const fitting = withinWords(notes, turnWordsMax - wordsOf([resume])).slice(0, sentencesMax(run))
  const lines = fitting.length > 0 ? fitting : [{ ...run.worded(remarks.here(nameStep(run, script.order))), cite }]
  run.say([...lines, resume], { outcome: 'answered', show: script.order })
}

/** Says the notes of the last discussed step that weren't said yet. */
function sayMoreNotes(run: ConversationRun): void {
  const cited = lastCited(run)
  const script = run.knowledge.steps.find(({ order }) => order === cited)
  if (script === undefined) return resumePresenting(run)
  const fresh = script.sentences
    .filter((text) => (run.state.said[text] ?? 0) === 0)
    .map((text) => ({ text, cite: [{ stepOrder: script.order, stepId: script.id }] }))
  run.push()
  const resume = run.resume()
  const fitting = withinWords(fresh, turnWordsMax - wordsOf([resume])).slice(0, sentencesMax(run))
  // A long sentence gets a turn of its own.
  const lines = fitting.length > 0 ? fitting : fresh.slice(0, 1)
  if (lines.length > 0) return run.say([...lines, resume], { outcome: 'answered', show: script.order })
  run.say([run.worded(run.words.remarks.allSaid(script.order)), resume], { outcome: 'chat', show: script.order })
}

/** Waits in silence for a visitor who has to see to something. */
function waitFor(run: ConversationRun, text: string): void {
  const wait = leadOn(run, text, run.words.remarks.away(), ['away'])
  if (run.state.booking !== null) return replyWith(run, wait)
  pause(run, [wait])
}

function welcomeBack(run: ConversationRun, text: string): void {
  run.push()
  const last = closing(run)
  const lines = [
    leadOn(run, text, run.words.remarks.welcomeBack(), ['returned']),
    ...(last.length > 0 ? last : [run.resume()]),
  ]
  run.say(lines, { outcome: 'chat' })
}

/** To a disappointed visitor: asks once what matters, and later offers the team. */
function regret(run: ConversationRun, text: string): void {
  const { letdown, whatIsMissing } = run.words.remarks
  const lead = leadOn(run, text, letdown(), ['letdown'])
  run.push()
  if (run.state.booking !== null) return run.say([lead, run.resume()], { outcome: 'chat' })
  if (run.timesSaid(whatIsMissing()) === 0)
    return run.say([lead, run.optionalLine(whatIsMissing())], { outcome: 'chat' })
  if (run.state.person.stage !== 'none') return run.say([lead], { outcome: 'chat' })
  run.say([lead, run.worded(run.words.selling.offerPerson())], { outcome: 'chat' })
  run.state = { ...run.state, isPersonOffered: true }
}

/** “Everybody says that”: agrees, and names the trial if there is one. */
function hearDoubt(run: ConversationRun, text: string, proposal: Proposal): void {
  const { scepticism, judgeYourself } = run.words.remarks
  answerFeeling(run, leadOn(run, text, scepticism(), ['doubt', 'worry']), proposal, judgeYourself())
}

/** Matches doubt about what was just said, rather than about sellers in general. */
const asksForSource =
  /[?？]\s*$|^\W*(?:really|seriously|honestly|for real)\W*$|\b(?:sure about|(?:you|quite|really|absolutely) (?:sure|certain)|says who|who says|source|proof|prove|evidence|you know that|get that|(?:isn'?t|not|hardly|that'?s|is that|can'?t be) (?:\p{L}+ )?(?:right|true|correct|wrong|accurate|real)|incorrect|mistaken|a lie|lying|making (?:that|this|it) up|your website)\b/iu

/** Replies to “are you sure?” with the source. */
function showSource(run: ConversationRun): void {
  const step = lastCited(run)
  run.push()
  if (step === null) return run.say([run.worded(run.words.remarks.askDifferently())], { outcome: 'chat' })
  const script = run.knowledge.steps[step - 1]
  const cite = script === undefined ? [] : [{ stepOrder: script.order, stepId: script.id }]
  run.say([{ ...run.worded(run.words.remarks.source(step)), cite }, run.resume()], { outcome: 'chat', show: step })
}

function lastCited(run: ConversationRun): number | null {
  return run.state.lastLines.flatMap(({ cite }) => cite).find(({ stepOrder }) => stepOrder !== null)?.stepOrder ?? null
}

/** Estimated at 180 words a minute, with a pause between steps. */
function minutesOf(run: ConversationRun): number {
  const words = run.knowledge.steps
    .flatMap(({ sentences }) => sentences)
    .reduce((sum, text) => sum + countWords(text), 0)
  return Math.max(1, Math.round(words / 180 + run.stepCount / 40))
}

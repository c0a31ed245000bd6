import { type FactField, type QualifyingQuestion, type SalesRules, noSalesRules } from '#domain/sales-rules.ts'
import { factOf, hearFacts, hearReply, hearUnasked, mergeFacts } from './buyer-facts.ts'
import { asksSomething } from './fact-patterns.ts'
import type { OfferedStep } from '#protocol/agent-events.ts'
import type { ConversationRun } from './conversation-run.ts'
import { tellsInEnglish } from './languages/heard-words.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { manners, type Manner } from './manner.ts'
import { closestWordsMax } from './offered-step.ts'
import { nameStep, saysTitle, toCitations, wasJustSaid, withoutQuotes } from './quoted-notes.ts'
import { askableQuestions, inOwnWords, nextQuestion, scoreFacts, sellsAtAll } from './qualification.ts'
import { statedName } from './person-readers.ts'
import type { Remark } from './remark.ts'
import type { RemarkTopic } from './remark-topic.ts'
import type { HeardFact, Proposal } from './responder.ts'
import { countWords } from './sentences.ts'
import { sharedWords } from './terms.ts'
import { leadOn, topicOf } from './topical-lead.ts'
import { toLine, type Line } from './turn.ts'

/* Facts about the visitor, and qualifying questions. */

export function salesRulesOf(run: ConversationRun): SalesRules {
  return run.knowledge.agent.knowledge?.salesRules ?? noSalesRules
}

export function mannerOf(run: ConversationRun): Manner {
  const { personality } = run.knowledge.agent
  return { ...manners[personality], ...run.words.manners[personality] }
}

export interface Heard {
  /** A fact was added or changed. */
  readonly isNew: boolean
  /** The remark replies to the open question. */
  readonly reply: 'given' | 'refused' | 'none'
  /** The remark also asks something. */
  readonly asks: boolean
  /** The remark states a new fact and asks nothing. False if the only fact is a need, since a step may meet it. */
  readonly isStatement: boolean
}

/** Stores the facts of a remark, and the reply to the open question. */
export function noteFacts(run: ConversationRun, proposal: Proposal, text: string): Heard {
  const asked = openQuestionOf(run)
  const said = run.inEnglish(text)
  run.state = { ...run.state, qualification: { ...run.state.qualification, open: null } }
  const heard = new Map(
    [...statedFacts(proposal, text), ...hearFacts(tellsInEnglish(text, run.language)), ...hearFacts(said)].map(
      (fact) => [fact.field, fact],
    ),
  )
  // A reply stays a reply even if the notes contain the same words.
  const mayReply = asked !== null && heard.size === 0 && !(openFields.has(asked.field) && isOtherRemark(proposal))
  const replied = mayReply ? hearReply(text, asked.field) : null
  if (replied !== null && !heard.has(replied.field)) heard.set(replied.field, replied)
  // “07700 900142, ask for Dave” doesn't rename somebody who has introduced themselves.
  if (factOf(run.state.facts, 'name') !== null && statedName(said) === undefined) heard.delete('name')
  for (const fact of toldUnasked(run, proposal, said)) heard.set(fact.field, fact)
  // Keep the visitor's own address, which the team writes to. An address of somebody else is only in the transcript.
  if (run.state.email !== null && addsAnother.test(said)) heard.delete('email')
  const isNew = applyFacts(run, [...heard.values()], text)
  const asks = asksSomething(said)
  const isStatement = isNew && !asks && [...heard.keys()].some((field) => field !== 'need')
  const told = { isNew, asks, isStatement }
  if (asked === null && !(run.state.qualification.asked.length > 0 && wasAskedBefore(said))) {
    return { ...told, reply: 'none' }
  }
  if (asked !== null && heard.has(asked.field)) return { ...told, reply: 'given' }
  if (!isRefusal(said) && !wasAskedBefore(said) && proposal.intent.type !== 'decline') return { ...told, reply: 'none' }
  run.state = { ...run.state, qualification: { ...run.state.qualification, refuses: true } }
  return { ...told, reply: 'refused' }
}

const addsAnother = /\b(?:also|too|as well|cc|in copy|add|plus|my (?:colleague|boss|manager|partner))\b/i

/** “We ship 30 pallets a month” answers the author's “How many pallets a month?” before it is asked. */
function toldUnasked(run: ConversationRun, { intent, objection }: Proposal, said: string): readonly HeardFact[] {
  const tells = intent.type === 'question' || (intent.type === 'remark' && intent.about === 'told')
  if (!tells || objection !== undefined) return []
  const { asked } = run.state.qualification
  return askableQuestions(salesRulesOf(run))
    .filter(({ id }) => !asked.includes(id))
    .flatMap((question) => hearUnasked(said, question) ?? [])
}

function wasAskedBefore(said: string): boolean {
  return /\b(?:you(?:['’]ve| have)? (?:already |just )+asked|i(?:['’]ve| have)? (?:already |just )+(?:told|said|answered))\b/i.test(
    said,
  )
}

/** Fields whose answers have no fixed form. “Sounds pricey” and “that's a joke” are not answers, though. */
const openFields: ReadonlySet<FactField> = new Set(['need', 'name', 'company', 'role', 'tool'])

function isOtherRemark({ intent }: Proposal): boolean {
  return intent.type === 'remark' && noReplies.has(intent.about)
}

const noReplies: ReadonlySet<Remark> = new Set([
  'authority',
  'browsing',
  'doubt',
  'erase',
  'expensive',
  'away',
  'identity',
  'instructions',
  'insult',
  'letdown',
  'maker',
  'missed',
  'reach',
  'recall',
  'returned',
  'security',
  'send',
])

/** A model's facts count only in the visitor's own words. */
function statedFacts(proposal: Proposal, text: string): readonly HeardFact[] {
  const said = text.toLowerCase()
  return (proposal.facts ?? []).filter(({ value }) => value.trim() !== '' && said.includes(value.trim().toLowerCase()))
}

/** Replaces known facts and updates the score. True if anything changed. */
export function applyFacts(run: ConversationRun, heard: readonly HeardFact[], quote: string): boolean {
  const before = run.state.facts
  const facts = mergeFacts(before, heard)
  if (toText(facts) === toText(before)) return false
  const rules = salesRulesOf(run)
  const qualification = scoreFacts(run.state.qualification, facts, { rules, quote, turn: run.state.remarks })
  const hasScoreChanged = JSON.stringify(qualification.evidence) !== JSON.stringify(run.state.qualification.evidence)
  const email = facts.find(({ field }) => field === 'email')?.value ?? null
  run.state = { ...run.state, facts, qualification, email }
  run.effects.push({ type: 'facts', facts })
  if (hasScoreChanged) {
    run.effects.push({ type: 'qualified', score: qualification.score, evidence: qualification.evidence })
  }
  return true
}

/** Stores a fact that was corrected or cleared on screen. */
export function editFact(run: ConversationRun, field: FactField, value: string): void {
  const text = value.trim()
  applyFacts(run, [{ field, value: text }], text)
}

function toText(facts: readonly HeardFact[]): string {
  return JSON.stringify(facts.toSorted((a, b) => a.field.localeCompare(b.field)))
}

function openQuestionOf(run: ConversationRun): QualifyingQuestion | null {
  const { open } = run.state.qualification
  return open === null ? null : (askableQuestions(salesRulesOf(run)).find(({ id }) => id === open) ?? null)
}

function isRefusal(text: string): boolean {
  return /\b(?:(?:rather|prefer) not|none of your|not your business|why do you (?:ask|want|need)|(?:don't|do not|won't|can't|cannot|not going to|not allowed to) (?:want to )?(?:say|tell|share|disclose|answer)|that's private|confidential|no comment|stop asking|skip (?:that|this) question)\b/i.test(
    text.replaceAll('’', "'"),
  )
}

/**
 * The end of a turn: after an answer or a fact, a qualifying question if one fits; sometimes an offer to continue the
 * demo; usually nothing. Call it once per turn.
 */
export function closing(run: ConversationRun, after: 'answer' | 'fact' | 'chat' = 'chat'): readonly Line[] {
  if (run.state.booking !== null) return [run.resume()]
  const hasStarted = !run.state.below.includes('greet')
  // Before the demo and the first answer, offer to start.
  if (!hasStarted && run.state.answers === 0) return mayStart(run)
  const question = after === 'chat' ? null : askNext(run)
  if (question !== null) return [question]
  const manner = mannerOf(run)
  const { answers } = run.state
  if (after === 'answer' && manner.probes && answers % 2 === 1) {
    const probe = run.optionalLine(run.words.probes)
    if (probe.text !== '') return [probe]
  }
  if (answers % manner.resumeGap !== 1 && run.floor !== 'wrap') return []
  // Visitors who begin with questions want answers first, not the demo.
  if (!hasStarted && answers < unaskedAnswersMin) return []
  return hasStarted ? [run.resume()] : mayStart(run)
}

/** Number of answers before the demo is offered again. */
const unaskedAnswersMin = 3

/** Offers to start the demo. Stops after two offers, the greeting's included: the visitor wants to ask first. */
function mayStart(run: ConversationRun): readonly Line[] {
  // Visitors who have arranged to talk got what they came for.
  if (run.state.hasMeeting || run.state.person.when !== null) return []
  const texts = run.words.plain.mayStart()
  return run.timesSaid(texts) < 2 ? [run.optionalLine(texts)] : []
}

/** The next qualifying question, or null if none should be asked now. */
function askNext(run: ConversationRun): Line | null {
  const { qualification, facts, answers, remarks, person } = run.state
  if (person.stage !== 'none' && person.stage !== 'ringing') return null
  const rules = salesRulesOf(run)
  if (!sellsAtAll(rules) && !mannerOf(run).asksUnasked) return null
  const question = nextQuestion(qualification, {
    rules,
    facts,
    answers,
    remarks,
    gap: mannerOf(run).questionGap,
  })
  if (question === null) return null
  run.state = {
    ...run.state,
    qualification: {
      ...qualification,
      asked: [...qualification.asked, question.id],
      open: question.id,
      askedAt: answers,
    },
  }
  return toLine(inOwnWords(question, run.words))
}

/** Replies to a statement, and offers the closest steps unless the statement contained a fact. */
export function acknowledgeFact(
  run: ConversationRun,
  { offers = [], facts = [], retrieved = [], isFar = false }: Partial<Proposal> = {},
  said = '',
): void {
  run.push()
  const { selling } = run.words
  const told = facts.filter(
    ({ field, value }) =>
      repeated.has(field) && countWords(value) <= repeatedWordsMax && !(field === 'size' && isBareNumber.test(value)),
  )
  const list = new Intl.ListFormat(run.language, { type: 'unit' }).format(told.map(({ value }) => repeatedTo(value)))
  const manner = mannerOf(run).told
  const noted = manner.map((text) => selling.noted(text.replace(/[.!]$/, ''), list))
  const tellsFact = facts.some(({ field }) => field !== 'need')
  const texts = told.length > 0 ? noted : tellsFact ? manner : selling.heard()
  const name = facts.find(({ field }) => field === 'name')?.value
  const greeting = name === undefined ? null : toLine(selling.met(name))
  const isMet = greeting !== null && !run.wasSaid(greeting)
  const topic = topicOf(run, said, ['told', 'upset'])
  const isSad = tellsMisfortune.test(said) || topic?.startsWith('upset.') === true
  const general = !tellsFact && tellsTrouble.test(said) ? selling.hard() : texts
  const reply = isSad
    ? leadOn(run, said, run.words.remarks.sorrow(), ['upset'])
    : isMet && told.length === 0
      ? greeting
      : told.length > 0
        ? run.worded(general)
        : leadOn(run, said, general, ['told'])
  // Nothing else fits beside a death or an illness.
  if (topic !== null && gravest.has(topic)) return run.say([reply], { outcome: 'chat' })
  const fitting = isFar || tellsFact || run.state.booking !== null ? [] : offers.slice(0, 3)
  const note = noteOn(run, fitting, retrieved, said)
  const [best, ...others] = fitting
  const named = best === undefined ? null : toLine(selling.stepFits(nameStep(run, best.stepOrder)))
  const isNamed = named !== null && others.length === 0 && countWords(named.text) <= fittingWordsMax
  const steps = named === null ? [] : [isNamed ? named : run.optionalLine(selling.stepsFit())]
  const first = isMet && reply !== greeting ? [greeting, reply] : [reply]
  const beside = note === null ? steps : [note]
  const isEnough = beside.length > 0 || isSad
  const last = isEnough ? beside : afterStatement(run, told.length > 0 || tellsFact)
  run.say([...first, ...last], { outcome: 'chat' })
  if (fitting.length > 0) run.effects.push({ type: 'offers', turn: run.state.turn, steps: fitting })
}

/** The closest note on a statement that it shares words with, from the only step that fits. */
function noteOn(
  run: ConversationRun,
  fitting: readonly OfferedStep[],
  retrieved: readonly KnowledgeItem[],
  told: string,
): Line | null {
  const [step, ...others] = fitting
  const item =
    step === undefined || others.length > 0 ? undefined : retrieved.find(({ stepId }) => stepId === step.stepId)
  if (item === undefined || saysTitle(item) || countWords(item.text) > closestWordsMax || wasJustSaid(run, item.text))
    return null
  if (sharedWords(told, item.text) < 2) return null
  const said = run.optionalLine(run.words.selling.noteFits(withoutQuotes(item.text)))
  return said.text === '' ? null : { ...said, cite: toCitations([item]) }
}

/** Visitors who tell something before anything was shown are asked what they want, not offered the first step. */
function afterStatement(run: ConversationRun, isFact: boolean): readonly Line[] {
  const isBefore = run.state.below.includes('greet') && run.state.answers === 0
  return isBefore && !isFact && run.state.booking === null
    ? [run.optionalLine(run.words.selling.invite())]
    : closing(run, 'fact')
}

/** “We got hit with ransomware in August” */
const tellsMisfortune =
  /\b(?:got|was|were|been|getting) (?:hit|hacked|burgled|robbed|broken into|flooded|fined|sued|scammed|phished|conned|ripped off)\b|\b(?:ransomware|burglary|break-?in|data breach)\b|\blost (?:everything|all (?:of )?(?:our|my) \p{L}+|an? (?:\p{L}+ )?(?:client|customer|contract))\b|\b(?:nightmare|disaster|chaos|a (?:total |complete |right )?mess|drowning in|driv(?:es?|ing) (?:me|us) (?:mad|crazy|nuts|up the wall)|fed up|sick of|(?:haven['’]?t|not) slept|stressed|(?:awful|terrible|horrible) (?:week|month|year|time))\b/iu

const gravest: ReadonlySet<RemarkTopic> = new Set(['upset.grief', 'upset.ill'])

/** “People don't turn up”, “it takes me ages” */
export const tellsTrouble =
  /\b(?:sick|tired|fed up) (?:of|with)\b|\b(?:hate|dread|can['’]?t stand)\b|\b(?:struggl\w+|headache|painful|(?:is|are|it's|such|what) (?:a |an |such a )?(?:real |huge |total |right )?(?:pain|mess|nightmare)|make(?:s)? (?:a )?mess|annoy\w+|frustrat\w+|chaos|waste(?:s|d)? (?:of|so|half|hours|a lot|too)|tedious|goes wrong|costs? (?:me|us) (?:a|an|money|dearly|thousands)|too (?:long|much time|many(?! (?:features|functions|buttons|options|steps|screens|things|clicks|words)))|takes? (?:me |us |them |him |her )?(?:ages|for ?ever)|half (?:the|my|our) (?:day|week|life)|hours (?:on|every|a|of)|never (?:know|get|works?|find|see)|nobody (?:knows?|reads?|answers?|does|can)|no ?one (?:knows?|reads?|answers?|does)|keep(?:s|ing)? (?:forgetting|losing|missing|chasing|asking)|forgets?|los(?:e|es|ing) (?:track|money|time|customers|clients|orders|everything|them|it)|don['’]?t (?:turn up|show up|answer|pay|reply)|(?:doesn|isn|won)['’]?t (?:work|help|match|pay))\b/i

/** “14 of us” becomes “14 of you”. */
function repeatedTo(value: string): string {
  return value.replace(/\bof us$/i, 'of you').replace(/\bperson$/i, 'people')
}

/** A number that doesn't say of what: “twelve”. */
const isBareNumber = /^(?:\d[\d.,]*|\p{L}+teen|\p{L}+ty|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/iu

/** Facts worth repeating, so that visitors see what was understood; longer ones may be half understood. */
const repeated: ReadonlySet<FactField> = new Set(['size', 'timeline', 'budget', 'tool'])
const repeatedWordsMax = 5

/** Leaves room for a qualifying question. */
const fittingWordsMax = 16

/** Accepts that the visitor declines, and asks no more. */
export function acceptRefusal(run: ConversationRun): void {
  run.push()
  run.say([run.worded(run.words.selling.refused()), run.resume()], { outcome: 'chat' })
}

import { closestWordsMax } from '../offered-step.ts'
import { guardProposal } from '../guards.ts'
import type { Intent } from '../intent.ts'
import { buildKnowledge, type Knowledge, type PresentingAgent } from '../knowledge.ts'
import type { Proposal, Responder, Topic } from '../responder.ts'
import { createRuleResponder } from '../rule-responder.ts'
import { countWords } from '../sentences.ts'

/* Asks the built-in responder real buyers' questions, and counts the outcomes. */

/** A demo as the authors of the questions saw it. */
export interface BuyersDemo {
  readonly name: string
  readonly description: string
  readonly steps: readonly { readonly title: string; readonly text: string }[]
}

export interface AskedQuestion {
  readonly q: string
  /** Steps with the answer; one is enough. */
  readonly steps: readonly number[]
  /** Regular expressions the quoted answer must match. */
  readonly must: readonly string[]
}

export interface BuyersQuestions {
  /** Questions in order; later ones may refer to earlier ones. */
  readonly talks: readonly (readonly AskedQuestion[])[]
  readonly unanswerable: readonly string[]
  readonly remarks: readonly { readonly say: string; readonly kinds: readonly string[] }[]
  readonly meetings: readonly string[]
  readonly notMeetings: readonly string[]
}

const counted = [
  'questions',
  'right',
  'rightStep',
  'offered',
  'told',
  'offPoint',
  'refused',
  'unanswerable',
  'claimed',
  'hedged',
  'remarks',
  'met',
  'meetings',
  'recognised',
  'notMeetings',
  'mistaken',
] as const

/**
 * `right`: quoted the right sentence. `rightStep`: quoted another sentence of the right step. `offered`: offered the
 * right step. `told`: no answer, but the right sentence was quoted as uncertain or shown with an offer. `offPoint`:
 * answered from another step. `claimed` and `hedged`: unanswerable questions that were answered, or got offers. `met`:
 * remarks recognised as such.
 */
export type BuyersCounts = Readonly<Record<(typeof counted)[number], number>>

export interface MeasuredCase {
  readonly as: (typeof counted)[number]
  readonly said: string
  /** The responder's proposal, for reading. */
  readonly got: string
}

export interface BuyersMeasure {
  readonly counts: BuyersCounts
  readonly cases: readonly MeasuredCase[]
}

const buyersAgent: PresentingAgent = {
  name: 'Leo',
  personality: 'professional',
  welcomeMessage: null,
  demoScript: null,
  takesMeetings: true,
}

/** The knowledge of a measured demo, which has only steps. */
export function buyersKnowledge(demo: BuyersDemo): Knowledge {
  const steps = demo.steps.map((step, index) => ({
    id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    order: index + 1,
    title: step.title,
    description: step.text,
  }))
  return buildKnowledge({ name: demo.name, description: demo.description, steps }, buyersAgent)
}

/**
 * Runs every conversation and single sentence of one product, each separately. With `isOneVisitor`, one visitor has all
 * conversations in a row, with the unanswerable questions in between.
 */
export async function measureBuyers(
  demo: BuyersDemo,
  asked: BuyersQuestions,
  { isOneVisitor = false } = {},
): Promise<BuyersMeasure> {
  const knowledge = buyersKnowledge(demo)
  const responder = createRuleResponder(knowledge)
  const counts: Record<string, number> = Object.fromEntries(counted.map((name) => [name, 0]))
  const cases: MeasuredCase[] = []
  const count = (as: MeasuredCase['as'], said: string, proposal: Proposal): void => {
    counts[as] = (counts[as] ?? 0) + 1
    cases.push({ as, said, got: describe(proposal) })
  }

  let topic: Topic | undefined
  const hear = async (text: string): Promise<Proposal> => {
    const proposal = await ask(responder, knowledge, text, topic)
    topic = proposal.topic ?? topic
    return proposal
  }
  for (const talk of strew(asked.talks, asked.unanswerable)) {
    if (!isOneVisitor) topic = undefined
    if (typeof talk === 'string') {
      const proposal = await hear(talk)
      count('unanswerable', talk, proposal)
      if (proposal.answer.length > 0) count('claimed', talk, proposal)
      else if ((proposal.offers ?? []).length > 0) count('hedged', talk, proposal)
      continue
    }
    for (const question of talk) {
      const proposal = await hear(question.q)
      count('questions', question.q, proposal)
      count(judgeAnswer(question, proposal), question.q, proposal)
      if (quotesAsUncertain(question, proposal)) count('told', question.q, proposal)
    }
  }
  for (const { say, kinds } of asked.remarks) {
    const proposal = await ask(responder, knowledge, say)
    count('remarks', say, proposal)
    if (kinds.some((kind) => isMet(kind, proposal))) count('met', say, proposal)
  }
  for (const text of asked.meetings) {
    const proposal = await ask(responder, knowledge, text)
    count('meetings', text, proposal)
    if (proposal.intent.type === 'book') count('recognised', text, proposal)
  }
  for (const text of asked.notMeetings) {
    const proposal = await ask(responder, knowledge, text)
    count('notMeetings', text, proposal)
    if (proposal.intent.type === 'book') count('mistaken', text, proposal)
  }
  return { counts: counts as BuyersCounts, cases }
}

/** Merges two lists, with the second spread evenly over the first. */
function strew<First, Second>(first: readonly First[], second: readonly Second[]): readonly (First | Second)[] {
  const place = (list: readonly (First | Second)[]) =>
    list.map((each, at) => ({ each, at: (at + 1) / (list.length + 1) }))
  return [...place(first), ...place(second)].toSorted((a, b) => a.at - b.at).map(({ each }) => each)
}

/** Sums the counts of several products. */
export function addCounts(all: readonly BuyersCounts[]): BuyersCounts {
  return Object.fromEntries(
    counted.map((name) => [name, all.reduce((sum, counts) => sum + counts[name], 0)]),
  ) as BuyersCounts
}

async function ask(responder: Responder, knowledge: Knowledge, text: string, topic?: Topic): Promise<Proposal> {
  const input = { text, knowledge, step: 1, ...(topic !== undefined && { topic }) }
  return guardProposal(await responder.propose(input, { aborted: false }))
}

export function judgeAnswer({ steps, must }: AskedQuestion, proposal: Proposal): MeasuredCase['as'] {
  if (proposal.answer.length === 0) {
    const offers = proposal.offers ?? []
    return offers.some(({ stepOrder }) => steps.includes(stepOrder)) ? 'offered' : 'refused'
  }
  const cited = new Set(proposal.answer.flatMap((sentence) => sentence.cites))
  const isRightStep = proposal.retrieved.some(
    (item) => cited.has(item.id) && item.stepOrder !== null && steps.includes(item.stepOrder),
  )
  const said = proposal.answer.map((sentence) => sentence.text).join(' ')
  if (!isRightStep) return 'offPoint'
  return must.every((pattern) => new RegExp(pattern, 'i').test(said)) ? 'right' : 'rightStep'
}

/** Whether the right sentence is quoted as uncertain, or shown with an offered step. */
function quotesAsUncertain({ steps, must }: AskedQuestion, proposal: Proposal): boolean {
  if (proposal.answer.length > 0) return false
  const close = proposal.retrieved.filter(
    ({ stepOrder, text }) => stepOrder !== null && steps.includes(stepOrder) && countWords(text) <= closestWordsMax,
  )
  const offered = (proposal.offers ?? []).filter(({ stepOrder }) => steps.includes(stepOrder))
  const said = [...close.map(({ text }) => text), ...offered.flatMap(({ lines }) => lines)].join(' ')
  return said.trim() !== '' && must.every((pattern) => new RegExp(pattern, 'i').test(said))
}

/** The intents that count as understanding a remark of each kind. */
const remarkIntents: Readonly<Record<string, readonly string[]>> = {
  person: ['human', 'contact'],
  meeting: ['book', 'human', 'contact'],
  thanks: ['thanks', 'praise'],
  praise: ['praise', 'thanks'],
  bye: ['bye', 'stop'],
  stop: ['stop', 'bye'],
  next: ['next', 'continue'],
  yes: ['continue', 'backchannel', 'praise'],
  more: ['more', 'continue', 'next'],
  no: ['decline', 'need'],
  back: ['back', 'move'],
  repeat: ['repeat'],
  hello: ['hello'],
  robot: ['robot', 'identity'],
  'sign-up': ['buy', 'sign-up'],
  buy: ['buy', 'sign-up'],
  'send-info': ['send', 'contact'],
  competitor: ['compare', 'competitor'],
  expensive: ['expensive'],
  timing: ['later', 'timing'],
  authority: ['authority'],
  'just-looking': ['browsing', 'just-looking'],
  'security-worry': ['security', 'security-worry', 'privacy'],
  need: ['need'],
  doubt: ['doubt'],
  angry: ['insult', 'missed', 'angry'],
  unclear: ['unclear', 'nothing', 'backchannel'],
  'small-talk': ['small-talk', 'unclear', 'chat', 'praise', 'backchannel'],
  slower: ['voice', 'slower'],
}

const remarkObjections: Readonly<Record<string, string>> = {
  expensive: 'price',
  timing: 'timing',
  competitor: 'competitor',
  'security-worry': 'security',
  authority: 'authority',
  need: 'need',
  'send-info': 'send-something',
  'just-looking': 'just-looking',
}

const remarkFacts: Readonly<Record<string, readonly string[]>> = {
  'fact-contact': ['email', 'phone', 'name'],
  'fact-size': ['size'],
  'fact-date': ['timeline'],
  'fact-budget': ['budget'],
  'fact-need': ['need'],
  'fact-role': ['role'],
  'fact-company': ['company'],
  'fact-tool': ['tool'],
  competitor: ['tool'],
}

function isMet(kind: string, proposal: Proposal): boolean {
  const told = [...(proposal.facts ?? [])].map(({ field }) => field)
  if (told.some((field) => (remarkFacts[kind] ?? []).includes(field))) return true
  if (proposal.objection !== undefined && remarkObjections[kind] === proposal.objection) return true
  const { intent } = proposal
  const taken = nameOf(intent)
  return (remarkIntents[kind] ?? []).includes(taken) || (kind.startsWith('fact-') && isToldAsWhole(kind, taken))
}

/** For kinds of facts, it's enough that the remark was recognised as a fact. */
function isToldAsWhole(kind: string, taken: string): boolean {
  return kind === 'fact-contact' ? taken === 'contact' : taken === 'told'
}

function nameOf(intent: Intent): string {
  return intent.type === 'remark' ? intent.about : intent.type
}

function describe(proposal: Proposal): string {
  const steps = new Map(proposal.retrieved.map((item) => [item.id, item.stepOrder]))
  const answer = proposal.answer.map(({ text, cites }) => `[${steps.get(cites[0] ?? '') ?? '-'}] ${text}`).join(' ')
  const offers = (proposal.offers ?? []).map(({ stepOrder }) => stepOrder).join(', ')
  if (answer !== '') return `${nameOf(proposal.intent)}: ${answer}`
  return offers === '' ? nameOf(proposal.intent) : `${nameOf(proposal.intent)}: offers ${offers}`
}

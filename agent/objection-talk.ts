import { objectionKinds, type ObjectionKind } from '#domain/sales-rules.ts'
import type { KnowledgePair } from './agent-knowledge.ts'
import { quotesOf } from './quoted-notes.ts'
import type { ConversationRun } from './conversation-run.ts'
import { forbid } from './knowledge-items.ts'
import type { Proposal } from './responder.ts'
import { splitSentences } from './sentences.ts'
import type { RemarkLabel } from './remark-model.ts'
import { salesRulesOf } from './selling.ts'
import { leadOn } from './topical-lead.ts'
import { endsAsQuestion, toLine, turnWordsMax, withinWords, wordsOf, type Line } from './turn.ts'

/**
 * Replies to an objection: acknowledges it, answers with the author's reply or the notes or else admits that it has no
 * answer, then asks one question.
 */
export function answerObjection(run: ConversationRun, kind: ObjectionKind, proposal: Proposal, text: string): void {
  run.push()
  const written = authorsReply(run, kind)
  const quotes = written.lines.length > 0 ? [] : freshQuotes(run, proposal)
  const acknowledgement = leadOn(run, text, run.words.selling.acknowledge(kind), meaningsOf[kind] ?? [])
  const question = questionAfter(run, kind, written.question)
  const rest = turnWordsMax - wordsOf([acknowledgement, ...question])
  const body = withinWords(written.lines.length > 0 ? written.lines : quotes, rest).slice(0, 2)
  const answer = body.length > 0 ? body : [run.worded(run.words.selling.honest(kind))]
  const show = body.flatMap(({ cite }) => cite).find(({ stepOrder }) => stepOrder !== null)?.stepOrder ?? null
  if (kind === 'send-something') askForAddress(run)
  run.say([acknowledgement, ...answer, ...question], { outcome: 'objection', objection: kind, show })
}

/** The meanings whose topics fit an objection. */
const meaningsOf: Partial<Readonly<Record<ObjectionKind, readonly RemarkLabel[]>>> = {
  price: ['price'],
  timing: ['timing'],
  competitor: ['competitor'],
  authority: ['authority'],
  need: ['need', 'doubt'],
}

/** Asks about another tool, unless the author wrote a reply or the notes have one. */
export function askAboutOther(run: ConversationRun, proposal: Proposal, question: Line, text: string): void {
  if (authorsReply(run, 'competitor').lines.length > 0 || freshQuotes(run, proposal).length > 0)
    return answerObjection(run, 'competitor', proposal, text)
  run.push()
  run.say([question], { outcome: 'objection', objection: 'competitor' })
}

/** Whether the last turn asked about an objection. */
export function wasObjectionAsked(run: ConversationRun): boolean {
  const { badPast, cheaperElsewhere, ownWay, question } = run.words.selling
  const asked = new Set([
    ...[badPast(), cheaperElsewhere(), ownWay(true), ownWay(false)].flat(),
    ...objectionKinds.flatMap((kind) => question(kind)),
  ])
  return run.state.lastLines.some(({ text }) => asked.has(text))
}

/** Shows an address field; a spoken reply works too. */
export function askForAddress(run: ConversationRun): void {
  if (run.state.email !== null) return
  run.effects.push({ type: 'form', field: 'email', value: '', valid: true, slotId: '' })
}

/** The author's least used reply for this kind, from the list or a tagged answer. */
function authorsReply(
  run: ConversationRun,
  kind: ObjectionKind,
): { readonly lines: readonly Line[]; readonly question: string } {
  const rules = salesRulesOf(run).objections.filter((each) => each.kind === kind)
  const pairs = (run.knowledge.agent.knowledge?.pairs ?? []).filter(({ objection }) => objection === kind)
  const isAllowed = forbid(run.knowledge.agent.knowledge?.neverSay ?? [])
  const cite = { stepOrder: null, stepId: null }
  const replies = [
    ...rules.map(({ reply, question }) => ({
      lines: splitSentences(reply).map((text): Line => ({
        text,
        cite: [{ ...cite, source: { kind: 'pair', title: run.words.selling.teamsAnswer, place: '', url: null } }],
      })),
      question,
    })),
    ...pairs.map((pair) => ({ lines: linesOf(run, pair), question: '' })),
  ].map(({ lines, question }) => ({
    lines: lines.filter((line) => isAllowed(line.text) && !run.wasSaid(line) && !endsAsQuestion(line.text)),
    question,
  }))
  const fresh = replies.find(({ lines }) => lines.some(({ text }) => (run.state.said[text] ?? 0) === 0))
  return (
    fresh ?? replies.find(({ lines, question }) => lines.length > 0 || question !== '') ?? { lines: [], question: '' }
  )
}

function linesOf(run: ConversationRun, pair: KnowledgePair): readonly Line[] {
  const step = run.knowledge.steps.find(({ id }) => id === pair.stepId)
  const cite =
    step === undefined
      ? ({
          stepOrder: null,
          stepId: null,
          source: { kind: 'pair', title: pair.question, place: '', url: null },
        } as const)
      : { stepOrder: step.order, stepId: step.id }
  return splitSentences(pair.answer).map((text) => ({ text, cite: [cite] }))
}

/** The notes' answer, unless it was just said. */
function freshQuotes(run: ConversationRun, proposal: Proposal): readonly Line[] {
  const justSaid = new Set(run.state.lastLines.map(({ text }) => text))
  return quotesOf(proposal).filter(
    (line) => !run.wasSaid(line) && !justSaid.has(line.text) && !endsAsQuestion(line.text),
  )
}

/** The author's question, or ours if there is none or it was already asked. If the address is known, confirms it. */
function questionAfter(run: ConversationRun, kind: ObjectionKind, written: string): readonly Line[] {
  if (kind === 'send-something' && run.state.email !== null) {
    return [run.worded(run.words.selling.addressKnown(run.state.email))]
  }
  const authors = written === '' || run.wasSaid({ text: written }) ? '' : written
  const line = authors === '' ? run.optionalLine(run.words.selling.question(kind)) : toLine(authors)
  return line.text === '' ? [] : [line]
}

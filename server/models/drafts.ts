import { z } from 'zod'

import type { SalesRules } from '#domain/sales-rules.ts'
import type { KnowledgeItem } from '#agent/knowledge.ts'
import { maySay } from '#agent/model-guards.ts'
import { ModelLines } from '#agent/model-lines.ts'
import { toPlainText } from '#agent/plain-text.ts'
import type { ProposedSentence } from '#agent/responder.ts'
import { toTerms } from '#agent/terms.ts'
import type { DraftedStep } from '#protocol/model-settings.ts'
import { salesRulesShape } from '#server/agents/agent-snapshot.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

import { askForJson, askForText, type ModelServices } from './ask-for-text.ts'

/*
 * Drafts by a language model. An author reads, edits and approves each one before visitors see it. All return null
 * without a model.
 */

interface DraftFor {
  readonly workspaceId: string
  readonly agentId?: string
}

/** An answer from the items closest to the question, with its sources; null if they contain none. */
export async function draftAnswer(
  services: ModelServices,
  asked: DraftFor & {
    readonly question: string
    readonly notes: readonly KnowledgeItem[]
    readonly neverSay: readonly string[]
  },
): Promise<{ readonly answer: string; readonly sentences: readonly ProposedSentence[] } | null> {
  const { question, notes, neverSay } = asked
  if (notes.length === 0) return null
  const named = notes.map((item, index) => ({ name: `k${index + 1}`, about: item.context, text: item.text }))
  const text = await askForText(services, toUse(asked), {
    instructions: answerInstructions,
    data: { question, notes: named },
    tokensMax: 400,
  })
  if (text === null) return null
  const lines = new ModelLines()
  const items = new Map(notes.map((item) => [item.id, item]))
  const sentences = [...lines.feed(text), ...lines.end()]
    .map((line) => ({
      text: line.text,
      cites: line.names.map((name) => notes[Number(name.slice(1)) - 1]?.id ?? name),
    }))
    .filter((sentence) => maySay(sentence, { items, question, neverSay }))
    .slice(0, 4)
  if (sentences.length === 0) return null
  return { answer: sentences.map((sentence) => sentence.text).join(' '), sentences }
}

/** Questions that a step answers, in buyers' words. */
export async function draftStepQuestions(
  services: ModelServices,
  asked: DraftFor & {
    readonly demoName: string
    readonly step: {
      readonly title: string | null
      readonly description: string | null
      readonly cards?: readonly string[]
    }
  },
): Promise<readonly string[] | null> {
  const { demoName, step } = asked
  const found = await askForJson(
    services,
    toUse(asked),
    { instructions: questionInstructions, data: { demo: demoName, step }, tokensMax: 500 },
    z.object({ questions: z.array(z.string()) }),
  )
  if (found === null) return null
  // A question that the step's own words don't cover would lead buyers to the wrong step.
  const known = new Set(toTerms([step.title, step.description, ...(step.cards ?? [])].join('. ')).informative)
  const questions = found.questions
    .map((question) => toLine(question).slice(0, 300))
    .filter((question) => question.length > 3 && toTerms(question).informative.some((term) => known.has(term)))
  return [...new Set(questions)].slice(0, 10)
}

/** Goals, questions, disqualifiers and objection replies, from the author's description of their sales process. */
export async function draftSalesRules(
  services: ModelServices,
  asked: DraftFor & { readonly salesProcess: string },
): Promise<SalesRules | null> {
  const text = asked.salesProcess.trim()
  if (text === '') return null
  return askForJson(
    services,
    toUse(asked),
    { instructions: rulesInstructions, data: { salesProcess: text.slice(0, 20_000) }, tokensMax: 2_000 },
    salesRulesShape,
  )
}

/** What a visitor wanted and the outcome, in at most three sentences. */
export async function summariseTalk(
  services: ModelServices,
  asked: DraftFor & { readonly turns: readonly { readonly speaker: string; readonly text: string }[] },
): Promise<string | null> {
  if (asked.turns.every(({ speaker }) => speaker !== 'visitor')) return null
  const text = await askForText(services, toUse(asked), {
    instructions: summaryInstructions,
    data: { turns: asked.turns.slice(-80).map(({ speaker, text: said }) => ({ speaker, text: said.slice(0, 500) })) },
    tokensMax: 250,
  })
  return text === null ? null : toLine(text).slice(0, 1_000)
}

/** A title and notes for a step, from its recording and the steps around it. */
export async function draftStepTexts(
  services: Services,
  { workspaceId, stepId }: { readonly workspaceId: string; readonly stepId: string },
): Promise<DraftedStep | null> {
  const client = backendClient(services, { role: 'service_role' })
  const { data: step } = await client
    .from('demo_steps')
    .select('order,title,description,alt,demo_id,demos(name,description),captures(url,title,target_role,target_name)')
    .eq('id', stepId)
    .eq('workspace_id', workspaceId)
    .maybeSingle<StepRow>()
    .throwOnError()
  if (step === null) return null
  const { data: others } = await client
    .from('demo_steps')
    .select('order,title')
    .eq('demo_id', step.demo_id)
    .order('order')
    .limit(40)
    .throwOnError()
  const { demos: demo, demo_id: _, ...own } = step
  const drafted = await askForJson(
    services,
    { workspaceId, agentId: null, conversationId: null, purpose: 'draft' },
    { instructions: stepInstructions, data: { demo, step: own, otherSteps: others }, tokensMax: 500 },
    z.object({ title: z.string().trim().min(1), description: z.string() }),
  )
  if (drafted === null) return null
  return { title: toLine(drafted.title).slice(0, 200), description: toPlainText(drafted.description).slice(0, 2_000) }
}

interface StepRow {
  readonly order: number
  readonly title: string | null
  readonly description: string | null
  readonly alt: string | null
  readonly demo_id: string
  readonly demos: { readonly name: string; readonly description: string | null }
  readonly captures: {
    readonly url: string
    readonly title: string | null
    readonly target_role: string | null
    readonly target_name: string | null
  } | null
}

function toUse({ workspaceId, agentId }: DraftFor) {
  return { workspaceId, agentId: agentId ?? null, conversationId: null, purpose: 'draft' } as const
}

function toLine(text: string): string {
  return toPlainText(text).replaceAll('\n', ' ').trim()
}

const answerInstructions = [
  'Draft an answer to a buyer’s "question" for the author of a product demo, from "notes" only.',
  'Write one to three short sentences, each on its own line, each beginning with the names of its notes in brackets:',
  '[k1] A sentence.',
  'Add no fact, number, name or promise of your own. If the notes don’t answer the question, write only: [?]',
].join('\n')

const questionInstructions = [
  'Write the questions that a buyer may ask and that this step of a product demo answers, each in other words,',
  'short, as people type. At most eight. Reply with JSON only: {"questions":["…"]}',
].join('\n')

const rulesInstructions = [
  'Read a description of a sales process into lists. Use only what it says; leave a list empty otherwise.',
  'Reply with JSON only:',
  '{"goals":["…"],"questions":[{"id":"q1","field":"size","ask":"How many people …?","weight":20}],',
  '"disqualifiers":["…"],"objections":[{"id":"o1","kind":"price","reply":"…","question":"…"}]}',
  'field: email, name, company, phone, role, size, need, tool, budget or timeline. weight: 0 to 100.',
  'kind: price, timing, competitor, security, authority, need, send-something or just-looking.',
].join('\n')

const summaryInstructions = [
  'Summarise a talk between a visitor of a product demo and its agent for the sales team, in at most three sentences:',
  'who they are as far as they said, what they wanted to know, and what is to be done next. Add nothing. No Markdown.',
].join('\n')

const stepInstructions = [
  'Draft the title and the speaker notes of one step of a product demo, from what was recorded of it.',
  'Title: at most eight words, begins with a verb. Notes: one to three plain sentences about what is shown and why it',
  'helps. Add no number, price or feature that isn’t given. Reply with JSON only: {"title":"…","description":"…"}',
].join('\n')

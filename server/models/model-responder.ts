import { setTimeout as after } from 'node:timers/promises'

import { languageOf, type Knowledge } from '#agent/knowledge.ts'
import { ModelAnswer } from '#agent/model-answer.ts'
import { buildPrompt, gatherNotes } from '#agent/model-prompt.ts'
import { describeTools } from '#agent/model-tools.ts'
import { notesLanguageOf } from '#agent/notes-index.ts'
import type { Proposal, Responder, ResponderInput } from '#agent/responder.ts'
import { createRuleResponder } from '#agent/rule-responder.ts'
import type { Services } from '#server/services.ts'

import { ModelError } from './language-model.ts'
import type { ModelUse } from './model-budget.ts'
import type { ModelCall } from './model-caller.ts'
import type { WorkspaceModel } from './workspace-model.ts'

export interface ResponderTalk {
  readonly knowledge: Knowledge
  readonly workspaceId: string
  readonly agentId: string | null
  /** Null for tests of a draft. */
  readonly conversationId: string | null
  /** The visitor's network; absent for the author's own tests. */
  readonly network?: string
  /** The built-in responder, if the caller already has one. */
  readonly builtIn?: Responder
}

/**
 * The built-in responder, extended by the workspace's model if there is one. The built-in one finds the notes and
 * decides whether they cover the question; the model only words the answer, or interprets an unclear question. If the
 * model fails, the built-in proposal answers.
 */
export function createResponder(services: Pick<Services, 'models' | 'log'>, talk: ResponderTalk): Responder {
  const builtIn = talk.builtIn ?? createRuleResponder(talk.knowledge)
  let model: WorkspaceModel | null | undefined
  const found = services.models.find(talk.workspaceId).then(
    (workspaceModel) => {
      model = workspaceModel
    },
    (error: unknown) => {
      services.log.warn({ err: error }, 'Could not look up the model; answering without')
      model = null
    },
  )

  async function consider(
    input: ResponderInput,
    plain: Proposal,
    signal: AbortSignal,
    onPart?: (proposal: Proposal) => void,
  ): Promise<Proposal> {
    if (model === undefined) await found
    if (model === undefined || model === null || signal.aborted) return plain
    const ask = { services, talk, model, input, plain, signal }
    if (plain.answer.length > 0) return wordAnswer(ask, onPart)
    const nearer = await compareMeaning(ask, builtIn)
    if (nearer.intent.type !== 'question') return nearer
    if (nearer.answer.length > 0) return wordAnswer({ ...ask, plain: nearer }, onPart)
    return findMeaning({ ...ask, plain: nearer }, builtIn, onPart)
  }

  return {
    propose(input, signal, onPart) {
      const proposed = builtIn.propose(input, signal)
      // Without a model, answer synchronously.
      if (model === null || !(signal instanceof AbortSignal)) return proposed
      if (proposed instanceof Promise) {
        return proposed.then((plain) => (isForModel(plain) ? consider(input, plain, signal, onPart) : plain))
      }
      return isForModel(proposed) ? consider(input, proposed, signal, onPart) : proposed
    },
  }
}

/** Commands and recognised remarks need no model. */
function isForModel({ intent }: Proposal): boolean {
  return intent.type === 'question'
}

interface ModelAsk {
  readonly services: Pick<Services, 'models' | 'log'>
  readonly talk: ResponderTalk
  readonly model: WorkspaceModel
  readonly input: ResponderInput
  readonly plain: Proposal
  readonly signal: AbortSignal
}

/** Searches again with vectors, if there are any. */
async function compareMeaning(ask: ModelAsk, builtIn: Responder): Promise<Proposal> {
  const { services, model, input, plain, signal } = ask
  if (model.embedding === null) return plain
  try {
    const compared = services.models.embeddings.compare(input.knowledge, model, toUse(ask.talk), input.text)
    const similarity = await Promise.race([compared, after(embeddingMs, null, { ref: false })])
    return similarity === null ? plain : await builtIn.propose({ ...input, similarity }, signal)
  } catch (error) {
    note(ask, error)
    return plain
  }
}

/** The notes cover the question: the model words the answer, sentence by sentence. */
async function wordAnswer(ask: ModelAsk, onPart?: (proposal: Proposal) => void): Promise<Proposal> {
  const { input, plain, signal } = ask
  const notes = gatherNotes(input.knowledge, plain.retrieved)
  if (notes.length === 0) return plain
  const { names, instructions, data } = buildPrompt(input, notes)
  const answer = new ModelAnswer(input, plain, { notes, names })
  // A first sentence later than this comes too late.
  const patience = new AbortController()
  const late = setTimeout(() => patience.abort(), sentenceMs)
  const show = (part: Proposal | null): void => {
    if (part === null || signal.aborted) return
    clearTimeout(late)
    // Objections are answered in one piece, because a question follows.
    if (plain.objection === undefined) onPart?.(part)
  }
  try {
    const request = { instructions, data, tools: describeTools(true), tokensMax }
    for await (const part of ask.services.models.stream(toCall(ask, request, patience.signal))) {
      if (part.type === 'text') show(answer.write(part.text))
      if (part.type === 'call') answer.call(part)
      if (answer.isOver && answer.isEmpty) break
    }
    show(answer.finish())
  } catch (error) {
    note(ask, error)
  } finally {
    clearTimeout(late)
  }
  return answer.propose()
}

/** The notes don't cover it: the model may only interpret the question or rephrase it. */
async function findMeaning(
  ask: ModelAsk,
  builtIn: Responder,
  onPart?: (proposal: Proposal) => void,
): Promise<Proposal> {
  const { input, plain, signal } = ask
  const { names, instructions, data } = buildPrompt(input, [])
  const answer = new ModelAnswer(input, plain, { notes: [], names })
  const patience = new AbortController()
  const late = setTimeout(() => patience.abort(), sentenceMs)
  try {
    const request = { instructions, data, tools: describeTools(false), tokensMax }
    for await (const part of ask.services.models.stream(toCall(ask, request, patience.signal))) {
      if (part.type === 'call') answer.call(part)
    }
  } catch (error) {
    note(ask, error)
  } finally {
    clearTimeout(late)
  }
  const { search } = answer.tools()
  const proposal = answer.propose()
  if (search === null || proposal.intent.type !== 'question') return proposal
  const again = await builtIn.propose({ ...input, text: search }, signal)
  if (again.intent.type !== 'question' || (again.answer.length === 0 && (again.offers ?? []).length === 0))
    return proposal
  const found = { ...again, ...(proposal.facts !== undefined && { facts: proposal.facts }) }
  const { knowledge } = input
  // Found in the notes' language: answered in the visitor's language, or only offered.
  return found.answer.length > 0 && languageOf(knowledge) !== notesLanguageOf(knowledge)
    ? wordAnswer({ ...ask, plain: found }, onPart)
    : found
}

function toCall({ talk, model, signal }: ModelAsk, request: ModelCall['request'], patience: AbortSignal): ModelCall {
  return {
    model,
    request,
    use: toUse(talk),
    deadlines: { firstMs, wholeMs },
    signal,
    patience,
  }
}

function toUse({ workspaceId, agentId, conversationId, network }: ResponderTalk): ModelUse {
  const purpose = conversationId === null ? 'test' : 'answer'
  return { workspaceId, agentId, conversationId, purpose, ...(network !== undefined && { network }) }
}

/** An interruption by the visitor isn't a failure of the model. */
function note({ services, signal, talk }: ModelAsk, error: unknown): void {
  if (signal.aborted) return
  const problem = error instanceof ModelError ? error.problem : 'failed'
  if (problem === 'off' || problem === 'over-budget') return
  services.log.warn({ err: error, problem, workspaceId: talk.workspaceId }, 'The model did not answer')
}

const firstMs = 2_500
/** Until the first sentence is complete and checked; shorter than the agent's limit for thinking. */
const sentenceMs = 3_500
const wholeMs = 12_000
/** A better search isn't worth a longer wait. */
const embeddingMs = 800
/** Two sentences and a tool call. */
const tokensMax = 300

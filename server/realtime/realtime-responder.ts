import { randomUUID } from 'node:crypto'

import { gatherNotes } from '#agent/model-prompt.ts'
import { describeTools, runTools, type ToolCall } from '#agent/model-tools.ts'
import type { Proposal, Responder, ResponderInput } from '#agent/responder.ts'
import { buildSpokenPrompt, checkSpoken } from '#agent/spoken-answer.ts'
import { ModelError } from '#server/models/language-model.ts'

import type { RealtimeSession } from './realtime-session.ts'
import { SpokenReply } from './spoken-reply.ts'

/** A conversation's speech-to-speech provider. */
export interface TalkRealtime {
  readonly session: RealtimeSession
  /** Reserves money for a minute; null if the budget is used up. Settled with the seconds used. */
  readonly reserveMinute: () => Promise<((seconds: number) => void) | null>
  /** False while the circuit breaker is open. */
  readonly mayAsk: () => boolean
  /** Reports an answer's outcome to the circuit breaker; null for success. */
  readonly record: (error: unknown) => void
}

interface RealtimeResponderOptions {
  /** Answers if the provider doesn't. */
  readonly ordinary: Responder
  /** Finds the notes and recognises commands. */
  readonly builtIn: Responder
  /** Null while no provider listens. */
  readonly realtime: () => TalkRealtime | null
}

/**
 * While a speech-to-speech provider listens, it answers questions, from notes that it gets as tool results. Its
 * sentences are checked like those of a model that writes, and none is heard before it has passed. If the provider
 * fails, the fallback answers.
 */
export function createRealtimeResponder({ ordinary, builtIn, realtime }: RealtimeResponderOptions): Responder {
  return {
    propose(input, signal, onPart) {
      const talk = realtime()
      talk?.session.sound.forget()
      if (talk === null || !talk.session.isOpen || !talk.mayAsk() || !(signal instanceof AbortSignal)) {
        return ordinary.propose(input, signal, onPart)
      }
      const proposed = builtIn.propose(input, signal)
      const answer = (plain: Proposal): Proposal | Promise<Proposal> =>
        plain.intent.type === 'question' ? answerAloud({ talk, builtIn, input, plain, signal, onPart }) : plain
      return proposed instanceof Promise ? proposed.then(answer) : answer(proposed)
    },
  }
}

interface AloudAsk {
  readonly talk: TalkRealtime
  readonly builtIn: Responder
  readonly input: ResponderInput
  readonly plain: Proposal
  readonly signal: AbortSignal
  readonly onPart: ((proposal: Proposal) => void) | undefined
}

async function answerAloud({ talk, builtIn, input, plain, signal, onPart }: AloudAsk): Promise<Proposal> {
  const { session, reserveMinute, record } = talk
  const settle = await reserveMinute().catch(() => null)
  if (settle === null) return plain
  const late = new AbortController()
  const within = AbortSignal.any([signal, late.signal])
  let deadline = setTimeout(() => late.abort(), answerMs)
  const question = session.hasHeard ? [] : [textItem(input.text)]
  session.hasHeard = false
  let spoken: SpokenReply | null = null
  try {
    const found =
      plain.answer.length > 0
        ? { plain, ...searchFor(input.text, question) }
        : await findNotes({ talk, builtIn, input, plain, signal: within }, question)
    if ('proposal' in found) return found.proposal
    const notes = gatherNotes(input.knowledge, found.plain.retrieved)
    const { names, instructions, data } = buildSpokenPrompt(input, notes)
    const items = [...found.items, resultItem(found.call, data)]
    const begin = (proposal: Proposal): void => {
      clearTimeout(deadline)
      deadline = setTimeout(() => late.abort(), restMs)
      onPart?.(proposal)
    }
    // Objections are answered in one piece, because a question follows.
    const mayBegin = onPart !== undefined && found.plain.objection === undefined
    spoken = new SpokenReply({
      session,
      check: (said) => checkSpoken(said, input, found.plain, { notes, names }),
      onFirst: mayBegin ? begin : undefined,
    })
    const ask = { instructions, tools: describeTools(true), items, isSpoken: true, follower: spoken }
    const reply = await session.ask(ask, within)
    record(null)
    session.tell(toResults(reply.calls, input))
    return spoken.finish(reply)
  } catch (error) {
    // Interrupting the agent or turning voice off doesn't count as a provider failure.
    const isOurs = signal.aborted || (error instanceof ModelError && error.problem === 'off')
    if (!isOurs) record(error)
    return spoken?.fail(error) ?? plain
  } finally {
    clearTimeout(deadline)
    settle(spoken?.seconds ?? 0)
  }
}

/**
 * The built-in responder found no answer: the model interprets the question or searches with other words. Returns the
 * notes to answer from, or a proposal that needs no answer of the provider.
 */
async function findNotes({ talk, builtIn, input, plain, signal }: Omit<AloudAsk, 'onPart'>, question: readonly Item[]) {
  const { instructions, data } = buildSpokenPrompt(input, [])
  const items = [...question, textItem(data)]
  const ask = { instructions, tools: describeTools(false), items, isSpoken: false }
  const { calls, item } = await talk.session.ask(ask, signal)
  talk.record(null)
  const { proposal } = checkSpoken({ transcript: '', calls }, input, plain, { notes: [], names: new Map() })
  const { search } = runTools(calls, toContext(input))
  const again = search === null ? null : await builtIn.propose({ ...input, text: search }, signal)
  const searching = calls.find(({ name }) => name === 'search_notes')
  if (proposal.intent.type !== 'question' || again === null || again.answer.length === 0 || searching === undefined) {
    talk.session.drop(item)
    talk.session.tell(toResults(calls, input))
    const isNearer = again !== null && again.intent.type === 'question' && (again.offers ?? []).length > 0
    return {
      proposal: isNearer && proposal.intent.type === 'question' ? { ...again, facts: proposal.facts ?? [] } : proposal,
    }
  }
  const others = calls.filter(({ id }) => id !== searching.id)
  return { plain: { ...again, facts: proposal.facts ?? [] }, items: toResults(others, input), call: searching.id }
}

type Item = Readonly<Record<string, unknown>>

function toContext({ text, knowledge }: ResponderInput) {
  return { text, stepCount: knowledge.steps.length, takesMeetings: knowledge.agent.takesMeetings }
}

/** Each call gets exactly one result. */
function toResults(calls: readonly ToolCall[], input: ResponderInput): readonly Item[] {
  return runTools(calls, toContext(input)).results.map(({ id, outcome }) => resultItem(id, JSON.stringify({ outcome })))
}

function resultItem(call_id: string, output: string): Item {
  return { type: 'function_call_output', call_id, output }
}

/** A search on the model's behalf, so that it answers from the result. */
function searchFor(
  question: string,
  before: readonly Item[],
): { readonly call: string; readonly items: readonly Item[] } {
  const call = `search_${randomUUID().slice(0, 8)}`
  const item = { type: 'function_call', call_id: call, name: 'search_notes', arguments: JSON.stringify({ question }) }
  return { call, items: [...before, item] }
}

/** Text in place of speech: a typed question, or data. */
function textItem(text: string): Item {
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
}

/** For both requests together; shorter than the agent's overall time limit for an answer. */
const answerMs = 3_500
/** For the rest of an answer that is already playing. */
const restMs = 8_000

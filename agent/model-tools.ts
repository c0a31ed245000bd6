import { type FactField, factFields } from '#domain/sales-rules.ts'
import type { Intent } from './intent.ts'
import type { HeardFact } from './responder.ts'
import { toTerms } from './terms.ts'

/** A model's tool call as received: unchecked. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** The result of a call; each call gets exactly one. */
export interface ToolResult {
  readonly id: string
  readonly name: string
  readonly outcome: 'accepted' | 'refused'
}

/** What the calls propose. Nothing has happened yet; the policy decides. */
export interface ToolOutcome {
  readonly intent: Intent | null
  readonly facts: readonly HeardFact[]
  /** The question rephrased in the notes' words, for another search. */
  readonly search: string | null
  readonly isUnanswered: boolean
  readonly results: readonly ToolResult[]
}

export interface ToolContext {
  /** The visitor's words. */
  readonly text: string
  readonly stepCount: number
  readonly takesMeetings: boolean
  /** The notes are in another language than the visitor's words. */
  readonly isTranslated?: boolean
}

interface Tool {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** Null refuses the call. */
  readonly run: (input: Readonly<Record<string, unknown>>, context: ToolContext) => Partial<ToolOutcome> | null
}

function object(properties: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

const fact = object({
  field: { type: 'string', enum: factFields },
  value: { type: 'string', maxLength: 200 },
})

/** The only registry of tools. Refuses calls that the visitor's words don't support. */
const tools: readonly Tool[] = [
  {
    name: 'show_step',
    description: 'The visitor asks to see a step of the demo.',
    parameters: object({ step: { type: 'integer', minimum: 1 } }),
    run: ({ step }, { stepCount }) =>
      typeof step === 'number' && Number.isInteger(step) && step >= 1 && step <= stepCount
        ? { intent: { type: 'go-to', step } }
        : null,
  },
  {
    name: 'propose_slots',
    description: 'The visitor wants a call or meeting with a person of the team.',
    parameters: object({}),
    run: (_, { takesMeetings }) => ({ intent: { type: takesMeetings ? 'book' : 'human' } }),
  },
  {
    name: 'handoff',
    description: 'The visitor asks for a human, or is angry.',
    parameters: object({}),
    run: () => ({ intent: { type: 'human' } }),
  },
  {
    name: 'capture_facts',
    description: 'The visitor tells something about themselves. Quote their own words as the value.',
    parameters: object({ facts: { type: 'array', maxItems: 10, items: fact } }),
    run: ({ facts }, context) => {
      const heard = Array.isArray(facts) ? facts.slice(0, 10).flatMap((each: unknown) => toFact(each, context)) : []
      return heard.length === 0 ? null : { facts: heard }
    },
  },
  {
    name: 'qualify',
    description: 'The visitor answers a question about their size, budget, timeline, role or need.',
    parameters: fact,
    run: (input, context) => {
      const heard = toFact(input, context)
      return heard.length === 0 ? null : { facts: heard }
    },
  },
  {
    name: 'search_notes',
    description: 'The question is about the product, but needs other words: repeat it complete and plain.',
    parameters: object({ question: { type: 'string', maxLength: 200 } }),
    run: ({ question }, { text, isTranslated = false }) =>
      typeof question === 'string' && keepsTheQuestion(question, text, isTranslated)
        ? { search: question.trim() }
        : null,
  },
  {
    name: 'log_unanswered',
    description: 'The question is about the product, and the notes do not answer it.',
    parameters: object({}),
    run: () => ({ isUnanswered: true }),
  },
]

/** The registry in the format that providers expect. The search tool exists only without notes. */
export function describeTools(hasNotes: boolean): readonly Pick<Tool, 'name' | 'description' | 'parameters'>[] {
  return tools
    .filter(({ name }) => !hasNotes || name !== 'search_notes')
    .map(({ name, description, parameters }) => ({ name, description, parameters }))
}

/** Checks every call and collects what they propose; the first intent wins. */
export function runTools(calls: readonly ToolCall[], context: ToolContext): ToolOutcome {
  let outcome: Omit<ToolOutcome, 'results'> = { intent: null, facts: [], search: null, isUnanswered: false }
  const results = new Map<string, ToolResult>()
  for (const { id, name, input } of calls.slice(0, callsMax)) {
    if (results.has(id)) continue
    const tool = tools.find((each) => each.name === name)
    const proposed = tool === undefined || !isObject(input) ? null : tool.run(input, context)
    results.set(id, { id, name, outcome: proposed === null ? 'refused' : 'accepted' })
    if (proposed === null) continue
    outcome = {
      intent: outcome.intent ?? proposed.intent ?? null,
      facts: firstFacts(outcome.facts, proposed.facts ?? []),
      search: outcome.search ?? proposed.search ?? null,
      isUnanswered: outcome.isUnanswered || proposed.isUnanswered === true,
    }
  }
  return { ...outcome, results: [...results.values()] }
}

/** The first value of each field. */
export function firstFacts(first: readonly HeardFact[], more: readonly HeardFact[]): readonly HeardFact[] {
  return [...first, ...more.filter(({ field }) => !first.some((fact) => fact.field === field))]
}

const callsMax = 8

/** A fact counts only in the visitor's own words. */
function toFact(input: unknown, { text }: ToolContext): readonly HeardFact[] {
  if (!isObject(input)) return []
  const { field, value } = input
  if (typeof value !== 'string' || !isFactField(field)) return []
  const said = value.trim()
  const isQuoted = said !== '' && said.length <= 200 && plain(text).includes(plain(said))
  return isQuoted ? [{ field, value: said }] : []
}

/** Whether a search keeps the question's names and numbers; otherwise it would answer a different question. */
function keepsTheQuestion(question: string, text: string, isTranslated: boolean): boolean {
  if (question.trim() === '' || question.length > 200) return false
  const asked = toTerms(text, true)
  const searched = toTerms(question)
  return (
    asked.numbers.every((number) => searched.numbers.includes(number)) &&
    // In another language, a capital letter doesn't mark a name.
    (isTranslated || asked.required.every((term) => searched.informative.includes(term)))
  )
}

function plain(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}@.+$€£%-]+/gu) ?? []).join(' ')} `.replace(/[.,]+ /g, ' ').trim()
}

function isFactField(field: unknown): field is FactField {
  return factFields.some((each) => each === field)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

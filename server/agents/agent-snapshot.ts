import { z } from 'zod'

import { factFields, noSalesRules, objectionKinds, type SalesRules } from '#domain/sales-rules.ts'
import { agentLanguages, defaultLanguages } from '#domain/agent-languages.ts'
import { plainSpeech, speechStyleLimits } from '#domain/speech-providers.ts'
import type { AgentKnowledge } from '#agent/agent-knowledge.ts'
import { readSalesProcess } from '#agent/sales-rules.ts'
import { boundPairs } from '#server/agent/bound-notes.ts'

/** `agents.sales_rules`; other tools may have written it. */
export const salesRulesShape = z.object({
  goals: z.array(z.string().max(500)).max(50).default([]),
  questions: z
    .array(
      z.object({
        id: z.string().max(100),
        field: z.enum(factFields),
        ask: z.string().max(500),
        weight: z.number().min(0).max(100),
      }),
    )
    .max(50)
    .default([]),
  disqualifiers: z.array(z.string().max(500)).max(50).default([]),
  objections: z
    .array(
      z.object({
        id: z.string().max(100),
        kind: z.enum(objectionKinds),
        reply: z.string().max(2_000),
        question: z.string().max(500),
      }),
    )
    .max(100)
    .default([]),
}) satisfies z.ZodType<SalesRules>

export const passageShape = z.object({
  id: z.string(),
  source_id: z.string(),
  position: z.number(),
  place: z.string(),
  url: z.string().nullable(),
  text: z.string(),
})

export const speedShape = z.number().min(speechStyleLimits.speedMin).max(speechStyleLimits.speedMax)

/** `agents.pronunciations`; other tools may have written it. */
export const pronunciationsShape = z
  .array(
    z.object({
      word: z.string().max(speechStyleLimits.characters),
      say: z.string().max(speechStyleLimits.characters),
    }),
  )
  .max(speechStyleLimits.pronunciations)

/** `agents.languages`; other tools may have written it. */
export const languagesShape = z
  .array(z.enum(agentLanguages.map(({ value }) => value)))
  .min(1)
  .max(agentLanguages.length)

/** The content of a version: rows of the agent's tables. */
export const snapshotShape = z.object({
  agent: z.object({
    name: z.string(),
    voice: z.string(),
    personality: z.string(),
    welcome_message: z.string().nullable(),
    demo_script: z.string().nullable(),
    sales_process: z.string().nullable(),
    sales_rules: z.unknown(),
    never_say: z.array(z.string()),
    // Versions published before these existed lack them.
    speed: speedShape.catch(plainSpeech.speed),
    pronunciations: pronunciationsShape.catch([]),
    languages: languagesShape.catch([...defaultLanguages]),
  }),
  demos: z.array(
    z.object({
      demo_id: z.string(),
      welcome_message: z.string().nullable(),
      demo_script: z.string().nullable(),
    }),
  ),
  knowledge: z.object({
    pairs: z.array(
      z.object({
        id: z.string(),
        question: z.string(),
        variants: z.array(z.string()),
        answer: z.string(),
        objection: z.enum(objectionKinds).nullable(),
        step_id: z.string().nullable(),
      }),
    ),
    plans: z.array(
      z.object({ id: z.string(), name: z.string(), price: z.string(), period: z.string(), includes: z.string() }),
    ),
    glossary: z.array(
      z.object({ id: z.string(), term: z.string(), synonyms: z.array(z.string()), meaning: z.string() }),
    ),
    sources: z.array(z.object({ id: z.string(), kind: z.enum(['document', 'page', 'site']), title: z.string() })),
  }),
})
export type AgentSnapshot = z.infer<typeof snapshotShape>

/** The agent's knowledge besides the demo. Pairs about a step of another demo keep their answer without the step. */
export function toAgentKnowledge(
  { agent, knowledge }: AgentSnapshot,
  passages: readonly z.infer<typeof passageShape>[],
  stepIds: ReadonlySet<string>,
): AgentKnowledge {
  const sources = new Map(knowledge.sources.map((source) => [source.id, source]))
  return {
    pairs: boundPairs(knowledge.pairs).map(({ step_id: stepId, ...pair }) => ({
      ...pair,
      stepId: stepId !== null && stepIds.has(stepId) ? stepId : null,
    })),
    passages: passages.flatMap(({ id, source_id: sourceId, place, url, text }) => {
      const source = sources.get(sourceId)
      if (source === undefined) return []
      const kind = source.kind === 'document' ? ('document' as const) : ('page' as const)
      return [{ id, kind, title: source.title, place, url, text }]
    }),
    plans: knowledge.plans,
    glossary: knowledge.glossary,
    neverSay: agent.never_say.map((word) => word.trim()).filter((word) => word !== ''),
    salesRules: toSalesRules(agent),
  }
}

/** The edited lists, otherwise those parsed from the free text. */
function toSalesRules({ sales_rules: rules, sales_process: text }: AgentSnapshot['agent']): SalesRules {
  const edited = salesRulesShape.safeParse(rules)
  if (edited.success) return edited.data
  return text === null || text.trim() === '' ? noSalesRules : readSalesProcess(text)
}

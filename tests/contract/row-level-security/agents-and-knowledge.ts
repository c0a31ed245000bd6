import { randomUUID } from 'node:crypto'

import type { Cast } from './cast.ts'
import type { Row, TableRights } from './table-rights.ts'

/** Rights on rows that editors write themselves. */
const edited = { select: 'xx-yyyyyy', insert: 'xxxxyxyyy', update: 'xx-xy-yyy', delete: 'xx-xy-yyy' } as const
/** Rights on rows that only the server writes. */
const served = { select: 'xx-yyyyyy', insert: 'xxxxxxxxx', update: 'xxxxxxxxx', delete: 'xxxxxxxxx' } as const

/** A new row of the first spare agent, which no other test removes. */
function ofAgent({ workspaceId, spareAgents }: Cast, values: Row): Row {
  return { workspace_id: workspaceId, agent_id: spareAgents[0], ...values }
}

/** Agents' knowledge, versions and tests. */
export const agentsAndKnowledge = {
  agent_demos: {
    ...edited,
    row: (cast) => ofAgent(cast, { demo_id: cast.demoId }),
    change: { welcome_message: 'Changed' },
    key: ['demo_id'],
  },
  agent_trials: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: (cast) =>
      ofAgent(cast, { id: randomUUID(), demo_id: cast.demoId, unsaved: {}, expires_at: '2100-01-01T00:00:00Z' }),
    change: { unsaved: { name: 'Changed' } },
  },
  knowledge_sources: {
    ...served,
    delete: 'xx-xy-yyy',
    row: (cast) => ofAgent(cast, { id: randomUUID(), kind: 'document', title: 'Prices.pdf' }),
    change: { title: 'Changed' },
  },
  knowledge_passages: {
    ...served,
    row: (cast) => ofAgent(cast, { id: randomUUID(), source_id: randomUUID(), position: 1, text: 'Text' }),
    change: { text: 'Changed' },
    belongsTo: { source_id: 'knowledge_sources' },
  },
  knowledge_pairs: {
    ...edited,
    row: (cast) => ofAgent(cast, { id: randomUUID(), question: 'What does it cost?', answer: 'It is free.' }),
    change: { answer: 'Changed' },
  },
  price_plans: {
    ...edited,
    row: (cast) => ofAgent(cast, { id: randomUUID(), position: 1, name: 'Team', price: '$29' }),
    change: { price: '$39' },
  },
  glossary_terms: {
    ...edited,
    row: (cast) => {
      const id = randomUUID()
      return ofAgent(cast, { id, term: id })
    },
    change: { meaning: 'Changed' },
  },
  step_questions: {
    ...edited,
    row: ({ workspaceId, stepId }) => ({ step_id: stepId, workspace_id: workspaceId, questions: ['How?'] }),
    change: { questions: ['Where?'] },
    key: ['step_id'],
  },
  agent_versions: {
    ...served,
    row: (cast) => ofAgent(cast, { id: randomUUID(), number: 1 + Math.floor(Math.random() * 1e9), snapshot: {} }),
    change: { note: 'Changed' },
  },
  agent_tests: {
    ...edited,
    row: (cast) =>
      ofAgent(cast, { id: randomUUID(), kind: 'question', title: 'Is it free?', expected: { kind: 'refuses' } }),
    change: { title: 'Changed' },
  },
  answered_questions: {
    ...edited,
    row: (cast) => ofAgent(cast, { question: randomUUID() }),
    change: { answered_at: '2026-01-01T00:00:00Z' },
    key: ['agent_id', 'question'],
  },
} satisfies Readonly<Record<string, TableRights>>

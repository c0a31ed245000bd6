import type { KnowledgePassage } from '../agent-knowledge.ts'
import { noAgentKnowledge } from '../agent-knowledge.ts'
import { buildKnowledge } from '../knowledge.ts'
import { indexKnowledge } from '../retrieval.ts'
import type { BuyersDemo } from './measure-buyers.ts'

/** Times in milliseconds; `p50` and `p99` are those of single questions. */
export interface SpeedMeasure {
  readonly items: number
  readonly buildMs: number
  readonly p50: number
  readonly p99: number
}

/** Builds an index over the demos' notes, repeated as documents up to the given number of items, and searches it. */
export function measureSpeed(
  demos: readonly BuyersDemo[],
  questions: readonly string[],
  itemsWanted: number,
  now: () => number,
): SpeedMeasure {
  const [demo] = demos
  const sections = demos.flatMap((each) => each.steps)
  const steps = (demo?.steps ?? []).map((step, index) => ({
    id: `step-${index}`,
    order: index + 1,
    title: step.title,
    description: step.text,
  }))
  const passages: KnowledgePassage[] = []
  for (let at = 0; steps.length * 4 + passages.length * 4 < itemsWanted; at += 1) {
    const section = sections[at % sections.length]
    // Add a unique word, so that documents differ.
    const text = `${section?.text ?? ''} Chapter ${at} is about section${at}.`
    passages.push({ id: `d${at}`, kind: 'document', title: section?.title ?? '', place: `p. ${at}`, url: null, text })
  }
  const agent = {
    name: 'Leo',
    personality: 'professional',
    welcomeMessage: null,
    demoScript: null,
    takesMeetings: false,
    knowledge: { ...noAgentKnowledge, passages },
  } as const
  const knowledge = buildKnowledge({ name: demo?.name ?? '', description: null, steps }, agent)
  indexKnowledge(knowledge)
  const start = now()
  const index = indexKnowledge(knowledge)
  const buildMs = now() - start
  for (const question of questions.slice(0, 50)) index.retrieve(question)
  // The best of three, because the machine may be busy.
  const times = questions.map((question) => {
    const rounds = [1, 2, 3].map(() => {
      const asked = now()
      index.retrieve(question)
      return now() - asked
    })
    return Math.min(...rounds)
  })
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { items: knowledge.items.length, buildMs, p50: at(0.5), p99: at(0.99) }
}

import type { Knowledge } from './knowledge.ts'
import { groupIdOf } from './retrieval-index.ts'
import type { KnowledgeIndex } from './retrieval.ts'
import { suggestStepQuestions } from './step-questions.ts'

const suggestionsMax = 3
/** Each is asked of the index, so their number bounds the work. */
const candidatesMax = 60

/**
 * Questions the agent can answer next: from the author's pairs, the steps and the plans, about what was not asked or
 * shown yet. Each is asked of the agent's own index first, so that no suggestion leads nowhere.
 */
export function suggestNext(
  knowledge: Knowledge,
  index: KnowledgeIndex,
  asked: readonly string[],
  step: number,
): readonly string[] {
  const said = new Set(asked.map(toPlain))
  const covered = new Set<string>()
  for (const question of asked.slice(-12)) {
    for (const item of index.retrieve(question).items) covered.add(groupIdOf(item))
  }
  const fresh: string[] = []
  for (const question of candidatesOf(knowledge, step).slice(0, candidatesMax)) {
    if (said.has(toPlain(question)) || fresh.includes(question)) continue
    const found = index.retrieve(question)
    const groups = found.items.map(groupIdOf)
    if (found.status !== 'ok' || groups.every((group) => covered.has(group))) continue
    for (const group of groups) covered.add(group)
    fresh.push(question)
    if (fresh.length === suggestionsMax) break
  }
  return fresh
}

/** The step on screen first, then what the author wrote, then the steps ahead, then those behind. */
function candidatesOf(knowledge: Knowledge, step: number): readonly string[] {
  const pairs =
    knowledge.agent.knowledge?.pairs.filter((pair) => pair.objection === null).map((pair) => pair.question) ?? []
  const plans = (knowledge.agent.knowledge?.plans ?? []).length > 0 ? ['How much does it cost?'] : []
  const ordered = [...knowledge.steps].sort((a, b) => distance(a.order, step) - distance(b.order, step))
  const ofSteps = ordered.map(({ id, order, title, sentences }) => {
    const written = knowledge.items.find((item) => item.stepId === id && item.source === undefined)?.questions ?? []
    if (written.length > 0) return written
    return suggestStepQuestions({ id, order, title, description: sentences.join(' ') }).filter(
      (question) => !/^(?:Tell me|What is “)/.test(question),
    )
  })
  const [own = [], ...others] = ofSteps
  return [...own, ...pairs, ...plans, ...others.flatMap((questions) => questions.slice(0, 2))]
}

function distance(order: number, step: number): number {
  return order >= step ? order - step : 1_000 + step - order
}

function toPlain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

import { languageOf, type Knowledge } from './knowledge.ts'
import type { NotesIndex } from './notes-index.ts'
import { groupIdOf } from './retrieval-index.ts'
import { suggestStepQuestions } from './step-questions.ts'
import { wordingsOf } from './wordings.ts'

const suggestionsMax = 3
/** Each is asked of the index, so their number bounds the work. */
const candidatesMax = 60
/** Earlier questions may be suggested again. */
const askedMax = 12

/** Questions to offer the visitor next, after those already asked. */
export type Suggester = (asked: readonly string[], step: number) => readonly string[]

/**
 * Questions the agent can answer next: from the author's pairs, the steps and the plans, about what was not asked or
 * shown yet. Each is asked of the agent's own index first, so that no suggestion leads nowhere; the answers are kept,
 * because every talk about the same knowledge asks them.
 */
export function createSuggester(knowledge: Knowledge, index: Pick<NotesIndex, 'retrieve'>): Suggester {
  const known = new Map<string, readonly string[]>()
  const candidates = new Map<number, readonly string[]>()

  /** The groups that answer a candidate; none when the index isn't sure. */
  function answering(question: string): readonly string[] {
    const before = known.get(question)
    if (before !== undefined) return before
    const found = index.retrieve(question)
    const groups = found.status === 'ok' ? found.items.map(groupIdOf) : []
    known.set(question, groups)
    return groups
  }

  function candidatesAt(step: number): readonly string[] {
    const before = candidates.get(step)
    if (before !== undefined) return before
    const fresh = candidatesOf(knowledge, step).slice(0, candidatesMax)
    candidates.set(step, fresh)
    return fresh
  }

  return (asked, step) => {
    const recent = asked.slice(-askedMax)
    const said = new Set(recent.map(toPlain))
    const covered = new Set(recent.flatMap((question) => index.retrieve(question).items.map(groupIdOf)))
    const fresh: string[] = []
    for (const question of candidatesAt(step)) {
      if (said.has(toPlain(question)) || fresh.includes(question)) continue
      const groups = answering(question)
      if (groups.every((group) => covered.has(group))) continue
      for (const group of groups) covered.add(group)
      fresh.push(question)
      if (fresh.length === suggestionsMax) break
    }
    return fresh
  }
}

/** A single call; talks that share knowledge share a suggester. */
export function suggestNext(
  knowledge: Knowledge,
  index: Pick<NotesIndex, 'retrieve'>,
  asked: readonly string[],
  step: number,
): readonly string[] {
  return createSuggester(knowledge, index)(asked, step)
}

/** The step on screen first, then what the author wrote, then the steps ahead, then those behind. */
function candidatesOf(knowledge: Knowledge, step: number): readonly string[] {
  const { plain } = wordingsOf(languageOf(knowledge))
  const pairs =
    knowledge.agent.knowledge?.pairs.filter((pair) => pair.objection === null).map((pair) => pair.question) ?? []
  const plans = (knowledge.agent.knowledge?.plans ?? []).length > 0 ? [plain.askPrice] : []
  const ordered = [...knowledge.steps].sort((a, b) => distance(a.order, step) - distance(b.order, step))
  const ofSteps = ordered.map(({ id, order, title, sentences }) => {
    const written = knowledge.items.find((item) => item.stepId === id && item.source === undefined)?.questions ?? []
    if (written.length > 0) return written
    // Templates of questions are in English.
    if (languageOf(knowledge) !== 'en') return title === '' ? [] : [plain.askAbout(title)]
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

import { suggestedQuestion } from '#domain/suggested-question.ts'

import { languageOf, type Knowledge, type PresentedDemo } from './knowledge.ts'
import type { NotesIndex } from './notes-index.ts'
import { toBareWords, toPlainText } from './plain-text.ts'
import { groupIdOf } from './retrieval-index.ts'
import { suggestStepQuestions } from './step-questions.ts'
import { wordingsOf } from './wordings.ts'

const suggestionsMax = 3
const candidatesMax = 60
/** The maximum number of sentences that the searches of one call may look at. */
const sentencesMax = 60_000
/** Only the last questions of a conversation count as asked; earlier ones may be suggested again. */
const askedMax = 12
const coversKept = 240

/** Suggests the visitor's next questions, after those already asked. */
export type Suggester = (asked: readonly string[], step: number) => readonly string[]

/**
 * Suggests questions that the agent can answer: from the author's pairs, the steps and the plans, about what hasn't
 * been asked or shown yet. Each is first tried on the agent's own index, so that every suggestion has an answer.
 * Results are cached in `known`, because every conversation with the same knowledge needs them.
 */
export function createSuggester(
  knowledge: Knowledge,
  index: Pick<NotesIndex, 'retrieve'>,
  known = new Map<string, readonly string[]>(),
): Suggester {
  const searchesMax = Math.min(candidatesMax, Math.ceil(sentencesMax / Math.max(1, knowledge.items.length)))
  const covers = new Map<string, readonly string[]>()
  const candidates = new Map<number, readonly string[]>()

  /** The groups that answer a candidate; none if the index isn't certain. */
  function answering(question: string): readonly string[] {
    const before = known.get(question)
    if (before !== undefined) return before
    const found = index.retrieve(question)
    const groups = found.status === 'ok' ? found.items.map(groupIdOf) : []
    known.set(question, groups)
    return groups
  }

  /** The groups that an asked question is about, remembered for the last few conversations. */
  function covering(question: string): readonly string[] {
    const groups = covers.get(question) ?? index.retrieve(question).items.map(groupIdOf)
    covers.delete(question)
    covers.set(question, groups)
    for (const oldest of covers.keys()) {
      if (covers.size <= coversKept) break
      covers.delete(oldest)
    }
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
    const said = new Set(recent.map(toBareWords))
    const covered = new Set(recent.flatMap(covering))
    const fresh: string[] = []
    let searches = 0
    for (const question of candidatesAt(step)) {
      if (said.has(toBareWords(question)) || fresh.includes(question)) continue
      if (!known.has(question)) searches += 1
      if (searches > searchesMax) break
      const groups = answering(question)
      if (groups.every((group) => covered.has(group))) continue
      for (const group of groups) covered.add(group)
      fresh.push(question)
      if (fresh.length === suggestionsMax) break
    }
    return fresh
  }
}

/** For a single call; conversations with the same knowledge share a suggester. */
export function suggestNext(
  knowledge: Knowledge,
  index: Pick<NotesIndex, 'retrieve'>,
  asked: readonly string[],
  step: number,
): readonly string[] {
  return createSuggester(knowledge, index)(asked, step)
}

/** First the step on screen, then the author's pairs, then later steps, then earlier ones. */
function candidatesOf(knowledge: Knowledge, step: number): readonly string[] {
  const { plain } = wordingsOf(languageOf(knowledge))
  const pairs =
    knowledge.agent.knowledge?.pairs.filter((pair) => pair.objection === null).map((pair) => pair.question) ?? []
  const plans = (knowledge.agent.knowledge?.plans ?? []).length > 0 ? [plain.askPrice] : []
  const ordered = [...knowledge.steps]
    .sort((a, b) => distance(a.order, step) - distance(b.order, step))
    .slice(0, candidatesMax)
  const ofSteps = ordered.map(({ id, order, title, sentences, hasNotes }) => {
    const written = knowledge.items.find((item) => item.stepId === id && item.source === undefined)?.questions ?? []
    if (written.length > 0) return written
    // Without text, the title would be the whole answer.
    if (!hasNotes) return []
    // Templates for questions are in English.
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

/** Three requests to see steps of the demo, those with notes first, for an agent whose notes answer no question. */
export function suggestSteps(demo: PresentedDemo): readonly string[] {
  const asked = demo.steps.flatMap((step) => {
    const question = suggestedQuestion(toPlainText(step.title ?? ''))
    return question === null ? [] : [{ question, hasNotes: (step.description ?? '').trim() !== '' }]
  })
  const ranked = [...asked.filter((each) => each.hasNotes), ...asked.filter((each) => !each.hasNotes)]
  return [...new Set(ranked.map((each) => each.question))].slice(0, 3)
}

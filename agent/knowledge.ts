import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { Personality } from '#domain/agent-options.ts'
import type { CitedSource } from '#protocol/agent-events.ts'

import { noAgentKnowledge, type AgentKnowledge } from './agent-knowledge.ts'
import { forbid, knowledgeItems } from './knowledge-items.ts'
import { toPlainText } from './plain-text.ts'
import { asSentences, continuesPiece, countWords, splitSentences } from './sentences.ts'
import { wordingsOf, type Wordings } from './wordings.ts'

/** A demo in the form the agent needs, whatever its source. */
export interface PresentedDemo {
  readonly name: string
  readonly description: string | null
  readonly steps: readonly PresentedStep[]
}

export interface PresentedStep {
  readonly id: string
  /** From 1. */
  readonly order: number
  readonly title: string | null
  readonly description: string | null
  /** The texts of the step's cards. */
  readonly cards?: readonly string[]
  /** Questions the step answers, in buyers' words. */
  readonly questions?: readonly string[]
  /** Sentences of the captured page that the step shows. */
  readonly page?: readonly string[]
}

export interface PresentingAgent {
  readonly name: string
  readonly personality: Personality
  /** The language of this conversation; absent means English. */
  readonly language?: AgentLanguage
  /** All languages the agent speaks, the main one first; absent means only `language`. */
  readonly languages?: readonly AgentLanguage[]
  readonly welcomeMessage: string | null
  /** Text that the author wrote to be spoken. Not the sales process, which is advice to the agent. */
  readonly demoScript: string | null
  /** The author has set meeting hours. */
  readonly takesMeetings: boolean
  /** Absent if the agent knows only the demo's own texts. */
  readonly knowledge?: AgentKnowledge
}

/** One quotable sentence and its source. */
export interface KnowledgeItem {
  readonly id: string
  readonly text: string
  /** The heading above the sentence; used for search, not quoted. */
  readonly context: string
  readonly stepOrder: number | null
  readonly stepId: string | null
  /** Its position among its neighbours, so that an answer can continue with the next sentence. */
  readonly index: number
  /** The rest of a long sentence, whose start is the item before. */
  readonly isRest?: boolean
  /** The source; absent for a step of the demo. */
  readonly source?: CitedSource
  /** Questions it answers, in buyers' words; used for search, not quoted. */
  readonly questions?: readonly string[]
  /** A reply to an objection, which answers no question. */
  readonly isForObjections?: boolean
}

/** What the agent says when presenting a step. */
export interface StepScript {
  readonly id: string
  readonly order: number
  readonly title: string
  readonly sentences: readonly string[]
  /** False if the sentences only say the title. */
  readonly hasNotes: boolean
}

export interface Knowledge {
  readonly demoName: string
  readonly agent: PresentingAgent
  readonly steps: readonly StepScript[]
  readonly items: readonly KnowledgeItem[]
  /** Sentences of the steps' captured pages: quoted only if the author's own words have no answer. */
  readonly pageItems: readonly KnowledgeItem[]
}

/** The language of a conversation. */
export function languageOf({ agent }: Pick<Knowledge, 'agent'>): AgentLanguage {
  return agent.language ?? 'en'
}

/** Everything the agent may say: the demo's texts and the agent's knowledge, without forbidden words. */
export function buildKnowledge(demo: PresentedDemo, agent: PresentingAgent): Knowledge {
  const isAllowed = forbid(agent.knowledge?.neverSay ?? [])
  const ordered = inOrder(demo)
  const steps = stepScripts(demo, agent)
  const items = [
    ...ordered.flatMap((step, index) => stepItems(step, steps[index])),
    ...knowledgeItems(agent.knowledge ?? noAgentKnowledge, steps),
    ...toItems('demo', demo.description, demo.name),
    ...toItems('script', agent.demoScript, ''),
  ]
  return {
    demoName: toPlainText(demo.name).replaceAll('\n', ' '),
    agent,
    steps,
    items: items.filter((item) => isAllowed(item.text)),
    pageItems: pageItems(ordered, steps).filter((item) => isAllowed(item.text)),
  }
}

/** Keeps indexing the pages much faster than indexing the notes. */
const pageItemsMax = 600

/** The pages' sentences without duplicates, because headers and menus are on every page. */
function pageItems(steps: readonly PresentedStep[], scripts: readonly StepScript[]): readonly KnowledgeItem[] {
  const known = new Set<string>()
  const items = steps.flatMap(({ id, page = [] }, at) => {
    const { order = at + 1, title = '' } = scripts[at] ?? {}
    const fresh = page.map((text) => toPlainText(text)).filter((text) => !known.has(text))
    for (const text of fresh) known.add(text)
    return fresh.map((text, index) => ({
      id: `seen-${order}-${index}`,
      text,
      context: title,
      stepOrder: order,
      stepId: id,
      index,
    }))
  })
  return items.slice(0, pageItemsMax)
}

/** What the agent says on each step, in order: its notes, otherwise its title. */
export function stepScripts(demo: PresentedDemo, agent: PresentingAgent): readonly StepScript[] {
  const isAllowed = forbid(agent.knowledge?.neverSay ?? [])
  return inOrder(demo).map((step, index) => toStepScript(step, index, isAllowed, wordingsOf(languageOf({ agent }))))
}

function inOrder(demo: PresentedDemo): readonly PresentedStep[] {
  return [...demo.steps].sort((a, b) => a.order - b.order)
}

function toStepScript(
  step: PresentedStep,
  index: number,
  isAllowed: (text: string) => boolean,
  { plain }: Wordings,
): StepScript {
  const title = toPlainText(step.title ?? '').replaceAll('\n', ' ')
  const notes = splitSentences(toPlainText(step.description ?? '')).filter(isAllowed)
  const order = index + 1
  const isTitled = title !== '' && isAllowed(title)
  const fallback = isTitled ? splitSentences(endWithPeriod(title)) : [plain.stepScript(order)]
  const hasNotes = notes.length > 0
  return { id: step.id, order, title: isTitled ? title : '', sentences: hasNotes ? notes : fallback, hasNotes }
}

/** The sentences of a step's notes and cards, with the questions it answers. */
function stepItems(step: PresentedStep, script: StepScript | undefined): readonly KnowledgeItem[] {
  if (script === undefined) return []
  const { id, order, title, sentences } = script
  const spoken = new Set(sentences)
  const cards = (step.cards ?? [])
    .flatMap((card) => splitSentences(toPlainText(card)))
    .filter((sentence) => !spoken.has(sentence) && countWords(sentence) >= cardWordsMin)
  const questions = step.questions ?? []
  const quoted = script.hasNotes ? asSentences(sentences) : sentences
  return [...quoted, ...new Set(cards)].map((text, index) => ({
    id: `step-${order}-${index}`,
    text,
    context: title,
    stepOrder: order,
    stepId: id,
    index,
    ...(script.hasNotes && index < sentences.length && continuesPiece(sentences, index) && { isRest: true }),
    ...(questions.length > 0 && { questions }),
  }))
}

/** A card with fewer words is a button. */
const cardWordsMin = 3

function toItems(prefix: string, text: string | null, context: string): readonly KnowledgeItem[] {
  const pieces = splitSentences(toPlainText(text ?? ''))
  return asSentences(pieces).map((sentence, index) => ({
    id: `${prefix}-${index}`,
    text: sentence,
    context,
    stepOrder: null,
    stepId: null,
    index,
    ...(continuesPiece(pieces, index) && { isRest: true }),
  }))
}

function endWithPeriod(title: string): string {
  return /[.!?…]$/u.test(title) ? title : `${title}.`
}

import { closestItems } from '#agent/closest-items.ts'
import { toSpokenIn } from '#agent/languages/spoken.ts'
import { buildKnowledge, languageOf, stepScripts, type Knowledge, type KnowledgeItem } from '#agent/knowledge.ts'
import type { Responder } from '#agent/responder.ts'
import { indexNotes, notesLanguageOf, type NotesIndex } from '#agent/notes-index.ts'
import { authorsSentences, withoutMarks } from '#agent/quote-foreign-notes.ts'
import { createRuleResponder } from '#agent/rule-responder.ts'
import { cacheableTexts, type CacheableTexts } from '#agent/cacheable-texts.ts'
import { createSuggester, type Suggester } from '#agent/suggest-questions.ts'
import { readLanguage } from '#agent/languages/read-language.ts'
import { toAgentLanguage, type AgentLanguage } from '#domain/agent-languages.ts'

import type { AgentDemo } from './agent-demo.ts'
import { countBreaks } from './bound-notes.ts'
import { findInThread, indexInThread } from './index-thread.ts'

/** An agent's knowledge of a demo, with the built-in responder over its index. */
export interface SharedKnowledge {
  readonly knowledge: Knowledge
  readonly responder: Responder
  readonly suggest: Suggester
  /** Computed on first use. */
  readonly standing: () => CacheableTexts
  /** The language a sentence is written in: notes are quoted as they are. */
  readonly languageOf: (text: string) => AgentLanguage
  /** A sentence in spoken form; cached for sentences that recur. */
  readonly toSpoken: (text: string) => string
}

interface Noted {
  readonly knowledge: Knowledge
  readonly index: NotesIndex
  /** Suggested questions already searched; in the language of the knowledge. */
  readonly suggested: ReadonlyMap<string, readonly string[]>
}

const shared = new WeakMap<AgentDemo, SharedKnowledge>()
const noted = new WeakMap<AgentDemo['demo'], Noted>()
const preparing = new WeakMap<AgentDemo['demo'], Promise<void>>()

/** Indexes a demo in another thread, so that the server keeps answering; `shareKnowledge` indexes a tiny one. */
export async function prepareKnowledge({ workspaceId, demo, agent }: AgentDemo): Promise<void> {
  if (noted.has(demo)) return
  const started = preparing.get(demo) ?? prepare()
  preparing.set(demo, started)
  return started.finally(() => preparing.delete(demo))

  async function prepare(): Promise<void> {
    if (isTiny({ demo, agent })) return
    const { knowledge, read, suggested } = await indexInThread(workspaceId, { demo, agent })
    noted.set(demo, { knowledge, index: indexNotes(knowledge, read), suggested })
  }
}

/** The items closest to a question, of a draft that no conversation has indexed. */
export async function findClosestItems(
  { workspaceId, demo, agent }: AgentDemo,
  question: string,
): Promise<readonly KnowledgeItem[]> {
  if (isSmall({ demo, agent })) return closestItems(buildKnowledge(demo, agent).items, question)
  return findInThread(workspaceId, { demo, agent, question })
}

function isSmall({ demo, agent }: Pick<AgentDemo, 'demo' | 'agent'>): boolean {
  const text = JSON.stringify([demo, agent])
  return text.length <= charactersAtOnce && countBreaks(text.replaceAll('\\n', '\n')) <= sentencesAtOnce
}

/** The sentence encoder reads only English, and takes milliseconds per sentence. */
function isTiny({ demo, agent }: Pick<AgentDemo, 'demo' | 'agent'>): boolean {
  if (!isSmall({ demo, agent })) return false
  const knowledge = buildKnowledge(demo, agent)
  return knowledge.items.length <= encodedAtOnce || notesLanguageOf(knowledge) !== 'en'
}

const encodedAtOnce = 6

/** Reading these takes about 50 ms, and starting a thread longer. */
const charactersAtOnce = 60_000
const sentencesAtOnce = 2_000

/** Built once for all conversations with the same version of agent and demo. */
export function shareKnowledge(demo: AgentDemo): SharedKnowledge {
  const known = shared.get(demo)
  if (known !== undefined) return known
  // Conversations in other languages share the notes and their index.
  const notes = noted.get(demo.demo) ?? takeNotes(demo)
  noted.set(demo.demo, notes)
  const { index } = notes
  const isSameLanguage = languageOf(notes.knowledge) === languageOf(demo)
  const steps = isSameLanguage ? notes.knowledge.steps : stepScripts(demo.demo, demo.agent)
  const knowledge = { ...notes.knowledge, agent: demo.agent, steps }
  let standing: CacheableTexts | null = null
  const spoken = new Map<string, string>()
  const own = toAgentLanguage(demo.voice.lang)
  const quotable = authorsSentences(notes.knowledge)
  const written = readLanguage([...quotable].join(' '), commonWordsMin) ?? own
  const isNote = (text: string): boolean => quotable.has(text) || quotable.has(withoutMarks(text, own))
  const languageOfText = (text: string): AgentLanguage => (written !== own && isNote(text) ? written : own)
  const built = {
    languageOf: languageOfText,
    knowledge,
    responder: createRuleResponder(knowledge, index),
    suggest: createSuggester(knowledge, index, new Map(notes.suggested)),
    standing: () => (standing ??= cacheableTexts(knowledge)),
    toSpoken: (text: string): string => {
      const language = languageOfText(text)
      const plain = language === own ? text : withoutMarks(text, own)
      const said = spoken.get(text) ?? toSpokenIn(language, plain, demo.pronunciations)
      if (standing?.all.has(text) === true) spoken.set(text, said)
      return said
    },
  }
  shared.set(demo, built)
  return built
}

/** A text with fewer common words could be in any language. */
const commonWordsMin = 3

function takeNotes({ demo, agent }: AgentDemo): Noted {
  const knowledge = buildKnowledge(demo, agent)
  return { knowledge, index: indexNotes(knowledge), suggested: new Map() }
}

import { stepScripts, type PresentedDemo, type PresentingAgent } from '#agent/knowledge.ts'
import { readLanguage } from '#agent/languages/read-language.ts'
import { toSpokenIn } from '#agent/languages/spoken.ts'
import { toPlainText } from '#agent/plain-text.ts'
import { splitSentences } from '#agent/sentences.ts'
import { toAgentLanguage } from '#domain/agent-languages.ts'
import type { Pronunciation } from '#domain/speech-providers.ts'
import { stepScript } from '#domain/step-narration.ts'

/** A demo whose steps are spoken. */
export interface SpeakingDemo {
  /** As the author wrote it, with variables. */
  readonly template: PresentedDemo
  readonly agent: PresentingAgent
  /** The agent's language, used if the demo's can't be detected. */
  readonly lang: string
  readonly pronunciations: readonly Pronunciation[]
}

export interface SpokenStep {
  readonly id: string
  /** Captions; may contain variables. */
  readonly sentences: readonly string[]
  /** The same in spoken form. The player fills in variables, so sentences with one are as written. */
  readonly said: readonly string[]
}

/** The words of a step's recording. */
export interface RecordedWords {
  readonly stepId: string
  readonly text: string
}

export interface SpokenSteps {
  /** The language that the steps are written in, whatever the agent speaks. */
  readonly lang: string
  /** The agent's sentences for each step; empty for a step without text. */
  readonly scripts: readonly SpokenStep[]
  /** The words of recordings that differ from the step's text. */
  readonly recorded: readonly SpokenStep[]
}

/** Takes a second for a million characters. */
export function speakSteps(
  { template, agent, lang: agentLang, pronunciations }: SpeakingDemo,
  recordings: readonly RecordedWords[],
): SpokenSteps {
  const wordless = new Set(template.steps.filter((step) => stepScript(step) === '').map(({ id }) => id))
  const scripts = stepScripts(template, agent).map(({ id, sentences }) => ({
    id,
    sentences: wordless.has(id) ? [] : sentences,
  }))
  const texts = scripts.flatMap(({ sentences }) => sentences)
  const lang = readLanguage(texts.join(' '), commonWordsMin) ?? agentLang
  const language = toAgentLanguage(lang)
  const withSaid = (step: Omit<SpokenStep, 'said'>): SpokenStep => ({
    ...step,
    said: step.sentences.map((text) => (text.includes('{{') ? text : toSpokenIn(language, text, pronunciations))),
  })
  const recorded = recordings
    .map(({ stepId, text }) => ({ id: stepId, sentences: splitSentences(toPlainText(text)) }))
    .filter(({ sentences }) => sentences.length > 0)
  return { lang, scripts: scripts.map(withSaid), recorded: recorded.map(withSaid) }
}

/** A text with fewer common words could be in any language. */
const commonWordsMin = 3

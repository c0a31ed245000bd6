import { stepScript } from '#domain/step-narration.ts'
import { fillVariables, type VariableValues } from '#domain/variables.ts'
import type { AgentVoice } from '#protocol/agent-events.ts'
import { narrationPath, type DemoNarration } from '#protocol/narration.ts'
import type { PreviewSound } from '#protocol/preview-messages.ts'
import type { PlayerDemo, PlayerStep } from '#protocol/player-page.ts'

import type { StepWords } from './cues.ts'

export interface Script {
  /** The voice for steps without a recording. */
  readonly wanted: AgentVoice
  readonly wordsOf: (step: PlayerStep) => StepWords
}

/** A demo's link, or in the editor's preview the recordings by step id. */
export type ScriptSource = string | Readonly<Record<string, PreviewSound>>

/** Loads each step's script and voice. If the server doesn't answer, the steps' own texts are used. */
export async function loadScript(demo: PlayerDemo, values: VariableValues, from: ScriptSource): Promise<Script> {
  const narration = typeof from === 'string' ? await fetchNarration(from) : null
  const sounds = typeof from === 'string' ? {} : from
  const fallbacks = Object.fromEntries(demo.look.variables.map(({ name, fallback }) => [name.toLowerCase(), fallback]))
  const known = new Map(narration?.steps.map((step) => [step.id, step]))
  return {
    wanted: narration?.voice ?? plainVoice,
    wordsOf: (step) => {
      const found = known.get(step.id)
      if (found === undefined) {
        const { text = '', ...audio } = sounds[step.id] ?? {}
        const sentences = sentencesOf(text === '' ? stepScript(step) : text)
        return { sentences, audio: 'url' in audio ? audio : null }
      }
      const fill = (text: string): string => fillVariables(text, values, fallbacks)
      return { sentences: found.sentences.map(fill), said: found.said.map(fill), audio: found.audio }
    },
  }
}

async function fetchNarration(link: string): Promise<DemoNarration | null> {
  try {
    const answer = await fetch(`${narrationPath}/demos/${encodeURIComponent(link)}`, {
      signal: AbortSignal.timeout(answerMsMax),
    })
    return answer.ok ? ((await answer.json()) as DemoNarration) : null
  } catch {
    return null
  }
}

const answerMsMax = 4_000

const plainVoice: AgentVoice = { value: '', label: '', gender: 'female', pitch: 1, rate: 1, lang: 'en' }

/** Splits by the browser's rules; the server's are better. */
function sentencesOf(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (!('Segmenter' in Intl)) return lines
  const splitter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
  return lines.flatMap((line) => [...splitter.segment(line)].map(({ segment }) => segment.trim()))
}

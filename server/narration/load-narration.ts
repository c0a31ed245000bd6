import { toSpokenIn } from '#agent/languages/spoken.ts'
import { toPlainText } from '#agent/plain-text.ts'
import { splitSentences } from '#agent/sentences.ts'
import { toAgentLanguage } from '#domain/agent-languages.ts'
import type { DemoNarration, NarratedStep } from '#protocol/narration.ts'
import { loadAgentDemo } from '#server/agent/agent-demo.ts'
import type { Services } from '#server/services.ts'
import { findOpenedDemoId, type ShareAccess } from '#server/share/share-access.ts'

import { findRecordings } from './step-recordings.ts'
import { findStepSpeech, inItsLanguage, scriptsOf } from './step-speech.ts'

/** The script of each step of the demo that this access opens; null if it opens none. */
export async function loadNarration(services: Services, access: ShareAccess): Promise<DemoNarration | null> {
  const demoId = await findOpenedDemoId(services, access)
  if (demoId === null) return null
  const [loaded, recordings] = await Promise.all([loadAgentDemo(services, demoId), findRecordings(services, access)])
  if (!loaded.ok) return null
  const demo = inItsLanguage(loaded.value)
  const { voice, pronunciations } = demo
  const scripts = scriptsOf(demo)
  const silent = scripts.filter(({ id }) => !recordings.has(id))
  const speech = await findStepSpeech(services, demo, { steps: silent, link: access.link })
  const language = toAgentLanguage(voice.lang)
  /** The player fills in variables, so sentences with one are read as written. */
  const withSaid = (step: Omit<NarratedStep, 'said'>): NarratedStep => ({
    ...step,
    said: step.sentences.map((text) => (text.includes('{{') ? text : toSpokenIn(language, text, pronunciations))),
  })
  const steps = scripts.map(({ id, sentences }) => {
    const recording = recordings.get(id)
    if (recording === undefined) return withSaid({ id, sentences, audio: speech.get(id) ?? null })
    const { url, ms, text } = recording
    const own = splitSentences(toPlainText(text))
    return withSaid({ id, sentences: own.length === 0 ? sentences : own, audio: { url, ms } })
  })
  return { voice, steps }
}

import { toPlainText } from '#agent/plain-text.ts'
import { splitSentences } from '#agent/sentences.ts'
import { stepScripts } from '#agent/knowledge.ts'
import { stepScript } from '#domain/step-narration.ts'
import type { DemoNarration } from '#protocol/narration.ts'
import { loadAgentDemo } from '#server/agent/agent-demo.ts'
import type { Services } from '#server/services.ts'
import { findOpenedDemoId, type ShareAccess } from '#server/share/share-access.ts'

import { findStepAudio } from './step-audio.ts'

/** The script of each step of the demo that this access opens; null if it opens none. */
export async function loadNarration(services: Services, access: ShareAccess): Promise<DemoNarration | null> {
  const demoId = await findOpenedDemoId(services, access)
  if (demoId === null) return null
  const [loaded, sounds] = await Promise.all([loadAgentDemo(services, demoId), findStepAudio(services, access)])
  if (!loaded.ok) return null
  // The player fills in the visitor's values.
  const { template, agent, voice } = loaded.value
  const wordless = new Set(template.steps.filter((step) => stepScript(step) === '').map(({ id }) => id))
  const steps = stepScripts(template, agent).map(({ id, sentences: presented }) => {
    const sentences = wordless.has(id) ? [] : presented
    const sound = sounds.get(id)
    if (sound === undefined) return { id, sentences, audio: null }
    const { url, ms, text } = sound
    const spoken = splitSentences(toPlainText(text))
    return { id, sentences: spoken.length === 0 ? sentences : spoken, audio: { url, ms } }
  })
  return { voice, steps }
}

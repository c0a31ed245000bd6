import type { DemoNarration } from '#protocol/narration.ts'
import { loadAgentDemo } from '#server/agent/agent-demo.ts'
import type { Services } from '#server/services.ts'
import { findOpenedDemoId, type ShareAccess } from '#server/share/share-access.ts'

import { findSpokenSteps } from './speak-thread.ts'
import { findRecordings } from './step-recordings.ts'
import { findStepSpeech } from './step-speech.ts'

/** The script of each step of the demo that this access opens, for a visitor at this address; null if it opens none. */
export async function loadNarration(
  services: Services,
  { access, address }: { readonly access: ShareAccess; readonly address: string },
): Promise<DemoNarration | null> {
  const demoId = await findOpenedDemoId(services, access)
  if (demoId === null) return null
  const [loaded, recordings] = await Promise.all([loadAgentDemo(services, demoId), findRecordings(services, access)])
  if (!loaded.ok) return null
  const demo = loaded.value
  const words = [...recordings].map(([stepId, { text }]) => ({ stepId, text }))
  const spoken = await findSpokenSteps(demo, { address, recordings: words })
  const speech = await findStepSpeech(services, demo, { spoken, recordings, link: access.link })
  const recorded = new Map(spoken.recorded.map((step) => [step.id, step]))
  const steps = spoken.scripts.map((script) => {
    const recording = recordings.get(script.id)
    if (recording === undefined) return { ...script, audio: speech.get(script.id) ?? null }
    const { url, ms } = recording
    return { ...(recorded.get(script.id) ?? script), audio: { url, ms } }
  })
  return { voice: { ...demo.voice, lang: spoken.lang }, steps }
}

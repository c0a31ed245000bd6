import { toSpokenIn } from '#agent/languages/spoken.ts'
import { toAgentLanguage } from '#domain/agent-languages.ts'
import { loadAgentDemo } from '#server/agent/agent-demo.ts'
import { prepareKnowledge, shareKnowledge } from '#server/agent/shared-knowledge.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { Services } from '#server/services.ts'

import { patientDeadlines } from './speech-caller.ts'
import { TurnVoice } from './turn-voice.ts'
import { voiceIdOf } from './workspace-speech.ts'

/**
 * Synthesises an agent's greetings and scripts before the first visitor arrives. Runs in the background, one workspace
 * at a time; stops at the first failure, since a conversation synthesises what is missing.
 */
export function prepareSpeech(services: Services, agent: { readonly id: string; readonly workspaceId: string }): void {
  const { config, log } = services
  if (!config.keepsSpeech) return
  const before = running.get(agent.workspaceId) ?? Promise.resolve()
  const work = before
    .then(() => speakScripts(services, agent))
    .catch((error: unknown) => log.info({ err: error, agentId: agent.id }, 'A script was not spoken ahead'))
    .finally(() => {
      if (running.get(agent.workspaceId) === work) running.delete(agent.workspaceId)
    })
  running.set(agent.workspaceId, work)
}

/** Resolves when every script so far is spoken. */
export async function preparedSpeech(): Promise<void> {
  while (running.size > 0) await Promise.all(running.values())
}

const running = new Map<string, Promise<void>>()

async function speakScripts(
  services: Services,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): Promise<void> {
  const { speech } = services
  const provider = await speech.find(workspaceId)
  if (provider === null) return
  const demoIds = (await procedureCaller(services)('demos_of_agent', { p_agent_id: id })) as readonly string[]
  let left = sentencesMax
  for (const demoId of demoIds) {
    const loaded = await loadAgentDemo(services, demoId)
    if (!loaded.ok || left <= 0) continue
    const { voice, pronunciations } = loaded.value
    await prepareKnowledge(loaded.value)
    const { script } = shareKnowledge(loaded.value).standing()
    const sentences = script.slice(0, left).map((text) => ({
      text: toSpokenIn(toAgentLanguage(voice.lang), text, pronunciations),
      voice: voiceIdOf(provider, voice.value, voice.lang),
      language: voice.lang,
      speed: voice.speed ?? 1,
      isStanding: true,
    }))
    left -= sentences.length
    const use = { workspaceId, agentId: id, conversationId: null }
    for (const sentence of sentences) {
      const turn = new TurnVoice({
        begin: (characters) => speech.begin(provider, use, characters),
        clips: speech.clips,
        provider,
        workspaceId,
        sentences: [sentence],
        deadlines: patientDeadlines,
      })
      try {
        for await (const part of turn.speak(0, new AbortController().signal)) void part
      } finally {
        turn.close()
      }
    }
  }
}

const sentencesMax = 300

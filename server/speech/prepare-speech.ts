import { toSpokenIn } from '#agent/languages/spoken.ts'
import { toAgentLanguage } from '#domain/agent-languages.ts'
import { loadAgentDemo, type AgentDemo } from '#server/agent/agent-demo.ts'
import { prepareKnowledge, shareKnowledge } from '#server/agent/shared-knowledge.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { Services } from '#server/services.ts'

import { patientDeadlines } from './speech-caller.ts'
import { TurnVoice, type VoicedSentence } from './turn-voice.ts'
import { voiceIdOf, type WorkspaceSpeech } from './workspace-speech.ts'

/**
 * Synthesises an agent's greetings, scripts and own phrases before the first visitor arrives, in the background. Stops at the first
 * failure, since a conversation synthesises what is missing.
 */
export function prepareSpeech(services: Services, agent: { readonly id: string; readonly workspaceId: string }): void {
  const { id: agentId, workspaceId } = agent
  prepare(services, { agentId, workspaceId }, (provider) => speakScripts(services, provider, agent))
}

/** The same for sentences of a demo's steps that its narration lacks. */
export function prepareSentences(services: Services, demo: AgentDemo, sentences: readonly string[]): void {
  prepare(services, demo, (provider) => speakSentences(services, provider, demo, sentences))
}

/** Resolves when every script so far is spoken. */
export async function preparedSpeech(): Promise<void> {
  while (running.size > 0) await Promise.all(running.values())
}

/** How a sentence of the agent's own is synthesised. */
export function toStandingSentence(
  provider: WorkspaceSpeech,
  { voice, pronunciations }: Pick<AgentDemo, 'voice' | 'pronunciations'>,
  text: string,
): VoicedSentence {
  return {
    text: toSpokenIn(toAgentLanguage(voice.lang), text, pronunciations),
    voice: voiceIdOf(provider, voice.value, voice.lang),
    language: voice.lang,
    speed: voice.speed ?? 1,
    isStanding: true,
  }
}

const running = new Map<string, Promise<void>>()

/** One at a time for each workspace. */
function prepare(
  services: Services,
  { agentId, workspaceId }: Pick<AgentDemo, 'agentId' | 'workspaceId'>,
  speak: (provider: WorkspaceSpeech) => Promise<void>,
): void {
  const { config, log, speech } = services
  if (!config.keepsSpeech) return
  const before = running.get(workspaceId) ?? Promise.resolve()
  const work = before
    .then(async () => {
      const provider = await speech.find(workspaceId)
      if (provider !== null) await speak(provider)
    })
    .catch((error: unknown) => log.info({ err: error, agentId }, 'A script was not spoken ahead'))
    .finally(() => {
      if (running.get(workspaceId) === work) running.delete(workspaceId)
    })
  running.set(workspaceId, work)
}

async function speakScripts(
  services: Services,
  provider: WorkspaceSpeech,
  { id }: { readonly id: string },
): Promise<void> {
  const demoIds = (await procedureCaller(services)('demos_of_agent', { p_agent_id: id })) as readonly string[]
  let left = sentencesMax
  let said: { readonly demo: AgentDemo; readonly phrases: readonly string[] } | null = null
  for (const demoId of demoIds) {
    const loaded = await loadAgentDemo(services, demoId)
    if (!loaded.ok || left <= 0) continue
    await prepareKnowledge(loaded.value)
    const { script, phrases } = shareKnowledge(loaded.value).standing()
    const spoken = script.slice(0, left)
    left -= spoken.length
    await speakSentences(services, provider, loaded.value, spoken)
    said = { demo: loaded.value, phrases }
  }
  // The scripts are heard first.
  if (said !== null) await speakSentences(services, provider, said.demo, said.phrases)
}

async function speakSentences(
  { speech }: Services,
  provider: WorkspaceSpeech,
  demo: AgentDemo,
  sentences: readonly string[],
): Promise<void> {
  const { workspaceId, agentId } = demo
  const use = { workspaceId, agentId, conversationId: null }
  for (const text of sentences) {
    const turn = new TurnVoice({
      begin: (characters) => speech.begin(provider, use, characters),
      clips: speech.clips,
      provider,
      workspaceId,
      sentences: [toStandingSentence(provider, demo, text)],
      deadlines: patientDeadlines,
    })
    try {
      for await (const part of turn.speak(0, new AbortController().signal)) void part
    } finally {
      turn.close()
    }
  }
}

const sentencesMax = 300

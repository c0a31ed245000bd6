import { toSpokenIn } from '#agent/languages/spoken.ts'
import { toAgentLanguage, type AgentLanguage } from '#domain/agent-languages.ts'
import { loadAgentDemo, type AgentDemo } from '#server/agent/agent-demo.ts'
import { prepareKnowledge, shareKnowledge } from '#server/agent/shared-knowledge.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { Services } from '#server/services.ts'

import { patientDeadlines } from './speech-caller.ts'
import { TurnVoice, type VoicedSentence } from './turn-voice.ts'
import { voiceIdOf, type WorkspaceSpeech } from './workspace-speech.ts'

/**
 * Synthesises an agent's greetings, scripts and own phrases in the background, before the first visitor arrives. Stops at
 * the first failure, since a conversation synthesises what is missing.
 */
export function prepareSpeech(services: Services, agent: { readonly id: string; readonly workspaceId: string }): void {
  const { id: agentId, workspaceId } = agent
  prepare(services, { agentId, workspaceId }, (provider) => speakScripts(services, provider, agent))
}

/** The same for sentences of a demo's steps that its narration lacks. */
export function prepareSentences(services: Services, demo: AgentDemo, sentences: readonly string[]): void {
  const language = toAgentLanguage(demo.voice.lang)
  prepare(services, demo, (provider) =>
    speakSentences(services, provider, demo, { sentences, languageOf: () => language }),
  )
}

/** Resolves when every script so far is spoken. */
export async function preparedSpeech(): Promise<void> {
  while (running.size > 0) await Promise.all(running.values())
}

/** How a sentence of the agent's own is synthesised, from its spoken form. */
export function voicedAs(
  provider: WorkspaceSpeech,
  { voice }: Pick<AgentDemo, 'voice'>,
  said: string,
  language: AgentLanguage,
): VoicedSentence {
  return {
    text: said,
    voice: voiceIdOf(provider, voice.value, language),
    language,
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
    .catch((error: unknown) => log.info({ err: error, agentId }, 'A script could not be synthesised in advance'))
    .finally(() => {
      if (running.get(workspaceId) === work) running.delete(workspaceId)
    })
  running.set(workspaceId, work)
}

interface Sentences {
  readonly sentences: readonly string[]
  readonly languageOf: (text: string) => AgentLanguage
}

async function speakScripts(
  services: Services,
  provider: WorkspaceSpeech,
  { id }: { readonly id: string },
): Promise<void> {
  const demoIds = (await procedureCaller(services)('demos_of_agent', { p_agent_id: id })) as readonly string[]
  let left = sentencesMax
  let said: { readonly demo: AgentDemo; readonly own: Sentences } | null = null
  for (const demoId of demoIds) {
    const loaded = await loadAgentDemo(services, demoId)
    if (!loaded.ok || left <= 0) continue
    await prepareKnowledge(loaded.value)
    const { standing, languageOf } = shareKnowledge(loaded.value)
    const { script, phrases } = standing()
    const spoken = script.slice(0, left)
    left -= spoken.length
    await speakSentences(services, provider, loaded.value, { sentences: spoken, languageOf })
    said = { demo: loaded.value, own: { sentences: phrases, languageOf } }
  }
  // The scripts are heard first.
  if (said !== null) await speakSentences(services, provider, said.demo, said.own)
}

async function speakSentences(
  { speech }: Services,
  provider: WorkspaceSpeech,
  demo: AgentDemo,
  { sentences, languageOf }: Sentences,
): Promise<void> {
  const { workspaceId, agentId } = demo
  const use = { workspaceId, agentId, conversationId: null }
  for (const text of sentences) {
    const turn = new TurnVoice({
      begin: (characters) => speech.begin(provider, use, characters),
      clips: speech.clips,
      provider,
      workspaceId,
      sentences: [voicedAs(provider, demo, toSpokenIn(languageOf(text), text, demo.pronunciations), languageOf(text))],
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

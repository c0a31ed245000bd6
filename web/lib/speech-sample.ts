import { queryOptions } from '@tanstack/react-query'

import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { Pronunciation } from '#domain/speech-providers.ts'
import type { SampleProblem, SpeechAvailable, SpeechSample, SpokenText } from '#protocol/speech-settings.ts'

import { ask } from './call-backend.ts'
import { fetchAsUser, sendAsUser } from './fetch-as-user.ts'

/** Whether a provider speaks for the workspace's agents. */
export function speechAvailableQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'speech-available'],
    queryFn: async () => {
      const path = `/speech/v1/available?workspace=${workspaceId}`
      return (await ask('settingsFailed', () => fetchAsUser<SpeechAvailable>('GET', path))).isAvailable
    },
    staleTime: 60_000,
    retry: false,
  })
}

/** The spoken form of a text for a browser's own voice; the text itself if the server doesn't answer. */
export async function toSpokenText(
  workspaceId: string,
  text: string,
  pronunciations: readonly Pronunciation[],
  lang: AgentLanguage | undefined,
): Promise<string> {
  const asked = { workspaceId, text, pronunciations, lang }
  return fetchAsUser<SpokenText>('POST', '/speech/v1/spoken-text', asked).then(
    ({ data }) => data?.text ?? text,
    () => text,
  )
}

/** Fetches a sample from the provider and plays it; resolves at its end, or with a message if it failed. */
export async function playSample(sample: SpeechSample, signal: AbortSignal): Promise<string | null> {
  const response = await sendAsUser('POST', '/speech/v1/sample', sample).catch(() => null)
  if (response === null) return 'The server can’t be reached.'
  if (!response.ok || response.headers.get('content-type') !== 'audio/wav') {
    const said = (await response.json().catch(() => ({}))) as Partial<SampleProblem> & { readonly message?: string }
    return said.problem ?? said.message ?? 'The sample could not be played.'
  }
  if (signal.aborted) return null
  const url = URL.createObjectURL(await response.blob())
  try {
    return await play(new Audio(url), signal)
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function play(audio: HTMLAudioElement, signal: AbortSignal): Promise<string | null> {
  const stop = (): void => audio.pause()
  signal.addEventListener('abort', stop)
  try {
    await new Promise<void>((resolve, reject) => {
      audio.addEventListener('ended', () => resolve())
      audio.addEventListener('pause', () => resolve())
      audio.addEventListener('error', () => reject(new Error('This browser can’t play the sample')))
      audio.play().catch(reject)
    })
    return null
  } catch {
    return 'This browser did not play the sample.'
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

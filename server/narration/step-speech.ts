import { createHash } from 'node:crypto'

import { parseByteRange } from '#backend/storage/byte-range.ts'
import { guardHeaders, matchesETag } from '#backend/storage/serve-object.ts'
import { toAgentLanguage } from '#domain/agent-languages.ts'
import { narrationPath, type StepAudio } from '#protocol/narration.ts'
import { loadAgentDemo, type AgentDemo } from '#server/agent/agent-demo.ts'
import type { Services } from '#server/services.ts'
import { findOpenedDemoId, type ShareAccess } from '#server/share/share-access.ts'
import { prepareSentences, voicedAs } from '#server/speech/prepare-speech.ts'
import { clipHash } from '#server/speech/speech-clips.ts'
import { speechBytesPerMs, speechRate } from '#server/speech/speech-port.ts'
import { wavHeader } from '#server/speech/wav-header.ts'

import type { SpokenSteps } from './speak-steps.ts'
import { findSpokenSteps } from './speak-thread.ts'

/** A step's script in a provider's voice. */
interface StepSpeech {
  readonly id: string
  /** Names the audio. */
  readonly hash: string
  readonly sentences: readonly { readonly text: string; readonly hash: string }[]
}

/** The stored speech of these steps, by step id. Sentences that are missing are synthesised for later visitors. */
export async function findStepSpeech(
  services: Services,
  demo: AgentDemo,
  options: {
    readonly spoken: SpokenSteps
    readonly link: string
    /** By step id; these steps are left out. */
    readonly recordings: ReadonlyMap<string, unknown>
  },
): Promise<ReadonlyMap<string, StepAudio>> {
  const { spoken, link, recordings } = options
  const speeches = (await findSpeeches(services, demo, spoken)).filter(({ id }) => !recordings.has(id))
  const all = speeches.flatMap(({ sentences }) => sentences)
  const sizes = await services.speech.clips.sizes(demo.workspaceId, [...new Set(all.map(({ hash }) => hash))])
  const missing = all.filter(({ hash }) => !sizes.has(hash)).map(({ text }) => text)
  if (missing.length > 0 && isDue(demo, services.now())) {
    prepareSentences(services, inLanguage(demo, spoken), missing.slice(0, sentencesMax))
  }
  return new Map(
    speeches.flatMap(({ id, hash, sentences }) => {
      const bytes = sentences.flatMap((sentence) => sizes.get(sentence.hash) ?? [])
      if (bytes.length < sentences.length) return []
      return [[id, { url: urlOf(link, hash), ...timesOf(bytes) }] as const]
    }),
  )
}

/** The audio of a step of a shared demo as a WAV file, whole or a range; null if the link doesn't open it. */
export async function serveStepSpeech(
  services: Services,
  request: Request,
  { access, hash, address }: { readonly access: ShareAccess; readonly hash: string; readonly address: string },
): Promise<Response | null> {
  const demoId = await findOpenedDemoId(services, access)
  const loaded = demoId === null ? null : await loadAgentDemo(services, demoId)
  if (loaded?.ok !== true) return null
  const { workspaceId } = loaded.value
  const spoken = await findSpokenSteps(loaded.value, { address, recordings: null })
  const speech = (await findSpeeches(services, loaded.value, spoken)).find((each) => each.hash === hash)
  if (speech === undefined) return null
  const etag = `"${hash}"`
  const headers = new Headers({
    ...guardHeaders,
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-type': 'audio/wav',
    etag,
  })
  if (matchesETag(request.headers.get('if-none-match') ?? undefined, etag)) {
    return new Response(null, { status: 304, headers })
  }
  const sounds = await Promise.all(
    speech.sentences.map((sentence) => services.speech.clips.find({ workspaceId, hash: sentence.hash })),
  )
  const parts = sounds.flatMap((sound) => (sound === null ? [] : [sound, pause]))
  // Without all sentences, the player continues with another voice.
  if (parts.length < 2 * sounds.length) return null
  const sound = Buffer.concat(parts.slice(0, -1))
  const file = Buffer.concat([wavHeader(sound.length, speechRate), sound])
  const range = [null, etag].includes(request.headers.get('if-range')) ? request.headers.get('range') : null
  return sendRange(file, range, headers)
}

/** What a provider says on each step; nothing without a provider. Hashed once for each version of the demo. */
async function findSpeeches(
  { config, speech }: Services,
  demo: AgentDemo,
  spoken: SpokenSteps,
): Promise<readonly StepSpeech[]> {
  const provider = config.keepsSpeech ? await speech.find(demo.workspaceId) : null
  if (provider === null) return []
  const speaker = inLanguage(demo, spoken)
  const key = JSON.stringify(voicedAs(provider, speaker, '', toAgentLanguage(spoken.lang)))
  const endpoint = JSON.stringify(provider.endpoint)
  const known = hashed.get(spoken)
  if (known?.key === key && known.endpoint === endpoint) return known.speeches
  const hashOf = (said: string): string =>
    clipHash(provider.endpoint, voicedAs(provider, speaker, said, toAgentLanguage(spoken.lang)))
  // The player fills in variables, so their sentences are spoken by the browser.
  const speeches = spoken.scripts
    .filter(({ sentences }) => sentences.length > 0 && !sentences.some((text) => text.includes('{{')))
    .map(({ id, sentences, said }) => {
      const named = sentences.map((text, index) => ({ text, hash: hashOf(said[index] ?? text) }))
      const hash = createHash('sha256')
        .update(named.map((each) => each.hash).join())
        .digest('hex')
      return { id, hash, sentences: named }
    })
  hashed.set(spoken, { key, endpoint, speeches })
  return speeches
}

const hashed = new WeakMap<
  SpokenSteps,
  { readonly key: string; readonly endpoint: string; readonly speeches: readonly StepSpeech[] }
>()

/** With a voice of the language its steps are written in, whatever the agent speaks. */
function inLanguage(demo: AgentDemo, { lang }: SpokenSteps): AgentDemo {
  return { ...demo, voice: { ...demo.voice, lang } }
}

/** Whether to ask the provider again; not on every visit, in case it keeps failing. */
function isDue({ demoId }: AgentDemo, now: number): boolean {
  if (now - (askedAt.get(demoId) ?? 0) < askAgainMs) return false
  askedAt.delete(demoId)
  askedAt.set(demoId, now)
  const [oldest = ''] = askedAt.keys()
  if (askedAt.size > demosMax) askedAt.delete(oldest)
  return true
}

const askedAt = new Map<string, number>()
const askAgainMs = 10 * 60_000
const demosMax = 1_000
const sentencesMax = 300

function urlOf(link: string, hash: string): string {
  return `${narrationPath}/demos/${link}/audio/${hash}`
}

/** When each sentence ends. */
function timesOf(bytesOfSentences: readonly number[]): Pick<StepAudio, 'ms' | 'endsMs'> {
  let at = 0
  const endsMs = bytesOfSentences.map((bytes) => {
    at += bytes / speechBytesPerMs + pauseMs
    return Math.round(at)
  })
  const ms = Math.round(at - pauseMs)
  return { ms, endsMs: [...endsMs.slice(0, -1), ms] }
}

const pauseMs = 250
const pause = new Uint8Array(pauseMs * speechBytesPerMs)

function sendRange(file: Uint8Array<ArrayBuffer>, header: string | null, headers: Headers): Response {
  const size = file.length
  const range = header === null ? null : parseByteRange(header, size)
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${size}`)
    return new Response(null, { status: 416, headers })
  }
  if (range !== null) headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`)
  const sent = range === null ? file : file.subarray(range.start, range.end + 1)
  headers.set('content-length', String(sent.length))
  return new Response(sent, { status: range === null ? 200 : 206, headers })
}

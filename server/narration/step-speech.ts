import { createHash } from 'node:crypto'

import { parseByteRange } from '#backend/storage/byte-range.ts'
import { guardHeaders, matchesETag } from '#backend/storage/serve-object.ts'
import { stepScripts } from '#agent/knowledge.ts'
import { readLanguage } from '#agent/languages/read-language.ts'
import { toAgentLanguage } from '#domain/agent-languages.ts'
import { stepScript } from '#domain/step-narration.ts'
import { narrationPath, type StepAudio } from '#protocol/narration.ts'
import { loadAgentDemo, type AgentDemo } from '#server/agent/agent-demo.ts'
import type { Services } from '#server/services.ts'
import { findOpenedDemoId, type ShareAccess } from '#server/share/share-access.ts'
import { prepareSentences, toStandingSentence } from '#server/speech/prepare-speech.ts'
import { clipHash } from '#server/speech/speech-clips.ts'
import { speechBytesPerMs, speechRate } from '#server/speech/speech-port.ts'
import { wavHeader } from '#server/speech/wav-header.ts'

interface StepSentences {
  readonly id: string
  readonly sentences: readonly string[]
}

/** A step's script in a provider's voice, as stored sentences. */
interface StepSpeech {
  /** Names the audio. */
  readonly hash: string
  readonly clips: readonly { readonly hash: string; readonly bytes: number }[]
}

/** What the agent would say on each step; the player fills in the visitor's values. Nothing on steps without text. */
export function scriptsOf({ template, agent }: AgentDemo): readonly StepSentences[] {
  const wordless = new Set(template.steps.filter((step) => stepScript(step) === '').map(({ id }) => id))
  return stepScripts(template, agent).map(({ id, sentences }) => ({ id, sentences: wordless.has(id) ? [] : sentences }))
}

/** With a voice of the language its steps are written in, whatever the agent speaks. */
export function inItsLanguage(demo: AgentDemo): AgentDemo {
  const texts = scriptsOf(demo).flatMap(({ sentences }) => sentences)
  const lang = readLanguage(texts.join(' '), commonWordsMin) ?? demo.voice.lang
  return { ...demo, voice: { ...demo.voice, lang } }
}

/** A text with fewer common words could be in any language. */
const commonWordsMin = 3

/** The stored speech of these steps, by step id. Sentences that are missing are synthesised for later visitors. */
export async function findStepSpeech(
  services: Services,
  demo: AgentDemo,
  { steps, link }: { readonly steps: readonly StepSentences[]; readonly link: string },
): Promise<ReadonlyMap<string, StepAudio>> {
  const { spoken, missing } = await loadStepSpeech(services, demo, steps)
  if (missing.length > 0 && isDue(demo, services.now())) prepareSentences(services, demo, missing)
  return new Map(
    [...spoken].map(([stepId, { hash, clips }]) => [stepId, { url: urlOf(link, hash), ...timesOf(clips) }]),
  )
}

/** The audio of a step of a shared demo as a WAV file, whole or a range; null if the link doesn't open it. */
export async function serveStepSpeech(
  services: Services,
  request: Request,
  { access, hash }: { readonly access: ShareAccess; readonly hash: string },
): Promise<Response | null> {
  const demoId = await findOpenedDemoId(services, access)
  const loaded = demoId === null ? null : await loadAgentDemo(services, demoId)
  if (loaded?.ok !== true) return null
  const demo = inItsLanguage(loaded.value)
  const { spoken } = await loadStepSpeech(services, demo, scriptsOf(demo))
  const speech = [...spoken.values()].find((each) => each.hash === hash)
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
  const { workspaceId } = demo
  const sounds = await Promise.all(
    speech.clips.map((clip) => services.speech.clips.find({ workspaceId, hash: clip.hash })),
  )
  const parts = sounds.flatMap((sound) => (sound === null ? [] : [sound, pause]))
  // Without all sentences, the player continues with another voice.
  if (parts.length < 2 * speech.clips.length) return null
  const sound = Buffer.concat(parts.slice(0, -1))
  const file = Buffer.concat([wavHeader(sound.length, speechRate), sound])
  const range = [null, etag].includes(request.headers.get('if-range')) ? request.headers.get('range') : null
  return sendRange(file, range, headers)
}

/** Steps whose script is stored completely. */
async function loadStepSpeech(
  { config, speech }: Services,
  demo: AgentDemo,
  scripts: readonly StepSentences[],
): Promise<{ readonly spoken: ReadonlyMap<string, StepSpeech>; readonly missing: readonly string[] }> {
  const provider = config.keepsSpeech ? await speech.find(demo.workspaceId) : null
  if (provider === null) return { spoken: new Map(), missing: [] }
  const hashOf = (text: string): string =>
    clipHash(provider.endpoint, toStandingSentence(provider, demo, text, toAgentLanguage(demo.voice.lang)))
  // The player fills in variables, so their sentences are spoken by the browser.
  const steps = scripts
    .filter(({ sentences }) => sentences.length > 0 && !sentences.some((text) => text.includes('{{')))
    .map(({ id, sentences }) => ({ id, sentences: sentences.map((text) => ({ text, hash: hashOf(text) })) }))
  const all = steps.flatMap(({ sentences }) => sentences)
  const bytes = await speech.clips.sizes(demo.workspaceId, [...new Set(all.map(({ hash }) => hash))])
  const missing = all.filter(({ hash }) => !bytes.has(hash)).map(({ text }) => text)
  const spoken = new Map(
    steps.flatMap(({ id, sentences }) => {
      const clips = sentences.flatMap(({ hash }) => {
        const size = bytes.get(hash)
        return size === undefined ? [] : [{ hash, bytes: size }]
      })
      if (clips.length < sentences.length) return []
      const hash = createHash('sha256')
        .update(clips.map((clip) => clip.hash).join())
        .digest('hex')
      return [[id, { hash, clips }] as const]
    }),
  )
  return { spoken, missing: missing.slice(0, sentencesMax) }
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
function timesOf(clips: StepSpeech['clips']): Pick<StepAudio, 'ms' | 'endsMs'> {
  let at = 0
  const endsMs = clips.map(({ bytes }) => {
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

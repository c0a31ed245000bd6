import { microphoneProblem } from '../../microphone-problem.ts'
import type { FromMicrophone, ToMicrophone } from './microphone-messages.ts'
// oxlint-disable-next-line import/default -- built by Vite into a file of its own
import workletUrl from './microphone-worklet.ts?worker&url'

/** Why a microphone delivers no sound. */
export type MicrophoneProblem =
  | 'insecure'
  | 'framed'
  | 'refused'
  | 'revoked'
  | 'missing'
  | 'busy'
  | 'lost'
  | 'elsewhere'
  | 'muted'
  | 'silent'
  | 'broken'
  | 'unsupported'

interface MicrophoneOptions {
  readonly onMessage: (message: FromMicrophone) => void
  /** The browser or the system closed it, or it was unplugged. */
  readonly onLost: (problem: MicrophoneProblem) => void
}

/** The visitor's microphone, with the browser's own echo cancellation and noise suppression. */
export class Microphone {
  readonly #stream: MediaStream
  readonly #context: AudioContext
  readonly #node: AudioWorkletNode
  readonly #listening = new AbortController()
  #mutedTimer: ReturnType<typeof setTimeout> | undefined
  #deadMs = 0

  /** Asks for permission. Returns a problem if the microphone can't be opened. */
  static async open(options: MicrophoneOptions, signal: AbortSignal): Promise<Microphone | MicrophoneProblem> {
    const { mediaDevices } = navigator
    if (mediaDevices === undefined) return globalThis.isSecureContext ? 'missing' : 'insecure'
    if (!isAllowedHere()) return 'framed'
    let stream: MediaStream
    try {
      stream = await mediaDevices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
      })
    } catch (error) {
      return microphoneProblem(error)
    }
    let context: AudioContext | null = null
    try {
      signal.throwIfAborted()
      context = new AudioContext({ latencyHint: 'interactive' })
      await context.audioWorklet.addModule(workletUrl)
      signal.throwIfAborted()
      if (stream.active) return new Microphone(stream, context, options)
    } catch {
      // Closed below.
    }
    // Unplugged meanwhile.
    const isLost = !stream.active
    for (const track of stream.getTracks()) track.stop()
    void context?.close()
    return isLost ? 'lost' : 'broken'
  }

  private constructor(stream: MediaStream, context: AudioContext, { onMessage, onLost }: MicrophoneOptions) {
    this.#stream = stream
    this.#context = context
    this.#node = new AudioWorkletNode(context, 'understudy-microphone', { numberOfOutputs: 0 })
    this.#node.port.addEventListener('message', ({ data }: MessageEvent<FromMicrophone>) => {
      if (data.kind === 'level') this.#watchDeadness(data.isDead, onLost)
      onMessage(data)
    })
    this.#node.port.start()
    context.createMediaStreamSource(stream).connect(this.#node)
    void this.resume()
    const { signal } = this.#listening
    const { track } = this
    track.addEventListener('ended', () => void isRefused().then((is) => onLost(is ? 'revoked' : 'lost')), { signal })
    track.addEventListener('mute', () => this.#waitMuted(onLost), { signal })
    track.addEventListener('unmute', () => clearTimeout(this.#mutedTimer), { signal })
  }

  get track(): MediaStreamTrack {
    const [track] = this.#stream.getAudioTracks()
    if (track === undefined) throw new Error('A microphone without a track')
    return track
  }

  get isRunning(): boolean {
    return this.#context.state === 'running' && this.track.readyState === 'live'
  }

  async resume(): Promise<void> {
    if (this.#context.state !== 'closed') await this.#context.resume().catch(() => undefined)
  }

  /** Whether to send audio frames. */
  capture(isOn: boolean): void {
    this.#tell({ kind: 'capture', isOn })
  }

  /** Sound below this level isn't speech; null accepts any. */
  setMinimum(db: number | null): void {
    this.#tell({ kind: 'minimum', db })
  }

  close(): void {
    this.#listening.abort()
    clearTimeout(this.#mutedTimer)
    for (const track of this.#stream.getTracks()) track.stop()
    this.#node.disconnect()
    if (this.#context.state !== 'closed') void this.#context.close()
  }

  /** A phone call or a mute switch on the headset; short ones are ignored. */
  #waitMuted(onLost: (problem: MicrophoneProblem) => void): void {
    clearTimeout(this.#mutedTimer)
    this.#mutedTimer = setTimeout(() => onLost('muted'), mutedMs)
  }

  /** A microphone that is switched off delivers only zeros. */
  #watchDeadness(isDead: boolean, onLost: (problem: MicrophoneProblem) => void): void {
    this.#deadMs = isDead ? this.#deadMs + levelMs : Number.NEGATIVE_INFINITY
    if (this.#deadMs === deadMs) onLost('silent')
  }

  #tell(message: ToMicrophone): void {
    this.#node.port.postMessage(message, [])
  }
}

/**
 * Calls back when the visitor allows or blocks the microphone in the browser's settings. Returns a function that stops
 * this.
 */
export function watchPermission(onChange: (state: PermissionState) => void): () => void {
  const watching = new AbortController()
  void queryPermission().then((status) => {
    if (watching.signal.aborted) return
    status?.addEventListener('change', () => onChange(status.state), { signal: watching.signal })
  })
  return () => watching.abort()
}

async function queryPermission(): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name: 'microphone' })
  } catch {
    return null
  }
}

async function isRefused(): Promise<boolean> {
  return (await queryPermission())?.state === 'denied'
}

/** False in a frame whose page doesn't pass on the permission. */
function isAllowedHere(): boolean {
  const policy: unknown = Reflect.get(document, 'featurePolicy') ?? Reflect.get(document, 'permissionsPolicy')
  const allows: unknown = typeof policy === 'object' && policy !== null ? Reflect.get(policy, 'allowsFeature') : null
  return typeof allows !== 'function' || allows.call(policy, 'microphone') !== false
}

const mutedMs = 3_000
const levelMs = 20
const deadMs = 8_000

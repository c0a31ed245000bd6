import type { AgentVoice, ServerEvent } from '#protocol/agent-events.ts'

import { Speaker } from '../audio/speaker.ts'
import { chooseVoice } from '../choose-voice.ts'
import { BrowserVoice } from './browser-voice.ts'
import { captionVoice } from './caption-voice.ts'
import { SegmentPlayer } from './segment-player.ts'
import type { Segment, SentenceVoice } from './sentence-voice.ts'
import { StreamVoice } from './stream-voice.ts'
import type { TurnMetrics } from './turn-metrics.ts'
import type { VoiceHost } from './voice-host.ts'
import { soundSentences } from './voice-sentences.ts'
import { watchVoices } from './watch-voices.ts'

/** How a sentence is played: through our audio context, by the browser's own voice, or not at all. */
export type SentenceSound = 'streamed' | 'browser' | 'none'

interface VoiceOutputOptions {
  readonly host: VoiceHost
  readonly metrics: TurnMetrics
  readonly onSentence: (sound: SentenceSound) => void
  readonly onSilence: () => void
}

/** The agent's sound: audio from the server, else the browser's voice, else captions at reading pace. */
export class VoiceOutput {
  readonly player: SegmentPlayer
  readonly #options: VoiceOutputOptions
  readonly #browserVoice = new BrowserVoice({
    onProblem: (problem) => {
      this.#options.metrics.failed(problem === 'blocked' ? 'sound-blocked' : 'voice')
      this.#showProblem(problem)
    },
  })
  #speaker: Speaker | null = null
  #streamVoice: StreamVoice | null = null
  #hasVoices = false
  #sound: SentenceSound = 'none'
  #stopWatching: (() => void) | null = null
  #missingTimer: ReturnType<typeof setTimeout> | undefined
  #gestures: AbortController | null = null

  constructor(options: VoiceOutputOptions) {
    this.#options = options
    const { host, metrics, onSentence, onSilence } = options
    const { onStart, onEnd, onIdle } = host.output.playerEvents
    this.player = new SegmentPlayer({
      voiceFor: (segment, failed) => {
        metrics.ordered(segment.turn, segment.seg)
        const voice = this.#choose(segment, failed)
        this.#sound = voice === captionVoice ? 'none' : voice === this.#browserVoice ? 'browser' : 'streamed'
        return voice
      },
      onStart: (segment, segMs, isAgain) => {
        metrics.started(segment.turn, segment.seg)
        onSentence(this.#sound)
        onStart(segment, segMs, isAgain)
      },
      onEnd,
      onCut: (turn) => this.#streamVoice?.forget(turn),
      onIdle: () => {
        onIdle()
        onSilence()
      },
    })
    host.output.playWith(this.player)
  }

  /** The browser can play audio frames. */
  get takesAudio(): boolean {
    return this.#speaker !== null && !this.#speaker.hasFailed
  }

  /** Call it in a user gesture, without which browsers start no sound. */
  unlock(): void {
    this.#speaker ??= Speaker.create(() => this.#followSpeaker())
    if (this.#speaker !== null) {
      this.#streamVoice ??= new StreamVoice(this.#speaker)
      void this.#speaker.resume()
    }
    if (!('speechSynthesis' in globalThis) || this.player.isSpeaking) return
    // Safari lets a page speak only after it has spoken in a gesture.
    const silence = new SpeechSynthesisUtterance(' ')
    silence.volume = 0
    speechSynthesis.speak(silence)
  }

  /** Looks for the browser's voice, even if its list loads late. */
  prepare(wanted: AgentVoice): void {
    this.#stopWatching?.()
    clearTimeout(this.#missingTimer)
    if (!('speechSynthesis' in globalThis)) return this.#reportMissing()
    this.#hasVoices = false
    this.#stopWatching = watchVoices((voices) => {
      const voice = chooseVoice(voices, wanted)
      this.#browserVoice.use(voice, wanted.pitch, wanted.rate)
      this.#hasVoices = voice !== null
      if (voice !== null && this.#options.host.view().soundProblem === soundSentences.missing) this.#showProblem(null)
    })
    this.#missingTimer = setTimeout(() => {
      if (!this.#hasVoices) this.#reportMissing()
    }, missingMs)
  }

  /** Retries sound after a problem, in a user gesture. */
  retry(): void {
    this.#showProblem(null)
    this.unlock()
    const voice = this.#options.host.ticket()?.voice
    if (voice !== undefined) this.prepare(voice)
  }

  receive(event: ServerEvent): void {
    switch (event.t) {
      case 'seg.end':
        return this.#streamVoice?.end(event.turn, event.seg, event.ms)
      case 'voice.lost':
        this.#options.metrics.failed('provider-voice')
        if (!this.#hasVoices) this.#showProblem('missing')
        return this.#streamVoice?.lose(event.turn, event.seg)
      case 'turn.truncated':
        return this.#streamVoice?.forget(event.turn)
      default:
    }
  }

  receiveAudio(frame: ArrayBuffer): void {
    // The provider speaks again, after a turn that was lost.
    if (this.#options.host.view().soundProblem === soundSentences.missing) this.#showProblem(null)
    this.#streamVoice?.receive(frame)
  }

  /** The page is visible again. */
  wake(): void {
    void this.#speaker?.resume()
  }

  close(): void {
    this.#stopWatching?.()
    clearTimeout(this.#missingTimer)
    this.#gestures?.abort()
    this.#speaker?.close()
    this.#speaker = null
    this.#streamVoice = null
  }

  #choose(segment: Segment, failed: ReadonlySet<SentenceVoice>): SentenceVoice {
    if (segment.speak === 'none') return captionVoice
    if (segment.speak === 'stream') this.#checkSpeaker()
    const streamed = this.#streamVoice
    if (streamed !== null && !failed.has(streamed) && streamed.canSay(segment)) return streamed
    return this.#browserVoice.isUsable && !failed.has(this.#browserVoice) ? this.#browserVoice : captionVoice
  }

  #checkSpeaker(): void {
    const speaker = this.#speaker
    if (speaker === null || speaker.isRunning || speaker.hasFailed) return
    void speaker.resume()
    this.#showProblem('blocked')
  }

  #followSpeaker(): void {
    if (this.#speaker?.isRunning !== true) return
    if (this.#options.host.view().soundProblem === soundSentences.blocked) this.#showProblem(null)
  }

  #reportMissing(): void {
    // Audio from the server doesn't need the browser's voice.
    if (this.#options.host.ticket()?.speech?.speaking === 'provider' && this.takesAudio) return
    this.#showProblem('missing')
  }

  #showProblem(problem: keyof typeof soundSentences | null): void {
    this.#gestures?.abort()
    this.#gestures = null
    this.#options.host.show({ soundProblem: problem === null ? '' : soundSentences[problem] })
    if (problem !== 'blocked') return
    const gestures = new AbortController()
    this.#gestures = gestures
    for (const type of ['pointerup', 'keydown', 'touchend']) {
      document.addEventListener(type, () => this.retry(), { signal: gestures.signal, capture: true })
    }
  }
}

const missingMs = 3_000

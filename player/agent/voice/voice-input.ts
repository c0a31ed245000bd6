import type { ServerEvent } from '#protocol/agent-events.ts'

import type { FromMicrophone } from '../audio/microphone-messages.ts'
import { Microphone, watchPermission, type MicrophoneProblem } from '../audio/microphone.ts'
import { BrowserHearing, hasRecognition, isPhone } from './browser-hearing.ts'
import type { Hearing, HearingEvents } from './hearing.ts'
import { ProviderHearing } from './provider-hearing.ts'
import type { VoiceHost } from './voice-host.ts'
import { microphoneSentences, voiceHints } from './voice-sentences.ts'
import type { VoiceEvent } from './voice-state.ts'

interface VoiceInputOptions {
  readonly host: VoiceHost
  readonly onState: (event: VoiceEvent) => void
  readonly onFailed: (failure: string) => void
  readonly onMessage: (message: FromMicrophone) => void
  readonly onWords: (text: string, confidence: number | undefined) => void
  readonly onSaidOver: (guesses: readonly string[]) => void
}

/** The visitor's side: the microphone and the recogniser. */
export class VoiceInput {
  readonly #options: VoiceInputOptions
  #opening: AbortController | null = null
  #microphone: Microphone | null = null
  #hearing: Hearing | null = null
  #provider: ProviderHearing | null = null
  #minimumDb: number | null = null
  #stopWatching: (() => void) | null = null
  #isSoft = false
  #isDeaf = false
  #levels = 0
  #lostAt = Number.NEGATIVE_INFINITY
  /** Words of this turn. */
  #words = ''
  /** Words the server recognised before it was lost. */
  #kept = ''

  constructor(options: VoiceInputOptions) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#opening !== null || this.#hearing !== null
  }

  /** Audio frames are available. */
  get canCapture(): boolean {
    return this.#microphone !== null
  }

  async open(): Promise<void> {
    if (this.isOpen) return
    const { host, onState, onMessage } = this.#options
    host.show({ microphoneProblem: '', voiceHint: '', isMicrophoneOpen: true, listening: 'starting' })
    onState('open')
    const isRelayed = this.#isRelayed
    if (!isRelayed && !hasRecognition()) return this.fail(this.#canBeRelayed ? 'broken' : 'unsupported')
    const opening = new AbortController()
    this.#opening = opening
    // On a phone, the browser's recogniser needs exclusive use of the microphone.
    if (isRelayed || !isPhone()) {
      const microphone = await Microphone.open(
        {
          onMessage: (message) => {
            if (message.kind === 'frame') return host.sendAudio(message.frame)
            if (message.kind === 'level') this.#showLevel(message)
            onMessage(message)
          },
          onLost: (problem) => this.#lose(problem),
        },
        opening.signal,
      )
      if (opening.signal.aborted) return typeof microphone === 'string' ? undefined : microphone.close()
      if (typeof microphone === 'string') return this.#lose(microphone)
      this.#microphone = microphone
    }
    this.#opening = null
    onState('granted')
    this.#watchPermission()
    this.#listen(isRelayed)
  }

  close(): void {
    this.#stop()
    this.#stopWatching?.()
    this.#stopWatching = null
    const { view, show } = this.#options.host
    show({
      isMicrophoneOpen: false,
      voiceHint: '',
      partial: '',
      ...(view().listening !== 'unavailable' && { listening: 'off' }),
    })
    this.#options.onState('close')
  }

  /** Unplugged headphones leave the system's other microphone. */
  #lose(problem: MicrophoneProblem): void {
    const now = performance.now()
    if (problem !== 'lost' || now - this.#lostAt < reopenMs) return this.fail(problem)
    this.#lostAt = now
    this.#options.onFailed('microphone')
    this.#stop()
    void this.open()
  }

  /** Explains why no words will come. Muted and silent microphones stay open, since they may recover. */
  fail(problem: MicrophoneProblem): void {
    const { host, onFailed, onState } = this.#options
    const microphoneProblem = microphoneSentences[problem]
    onFailed(problem === 'broken' || problem === 'unsupported' ? 'recognition' : 'microphone')
    this.#isSoft = problem === 'muted' || problem === 'silent'
    if (this.#isSoft) return host.show({ microphoneProblem })
    this.#stop()
    host.show({ microphoneProblem, voiceHint: '', isMicrophoneOpen: false, listening: 'unavailable', partial: '' })
    onState('close')
    if (problem === 'refused' || problem === 'revoked') this.#watchPermission()
    host.onMicrophoneLost()
  }

  /** The words so far were sent as a turn or dropped. */
  forget(what: 'turn' | 'dropped'): void {
    this.#words = ''
    this.#kept = ''
    this.#hearing?.forget(what)
  }

  deafen(isDeaf: boolean): void {
    if (isDeaf === this.#isDeaf) return
    this.#isDeaf = isDeaf
    this.#hearing?.deafen(isDeaf)
  }

  /** Sound below this level is the agent's own. */
  setMinimum(db: number | null): void {
    const isSame =
      db === this.#minimumDb || (db !== null && this.#minimumDb !== null && Math.abs(db - this.#minimumDb) < 1)
    if (isSame) return
    this.#minimumDb = db
    this.#microphone?.setMinimum(db)
  }

  receive(event: ServerEvent): void {
    if (event.t === 'heard') this.#provider?.hear(event)
    // Tell the server again after a reconnect.
    else if (event.t === 'ready') this.#provider?.startAgain()
    else if (event.t === 'hearing.lost' && this.#provider !== null) this.#moveToBrowser()
  }

  wake(): void {
    if (this.#microphone === null) return
    void this.#microphone.resume()
    if (this.#microphone.track.readyState === 'ended') this.#lose('lost')
  }

  /** The server has a recogniser, though it may be out of reach now. */
  get #canBeRelayed(): boolean {
    return this.#options.host.ticket()?.speech?.hearing === 'provider'
  }

  get #isRelayed(): boolean {
    const { host } = this.#options
    return this.#canBeRelayed && host.canSendAudio() && host.isHeard()
  }

  #listen(isRelayed: boolean): void {
    const { host, onState, onWords, onSaidOver } = this.#options
    const events: HearingEvents = {
      onReady: () => {
        host.show({ listening: 'listening' })
        onState('ready')
        host.onMicrophoneOpen()
      },
      onWords: (text, _isFinal, confidence) => {
        this.#words = this.#kept === '' ? text : `${this.#kept} ${text}`
        onWords(this.#words, confidence)
      },
      onProblem: (problem) => this.fail(problem),
    }
    const capture = (isOn: boolean): void => this.#microphone?.capture(isOn)
    this.#provider = isRelayed ? new ProviderHearing({ ...events, send: host.send, capture }) : null
    this.#hearing =
      this.#provider ??
      new BrowserHearing({
        ...events,
        lang: this.#recognitionLang,
        phrases: [host.view().agentName, host.view().workspaceName].filter((name) => name !== ''),
        track: () => this.#microphone?.track ?? null,
        onSaidOver,
      })
    this.#isDeaf = false
    this.#hearing.start()
  }

  /** The server's recogniser was lost. */
  #moveToBrowser(): void {
    this.#options.onFailed('recognition')
    this.#hearing?.close()
    this.#hearing = null
    this.#provider = null
    if (!hasRecognition()) return this.fail('broken')
    this.#options.host.show({ voiceHint: voiceHints.moved })
    this.#kept = this.#words
    this.#listen(false)
  }

  /** Recognisers require a region. */
  get #recognitionLang(): string {
    const lang = this.#options.host.ticket()?.voice.lang ?? 'en'
    if (lang.includes('-')) return lang
    const own = navigator.languages.find((each) => each.startsWith(`${lang}-`))
    return own ?? (lang === 'en' ? 'en-US' : `${lang}-${lang.toUpperCase()}`)
  }

  /** Closes the microphone when the visitor withdraws permission, and opens it when they grant it again. */
  #watchPermission(): void {
    this.#stopWatching?.()
    this.#stopWatching = watchPermission((state) => {
      if (state === 'denied' && this.isOpen) this.fail('revoked')
      else if (state === 'granted' && !this.isOpen) void this.open()
    })
  }

  #showLevel({ db, isDead }: Extract<FromMicrophone, { readonly kind: 'level' }>): void {
    const { host } = this.#options
    this.#levels += 1
    if (this.#levels % shownLevels === 0) host.showLevel(Math.max(0, Math.min(1, (db - quietDb) / (loudDb - quietDb))))
    if (!this.#isSoft || isDead) return
    this.#isSoft = false
    host.show({ microphoneProblem: '' })
  }

  #stop(): void {
    this.#opening?.abort()
    this.#opening = null
    this.#hearing?.close()
    this.#hearing = null
    this.#provider = null
    this.#microphone?.close()
    this.#microphone = null
    this.#minimumDb = null
    this.#isSoft = false
    this.#words = ''
    this.#kept = ''
    this.#options.host.showLevel(0)
  }
}

/** The ring is updated 12 times a second. */
const shownLevels = 4
/** A microphone that is lost again this soon is broken. */
const reopenMs = 10_000
const quietDb = -60
const loudDb = -18

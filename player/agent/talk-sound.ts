import type { RecordingTerms } from '#domain/talk-recording.ts'
import type { AgentMode, ModeOfTalk, ServerEvent } from '#protocol/agent-events.ts'

import { createStore } from '../create-store.ts'
import type { VoiceHost } from './voice/voice-host.ts'
import type { VoiceTalk } from './voice/voice-talk.ts'

interface TalkSoundOptions extends Omit<VoiceHost, 'onMicrophoneLost' | 'onMicrophoneOpen' | 'showLevel'> {
  readonly start: (mode: AgentMode) => void
  /** Voice was turned on or off. */
  readonly changeMode: (mode: ModeOfTalk) => void
}

/**
 * Sound and microphone of a conversation. Their code loads when the visitor chooses voice, and the microphone opens
 * after the visitor has read who receives their voice.
 */
export class TalkSound {
  /** The microphone's level, 0 to 1; separate from the view, to avoid rendering it fifty times a second. */
  readonly level = createStore(0)
  readonly #options: TalkSoundOptions
  #voice: VoiceTalk | null = null
  #loading: Promise<VoiceTalk | null> | null = null
  #isAccepted = false
  #recording: RecordingTerms | undefined
  #isClosed = false

  constructor(options: TalkSoundOptions) {
    this.#options = options
  }

  /** The audio capabilities, for the first message of a conversation. */
  get capabilities(): { readonly stt: boolean; readonly audioIn: boolean; readonly audioOut: boolean } {
    return this.#voice?.capabilities ?? { stt: false, audioIn: false, audioOut: false }
  }

  /** The recording terms that the visitor accepted with the note about voice. */
  get recording(): { readonly recording?: RecordingTerms } {
    return this.#recording === undefined ? {} : { recording: this.#recording }
  }

  /** Opens the microphone, or turns voice off while it is open. Before a conversation, this opens one. */
  async toggle(): Promise<void> {
    if (this.#voice?.hasMicrophone === true) return this.turnOff()
    await this.openMicrophone()
  }

  /** Stops sound and closes the microphone. */
  turnOff(): void {
    this.#voice?.closeMicrophone()
    this.#options.output.mute()
    this.#options.show({ mode: 'text' })
    this.#tellMode()
  }

  /** Opens the microphone; the first time, after the note about who receives the voice. */
  async openMicrophone(): Promise<void> {
    const { show } = this.#options
    if (!this.#isAccepted) {
      // Loads while they read, because browsers start sound only during a click.
      void this.#load()
      return show({ isVoiceOffered: true })
    }
    const voice = await this.#unlocked()
    if (voice === null) return
    const { stage } = this.#options.view()
    if (stage === 'talking') {
      show({ mode: 'voice', hasSound: true, isFolded: true })
      this.#prepare(voice)
      // Before the microphone opens, because the notice names the recogniser.
      this.#tellMode()
    }
    await voice.openMicrophone()
  }

  /** The visitor's answer to the note about voice. */
  async answerOffer(isAccepted: boolean): Promise<void> {
    const { show, view } = this.#options
    this.#isAccepted = isAccepted
    this.#recording = isAccepted ? view().speech?.recording : undefined
    show({ isVoiceOffered: false, isRecorded: this.#recording !== undefined })
    if (isAccepted) await this.openMicrophone()
  }

  async toggleMicrophone(): Promise<void> {
    if (this.#voice?.hasMicrophone === true) this.#voice.closeMicrophone()
    else await this.openMicrophone()
  }

  /** Turns only the agent's voice on or off. */
  async toggleSound(): Promise<void> {
    const { view, show, output } = this.#options
    if (view().hasSound) {
      if (view().mode === 'voice') return this.turnOff()
      output.mute()
      return this.#tellMode()
    }
    const voice = await this.#unlocked()
    if (voice === null) return
    show({ hasSound: true, soundProblem: '' })
    this.#prepare(voice)
    this.#tellMode()
  }

  /** Retries sound after a problem. */
  retrySound(): void {
    this.#voice?.retrySound()
  }

  pressToTalk(isPressed: boolean): void {
    if (this.#isAccepted) this.#voice?.pressToTalk(isPressed)
  }

  /** A voice conversation starts: looks for the agent's voice. */
  prepare(): void {
    if (this.#voice !== null) this.#prepare(this.#voice)
  }

  /** The visitor typed or clicked: drops the words so far. */
  settle(): void {
    this.#voice?.settle()
  }

  receive(event: ServerEvent): void {
    this.#voice?.receive(event)
  }

  receiveAudio(frame: ArrayBuffer): void {
    this.#voice?.receiveAudio(frame)
  }

  /** The conversation is over; loaded code stays. */
  stop(): void {
    this.#voice?.closeMicrophone()
    this.#options.show({ isVoiceOffered: false })
  }

  close(): void {
    this.#isClosed = true
    this.#voice?.close()
    this.#voice = null
  }

  /** A conversation counts as one by voice if the visitor speaks or the agent is heard. */
  #tellMode(): void {
    const { view, canSendAudio, changeMode } = this.#options
    const { mode, hasSound } = view()
    changeMode({
      mode: mode === 'voice' || hasSound ? 'voice' : 'text',
      audioIn: mode === 'voice' && canSendAudio(),
      audioOut: hasSound && this.capabilities.audioOut,
      ...this.recording,
    })
  }

  #prepare(voice: VoiceTalk): void {
    const ticket = this.#options.ticket()
    if (ticket !== null) voice.turnOnSound(ticket)
  }

  /** Loaded, and unlocked by the current click; null if loading failed. */
  async #unlocked(): Promise<VoiceTalk | null> {
    this.#voice?.unlock()
    if (this.#voice !== null) return this.#voice
    const voice = await this.#load()
    voice?.unlock()
    return voice
  }

  #load(): Promise<VoiceTalk | null> {
    this.#loading ??= import('./voice/voice-talk.ts').then(
      ({ VoiceTalk }) => {
        if (this.#isClosed) return null
        this.#voice = new VoiceTalk(this.#host)
        return this.#voice
      },
      () => {
        this.#loading = null
        this.#options.show({ notice: 'Voice could not be loaded. Check your connection and try again.' })
        return null
      },
    )
    return this.#loading
  }

  get #host(): VoiceHost {
    const { show, view, start } = this.#options
    return {
      ...this.#options,
      onMicrophoneOpen: () => {
        if (view().stage === 'notice' || view().stage === 'over') start('voice')
      },
      // The agent continues to speak; without a conversation, only the field is left.
      onMicrophoneLost: () => show(view().stage === 'talking' ? { isFolded: false } : { mode: 'text' }),
      showLevel: this.level.set,
    }
  }
}

/** Whether the browser can make any sound. */
export function canSound(): boolean {
  return 'speechSynthesis' in globalThis || 'AudioContext' in globalThis
}

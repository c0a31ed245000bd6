import type { AgentMode, ClientCapabilities, ModeOfTalk } from '#protocol/agent-events.ts'
import type { TalkHearing } from '#server/hearing/talk-hearing.ts'
import type { TalkRealtime } from '#server/realtime/realtime-responder.ts'
import type { WorkspaceSpeech } from '#server/speech/workspace-speech.ts'

import type { TalkSpeaker } from './talk-speaker.ts'

interface TalkModeOptions {
  readonly mode: AgentMode
  readonly caps: ClientCapabilities
  /** Null when browsers recognise speech themselves. */
  readonly openHearing: () => TalkHearing | null
  /** The provider that speaks; null when browsers do. Never rejects. */
  readonly findSpeech: () => Promise<WorkspaceSpeech | null>
  readonly speaker: TalkSpeaker
  readonly onChange: () => void
}

/** Text or voice, which the visitor may change at any time: whether the server speaks and listens. */
export class TalkMode {
  readonly #options: TalkModeOptions
  #mode: AgentMode
  #caps: ClientCapabilities
  /** Kept during text mode, so that switching back and forth doesn't reset limits. */
  #hearing: TalkHearing | null = null
  #hasTurnedToVoice = false

  constructor(options: TalkModeOptions, speech: WorkspaceSpeech | null) {
    this.#options = options
    this.#mode = options.mode
    this.#caps = options.caps
    if (this.#listens) this.#hearing = options.openHearing()
    options.speaker.use(speech)
  }

  get mode(): AgentMode {
    return this.#mode
  }

  get caps(): ClientCapabilities {
    return this.#caps
  }

  /** The conversation started in text mode. */
  get hasTurnedToVoice(): boolean {
    return this.#hasTurnedToVoice
  }

  /** Null in text mode, and if the browser recognises speech. */
  get hearing(): TalkHearing | null {
    return this.#listens ? this.#hearing : null
  }

  /** A provider that answers aloud; null if it only recognises speech, or the browser plays no frames. */
  get realtime(): TalkRealtime | null {
    return this.#speaks ? (this.hearing?.realtime ?? null) : null
  }

  change({ mode, audioIn, audioOut }: ModeOfTalk): void {
    const { openHearing, onChange } = this.#options
    if (mode === 'voice' && this.#mode === 'text') this.#hasTurnedToVoice = true
    this.#mode = mode
    this.#caps = { ...this.#caps, audioIn, audioOut }
    if (this.#listens) this.#hearing ??= openHearing()
    else this.#hearing?.rest()
    void this.#chooseSpeaker()
    onChange()
  }

  stop(): void {
    this.#hearing?.stop()
  }

  get #listens(): boolean {
    return this.#mode === 'voice' && this.#caps.audioIn
  }

  get #speaks(): boolean {
    return this.#mode === 'voice' && this.#caps.audioOut === true
  }

  async #chooseSpeaker(): Promise<void> {
    const { speaker, findSpeech } = this.#options
    if (!this.#speaks) return speaker.use(null)
    const speech = await findSpeech()
    if (this.#speaks) speaker.use(speech)
  }
}

import type { SpeechDeadlines, SpeechTurn } from './speech-caller.ts'
import { clipHash, type SpeechClips } from './speech-clips.ts'
import type { SpeechRequest } from './speech-port.ts'
import type { WorkspaceSpeech } from './workspace-speech.ts'

export interface VoicedSentence extends SpeechRequest {
  /** A sentence of the agent's own, worth storing; never one that depends on a visitor. */
  readonly isStanding: boolean
}

interface TurnVoiceOptions {
  /** Reserves characters, or throws a ModelError. */
  readonly begin: (characters: number) => Promise<SpeechTurn>
  readonly clips: SpeechClips
  readonly provider: WorkspaceSpeech
  readonly workspaceId: string
  readonly sentences: readonly VoicedSentence[]
  readonly deadlines?: SpeechDeadlines
}

/** Speaks a turn's sentences: stored ones from storage, others with the provider. */
export class TurnVoice {
  readonly #options: TurnVoiceOptions
  #paid: SpeechTurn | null = null
  #isClosed = false

  constructor(options: TurnVoiceOptions) {
    this.#options = options
  }

  /** One at a time. Rejects with a ModelError. */
  async *speak(index: number, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
    const { clips, provider, workspaceId, sentences, deadlines } = this.#options
    const sentence = sentences[index]
    if (sentence === undefined) return
    const clip = sentence.isStanding && clips.isOn ? { workspaceId, hash: clipHash(provider.endpoint, sentence) } : null
    const kept = clip && (await clips.find(clip))
    if (signal.aborted) return
    if (kept !== null) {
      yield kept
      return
    }
    this.#paid ??= await this.#pay(index)
    if (this.#isClosed) return void this.#paid.close()
    const parts: Uint8Array[] = []
    for await (const part of this.#paid.speak(sentence, signal, deadlines)) {
      if (clip !== null) parts.push(part)
      yield part
    }
    if (clip !== null && !signal.aborted) clips.keep(clip, Buffer.concat(parts))
  }

  /** Releases unused characters, and returns the number used. */
  close(): number {
    this.#isClosed = true
    return this.#paid?.close() ?? 0
  }

  /** Reserves this sentence and all that follow. */
  #pay(index: number): Promise<SpeechTurn> {
    const { begin, sentences } = this.#options
    const characters = sentences.slice(index).reduce((sum, { text }) => sum + text.length, 0)
    return begin(characters)
  }
}

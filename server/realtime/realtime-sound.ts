import { speechBytesPerMs } from '#server/speech/speech-port.ts'

import { splitSound } from './split-sound.ts'

interface SpokenPart {
  readonly text: string
  readonly pcm: Buffer
  /** Its offset in the provider's answer. */
  readonly fromMs: number
}

/** The checked audio of the last answer, by sentence, and how much of it was heard. */
export class RealtimeSound {
  readonly #truncate: (item: string, ms: number) => void
  #item = ''
  #parts: readonly SpokenPart[] = []
  #turn = -1
  /** Parts of the turn's segments. */
  #played = new Map<number, SpokenPart>()

  constructor(truncate: (item: string, ms: number) => void) {
    this.#truncate = truncate
  }

  keep(item: string, sound: Buffer, sentences: readonly string[]): void {
    this.forget()
    this.#item = item
    let fromMs = 0
    this.#parts = splitSound(sound, sentences).map((pcm, index) => {
      const part = { text: sentences[index] ?? '', pcm, fromMs }
      fromMs += pcm.length / speechBytesPerMs
      return part
    })
  }

  /** The audio of a turn's sentences; null for those not spoken by the provider. */
  take(turn: number, sentences: readonly string[]): readonly (Buffer | null)[] {
    if (this.#parts.length === 0 || this.#turn >= 0) return sentences.map(() => null)
    const left = [...this.#parts]
    const taken = sentences.map((text, seg) => {
      if (left[0]?.text !== text) return null
      const part = left.shift()
      if (part !== undefined) this.#played.set(seg, part)
      return part?.pcm ?? null
    })
    if (this.#played.size > 0) this.#turn = turn
    return taken
  }

  /** After an interruption, the provider forgets what the visitor hasn't heard. */
  cut(turn: number, seg: number, playedMs: number): void {
    if (turn !== this.#turn || this.#item === '') return
    const part = this.#played.get(seg)
    const first = Math.min(...this.#played.keys())
    if (part !== undefined) {
      const partMs = part.pcm.length / speechBytesPerMs
      this.#truncate(this.#item, Math.floor(part.fromMs + Math.max(0, Math.min(playedMs, partMs))))
    } else if (seg < first) this.#truncate(this.#item, 0)
    this.forget()
  }

  forget(): void {
    this.#item = ''
    this.#parts = []
    this.#played = new Map()
    this.#turn = -1
  }
}

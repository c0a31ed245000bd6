import type { ClientEventBody, VoiceMetrics } from '#protocol/agent-events.ts'

import type { SpokenTurn } from './turn-taking.ts'

/** Figures about a turn that only the browser can measure; sent with the agent's first audio, or with a failure. */
export class TurnMetrics {
  readonly #send: (event: ClientEventBody) => void
  #lastSoundAt: number | null = null
  #metrics: VoiceMetrics = {}
  #orderedAt = new Map<string, number>()
  #turn = 0

  constructor(send: (event: ClientEventBody) => void) {
    this.#send = send
  }

  turnEnded({ endOfTurnMs, recognitionMs }: SpokenTurn): void {
    this.#lastSoundAt = performance.now() - endOfTurnMs
    this.#metrics = { endOfTurnMs, recognitionMs }
  }

  /** A sentence should be spoken: its text or its first audio arrived. */
  ordered(turn: number, seg: number): void {
    this.#turn = Math.max(this.#turn, turn)
    if (seg === 0) this.#orderedAt.set(String(turn), performance.now())
  }

  started(turn: number, seg: number): void {
    const orderedAt = this.#orderedAt.get(String(turn))
    if (seg !== 0 || orderedAt === undefined) return
    this.#orderedAt.delete(String(turn))
    const now = performance.now()
    this.#report(turn, {
      ...this.#metrics,
      playOutMs: Math.round(now - orderedAt),
      ...(this.#lastSoundAt !== null && { firstSoundMs: Math.round(now - this.#lastSoundAt) }),
    })
    this.#lastSoundAt = null
    this.#metrics = {}
  }

  failed(failure: string): void {
    this.#report(this.#turn, { failure })
  }

  #report(turn: number, metrics: VoiceMetrics): void {
    this.#send({ t: 'voice.metrics', turn, metrics })
  }
}

import type { AgentVoice, ClientEventBody, InterruptCause, ServerEvent } from '#protocol/agent-events.ts'

import { findVoice } from './find-voice.ts'
import { SegmentPlayer, type Segment } from './segment-player.ts'
import { cutEntry, writeSegment, type TalkView } from './talk-view.ts'

export interface TalkVoiceOptions {
  readonly view: () => TalkView
  readonly show: (change: Partial<TalkView>) => void
  readonly send: (event: ClientEventBody) => void
  readonly onShowStep: (order: number) => void
  /** Before a sentence that can be heard: an open microphone would hear it too. */
  readonly onSound: () => void
  readonly onSilence: () => void
}

/** The agent's output: speech or captions, transcript, and the steps it shows. */
export class TalkVoice {
  readonly #options: TalkVoiceOptions
  readonly #player: SegmentPlayer
  /** Orders of the steps to show, by the segment they come after. */
  #pendingSteps = new Map<string, number>()

  constructor(options: TalkVoiceOptions) {
    this.#options = options
    this.#player = new SegmentPlayer({
      onStart: (segment) => this.#start(segment),
      onEnd: ({ turn, seg }) => options.send({ t: 'play.end', turn, seg }),
      onIdle: () => this.#fallSilent(),
      onVoiceLost: () => options.show({ hasSound: false, canSound: false }),
    })
  }

  get isAudible(): boolean {
    return this.#player.isSpeaking && this.#options.view().hasSound
  }

  async load(wanted: AgentVoice): Promise<void> {
    if (!('speechSynthesis' in globalThis)) return this.#options.show({ hasSound: false })
    const voice = await findVoice(wanted)
    this.#player.useVoice(voice, wanted.pitch, wanted.rate)
    if (voice === null) this.#options.show({ hasSound: false, canSound: false })
  }

  /** Captions only, from the next sentence on. */
  mute(): void {
    this.#player.useVoice(null, 1, 1)
  }

  say(segment: Segment): void {
    this.#player.enqueue(segment)
  }

  showStep({ n, afterSeg }: Extract<ServerEvent, { readonly t: 'step.show' }>): void {
    if (afterSeg === undefined) this.#showOrder(n)
    else this.#pendingSteps.set(`${afterSeg.turn}:${afterSeg.seg}`, n)
  }

  /** Stops the agent's words; false when it said nothing. */
  interrupt(cause: InterruptCause): boolean {
    const cut = this.#player.stop()
    if (cut === null) return false
    this.#options.show({ isSpeaking: false })
    this.#options.send({ t: 'interrupt', ...cut, cause })
    return true
  }

  /** Cuts a turn in the transcript to what was heard. */
  cut(turn: number, heard: string): void {
    this.#pendingSteps.clear()
    this.#options.show({ transcript: cutEntry(this.#options.view().transcript, turn, heard) })
  }

  stop(): void {
    this.#player.stop()
  }

  #start({ turn, seg, text, cite }: Segment): void {
    const steps = cite.flatMap(({ stepOrder }) => stepOrder ?? [])
    const key = `${turn}:${seg}`
    const step = this.#pendingSteps.get(key)
    this.#pendingSteps.delete(key)
    if (this.#options.view().hasSound) this.#options.onSound()
    if (step !== undefined) this.#showOrder(step)
    this.#options.show({
      transcript: writeSegment(this.#options.view().transcript, { turn, text, steps }),
      isSpeaking: true,
      caption: text,
      captionSteps: [...new Set(steps)],
    })
    this.#options.send({ t: 'play.start', turn, seg })
  }

  #fallSilent(): void {
    this.#options.show({ isSpeaking: false })
    this.#options.onSilence()
  }

  #showOrder(order: number): void {
    this.#options.onShowStep(order)
    this.#options.send({ t: 'step.changed', n: order, by: 'agent' })
  }
}

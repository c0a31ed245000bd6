import type { ClientEventBody, InterruptCause, ServerEvent } from '#protocol/agent-events.ts'

import { ReadingPace } from './reading-pace.ts'
import type { TalkView } from './talk-view.ts'
import { cutTurn, writeLine } from './transcript.ts'
import type { SegmentPlayer, SegmentPlayerEvents } from './voice/segment-player.ts'
import type { Segment } from './voice/sentence-voice.ts'

export interface TalkVoiceOptions {
  readonly view: () => TalkView
  readonly show: (change: Partial<TalkView>) => void
  readonly send: (event: ClientEventBody) => void
  readonly onShowStep: (order: number) => void
}

/** The agent's output: transcript, steps, and voice. Without sound, text appears at once. */
export class TalkVoice {
  readonly #options: TalkVoiceOptions
  readonly #pace: ReadingPace
  #player: SegmentPlayer | null = null
  /** Steps to show, by the segment they follow. */
  #pendingSteps = new Map<string, number>()
  /** The names of members who wrote, by turn. */
  #people = new Map<number, string>()

  constructor(options: TalkVoiceOptions) {
    this.#options = options
    this.#pace = new ReadingPace((segment) => this.#reportEnd(segment))
  }

  /** What an audio player reports. */
  readonly playerEvents: SegmentPlayerEvents = {
    onStart: (segment, segMs, isAgain) => {
      if (!isAgain) this.#write(segment)
      this.#options.show({ isSpeaking: true, caption: segment.text, captionMs: segMs })
      if (!isAgain) this.#options.send({ t: 'play.start', turn: segment.turn, seg: segment.seg })
    },
    onEnd: (segment) => this.#reportEnd(segment),
    onIdle: () => this.#options.show({ isSpeaking: false, captionMs: 0 }),
  }

  /** Speaks from now on; loaded when the visitor chooses sound. */
  playWith(player: SegmentPlayer): void {
    this.#player = player
  }

  /** Switches to text; pending sentences appear at once. */
  mute(): void {
    const left = this.#player?.drain()
    this.#options.show({ hasSound: false, isSpeaking: false, caption: '', captionMs: 0 })
    if (left === undefined) return
    if (left.current !== null) this.#pace.add(left.current)
    for (const segment of left.waiting) this.say(segment)
  }

  /** The member who speaks in a turn, if it isn't the agent. */
  startTurn({ turn, person }: Extract<ServerEvent, { readonly t: 'turn.start' }>): void {
    if (person !== undefined) this.#people.set(turn, person)
  }

  say(segment: Segment): void {
    if (this.#player !== null && this.#options.view().hasSound) return this.#player.enqueue(segment)
    this.#write(segment)
    this.#options.send({ t: 'play.start', turn: segment.turn, seg: segment.seg })
    this.#pace.add(segment)
  }

  showStep({ n, afterSeg }: Extract<ServerEvent, { readonly t: 'step.show' }>): void {
    if (afterSeg === undefined) this.#showOrder(n)
    else this.#pendingSteps.set(keyOf(afterSeg.turn, afterSeg.seg), n)
  }

  /** Handles any input of the visitor: text counts as read, and speech stops. False if nothing was playing. */
  interrupt(cause: InterruptCause): boolean {
    this.#pace.finish()
    const cut = this.#player?.stop() ?? null
    if (cut === null) return false
    this.#options.show({ isSpeaking: false, captionMs: 0 })
    this.#options.send({ t: 'interrupt', ...cut, cause })
    return true
  }

  /** Cuts a turn in the transcript to what was heard. Displayed text stays. */
  cut(turn: number, heard: string): void {
    this.#pendingSteps.clear()
    const { hasSound, transcript } = this.#options.view()
    if (hasSound) this.#options.show({ transcript: cutTurn(transcript, this.keyOf(turn), heard) })
  }

  stop(): void {
    this.#pace.clear()
    this.#player?.stop()
  }

  /** A turn's key in the transcript. */
  keyOf(turn: number): string {
    return `${this.#options.view().conversationId ?? ''}:${turn}`
  }

  #write({ turn, seg, text, cite }: Segment): void {
    const { view, show } = this.#options
    const key = keyOf(turn, seg)
    const step = this.#pendingSteps.get(key)
    this.#pendingSteps.delete(key)
    if (step !== undefined) this.#showOrder(step)
    const steps = [...new Set(cite.flatMap(({ stepOrder }) => stepOrder ?? []))]
    const sources = cite.flatMap(({ source }) => source ?? [])
    const line = { text, steps, sources }
    show({
      transcript: writeLine(view().transcript, this.keyOf(turn), line, this.#people.get(turn) ?? null),
      captionSteps: steps,
    })
  }

  #reportEnd({ turn, seg }: Segment): void {
    this.#options.send({ t: 'play.end', turn, seg })
  }

  #showOrder(order: number): void {
    this.#options.onShowStep(order)
    this.#options.send({ t: 'step.changed', n: order, by: 'agent' })
  }
}

function keyOf(turn: number, seg: number): string {
  return `${turn}:${seg}`
}

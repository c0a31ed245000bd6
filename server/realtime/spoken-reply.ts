import type { Proposal } from '#agent/responder.ts'
import { splitSpoken, type SpokenAnswer } from '#agent/spoken-answer.ts'
import { ModelError } from '#server/models/language-model.ts'
import { speechBytesPerMs } from '#server/speech/speech-port.ts'

import type { AnswerFollower, RealtimeReply, RealtimeSession } from './realtime-session.ts'
import type { SpokenPart } from './realtime-sound.ts'
import { ReleasedSound } from './released-sound.ts'
import { findSentenceEnd, leastBytes } from './sentence-end.ts'
import { splitSound } from './split-sound.ts'

interface SpokenReplyOptions {
  readonly session: Pick<RealtimeSession, 'sound' | 'drop' | 'truncate'>
  /** The guards. */
  readonly check: (said: Pick<RealtimeReply, 'transcript' | 'calls'>) => SpokenAnswer
  /** Receives the answer's first sentence as soon as it may be played; absent if the answer must stay in one piece. */
  readonly onFirst: ((proposal: Proposal) => void) | undefined
}

/**
 * A provider's answer, whose first sentence may play while the rest arrives. Providers don't document how audio and
 * transcript align, so only audio that can't belong to the second sentence is released before that one is checked.
 */
export class SpokenReply implements AnswerFollower {
  readonly #options: SpokenReplyOptions
  /** The audio of the first sentence. */
  readonly #sound = new ReleasedSound()
  #pcm = Buffer.alloc(0)
  #item = ''
  #transcript = ''
  #isRefused = false
  #first: { readonly text: string; readonly proposal: Proposal } | null = null

  constructor(options: SpokenReplyOptions) {
    this.#options = options
  }

  /** The length of the audio so far. */
  get seconds(): number {
    return toMs(this.#pcm.length) / 1_000
  }

  hear(item: string, pcm: Buffer): void {
    this.#item = item
    this.#pcm = Buffer.concat([this.#pcm, pcm])
    this.#sound.add(pcm)
    this.#advance()
  }

  say(transcript: string, isWhole: boolean): void {
    this.#transcript = transcript
    // A transcript that arrives whole comes at the end of the audio, so there is nothing to wait for.
    if (!isWhole) this.#advance()
  }

  /** Call when the answer is complete: plays all of it if everything passes the guards. Returns what passed. */
  finish({ item, transcript, calls }: RealtimeReply): Proposal {
    const { session, check } = this.#options
    const { proposal, isWhole } = check({ transcript, calls })
    const sentences = proposal.answer.map(({ text }) => text)
    const first = this.#first
    if (first === null) {
      if (isWhole) session.sound.keep(item, this.#partsOf(sentences, splitSound(this.#pcm, sentences)))
      else session.drop(item)
      return proposal
    }
    if (!isWhole || sentences[0] !== first.text) {
      this.fail(new ModelError('broken', 'The rest of an answer has no note.', { isCharged: true }))
      return { ...proposal, answer: first.proposal.answer }
    }
    if (!this.#sound.hasEnd) this.#sound.end(splitSound(this.#pcm, sentences)[0]?.length ?? 0)
    const end = this.#sound.releasedBytes
    const [, second] = this.#partsOf(sentences, [this.#pcm.subarray(0, end), this.#pcm.subarray(end)])
    if (second !== undefined) session.sound.add(item, second)
    return proposal
  }

  /** Ends the answer after its first sentence. Returns what was said; null if nothing was. */
  fail(problem: unknown): Proposal | null {
    const { session } = this.#options
    if (this.#first === null) return null
    // The browser repeats the sentence if its audio can't be ended safely.
    this.#sound.fail(problem)
    // After an interruption, the provider already knows.
    if (!session.sound.holds(this.#item)) return this.#first.proposal
    if (this.#sound.hasEnd) session.truncate(this.#item, Math.floor(toMs(this.#sound.releasedBytes)))
    else session.drop(this.#item)
    return this.#first.proposal
  }

  #advance(): void {
    if (this.#first === null) this.#begin()
    if (this.#first === null || this.#sound.hasEnd) return
    const end = findSentenceEnd(this.#pcm, this.#first.text)
    if (end !== null) this.#sound.end(end)
  }

  /** A sentence is complete once another has begun. */
  #begin(): void {
    const { session, check, onFirst } = this.#options
    if (onFirst === undefined || this.#isRefused || this.#pcm.length === 0) return
    const [text, next] = splitSpoken(this.#transcript)
    if (text === undefined || next === undefined) return
    const { proposal, isWhole } = check({ transcript: text, calls: [] })
    this.#isRefused = !isWhole
    if (!isWhole) return
    this.#first = { text, proposal }
    this.#sound.release(leastBytes(text))
    session.sound.keep(this.#item, [{ text, sound: this.#sound, fromMs: 0, ms: () => toMs(this.#sound.releasedBytes) }])
    onFirst(proposal)
  }

  #partsOf(sentences: readonly string[], sounds: readonly Buffer[]): readonly SpokenPart[] {
    let fromMs = 0
    return sounds.map((pcm, index) => {
      const part = { text: sentences[index] ?? '', sound: whole(pcm), fromMs, ms: () => toMs(pcm.length) }
      fromMs += toMs(pcm.length)
      return part
    })
  }
}

async function* whole(pcm: Buffer): AsyncGenerator<Uint8Array, void> {
  yield pcm
}

function toMs(bytes: number): number {
  return bytes / speechBytesPerMs
}

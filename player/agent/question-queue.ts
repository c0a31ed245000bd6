import type { ClientEventBody } from '#protocol/agent-events.ts'

type Question = Extract<ClientEventBody, { readonly t: 'user.text' }>

/**
 * Pending questions. The server accepts one at a time at a limited rate; later ones wait here instead of being refused.
 */
export class QuestionQueue {
  readonly #send: (question: Question) => void
  #waiting: readonly Question[] = []
  #underWay: Question | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #intervalMs = 0

  constructor(send: (question: Question) => void) {
    this.#send = send
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#underWay === null
  }

  /** The minimum interval between questions. */
  setInterval(intervalMs: number): void {
    this.#intervalMs = intervalMs
  }

  add(question: Question): void {
    this.#waiting = [...this.#waiting, question]
    if (this.#underWay === null && this.#timer === undefined) this.#next()
  }

  /** The sent question came too early: send it again. */
  retry(): void {
    if (this.#underWay !== null) this.#waiting = [this.#underWay, ...this.#waiting]
    this.settle()
  }

  /** The sent question was accepted. */
  settle(): void {
    if (this.#underWay === null) return
    this.#underWay = null
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#next()
    }, this.#intervalMs)
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting = []
    this.#underWay = null
  }

  #next(): void {
    const [question, ...rest] = this.#waiting
    if (question === undefined) return
    this.#waiting = rest
    this.#underWay = question
    this.#send(question)
  }
}

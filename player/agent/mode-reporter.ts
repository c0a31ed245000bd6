import type { ClientEventBody, ModeOfTalk, ServerEvent } from '#protocol/agent-events.ts'

/** Reports to the server when the visitor turns voice on or off; it speaks and listens only while voice is on. */
export class ModeReporter {
  readonly #send: (event: ClientEventBody) => void
  #wanted: ModeOfTalk | null = null
  #reported: ModeOfTalk | null = null
  /** Older servers don't accept it. */
  #isAccepted = false

  constructor(send: (event: ClientEventBody) => void) {
    this.#send = send
  }

  /** Whether the server listens. */
  get isHeard(): boolean {
    return this.#reported?.mode === 'voice' && this.#reported.audioIn
  }

  /** A conversation starts, and its first message includes the mode. */
  begin(reported: ModeOfTalk): void {
    this.#isAccepted = false
    this.#reported = reported
    this.#wanted = reported
  }

  change(wanted: ModeOfTalk): void {
    this.#wanted = wanted
    this.#report()
  }

  /** A connection was opened, perhaps to another server. */
  receive({ mode, takesMode }: Extract<ServerEvent, { readonly t: 'ready' }>): void {
    this.#isAccepted = takesMode === true
    const isSpoken = mode === 'voice'
    this.#reported ??= { mode, audioIn: isSpoken, audioOut: isSpoken }
    this.#report()
  }

  #report(): void {
    if (!this.#isAccepted || this.#wanted === null || isSame(this.#reported, this.#wanted)) return
    this.#reported = this.#wanted
    this.#send({ t: 'mode', ...this.#wanted })
  }
}

function isSame(a: ModeOfTalk | null, b: ModeOfTalk): boolean {
  return a?.mode === b.mode && a.audioIn === b.audioIn && a.audioOut === b.audioOut
}

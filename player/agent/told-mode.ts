import type { ClientEventBody, ModeOfTalk, ServerEvent } from '#protocol/agent-events.ts'

/** Tells the server when the visitor turns voice on or off; it speaks and listens only while voice is on. */
export class ToldMode {
  readonly #send: (event: ClientEventBody) => void
  #wanted: ModeOfTalk | null = null
  #told: ModeOfTalk | null = null
  /** Older servers don't accept it. */
  #isTaken = false

  constructor(send: (event: ClientEventBody) => void) {
    this.#send = send
  }

  /** The server listens. */
  get isHeard(): boolean {
    return this.#told?.mode === 'voice' && this.#told.audioIn
  }

  /** A conversation starts, and its first message includes the mode. */
  begin(told: ModeOfTalk): void {
    this.#isTaken = false
    this.#told = told
    this.#wanted = told
  }

  change(wanted: ModeOfTalk): void {
    this.#wanted = wanted
    this.#tell()
  }

  /** A connection was opened, perhaps to another server. */
  receive({ mode, takesMode }: Extract<ServerEvent, { readonly t: 'ready' }>): void {
    this.#isTaken = takesMode === true
    const isSpoken = mode === 'voice'
    this.#told ??= { mode, audioIn: isSpoken, audioOut: isSpoken }
    this.#tell()
  }

  #tell(): void {
    if (!this.#isTaken || this.#wanted === null || isSame(this.#told, this.#wanted)) return
    this.#told = this.#wanted
    this.#send({ t: 'mode', ...this.#wanted })
  }
}

function isSame(a: ModeOfTalk | null, b: ModeOfTalk): boolean {
  return a?.mode === b.mode && a.audioIn === b.audioIn && a.audioOut === b.audioOut
}

import type { ClientEventBody, ServerEvent } from '#protocol/agent-events.ts'

import type { Hearing, HearingEvents } from './hearing.ts'

interface ProviderHearingOptions extends HearingEvents {
  readonly send: (event: ClientEventBody) => void
  /** Turns the microphone's audio frames on, with those of the last moment, or off. */
  readonly capture: (isOn: boolean) => void
}

/** Recognition on the server: the microphone's frames go up, words come down. */
export class ProviderHearing implements Hearing {
  readonly #options: ProviderHearingOptions
  #isOn = false

  constructor(options: ProviderHearingOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#isOn) return
    this.#isOn = true
    this.#options.send({ t: 'listen', isOn: true })
    this.#options.capture(true)
    this.#options.onReady()
  }

  deafen(isDeaf: boolean): void {
    if (this.#isOn) this.#options.capture(!isDeaf)
  }

  /** The server counts words from the visitor's last turn by itself. */
  forget(): void {}

  close(): void {
    if (!this.#isOn) return
    this.#isOn = false
    this.#options.capture(false)
    this.#options.send({ t: 'listen', isOn: false })
  }

  /** After a lost connection the server has to be told again. */
  startAgain(): void {
    if (this.#isOn) this.#options.send({ t: 'listen', isOn: true })
  }

  hear({ text, isFinal, conf }: Extract<ServerEvent, { readonly t: 'heard' }>): void {
    if (this.#isOn && text !== '') this.#options.onWords(text, isFinal, conf)
  }
}

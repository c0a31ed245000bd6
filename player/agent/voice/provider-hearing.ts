import type { ClientEventBody, ServerEvent } from '#protocol/agent-events.ts'

import type { Hearing, HearingEvents } from './hearing.ts'

interface ProviderHearingOptions extends HearingEvents {
  readonly send: (event: ClientEventBody) => void
  /** Turns the microphone's audio frames on, including those of the last moment, or off. */
  readonly capture: (isOn: boolean) => void
}

/** Recognition on the server: sends the microphone's frames, receives words. */
export class ProviderHearing implements Hearing {
  readonly #options: ProviderHearingOptions
  #isOn = false
  #text = ''
  /** Words that were dropped instead of becoming a turn. */
  #past = ''

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

  /** The server sends all words since the visitor's last turn, including those dropped here. */
  forget(what: 'turn' | 'dropped'): void {
    this.#past = what === 'turn' ? '' : this.#text
  }

  close(): void {
    if (!this.#isOn) return
    this.#isOn = false
    this.#options.capture(false)
    this.#options.send({ t: 'listen', isOn: false })
  }

  /** Tells the server again after a lost connection. */
  startAgain(): void {
    if (this.#isOn) this.#options.send({ t: 'listen', isOn: true })
  }

  hear({ text, isFinal, conf }: Extract<ServerEvent, { readonly t: 'heard' }>): void {
    if (!this.#isOn) return
    if (!text.startsWith(this.#past)) this.#past = ''
    this.#text = text
    const fresh = text.slice(this.#past.length).replace(/^[\s\p{P}]+/u, '')
    if (fresh !== '') this.#options.onWords(fresh, isFinal, conf)
  }
}

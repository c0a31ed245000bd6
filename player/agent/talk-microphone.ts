import { SpeechInput, type ListeningProblem } from './speech-input.ts'
import type { TalkView } from './talk-view.ts'

interface TalkMicrophoneOptions {
  readonly view: () => TalkView
  readonly show: (change: Partial<TalkView>) => void
  readonly onListening: () => void
  readonly onUnavailable: () => void
  readonly onPartial: (text: string) => void
  readonly onFinal: (text: string, confidence: number) => void
}

/** The visitor's microphone: open, paused while the agent can be heard, or closed. */
export class TalkMicrophone {
  readonly #options: TalkMicrophoneOptions
  #input: SpeechInput | null = null

  constructor(options: TalkMicrophoneOptions) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#input !== null
  }

  open(lang: string): void {
    const { view, show, onPartial, onFinal } = this.#options
    show({ microphoneProblem: '', isMicrophoneOpen: true })
    this.#input = new SpeechInput({
      lang,
      onState: (listening) => {
        show({ listening })
        if (listening === 'listening') this.#options.onListening()
      },
      onProblem: (problem) => {
        this.#input = null
        show({ microphoneProblem: problems[problem], isMicrophoneOpen: false })
        this.#options.onUnavailable()
      },
      onPartial: (partial) => {
        if (view().partial === '') onPartial(partial)
        show({ partial })
      },
      onFinal,
    })
  }

  listen(): void {
    this.#input?.start()
  }

  pause(): void {
    this.#input?.stop()
  }

  close(): void {
    this.pause()
    this.#input = null
    const { view, show } = this.#options
    show({ isMicrophoneOpen: false, ...(view().listening !== 'unavailable' && { listening: 'off', partial: '' }) })
  }
}

const problems: Readonly<Record<ListeningProblem, string>> = {
  blocked: 'Your browser blocks the microphone. Typing works just as well.',
  broken: 'Your browser can’t recognise speech right now. Typing works just as well.',
}

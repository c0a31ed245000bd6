import type { Page } from '@playwright/test'

interface SimulatedVoice {
  /** `refused`: the visitor said no to the browser's question. */
  readonly microphone: 'open' | 'refused'
  /** `lasting`: sentences start and stay; `short`: they end at once. */
  readonly sentences: 'lasting' | 'short'
}

/** Gives the page a microphone with a faint hum, a recogniser that hears nothing, and one system voice. */
export function simulateVoice(page: Page, voice: SimulatedVoice): Promise<unknown> {
  return page.addInitScript(install, voice)
}

/** Runs in the page. */
function install({ microphone, sentences }: SimulatedVoice): void {
  Reflect.set(navigator.mediaDevices, 'getUserMedia', () => {
    if (microphone === 'refused') return Promise.reject(new DOMException('', 'NotAllowedError'))
    const context = new AudioContext()
    const hum = new OscillatorNode(context)
    const faint = new GainNode(context, { gain: 0.002 })
    const { stream } = hum.connect(faint).connect(new MediaStreamAudioDestinationNode(context)) as unknown as {
      readonly stream: MediaStream
    }
    hum.start()
    return Promise.resolve(stream)
  })

  class Recognition extends EventTarget {
    start(): void {
      this.dispatchEvent(new Event('audiostart'))
    }
    abort(): void {
      this.dispatchEvent(new Event('end'))
    }
  }
  class Utterance extends EventTarget {
    voice = null
    lang = ''
  }
  class Synthesis extends EventTarget {
    readonly #voices = [{ name: 'English', lang: 'en-US', voiceURI: 'en', localService: true, default: true }]
    readonly paused = false
    readonly pending = false
    readonly speaking = false
    getVoices() {
      return this.#voices
    }
    speak(utterance: EventTarget): void {
      setTimeout(() => {
        utterance.dispatchEvent(new Event('start'))
        if (sentences === 'short') utterance.dispatchEvent(new Event('end'))
      })
    }
    cancel(): void {
      // Nothing is queued.
    }
  }
  Reflect.set(globalThis, 'SpeechRecognition', Recognition)
  Reflect.set(globalThis, 'SpeechSynthesisUtterance', Utterance)
  Object.defineProperty(globalThis, 'speechSynthesis', { value: new Synthesis() })
}

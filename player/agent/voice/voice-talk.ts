import { isBackChannel, isStopWord, waitAfter, type ExpectedAnswer } from '#domain/end-of-turn.ts'
import type { AgentSessionTicket, ServerEvent } from '#protocol/agent-events.ts'

import { hasRecognition } from './browser-hearing.ts'
import { BargeIn } from './barge-in.ts'
import { EchoPolicy } from './echo-policy.ts'
import { endsWithStopWord, isOwnSentence } from './said-over.ts'
import { listenForPushToTalk } from './push-to-talk.ts'
import { TurnMetrics } from './turn-metrics.ts'
import { TurnTaking } from './turn-taking.ts'
import type { VoiceHost } from './voice-host.ts'
import { VoiceInput } from './voice-input.ts'
import { VoiceOutput, type SentenceSound } from './voice-output.ts'
import { voiceHints } from './voice-sentences.ts'
import { nextVoiceState, voiceWatchdog, type VoiceEvent, type VoiceOverdue } from './voice-state.ts'

/** Voice in one conversation: the agent's output, the visitor's input, and turn-taking. */
export class VoiceTalk {
  readonly #host: VoiceHost
  readonly #metrics: TurnMetrics
  readonly #output: VoiceOutput
  readonly #input: VoiceInput
  readonly #echo = new EchoPolicy()
  readonly #bargeIn: BargeIn
  readonly #turns: TurnTaking
  #expects: ExpectedAnswer = 'open'
  #hasToldPartial = false
  /** The sentence that the visitor interrupted. */
  #cutSentence = ''
  #watchdog: ReturnType<typeof setTimeout> | undefined
  #tellTabs: () => void = () => undefined
  #stopListening: () => void

  constructor(host: VoiceHost) {
    this.#host = host
    this.#metrics = new TurnMetrics(host.send)
    this.#output = new VoiceOutput({
      host,
      metrics: this.#metrics,
      onSentence: (sound) => this.#startSentence(sound),
      onSilence: () => this.#fallSilent(),
    })
    this.#input = new VoiceInput({
      host,
      onState: (event) => {
        if (event === 'close') this.#dropTurn()
        if (event === 'granted') this.#tellTabs()
        this.#move(event)
      },
      onFailed: (failure) => this.#metrics.failed(failure),
      onMessage: (message) => {
        switch (message.kind) {
          case 'level':
            if (!message.isActive || this.#output.player.isSpeaking) this.#echo.level(message.db)
            this.#input.setMinimum(this.#echo.minimumDb)
            if (!this.#echo.isDeaf) this.#input.deafen(false)
            return this.#bargeIn.voiced(message.voicedMs)
          case 'maybe':
            return this.#bargeIn.maybe()
          case 'quiet':
            return this.#bargeIn.quiet()
          case 'start':
            this.#turns.soundStarted()
            return this.#bargeIn.start()
          case 'end':
            return this.#turns.soundEnded(message.atMs - message.lastSoundMs)
          default:
        }
      },
      onWords: (text, confidence) => this.#hear(text, confidence),
      onSaidOver: (guesses) => {
        const { caption } = host.view()
        const stop = guesses.find((guess) => endsWithStopWord(guess, caption, (text) => isStopWord(text, this.#lang)))
        if (stop !== undefined) this.#stopAgent()
      },
    })
    this.#bargeIn = new BargeIn({
      isBackChannel: (text) => isBackChannel(text, this.#lang),
      isStopWord: (text) => isStopWord(text, this.#lang),
      onDuck: (isDucked) => this.#output.player.duck(isDucked),
      onHold: () => this.#hold(),
      onFalseAlarm: () => {
        if (this.#output.player.isBusy) this.#echo.falseAlarm()
        this.#resume()
      },
      onInterrupt: () => this.#interrupt(),
      onStopWord: () => this.#stopAgent(),
    })
    this.#turns = new TurnTaking({
      waitAfter: (text) => waitAfter(text, this.#expects, this.#lang),
      onPartial: (partial) => {
        host.show({ partial })
        if (!this.#hasToldPartial) host.tellPartial(partial)
        this.#hasToldPartial = true
      },
      onTurn: (turn) => {
        this.#hasToldPartial = false
        if (isOwnSentence(turn.text, this.#cutSentence)) return this.#ignoreEcho()
        this.#metrics.turnEnded(turn)
        this.#bargeIn.reset()
        this.#input.forget('turn')
        this.#move('turn')
        host.say(turn.text, turn.confidence, turn.continues)
        this.#output.player.release()
      },
      onNotUnderstood: () => {
        const hasSpoken = this.#bargeIn.isConfirmed
        this.#bargeIn.reset()
        this.#move('not-understood')
        if (hasSpoken) host.show({ voiceHint: voiceHints.notUnderstood })
        this.#output.player.release()
      },
    })
    this.#stopListening = this.#listenToPage()
  }

  /** Whether the browser sends and plays audio frames; for the conversation's first message. */
  get capabilities(): { readonly stt: boolean; readonly audioIn: boolean; readonly audioOut: boolean } {
    return {
      stt: this.#input.isOpen || hasRecognition(),
      audioIn: this.#input.canCapture && this.#host.canSendAudio(),
      audioOut: this.#output.takesAudio && this.#host.canSendAudio(),
    }
  }

  get hasMicrophone(): boolean {
    return this.#input.isOpen
  }

  /** Call it in the user gesture, before anything else. */
  unlock(): void {
    this.#output.unlock()
  }

  turnOnSound({ voice }: AgentSessionTicket): void {
    this.#output.prepare(voice)
  }

  /** Retries sound after a problem, in a user gesture. */
  retrySound(): void {
    this.#output.retry()
  }

  async openMicrophone(): Promise<void> {
    await this.#input.open()
  }

  closeMicrophone(): void {
    this.#input.close()
  }

  /** Starts and ends push-to-talk by key or held button. */
  pressToTalk(isPressed: boolean): void {
    if (!isPressed) return this.#turns.hold(false)
    if (!this.#input.isOpen) void this.#input.open()
    this.#turns.hold(true)
    this.#bargeIn.interrupt()
    this.#input.deafen(false)
    this.#move('sound')
  }

  /** The visitor typed or clicked instead of speaking. */
  settle(): void {
    this.#turns.settle()
    this.#bargeIn.reset()
    this.#input.forget('dropped')
    this.#hasToldPartial = false
    this.#output.player.release()
    // A stopped sentence reports no end.
    if (!this.#output.player.isBusy) this.#fallSilent()
  }

  receive(event: ServerEvent): void {
    this.#output.receive(event)
    this.#input.receive(event)
    if (event.t === 'turn.end') this.#expects = event.expects ?? 'open'
  }

  receiveAudio(frame: ArrayBuffer): void {
    this.#output.receiveAudio(frame)
  }

  close(): void {
    clearTimeout(this.#watchdog)
    this.#stopListening()
    this.#input.close()
    this.#output.close()
  }

  /** The rest of it won't be heard. */
  #dropTurn(): void {
    this.#turns.stop()
    this.#bargeIn.reset()
    this.#hasToldPartial = false
    this.#output.player.release()
  }

  get #lang(): string {
    return this.#host.ticket()?.voice.lang ?? 'en'
  }

  #startSentence(sound: SentenceSound): void {
    if (sound === 'none') this.#echo.silent()
    else this.#echo.sentenceStarted(sound === 'streamed')
    this.#input.setMinimum(this.#echo.minimumDb)
    this.#input.deafen(this.#echo.isDeaf)
    this.#host.show({ voiceHint: '' })
    this.#move('sentence')
  }

  #fallSilent(): void {
    this.#echo.silent()
    this.#input.setMinimum(null)
    this.#input.deafen(false)
    this.#move('silence')
  }

  #hold(): void {
    this.#output.player.hold()
    this.#echo.silent()
    this.#input.setMinimum(null)
    this.#input.deafen(false)
    this.#move(this.#output.player.isBusy ? 'hold' : 'sound')
  }

  #resume(): void {
    this.#turns.clear()
    this.#input.forget('dropped')
    this.#host.show({ partial: '' })
    this.#move('release')
    this.#output.player.release()
  }

  #interrupt(): void {
    const { player } = this.#output
    this.#cutSentence = player.isBusy ? this.#host.view().caption : ''
    if (player.isBusy) this.#host.interrupt('voice')
    // An answer to their last words must not talk over a continuation.
    player.hold()
    this.#echo.silent()
    this.#input.setMinimum(null)
    this.#input.deafen(false)
    this.#move('interrupt')
  }

  /** If the agent answered its own sentence, it would never stop. */
  #ignoreEcho(): void {
    this.#echo.heardItself()
    this.#turns.settle()
    this.#bargeIn.reset()
    this.#input.forget('dropped')
    this.#host.show({ partial: '', voiceHint: voiceHints.notUnderstood })
    this.#move('not-understood')
    this.#output.player.release()
  }

  /** The visitor opened the microphone in another tab. */
  #giveWay(): void {
    if (!this.#input.isOpen) return
    if (this.#output.player.isBusy) this.#host.press('stop')
    this.#input.fail('elsewhere')
  }

  #stopAgent(): void {
    this.#bargeIn.reset()
    this.#turns.settle()
    this.#input.forget('dropped')
    this.#host.show({ partial: '' })
    this.#host.press('stop')
    this.#move('silence')
  }

  #hear(text: string, confidence: number | undefined): void {
    this.#host.show({ voiceHint: '' })
    if (!this.#bargeIn.words(text, this.#output.player.isBusy)) return
    this.#move('sound')
    this.#turns.words(text, confidence)
  }

  #move(event: VoiceEvent): void {
    const { voiceState } = this.#host.view()
    const next = nextVoiceState(voiceState, event)
    if (next === voiceState && event !== 'sentence' && event !== 'sound') return
    this.#host.show({ voiceState: next })
    clearTimeout(this.#watchdog)
    const watchdog = voiceWatchdog(next)
    if (watchdog !== null) this.#watchdog = setTimeout(() => this.#handleOverdue(watchdog.act), watchdog.ms)
  }

  #handleOverdue(act: VoiceOverdue): void {
    const { show } = this.#host
    switch (act) {
      case 'remind':
        return show({ voiceHint: voiceHints.allow })
      case 'broken':
        return this.#input.fail('broken')
      case 'idle':
        this.closeMicrophone()
        return show({ voiceHint: voiceHints.idle })
      case 'end-turn':
        this.#turns.hold(false)
        return this.#turns.soundEnded(0)
      case 'no-answer':
        // A person takes longer to answer.
        if (this.#host.view().phase !== 'person') show({ voiceHint: voiceHints.noAnswer })
        return this.#move('overdue')
      case 'resume':
        this.#move('overdue')
        return this.#resume()
    }
  }

  /** The space bar, and the return of a page that slept. */
  #listenToPage(): () => void {
    const stopPushToTalk = listenForPushToTalk({
      isOn: () => this.#host.view().mode === 'voice' || this.#input.isOpen,
      onPress: () => this.pressToTalk(true),
      onRelease: () => this.pressToTalk(false),
    })
    // Two agents would talk with each other.
    const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('understudy-microphone') : null
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    this.#tellTabs = () => tabs?.postMessage('open')
    tabs?.addEventListener('message', () => this.#giveWay())
    const listening = new AbortController()
    const wake = (): void => {
      if (document.visibilityState === 'hidden') return
      this.#output.wake()
      this.#input.wake()
      this.#host.checkConnection()
    }
    for (const type of ['pageshow', 'online', 'resume']) {
      globalThis.addEventListener(type, wake, { signal: listening.signal })
    }
    document.addEventListener('visibilitychange', wake, { signal: listening.signal })
    navigator.mediaDevices?.addEventListener('devicechange', () => this.#echo.deviceChanged(), {
      signal: listening.signal,
    })
    return () => {
      stopPushToTalk()
      tabs?.close()
      listening.abort()
    }
  }
}

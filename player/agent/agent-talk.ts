import {
  agentTextMax,
  type AgentMode,
  type AgentSessionTicket,
  type InterruptCause,
  type ServerEvent,
  type UiAction,
  type UserTextSource,
} from '#protocol/agent-events.ts'

import { createStore } from '../create-store.ts'
import { AgentConnection, type AgentConnectionOptions } from './agent-connection.ts'
import { keepTalk, takeKeptTalk } from './kept-talk.ts'
import { MeetingTalk } from './meeting-talk.ts'
import { QuestionQueue } from './question-queue.ts'
import { requestTicket } from './request-ticket.ts'
import { TalkMicrophone } from './talk-microphone.ts'
import { firstView, writeEntry, type TalkView, type TranscriptEntry } from './talk-view.ts'
import { TalkVoice } from './talk-voice.ts'

/** One visitor's talk with the agent: keeps the connection, the voice, the microphone and the view in step. */
export class AgentTalk {
  readonly #demoId: string
  readonly #store = createStore<TalkView>(firstView)
  #connection: AgentConnection | null = null
  #ticket: AgentSessionTicket | null = null
  #firstQuestion: string | null
  #userTurn = 0
  /** The booking beside the voice. */
  readonly meeting = new MeetingTalk({
    booking: () => this.#view.booking,
    show: (booking) => this.#show({ booking }),
    submit: (field, value) => this.#submit(field, value),
  })
  readonly #voice = new TalkVoice({
    view: () => this.#view,
    show: (change) => this.#show(change),
    send: (event) => this.#connection?.send(event),
    onShowStep: (order) => this.#onShowStep(order),
    onSound: () => this.#microphone.pause(),
    onSilence: () => this.#listen(),
  })
  readonly #microphone = new TalkMicrophone({
    view: () => this.#view,
    show: (change) => this.#show(change),
    onPartial: (partial) => this.noticeTyping(partial),
    onFinal: (text, confidence) => this.say(text, 'voice', confidence),
  })
  readonly #questions = new QuestionQueue((question) => this.#connection?.send(question))
  #attempt = 0

  #draft = ''
  #isResumed = false

  #onShowStep: (order: number) => void = () => undefined

  /** `firstQuestion` is asked once, when the conversation opens. */
  constructor(demoId: string, firstQuestion: string | null) {
    this.#demoId = demoId
    this.#firstQuestion = firstQuestion
  }

  readonly view = this.#store.get
  readonly subscribe = this.#store.subscribe

  /** Sets the callback that shows steps. */
  showStepsWith(onShowStep: (order: number) => void): void {
    this.#onShowStep = onShowStep
  }

  /** The unsent text in the field. */
  get draft(): string {
    return this.#draft
  }

  keepDraft(text: string): void {
    this.#draft = text
  }

  /** Began in a page of this tab before this one. */
  get isResumed(): boolean {
    return this.#isResumed
  }

  /** Opens the conversation. Called on a click, after the notice: browsers ask for that before they make a sound. */
  async start(mode: AgentMode, currentStep: number): Promise<void> {
    this.#attempt += 1
    const attempt = this.#attempt
    this.#show({ ...firstView, stage: 'starting', mode, hasSound: mode === 'voice' })
    const canSound = 'speechSynthesis' in globalThis
    const ticket = await requestTicket(this.#demoId)
    if (attempt !== this.#attempt) return
    if (typeof ticket === 'string') return this.#show({ stage: 'over', notice: ticket })
    this.#ticket = ticket
    this.#show({
      agentName: ticket.agentName,
      suggestions: ticket.suggestions,
      takesMeetings: ticket.takesMeetings,
      canSound,
    })
    if (mode === 'voice') await this.#voice.load(ticket.voice)
    if (attempt !== this.#attempt) return
    this.#connect(ticket, {
      t: 'hello',
      token: ticket.token,
      caps: {
        stt: mode === 'voice',
        tts: canSound,
        audioIn: false,
        lang: (navigator.language || 'en').slice(0, 35),
        tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      consent: { mode, stored: true },
      step: currentStep,
    })
  }

  /** Resumes the talk after a reload; without sound, which needs a new click. */
  resume(): void {
    const kept = takeKeptTalk(this.#demoId)
    if (kept === null) return
    this.#isResumed = true
    this.#ticket = kept.ticket
    this.#userTurn = kept.userTurn
    this.#draft = kept.draft
    this.#show({ ...kept.view, stage: 'talking', mode: 'text', isReconnecting: true, ...silent })
    this.#connect(kept.ticket, kept.place)
  }

  /** Asks a question; false if it is refused, with the reason in the view. */
  say(text: string, source: UserTextSource = 'typed', conf?: number): boolean {
    const trimmed = text.trim()
    if (trimmed === '' || this.#view.stage !== 'talking') return false
    if (trimmed.length > agentTextMax) {
      this.#show({ notice: `Please use at most ${agentTextMax} characters. You used ${trimmed.length}.` })
      return false
    }
    this.interrupt(source === 'voice' ? 'voice' : 'typed')
    this.#userTurn += 1
    this.#questions.add({
      t: 'user.text',
      turn: this.#userTurn,
      text: trimmed,
      source,
      ...(conf !== undefined && conf > 0 && { conf }),
    })
    this.#show({ partial: '', notice: '' })
    // Most are answered before a spinner could be read.
    setTimeout(() => this.#show({ isAsking: !this.#questions.isEmpty }), slowMs)
    return true
  }

  /** The first keystroke silences the agent; further ones keep it waiting. */
  noticeTyping(text: string): void {
    if (text.trim() === '') return
    this.interrupt('typed')
    this.#connection?.send({ t: 'user.partial', turn: this.#userTurn + 1, text: text.slice(0, agentTextMax) })
  }

  press(action: UiAction): void {
    if (action === 'stop') {
      if (!this.interrupt('stop')) this.#connection?.send({ t: 'ui.click', action })
      return
    }
    this.interrupt('typed')
    this.#connection?.send({ t: 'ui.click', action })
  }

  /** Stops the agent's speech; false if it was silent. */
  interrupt(cause: InterruptCause): boolean {
    return this.#voice.interrupt(cause)
  }

  followVisitor(order: number): void {
    if (this.#view.stage !== 'talking') return
    this.interrupt('step')
    this.#connection?.send({ t: 'step.changed', n: order, by: 'visitor' })
  }

  async toggleSound(): Promise<void> {
    const hasSound = !this.#view.hasSound
    this.#show({ hasSound })
    if (!hasSound) this.#voice.mute()
    else if (this.#ticket !== null) await this.#voice.load(this.#ticket.voice)
  }

  /** Opens or closes the microphone. */
  toggleMicrophone(): void {
    if (this.#microphone.isOpen) return this.#microphone.close()
    const lang = this.#ticket?.voice.lang ?? 'en'
    this.#microphone.open(lang === 'en' ? 'en-US' : lang)
    this.#listen()
  }

  /** Leaves at once. */
  readonly close = (): void => {
    this.#attempt += 1
    globalThis.removeEventListener('pagehide', this.#keep)
    takeKeptTalk(this.#demoId)
    this.#voice.stop()
    this.#microphone.close()
    this.#connection?.send({ t: 'ui.click', action: 'end' })
    this.#connection?.close()
    this.#connection = null
    this.#questions.clear()
  }

  #connect({ token }: AgentSessionTicket, from: AgentConnectionOptions['from']): void {
    this.#connection = new AgentConnection({
      token,
      from,
      onEvent: (event) => this.#receive(event),
      onState: (state) => {
        if (state === 'lost') this.#finish('The connection to the agent was lost. The conversation so far is kept.')
        else this.#show({ isReconnecting: state === 'reconnecting' })
      },
    })
    globalThis.addEventListener('pagehide', this.#keep)
  }

  /** The page may be reloading: the server keeps the talk for a minute. */
  readonly #keep = (): void => {
    this.interrupt('closed')
    const place = this.#connection?.place ?? null
    if (place !== null && this.#ticket !== null && this.#view.stage === 'talking') {
      keepTalk(this.#demoId, {
        ticket: this.#ticket,
        place,
        view: this.#view,
        userTurn: this.#userTurn,
        draft: this.#draft,
      })
    }
  }

  #receive(event: ServerEvent): void {
    switch (event.t) {
      case 'ready':
        // Slightly above the limit: latency varies.
        this.#questions.setInterval(event.limits.turnIntervalMs + 100)
        if (this.#view.stage === 'starting' && this.#view.mode === 'voice') this.toggleMicrophone()
        this.#show({ stage: 'talking', agentName: event.agentName, conversationId: event.session })
        return this.#askFirst()
      case 'state':
        return this.#show({ phase: event.name })
      case 'user.final':
        this.#settleQuestion()
        return this.#write({ key: `visitor-${event.seq}`, speaker: 'visitor', text: event.text, steps: [] })
      case 'seg':
        return this.#voice.say(event)
      case 'step.show':
        return this.#voice.showStep(event)
      case 'slots':
        return this.meeting.showTimes(event)
      case 'form':
        return this.meeting.showForm(event)
      case 'turn.truncated':
        this.#voice.cut(event.turn, event.heard)
        return this.#listen()
      case 'notice':
        if (event.code === 'too-fast') return this.#questions.retry()
        if (event.code === 'too-long') this.#settleQuestion()
        return this.#show({ notice: event.text })
      case 'limit':
        return this.#show({
          notice: event.kind === 'time' ? 'This conversation ends in a minute.' : `${event.left} questions are left.`,
        })
      case 'bye':
        return this.#finish(event.text)
      default:
        return
    }
  }

  #askFirst(): void {
    const question = this.#firstQuestion
    this.#firstQuestion = null
    if (question !== null) this.say(question, 'button')
  }

  #submit(field: string, value: string): void {
    this.interrupt('typed')
    this.#connection?.send({ t: 'form.submit', field, value })
  }

  #listen(): void {
    if (!this.#voice.isAudible) this.#microphone.listen()
  }

  #write(entry: TranscriptEntry): void {
    this.#show({ transcript: writeEntry(this.#view.transcript, entry) })
  }

  #settleQuestion(): void {
    this.#questions.settle()
    if (this.#questions.isEmpty) this.#show({ isAsking: false })
  }

  #finish(notice: string): void {
    takeKeptTalk(this.#demoId)
    this.#voice.stop()
    this.#microphone.close()
    this.#connection?.close()
    this.#connection = null
    this.#questions.clear()
    this.#show({
      stage: 'over',
      isAsking: false,
      isSpeaking: false,
      isReconnecting: false,
      caption: '',
      captionSteps: [],
      booking: null,
      notice,
    })
  }

  get #view(): TalkView {
    return this.#store.get()
  }

  #show(change: Partial<TalkView>): void {
    this.#store.set({ ...this.#view, ...change })
  }
}

/** What does not outlive a page. */
const silent = {
  isAsking: false,
  isSpeaking: false,
  hasSound: false,
  listening: 'off',
  partial: '',
  notice: '',
} as const

const slowMs = 700

import type { AgentLanguage } from '#domain/agent-languages.ts'
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
import { storeTalk, takeStoredTalk } from './stored-talk.ts'
import { MeetingTalk } from './meeting-talk.ts'
import { QuestionQueue } from './question-queue.ts'
import { receiveEvent } from './receive-event.ts'
import { canSound, TalkSound } from './talk-sound.ts'
import { createAnswerReporter } from './report-answers.ts'
import { TicketCache, type RequestTicket } from './ticket-cache.ts'
import { ModeReporter } from './mode-reporter.ts'
import { endedView, firstView, introduce, silentView, type TalkView } from './talk-view.ts'
import { languageOf, tagOf } from './talk-language.ts'
import { TalkVoice } from './talk-voice.ts'
import { t, setPanelLanguage } from './panel-text.ts'

interface SpokenWords {
  /** The recogniser's confidence, 0 to 1. */
  readonly conf?: number | undefined
  /** The visitor continued: `text` is the whole turn and replaces their last one. */
  readonly continues?: boolean
}

/** The visitor's first action; carried out after the agent's greeting. */
type FirstAct = (talk: AgentTalk) => void

/**
 * One visitor's conversation with the agent: keeps connection, voice, microphone and view in sync. Nothing is opened
 * before the visitor's first action after the notice; that action is the consent.
 */
export class AgentTalk {
  readonly #demoId: string
  readonly #store = createStore<TalkView>(firstView)
  readonly #tickets: TicketCache
  #connection: AgentConnection | null = null
  #ticket: AgentSessionTicket | null = null
  #firstAct: FirstAct | null = null
  #greetingTimer: ReturnType<typeof setTimeout> | undefined
  #userTurn = 0
  #step: number
  /** The booking beside the voice. */
  readonly meeting = new MeetingTalk({
    booking: () => this.#view.booking,
    show: (booking) => this.#show({ booking }),
    submit: (field, value) => this.submit(field, value),
  })
  readonly #voice = new TalkVoice({
    view: () => this.#view,
    show: (change) => this.#show(change),
    send: (event) => this.#connection?.send(event),
    onShowStep: (order) => this.#onShowStep(order),
  })
  /** The agent's voice and the visitor's microphone. */
  readonly sound = new TalkSound({
    view: () => this.#view,
    show: (change) => this.#show(change),
    output: this.#voice,
    ticket: () => this.#ticket,
    send: (event) => this.#connection?.send(event),
    sendAudio: (frame) => this.#connection?.sendAudio(frame),
    canSendAudio: () => this.#connection?.canSendAudio ?? true,
    isHeard: () => this.#mode.isHeard || this.#view.stage !== 'talking',
    checkConnection: () => this.#connection?.check(),
    changeMode: (mode) => this.#mode.change(mode),
    start: (mode) => void this.start(mode),
    say: (text, conf, continues) => void this.say(text, 'voice', { conf, continues }),
    tellPartial: (text) => this.#tellPartial(text),
    press: (action) => this.press(action),
    interrupt: (cause) => this.#voice.interrupt(cause),
  })
  readonly #questions = new QuestionQueue((question) => {
    this.#voice.interrupt(question.source === 'voice' ? 'voice' : 'typed')
    this.#connection?.send(question)
  })
  #attempt = 0
  #draft: string
  #isResumed = false
  readonly #mode = new ModeReporter((event) => this.#connection?.send(event))
  #isOpen = true
  readonly #told = createAnswerReporter()

  #onShowStep: (order: number) => void = () => undefined

  /**
   * `draft` is a question for the field, `step` the player's step. `requestTicket` overrides where conversations are
   * opened, outside the public page.
   */
  constructor(
    demoId: string,
    draft: string | null = null,
    options: { readonly step?: number; readonly requestTicket?: RequestTicket } = {},
  ) {
    this.#step = options.step ?? 1
    this.#demoId = demoId
    this.#draft = draft ?? ''
    this.#tickets = new TicketCache(demoId, options.requestTicket)
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

  /** Puts a question into the field: the first one sent is the visitor's consent. Later ones are asked at once. */
  suggest(question: string): void {
    if (this.#view.stage === 'talking') return void this.say(question, 'button')
    this.#draft = question
    this.#show({ suggestedCount: this.#view.suggestedCount + 1 })
  }

  /** Whether it started on an earlier page of this tab. */
  get isResumed(): boolean {
    return this.#isResumed
  }

  /** Fetches the agent's name and suggested questions. Opens no conversation. */
  async prepare(): Promise<void> {
    if (this.#view.stage !== 'notice' || this.#view.agentName !== '') return
    const ticket = await this.#tickets.take()
    if (this.#view.stage !== 'notice') return
    if (typeof ticket === 'string') return this.#show({ notice: ticket })
    this.#ticket = ticket
    await setPanelLanguage(languageOf(ticket))
    if (this.#view.stage === 'notice') this.#show({ notice: '', ...introduce(ticket) })
  }

  /** Switches the language. An open conversation ends; the next message opens one in the new language. */
  async chooseLanguage(language: AgentLanguage): Promise<void> {
    if (language === this.#view.language || this.#view.stage === 'starting') return
    this.end()
    this.#tickets.speak(language)
    const ticket = await this.#tickets.take()
    if (typeof ticket === 'string') return this.#show({ notice: ticket })
    // The visitor may have asked meanwhile; that conversation uses the new ticket's language, too.
    if (this.#isUnderWay) return
    this.#ticket = ticket
    await setPanelLanguage(languageOf(ticket))
    if (!this.#isUnderWay) this.#show({ notice: '', ...introduce(ticket) })
  }

  /** Opens the conversation, on the visitor's action after the notice; a later conversation keeps the transcript. */
  async start(mode: AgentMode, first: FirstAct | null = null): Promise<void> {
    if (this.#view.stage === 'starting' || this.#view.stage === 'talking') return
    this.#attempt += 1
    const attempt = this.#attempt
    this.#firstAct = first
    this.#show({ stage: 'starting', mode, hasSound: mode === 'voice', notice: '', facts: [], conversationId: null })
    const ticket = await this.#tickets.take()
    if (attempt !== this.#attempt) return
    if (typeof ticket === 'string') return this.#finish(ticket)
    this.#tickets.spend()
    this.#ticket = ticket
    await setPanelLanguage(languageOf(ticket))
    if (attempt !== this.#attempt) return
    this.#show({ ...introduce(ticket), suggestions: [], canSound: canSound() })
    if (mode === 'voice') this.sound.prepare()
    const { capabilities } = this.sound
    this.#mode.begin({ mode, ...capabilities })
    this.#userTurn = 0
    this.#connect(ticket, {
      t: 'hello',
      token: ticket.token,
      caps: {
        tts: canSound(),
        ...capabilities,
        lang: tagOf(languageOf(ticket)),
        tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      consent: { mode, stored: true, ...(mode === 'voice' && this.sound.recording) },
      step: this.#step,
    })
  }

  /** Resumes the conversation after a reload; without sound, which needs a new click. */
  resume(): void {
    const kept = takeStoredTalk(this.#demoId)
    if (kept === null) return
    this.#isResumed = true
    this.#ticket = kept.ticket
    // Shows the stored transcript meanwhile.
    void setPanelLanguage(languageOf(kept.ticket)).then(() => this.#show({}))
    this.#userTurn = kept.userTurn
    this.#draft = kept.draft
    this.#show({ ...kept.view, stage: 'talking', mode: 'text', isReconnecting: true, ...silentView })
    this.#mode.change({ mode: 'text', audioIn: false, audioOut: false })
    this.#connect(kept.ticket, kept.place)
  }

  /** Asks a question; false if it is refused, with the reason in the view. The first one opens the conversation. */
  say(text: string, source: UserTextSource = 'typed', spoken: SpokenWords = {}): boolean {
    const trimmed = text.trim()
    if (trimmed === '') return false
    if (trimmed.length > agentTextMax) {
      this.#show({ notice: t('Please use at most {0} characters. You used {1}.', agentTextMax, trimmed.length) })
      return false
    }
    if (this.#view.stage !== 'talking') {
      const ask: FirstAct = (talk) => talk.say(trimmed, source, spoken)
      if (this.#view.stage === 'starting') this.#firstAct ??= ask
      else void this.start('text', ask)
      return true
    }
    if (source === 'voice') this.#voice.interrupt('voice')
    else this.interrupt('typed')
    const { conf = 0, continues = false } = spoken
    this.#userTurn += 1
    this.#questions.add({
      t: 'user.text',
      turn: this.#userTurn,
      text: trimmed,
      source,
      ...(conf > 0 && { conf }),
      ...(continues && { continues }),
    })
    this.#show({ partial: '', notice: '', microphoneProblem: '' })
    // Most answers arrive before a spinner could be noticed.
    setTimeout(() => this.#show({ isAsking: !this.#questions.isEmpty }), slowMs)
    return true
  }

  /** The first keystroke silences a voice; further ones keep the agent waiting. Displayed text is never removed. */
  noticeTyping(text: string): void {
    if (text.trim() === '' || this.#view.stage !== 'talking') return
    this.interrupt('typed')
    this.#tellPartial(text)
  }

  press(action: UiAction): void {
    if (this.#view.stage === 'starting') return
    if (this.#view.stage !== 'talking') return void this.start('text', (talk) => talk.press(action))
    const wasHeard = this.interrupt(action === 'stop' ? 'stop' : 'typed')
    if (action !== 'stop' || !wasHeard) this.#connection?.send({ t: 'ui.click', action })
  }

  /** Sends a field of a form beside the conversation. */
  submit(field: string, value: string): void {
    this.interrupt('typed')
    if (field === 'callback') this.#show({ isCallbackAsked: false, person: null })
    this.#connection?.send({ t: 'form.submit', field, value })
  }

  /** Handles any input of the visitor: a voice stops, and text counts as read. False if nothing was playing. */
  interrupt(cause: InterruptCause): boolean {
    const wasHeard = this.#voice.interrupt(cause)
    this.sound.settle()
    return wasHeard
  }

  followVisitor(order: number): void {
    this.#step = order
    if (this.#view.stage !== 'talking') return
    this.interrupt('step')
    this.#connection?.send({ t: 'step.changed', n: order, by: 'visitor' })
  }

  /** Shows the chat beside the voice. */
  unfold(): void {
    this.#show({ isFolded: false })
  }

  dismissCallback(): void {
    this.#show({ isCallbackAsked: false })
  }

  /** Opens or closes the panel; the conversation continues, silently while it is closed. */
  showPanel(isOpen: boolean): void {
    if (this.#isOpen === isOpen) return
    this.#isOpen = isOpen
    if (isOpen) return
    this.sound.turnOff()
    if (this.#view.phase === 'present' && this.#view.stage === 'talking') this.press('stop')
  }

  /** Ends the conversation; the transcript stays. */
  end(): void {
    if (this.#view.stage !== 'talking') return
    this.#connection?.send({ t: 'ui.click', action: 'end' })
    this.#finish(t('You ended this chat.'))
  }

  /** Closes at once. */
  readonly close = (): void => {
    this.#attempt += 1
    this.#voice.stop()
    this.sound.close()
    this.#connection?.send({ t: 'ui.click', action: 'end' })
    this.#disconnect()
  }

  #tellPartial(text: string): void {
    this.#connection?.send({ t: 'user.partial', turn: this.#userTurn + 1, text: text.slice(0, agentTextMax) })
  }

  #connect({ token }: AgentSessionTicket, from: AgentConnectionOptions['from']): void {
    this.#connection = new AgentConnection({
      token,
      from,
      onEvent: (event) => this.#receive(event),
      onAudio: (frame) => this.sound.receiveAudio(frame),
      onState: (state) => {
        if (state === 'lost') this.#finish(t('The connection to the agent was lost. The conversation so far is kept.'))
        else this.#show({ isReconnecting: state === 'reconnecting' })
      },
    })
    globalThis.addEventListener('pagehide', this.#keep)
  }

  /** The page may be reloading: the server keeps the conversation for a minute. */
  readonly #keep = (): void => {
    this.interrupt('closed')
    const place = this.#connection?.place ?? null
    if (place === null || this.#ticket === null || this.#view.stage !== 'talking') return
    const { view, draft } = { view: this.#view, draft: this.#draft }
    storeTalk(this.#demoId, { ticket: this.#ticket, place, view, userTurn: this.#userTurn, draft }, this.#isOpen)
  }

  #receive(event: ServerEvent): void {
    this.sound.receive(event)
    receiveEvent(event, {
      view: () => this.#view,
      show: (change) => this.#show(change),
      voice: this.#voice,
      meeting: this.meeting,
      onReady: (ready) => {
        this.#mode.receive(ready)
        // Slightly above the limit, because latency varies.
        this.#questions.setInterval(ready.limits.turnIntervalMs + 100)
        // If the server doesn't greet, send the first question anyway.
        this.#greetingTimer = setTimeout(() => this.#actFirst(), greetingMs)
      },
      onTurnEnd: (outcome) => {
        this.#told.ended(outcome)
        this.#actFirst()
      },
      onQuestion: () => {
        this.#told.asked()
        this.#settleQuestion()
      },
      onTooFast: () => this.#questions.retry(),
      onBye: (text) => this.#finish(text),
    })
  }

  #actFirst(): void {
    const act = this.#firstAct
    this.#firstAct = null
    if (this.#view.stage === 'talking') act?.(this)
  }

  #settleQuestion(): void {
    this.#questions.settle()
    if (this.#questions.isEmpty) this.#show({ isAsking: false })
  }

  #disconnect(): void {
    takeStoredTalk(this.#demoId)
    globalThis.removeEventListener('pagehide', this.#keep)
    clearTimeout(this.#greetingTimer)
    this.#connection?.close()
    this.#connection = null
    this.#questions.clear()
  }

  #finish(notice: string): void {
    this.#voice.stop()
    this.sound.stop()
    this.#disconnect()
    // Refused before the first message: the notice still applies.
    const isUnsaid = this.#view.transcript.length === 0
    this.#show({ ...endedView, ...(isUnsaid && { stage: 'notice' as const }), mode: 'text', hasSound: false, notice })
  }

  get #isUnderWay(): boolean {
    return this.#view.stage === 'starting' || this.#view.stage === 'talking'
  }

  get #view(): TalkView {
    return this.#store.get()
  }

  #show(change: Partial<TalkView>): void {
    this.#store.set({ ...this.#view, ...change })
  }
}

const slowMs = 700
const greetingMs = 1_500

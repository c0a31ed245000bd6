import {
  agentPath,
  type AgentMode,
  type AgentSessionTicket,
  type AgentStateName,
  type InterruptCause,
  type ServerEvent,
  type UiAction,
  type UserTextSource,
} from '#protocol/agent-events.ts'
import { isFields } from '#protocol/agent-fields.ts'

import { trackedSession } from '../record-visit.ts'
import { AgentConnection } from './agent-connection.ts'
import { chooseVoice } from './choose-voice.ts'
import { SegmentPlayer, type Segment } from './segment-player.ts'
import { SpeechInput, type ListeningState } from './speech-input.ts'

export interface TranscriptEntry {
  readonly key: string
  readonly speaker: 'visitor' | 'agent'
  readonly text: string
  /** Orders of the steps it rests on. */
  readonly steps: readonly number[]
}

/** A meeting that is being booked, as far as it has come. */
export interface BookingView {
  readonly slots: readonly { readonly id: string; readonly label: string }[]
  /** IANA zone of the labels. */
  readonly zone: string
  readonly chosenId: string | null
  /** The address asked for, or read back; null while a time is chosen. */
  readonly form: { readonly field: string; readonly value: string; readonly valid: boolean } | null
}

/** Everything the panel shows of a talk. */
export interface TalkView {
  readonly stage: 'notice' | 'starting' | 'talking' | 'over'
  readonly mode: AgentMode
  /** Null until it has begun. */
  readonly conversationId: string | null
  readonly agentName: string
  readonly phase: AgentStateName
  readonly isReconnecting: boolean
  readonly isSpeaking: boolean
  readonly hasSound: boolean
  readonly canSound: boolean
  readonly listening: ListeningState
  readonly partial: string
  readonly caption: string
  readonly captionSteps: readonly number[]
  readonly transcript: readonly TranscriptEntry[]
  readonly suggestions: readonly string[]
  readonly takesMeetings: boolean
  readonly booking: BookingView | null
  /** A sentence about the talk itself: a refusal, a limit, a missing microphone. */
  readonly notice: string
}

const firstView: TalkView = {
  stage: 'notice',
  mode: 'text',
  conversationId: null,
  agentName: 'The agent',
  phase: 'consent',
  isReconnecting: false,
  isSpeaking: false,
  hasSound: false,
  canSound: false,
  listening: 'off',
  partial: '',
  caption: '',
  captionSteps: [],
  transcript: [],
  suggestions: [],
  takesMeetings: false,
  booking: null,
  notice: '',
}

/** One visitor's talk with the agent: connection, voice, microphone and what is on screen, kept in step. */
export class AgentTalk {
  readonly #demoId: string
  readonly #listeners = new Set<() => void>()
  readonly #player: SegmentPlayer
  #view = firstView
  #connection: AgentConnection | null = null
  #input: SpeechInput | null = null
  #pendingSteps = new Map<string, number>()
  #ticket: AgentSessionTicket | null = null
  #firstQuestion: string | null
  #userTurn = 0
  #nextQuestionAt = 0
  #questionIntervalMs = 0
  #attempt = 0

  #onShowStep: (order: number) => void = () => undefined

  /** `firstQuestion` is asked once, when the conversation opens. */
  constructor(demoId: string, firstQuestion: string | null) {
    this.#demoId = demoId
    this.#firstQuestion = firstQuestion
    this.#player = new SegmentPlayer({
      onStart: (segment) => this.#startSegment(segment),
      onEnd: ({ turn, seg }) => this.#connection?.send({ t: 'play.end', turn, seg }),
      onIdle: () => this.#fallSilent(),
      onVoiceLost: () => this.#show({ hasSound: false, canSound: false }),
    })
  }

  readonly view = (): TalkView => this.#view

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Says where steps are shown now. */
  showStepsWith(onShowStep: (order: number) => void): void {
    this.#onShowStep = onShowStep
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
    if (mode === 'voice') await this.#loadVoice(ticket)
    if (attempt !== this.#attempt) return
    this.#connection = new AgentConnection({
      token: ticket.token,
      hello: {
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
      },
      onEvent: (event) => this.#receive(event),
      onState: (state) => {
        if (state === 'lost') this.#finish('The connection to the agent was lost. What was said so far is kept.')
        else this.#show({ isReconnecting: state === 'reconnecting' })
      },
    })
    globalThis.addEventListener('pagehide', this.close)
  }

  say(text: string, source: UserTextSource = 'typed', conf?: number): void {
    const trimmed = text.trim()
    if (trimmed === '' || this.#view.stage !== 'talking') return
    this.interrupt(source === 'voice' ? 'voice' : 'typed')
    this.#show({ partial: '', notice: '' })
    this.#userTurn += 1
    const event = {
      t: 'user.text',
      turn: this.#userTurn,
      text: trimmed,
      source,
      ...(conf !== undefined && conf > 0 && { conf }),
    } as const
    // The server takes one question a second; a quicker one waits here instead of being refused there.
    const now = performance.now()
    const sendAt = Math.max(now, this.#nextQuestionAt)
    this.#nextQuestionAt = sendAt + this.#questionIntervalMs
    const connection = this.#connection
    if (sendAt === now) connection?.send(event)
    else setTimeout(() => connection === this.#connection && connection?.send(event), sendAt - now)
  }

  /** The first key of a question silences the agent, and keeps it waiting while there are more. */
  noticeTyping(text: string): void {
    this.interrupt('typed')
    this.#connection?.send({ t: 'user.partial', turn: this.#userTurn + 1, text: text.slice(0, 500) })
  }

  press(action: UiAction): void {
    if (action === 'stop') {
      if (!this.interrupt('stop')) this.#connection?.send({ t: 'ui.click', action })
      return
    }
    this.interrupt('typed')
    this.#connection?.send({ t: 'ui.click', action })
  }

  /** Takes one of the times on offer. */
  chooseSlot(id: string): void {
    const { booking } = this.#view
    if (booking === null) return
    this.#show({ booking: { ...booking, chosenId: id } })
    this.#submit('slot', id)
  }

  /** Where the invitation goes to; the agent reads it back. */
  giveAddress(email: string, name: string): void {
    this.#submit('name', name)
    this.#submit('email', email)
  }

  /** The yes that books, or the no that calls it off. */
  confirmMeeting(isWanted: boolean): void {
    const session = trackedSession()
    if (isWanted && session !== null) this.#submit('visit', session)
    this.#submit('confirm', isWanted ? 'yes' : 'no')
  }

  #submit(field: string, value: string): void {
    this.interrupt('typed')
    this.#connection?.send({ t: 'form.submit', field, value })
  }

  /** Stops the agent's words; false when it said nothing. */
  interrupt(cause: InterruptCause): boolean {
    const cut = this.#player.stop()
    if (cut === null) return false
    this.#show({ isSpeaking: false })
    this.#connection?.send({ t: 'interrupt', ...cut, cause })
    return true
  }

  followVisitor(order: number): void {
    if (this.#view.stage !== 'talking') return
    this.interrupt('step')
    this.#connection?.send({ t: 'step.changed', n: order, by: 'visitor' })
  }

  async toggleSound(): Promise<void> {
    const hasSound = !this.#view.hasSound
    this.#show({ hasSound })
    if (!hasSound) this.#player.useVoice(null, 1, 1)
    else if (this.#ticket !== null) await this.#loadVoice(this.#ticket)
  }

  /** Opens or closes the microphone. */
  toggleMicrophone(): void {
    if (this.#input !== null) return this.#closeMicrophone()
    this.#input = new SpeechInput({
      lang: this.#ticket?.voice.lang === 'en' ? 'en-US' : (this.#ticket?.voice.lang ?? 'en-US'),
      onState: (listening) => {
        this.#show({
          listening,
          ...(listening === 'unavailable' && {
            notice: 'Speech recognition does not work in this browser right now. Please type instead.',
          }),
        })
        if (listening === 'unavailable') this.#input = null
      },
      onPartial: (partial) => {
        if (this.#view.partial === '') this.noticeTyping(partial)
        this.#show({ partial })
      },
      onFinal: (text, confidence) => this.say(text, 'voice', confidence),
    })
    this.#listen()
  }

  /** Leaves at once. */
  readonly close = (): void => {
    this.#attempt += 1
    globalThis.removeEventListener('pagehide', this.close)
    this.#player.stop()
    this.#closeMicrophone()
    this.#connection?.send({ t: 'ui.click', action: 'end' })
    this.#connection?.close()
    this.#connection = null
  }

  #receive(event: ServerEvent): void {
    switch (event.t) {
      case 'ready':
        // A little more than the limit: the way to the server is not always equally long.
        this.#questionIntervalMs = event.limits.turnIntervalMs + 100
        if (this.#view.stage === 'starting' && this.#view.mode === 'voice') this.toggleMicrophone()
        this.#show({ stage: 'talking', agentName: event.agentName, conversationId: event.session })
        return this.#askFirst()
      case 'state':
        return this.#show({ phase: event.name })
      case 'user.final':
        return this.#write({ key: `visitor-${event.seq}`, speaker: 'visitor', text: event.text, steps: [] })
      case 'seg':
        return this.#player.enqueue(event)
      case 'step.show':
        if (event.afterSeg === undefined) this.#showStep(event.n)
        else this.#pendingSteps.set(`${event.afterSeg.turn}:${event.afterSeg.seg}`, event.n)
        return
      case 'slots': {
        const { slots, zone = '' } = event
        return this.#show({ booking: slots.length === 0 ? null : { slots, zone, chosenId: null, form: null } })
      }
      case 'form': {
        const { booking } = this.#view
        return booking === null
          ? undefined
          : this.#show({ booking: { ...booking, form: event, chosenId: event.slotId ?? booking.chosenId } })
      }
      case 'turn.truncated':
        return this.#truncate(event.turn, event.heard)
      case 'notice':
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

  #startSegment(segment: Segment): void {
    const { turn, seg, text } = segment
    const steps = segment.cite.flatMap((cite) => cite.stepOrder ?? [])
    const key = `${turn}:${seg}`
    const step = this.#pendingSteps.get(key)
    this.#pendingSteps.delete(key)
    // Half-duplex: the microphone would hear the agent.
    if (this.#view.hasSound) this.#input?.stop()
    if (step !== undefined) this.#showStep(step)
    const entryKey = `agent-${turn}`
    const before = this.#view.transcript.find((entry) => entry.key === entryKey)
    this.#write({
      key: entryKey,
      speaker: 'agent',
      text: before === undefined ? text : `${before.text} ${text}`,
      steps: [...new Set([...(before?.steps ?? []), ...steps])],
    })
    this.#show({ isSpeaking: true, caption: text, captionSteps: [...new Set(steps)] })
    this.#connection?.send({ t: 'play.start', turn, seg })
  }

  #fallSilent(): void {
    this.#show({ isSpeaking: false })
    this.#listen()
  }

  #listen(): void {
    if (this.#player.isSpeaking && this.#view.hasSound) return
    this.#input?.start()
  }

  #closeMicrophone(): void {
    this.#input?.stop()
    this.#input = null
    if (this.#view.listening !== 'unavailable') this.#show({ listening: 'off', partial: '' })
  }

  #showStep(order: number): void {
    this.#onShowStep(order)
    this.#connection?.send({ t: 'step.changed', n: order, by: 'agent' })
  }

  #truncate(turn: number, heard: string): void {
    const key = `agent-${turn}`
    this.#pendingSteps.clear()
    this.#show({
      transcript: this.#view.transcript.flatMap((entry) => {
        if (entry.key !== key) return [entry]
        return heard === '—' ? [] : [{ ...entry, text: heard }]
      }),
    })
    this.#listen()
  }

  #write(entry: TranscriptEntry): void {
    const { transcript } = this.#view
    const isKnown = transcript.some((each) => each.key === entry.key)
    this.#show({
      transcript: isKnown ? transcript.map((each) => (each.key === entry.key ? entry : each)) : [...transcript, entry],
    })
  }

  #finish(notice: string): void {
    this.#player.stop()
    this.#closeMicrophone()
    this.#connection?.close()
    this.#connection = null
    this.#show({
      stage: 'over',
      isSpeaking: false,
      isReconnecting: false,
      caption: '',
      captionSteps: [],
      booking: null,
      notice,
    })
  }

  async #loadVoice(ticket: AgentSessionTicket): Promise<void> {
    if (!('speechSynthesis' in globalThis)) return this.#show({ hasSound: false })
    const voice = chooseVoice(await listVoices(), ticket.voice)
    this.#player.useVoice(voice, ticket.voice.pitch, ticket.voice.rate)
    if (voice === null) this.#show({ hasSound: false, canSound: false })
  }

  #show(change: Partial<TalkView>): void {
    this.#view = { ...this.#view, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** Many browsers load their voices on the first question and answer it later. */
async function listVoices(): Promise<readonly SpeechSynthesisVoice[]> {
  const voices = speechSynthesis.getVoices()
  if (voices.length > 0) return voices
  await new Promise<void>((resolve) => {
    setTimeout(resolve, voicesMs)
    speechSynthesis.addEventListener('voiceschanged', () => resolve(), { once: true })
  })
  return speechSynthesis.getVoices()
}

const voicesMs = 800

/** A ticket, or the sentence that says why there is none. */
async function requestTicket(demoId: string): Promise<AgentSessionTicket | string> {
  try {
    const response = await fetch(`${agentPath}/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ demoId }),
    })
    const body: unknown = await response.json()
    if (response.ok) return body as AgentSessionTicket
    return isFields(body) && typeof body['message'] === 'string' ? body['message'] : failedSentence
  } catch {
    return failedSentence
  }
}

const failedSentence = 'The agent can’t be reached. Check your connection and try again.'

import type { ServerEvent } from '#protocol/agent-events.ts'

import type { MeetingTalk } from './meeting-talk.ts'
import type { TalkView } from './talk-view.ts'
import type { TalkVoice } from './talk-voice.ts'
import { withoutLastQuestion, writeBefore, writeEntry, writeOffers, type TranscriptEntry } from './transcript.ts'
import { panelLocale, t } from './panel-text.ts'

interface Receiver {
  readonly view: () => TalkView
  readonly show: (change: Partial<TalkView>) => void
  readonly voice: TalkVoice
  readonly meeting: MeetingTalk
  readonly onReady: (ready: Extract<ServerEvent, { readonly t: 'ready' }>) => void
  readonly onTurnEnd: (outcome: string) => void
  /** A question was accepted; `onTooFast`: it came too early. */
  readonly onQuestion: () => void
  readonly onTooFast: () => void
  readonly onBye: (text: string) => void
}

/** Applies each of the server's events. */
export function receiveEvent(event: ServerEvent, receiver: Receiver): void {
  const { view, show, voice, meeting } = receiver
  const write = (entry: TranscriptEntry): void => show({ transcript: writeEntry(view().transcript, entry) })
  switch (event.t) {
    case 'ready':
      show({ stage: 'talking', agentName: event.agentName, conversationId: event.session })
      return receiver.onReady(event)
    case 'state':
      return show({ phase: event.name })
    case 'user.final':
      receiver.onQuestion()
      show({ isYesOrNo: false })
      if (event.replaces === true) show({ transcript: withoutLastQuestion(view().transcript) })
      return write({ key: `${event.sid}:visitor-${event.seq}`, kind: 'visitor', text: event.text })
    case 'turn.start':
      show({ isYesOrNo: false })
      return voice.startTurn(event)
    case 'seg':
      return voice.say(event)
    case 'step.show':
      return voice.showStep(event)
    case 'offers':
      return show({ transcript: writeOffers(view().transcript, voice.keyOf(event.turn), event.steps) })
    case 'suggest':
      return show({ suggestions: [...new Set(event.questions)] })
    case 'facts':
      return show({ facts: event.facts })
    case 'tool':
      return show({ doing: event.phase === 'start' ? (event.ui ?? '') : '' })
    case 'slots':
      return meeting.showTimes(event)
    case 'form':
      if (event.field === 'callback') return show({ isCallbackAsked: true, callbackTime: event.value })
      return meeting.showForm(event)
    case 'turn.truncated':
      return voice.cut(event.turn, event.heard)
    case 'turn.end': {
      show({ isYesOrNo: event.expects === 'yes-no' })
      const booked = event.outcome === 'booked' ? meeting.takeBooked() : null
      if (booked !== null) {
        const card = { key: `${event.sid}:booked-${event.turn}`, kind: 'booked', ...booked } as const
        show({ transcript: writeBefore(view().transcript, card, voice.keyOf(event.turn)) })
      }
      return receiver.onTurnEnd(event.outcome)
    }
    case 'notice':
      if (event.code === 'too-fast') return receiver.onTooFast()
      if (event.code === 'too-long') receiver.onQuestion()
      return show({ notice: event.text })
    case 'limit':
      return show({ notice: limitSentence(event) })
    case 'bye':
      return receiver.onBye(event.text)
    case 'person':
      return meetPerson(event, receiver, write)
    default:
      return
  }
}

function meetPerson(
  { state, name, sid, seq, ts }: Extract<ServerEvent, { readonly t: 'person' }>,
  { view, show }: Receiver,
  write: (entry: TranscriptEntry) => void,
): void {
  const before = view().person
  const person = name ?? before?.name ?? null
  show({ person: state === 'left' ? null : { state, name: person }, isCallbackAsked: state === 'nobody' })
  if ((state !== 'joined' && state !== 'left') || person === null) return
  const time = new Date(ts).toLocaleTimeString(panelLocale(), { timeStyle: 'short' })
  write({
    key: `${sid}:person-${seq}`,
    kind: 'event',
    text: state === 'joined' ? t('{0} joined, {1}', person, time) : t('{0} left, {1}', person, time),
    person,
  })
}

function limitSentence({ kind, left }: Extract<ServerEvent, { readonly t: 'limit' }>): string {
  if (kind === 'time') return t('This conversation ends in a minute.')
  return left === 1 ? t('One question is left.') : t('{0} questions are left.', left)
}

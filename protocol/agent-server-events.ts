import { factFields } from '#domain/sales-rules.ts'
import { type ServerEvent } from './agent-events.ts'
import {
  isAmount,
  isCount,
  isFlag,
  isListOf,
  isNullable,
  isOneOf,
  isOptional,
  isShape,
  isText,
  type Check,
} from './agent-fields.ts'
import { readFrame } from './agent-frame.ts'

/** Parses a server frame. Null for kinds this version doesn't know, which a client ignores. */
export function parseServerEvent(frame: unknown): ServerEvent | null {
  return readFrame(frame, bodies) as ServerEvent | null
}

const isLine = isText(4_000)
const isSegment = { turn: isCount, seg: isCount }

const isSource = isShape({
  kind: isOneOf('pair', 'document', 'page', 'plan'),
  title: isLine,
  place: isLine,
  url: isNullable(isLine),
})

const bodies: Readonly<Record<string, Check>> = {
  ready: isShape({
    session: isText(64),
    agentName: isLine,
    limits: isShape({ sessionMs: isCount, turns: isCount, textCharacters: isCount, turnIntervalMs: isCount }),
    voice: isShape({ gender: isOneOf('male', 'female'), pitch: isAmount, rate: isAmount, lang: isLine }),
    mode: isOneOf('text', 'voice'),
    resumed: isFlag,
    lastClientSeq: isCount,
    takesMode: isOptional(isFlag),
  }),
  state: isShape({
    name: isOneOf('consent', 'greet', 'present', 'answer', 'book', 'paused', 'person', 'wrap', 'ended'),
    step: isCount,
  }),
  'user.final': isShape({ turn: isCount, text: isLine, replaces: isOptional(isFlag) }),
  'turn.start': isShape({ turn: isCount, person: isOptional(isLine) }),
  'text.delta': isShape({ ...isSegment, d: isLine }),
  seg: isShape({
    ...isSegment,
    text: isLine,
    say: isOptional(isLine),
    speak: isOneOf('client', 'stream', 'none'),
    cite: isListOf(
      isShape({ stepOrder: isNullable(isCount), stepId: isNullable(isLine), source: isOptional(isSource) }),
      20,
    ),
  }),
  'seg.end': isShape({ ...isSegment, ms: isAmount }),
  'voice.lost': isShape(isSegment),
  heard: isShape({ text: isLine, isFinal: isFlag, conf: isOptional(isAmount) }),
  'hearing.lost': () => true,
  'turn.truncated': isShape({ turn: isCount, heard: isLine }),
  'turn.end': isShape({
    turn: isCount,
    outcome: isLine,
    metrics: isShape({ thinkMs: isNullable(isAmount) }),
    expects: isOptional(isOneOf('open', 'yes-no', 'time', 'email', 'name', 'number')),
  }),
  tool: isShape({ name: isLine, phase: isOneOf('start', 'end'), ui: isOptional(isLine) }),
  'step.show': isShape({
    n: isCount,
    afterSeg: isOptional(isShape(isSegment)),
    highlight: isOptional(isShape({ xPercent: isAmount, yPercent: isAmount, label: isLine })),
  }),
  form: isShape({ field: isLine, value: isLine, valid: isFlag, slotId: isOptional(isLine) }),
  offers: isShape({
    turn: isCount,
    steps: isListOf(isShape({ stepOrder: isCount, stepId: isLine, title: isText(4_000) }), 3),
  }),
  suggest: isShape({ questions: isListOf(isLine, 6) }),
  facts: isShape({ facts: isListOf(isShape({ field: isOneOf(...factFields), value: isLine }), factFields.length) }),
  person: isShape({ state: isOneOf('ringing', 'joined', 'left', 'nobody'), name: isNullable(isLine) }),
  slots: isShape({
    slots: isListOf(isShape({ id: isLine, startUtc: isLine, label: isLine }), 100),
    zone: isOptional(isLine),
  }),
  notice: isShape({ level: isOneOf('info', 'warning', 'error'), code: isLine, text: isLine }),
  limit: isShape({ kind: isOneOf('time', 'turns'), left: isAmount }),
  pong: () => true,
  bye: isShape({ reason: isLine, text: isLine }),
}

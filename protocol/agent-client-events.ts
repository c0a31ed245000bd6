import { agentTextMax, type ClientEvent } from './agent-events.ts'
import { isAmount, isCount, isFlag, isOneOf, isOptional, isShape, isText, type Check } from './agent-fields.ts'
import { readFrame } from './agent-frame.ts'

/** Reads a visitor's frame. Null for anything that is not exactly an event of this version: the sender is not ours. */
export function parseClientEvent(frame: unknown): ClientEvent | null {
  return readFrame(frame, bodies) as ClientEvent | null
}

const isToken = isText(2_000)
const isPlay = isShape({ turn: isCount, seg: isCount })
const isSpeech = isShape({ turn: isCount, tAudio: isAmount })

/** Longer text than allowed still parses, up to this: it is answered with a sentence, not with a closed door. */
const textFrameMax = agentTextMax * 20

const bodies: Readonly<Record<string, Check>> = {
  hello: isShape({
    token: isToken,
    caps: isShape({ stt: isFlag, tts: isFlag, audioIn: isFlag, lang: isText(35), tz: isText(64) }),
    consent: isShape({ mode: isOneOf('text', 'voice'), stored: (value) => value === true }),
    step: isCount,
  }),
  resume: isShape({ token: isToken, lastSeq: isCount }),
  'user.partial': isShape({ turn: isCount, text: isText(textFrameMax) }),
  'user.text': isShape({
    turn: isCount,
    text: isText(textFrameMax),
    source: isOneOf('voice', 'typed', 'button'),
    conf: isOptional(isAmount),
  }),
  'speech.start': isSpeech,
  'speech.end': isSpeech,
  'play.start': isPlay,
  'play.end': isPlay,
  interrupt: isShape({
    turn: isCount,
    seg: isCount,
    playedMs: isAmount,
    segMs: isAmount,
    cause: isOneOf('stop', 'typed', 'voice', 'step', 'closed'),
  }),
  'step.changed': isShape({ n: isCount, by: isOneOf('visitor', 'agent') }),
  'form.submit': isShape({ field: isText(64), value: isText(1_000) }),
  'ui.click': isShape({ action: isOneOf('continue', 'stop', 'repeat', 'next', 'back', 'human', 'book', 'end') }),
  ping: () => true,
}

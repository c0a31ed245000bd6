import { agentTextMax, type ClientEvent } from './agent-events.ts'
import { isAmount, isCount, isFlag, isOneOf, isOptional, isShape, isText, type Check } from './agent-fields.ts'
import { readFrame } from './agent-frame.ts'

/** Parses a visitor's frame. Null for anything but a valid event of this version: the sender is untrusted. */
export function parseClientEvent(frame: unknown): ClientEvent | null {
  return readFrame(frame, bodies) as ClientEvent | null
}

const isToken = isText(2_000)
/** Names of languages and zones; the database refuses NUL and lone surrogates. */
const isName =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= max && /^[\x20-\x7e]*$/.test(value)
const isMode = isOneOf('text', 'voice')
const isPlay = isShape({ turn: isCount, seg: isCount })
const isRecording = isShape({ version: isCount, days: isCount })
const isSpeech = isShape({ turn: isCount, tAudio: isAmount })

/** Longer text than allowed still parses, up to this, so that it gets an error message instead of a closed socket. */
const textFrameMax = agentTextMax * 20

const bodies: Readonly<Record<string, Check>> = {
  hello: isShape({
    token: isToken,
    caps: isShape({
      stt: isFlag,
      tts: isFlag,
      audioIn: isFlag,
      audioOut: isOptional(isFlag),
      lang: isName(35),
      tz: isName(64),
    }),
    consent: isShape({ mode: isMode, stored: (value) => value === true, recording: isOptional(isRecording) }),
    step: isCount,
  }),
  resume: isShape({ token: isToken, lastSeq: isCount }),
  'user.partial': isShape({ turn: isCount, text: isText(textFrameMax) }),
  'user.text': isShape({
    turn: isCount,
    text: isText(textFrameMax),
    source: isOneOf('voice', 'typed', 'button'),
    conf: isOptional(isAmount),
    continues: isOptional(isFlag),
  }),
  mode: isShape({ mode: isMode, audioIn: isFlag, audioOut: isFlag, recording: isOptional(isRecording) }),
  listen: isShape({ isOn: isFlag }),
  'voice.metrics': isShape({
    turn: isCount,
    metrics: isShape({
      endOfTurnMs: isOptional(isAmount),
      recognitionMs: isOptional(isAmount),
      firstSoundMs: isOptional(isAmount),
      playOutMs: isOptional(isAmount),
      failure: isOptional(isText(32)),
    }),
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

import type { MicrophoneProblem } from '../audio/microphone.ts'

/** Messages about an unusable microphone. All but the last have a button to try again. */
export const microphoneSentences: Readonly<Record<MicrophoneProblem, string>> = {
  insecure: 'The microphone needs a secure page (https). Typing works just as well.',
  framed: 'This page doesn’t let the demo use your microphone. Typing works just as well.',
  refused: 'Your browser blocks the microphone. Typing works just as well.',
  revoked: 'The microphone was blocked. Typing works just as well.',
  missing: 'No microphone was found. Plug one in, or type.',
  busy: 'Another app is using your microphone. Close it there, or type.',
  lost: 'The microphone was disconnected. Typing works just as well.',
  elsewhere: 'You’re talking in another tab. Typing works just as well.',
  muted: 'Your microphone is muted. Unmute it, or type.',
  silent: 'Your microphone is silent. Check that it’s switched on, or type.',
  broken: 'Your browser can’t recognise speech right now. Typing works just as well.',
  unsupported: 'Your browser can’t recognise speech. Typing works just as well.',
}

export const soundSentences = {
  blocked: 'Your browser blocks the sound until you click.',
  lost: 'Your browser’s voice stopped. Captions continue.',
  missing: 'Your browser has no voice for this language. Captions continue.',
} as const

export const voiceHints = {
  allow: 'Choose Allow in your browser’s message about the microphone.',
  idle: 'The microphone closed after a minute of silence.',
  noAnswer: 'No response. Ask again, or type.',
  notUnderstood: 'I didn’t catch that. Say it again, or type.',
  moved: 'Speech recognition moved to your browser.',
} as const

import type { AgentVoice } from '#protocol/agent-events.ts'

import { cueAt, type Cue } from './cues.ts'
import { createWatchdog, type Listener, type Speaker } from './speaker.ts'

export interface BrowserVoice {
  readonly wanted: AgentVoice
  readonly voice: SpeechSynthesisVoice
}

/** Speaks captions with the browser's own voice, one sentence at a time, because some voices stop in longer texts. */
export function createVoiceSpeaker({ voice, wanted }: BrowserVoice, cues: readonly Cue[], listener: Listener): Speaker {
  // Some browsers garbage-collect an unreferenced utterance and never fire its end event.
  let spoken: SpeechSynthesisUtterance | null = null
  let clock: ReturnType<typeof setInterval> | undefined
  let index = 0
  let speed = 1
  let lateSentences = 0
  const watchdog = createWatchdog(handleLate)

  function silence(): void {
    watchdog.stop()
    clearInterval(clock)
    spoken = null
    if (speechSynthesis.speaking || speechSynthesis.pending) speechSynthesis.cancel()
  }

  function lose(why: 'failed' | 'refused'): void {
    silence()
    listener.onLost(why)
  }

  /** The sentence didn't start, or should have ended by now. */
  function handleLate(): void {
    lateSentences += 1
    if (clock === undefined || lateSentences > 1) lose('failed')
    else sayNext()
  }

  function sayNext(): void {
    silence()
    index += 1
    say()
  }

  function say(): void {
    const cue = cues[index]
    clock = undefined
    if (cue === undefined) return listener.onOver()
    const utterance = new SpeechSynthesisUtterance(cue.said)
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.pitch = wanted.pitch
    utterance.rate = Math.max(0.5, Math.min(2, wanted.rate * speed))
    const isCurrent = () => spoken === utterance
    utterance.addEventListener('start', () => {
      if (!isCurrent()) return
      const since = performance.now()
      watchdog.feed(((cue.endMs - cue.startMs) / speed) * 2 + 2_000)
      clock = setInterval(
        () => listener.onTime(Math.min(cue.endMs - 1, cue.startMs + (performance.now() - since) * speed)),
        200,
      )
    })
    utterance.addEventListener('end', () => {
      if (isCurrent()) sayNext()
    })
    utterance.addEventListener('error', ({ error }) => {
      if (isCurrent()) lose(error === 'not-allowed' ? 'refused' : 'failed')
    })
    spoken = utterance
    listener.onTime(cue.startMs)
    watchdog.feed()
    speechSynthesis.speak(utterance)
  }

  return {
    start: (fromMs, wantedSpeed) => {
      silence()
      speed = wantedSpeed
      index = Math.max(0, cueAt(cues, fromMs))
      say()
    },
    setSpeed: (wantedSpeed) => {
      silence()
      speed = wantedSpeed
      say()
    },
    stop: silence,
  }
}

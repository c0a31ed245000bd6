import type { TurnFigures } from '#domain/turn-figures.ts'
import type { VoiceMetrics } from '#protocol/agent-events.ts'

import type { SpokenTurn } from './talk-speaker.ts'

/** A browser's figures, limited to plausible values. */
export function toReportedFigures(metrics: VoiceMetrics): TurnFigures {
  const { endOfTurnMs, recognitionMs, playOutMs, firstSoundMs, failure } = metrics
  const word = failure?.toLowerCase().replace(/[^a-z-]+/g, '') ?? ''
  return {
    ...(endOfTurnMs !== undefined && { endOfTurnMs: toMs(endOfTurnMs) }),
    ...(recognitionMs !== undefined && { recognitionMs: toMs(recognitionMs) }),
    ...(playOutMs !== undefined && { playOutMs: toMs(playOutMs) }),
    ...(firstSoundMs !== undefined && { firstSoundMs: toMs(firstSoundMs) }),
    ...(word !== '' && { failure: word }),
  }
}

export function toSpokenFigures({ firstSoundMs, characters, microCents, failure }: SpokenTurn): TurnFigures {
  return {
    ...(firstSoundMs !== null && { speechMs: toMs(firstSoundMs) }),
    ...(characters > 0 && { characters, microCents }),
    ...(failure !== null && { failure }),
  }
}

function toMs(ms: number): number {
  return Math.round(Math.max(0, Math.min(ms, msMax)))
}

/** Longer waits aren't plausible. */
const msMax = 60_000

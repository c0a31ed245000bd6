import type { AgentVoice } from '#protocol/agent-events.ts'

/** The fields of a voice needed to choose. */
export interface VoiceLike {
  readonly name: string
  readonly lang: string
  readonly localService: boolean
}

/**
 * The closest voice of the browser: language first, then a name that suggests the gender. Null if no voice speaks the
 * language: captions are better than a default voice of another one.
 */
export function chooseVoice<T extends VoiceLike>(voices: readonly T[], wanted: AgentVoice): T | null {
  const language = wanted.lang.slice(0, 2).toLowerCase()
  const speaking = voices.filter((voice) => voice.lang.replace('_', '-').toLowerCase().split('-')[0] === language)
  const names = wanted.gender === 'female' ? femaleNames : maleNames
  const others = wanted.gender === 'female' ? maleNames : femaleNames
  const scored = speaking.map((voice) => ({
    voice,
    score:
      (names.test(voice.name) ? 4 : 0) -
      (others.test(voice.name) ? 4 : 0) +
      (/natural|neural|premium|enhanced|google/i.test(voice.name) ? 2 : 0) +
      (/^en-(us|gb)/i.test(voice.lang.replace('_', '-')) ? 1 : 0) -
      (/espeak|\+/i.test(voice.name) ? 1 : 0),
  }))
  return scored.toSorted((a, b) => b.score - a.score)[0]?.voice ?? null
}

/* `SpeechSynthesisVoice` has no gender; these are the names of the voices that systems ship. */
const femaleNames =
  /\b(?:female|samantha|victoria|karen|moira|tessa|fiona|ava|allison|susan|serena|kate|zira|hazel|jenny|aria|michelle|sonia|libby|natasha|emma|amy|joanna|salli|google us english)\b/i
const maleNames =
  /\b(?:male|alex|daniel|fred|tom|oliver|arthur|aaron|rishi|david|mark|george|guy|ryan|davis|tony|brian|matthew|joey|eric|christopher)\b/i

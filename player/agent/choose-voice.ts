import type { AgentVoice } from '#protocol/agent-events.ts'

import { eloquenceNames, femaleNames, maleNames, noveltyNames } from './voice-names.ts'

/** The fields of a voice needed to choose. */
export interface VoiceLike {
  readonly name: string
  readonly lang: string
  readonly localService: boolean
}

/**
 * The browser's closest voice: language first, then gender, quality and region. Null if no voice speaks the language,
 * because captions are better than a voice of another one. The browser's default voice isn't preferred.
 */
export function chooseVoice<T extends VoiceLike>(
  voices: readonly T[],
  wanted: Pick<AgentVoice, 'gender' | 'lang'>,
): T | null {
  const { language, region } = partsOf(wanted.lang)
  const scored = voices
    .filter((voice) => partsOf(voice.lang).language === language && !noveltyNames.has(givenName(voice.name)))
    .map((voice) => ({ voice, score: score(voice, wanted.gender, region) }))
  return scored.toSorted((a, b) => b.score - a.score)[0]?.voice ?? null
}

function score(voice: VoiceLike, gender: AgentVoice['gender'], region: string): number {
  const own = partsOf(voice.lang).region
  const found = genderOf(voice.name)
  return (
    (found === gender ? 5 : found === null ? 0 : -5) +
    qualityOf(voice.name) +
    (region !== '' && own === region ? 2 : 0) +
    (region === '' && usualRegions.has(own) ? 1 : 0)
  )
}

function qualityOf(name: string): number {
  if (/espeak|festival|flite|pico/i.test(name)) return -2
  if (eloquenceNames.has(givenName(name))) return -3
  if (/natural|neural|premium|siri|wavenet/i.test(name)) return 4
  if (/enhanced|online/i.test(name)) return 3
  if (/^google\b/i.test(name)) return 2
  return 1
}

/** `SpeechSynthesisVoice` has no gender; null for names that don't reveal it. */
export function genderOf(name: string): AgentVoice['gender'] | null {
  // “Google UK English Female”, “en-us-x-sfg#female_1-local”, espeak's “+f3”.
  if (/(?:^|[^a-z])female|\+f\d?\b/i.test(name)) return 'female'
  if (/(?:^|[^a-z])male|\+m\d?\b/i.test(name)) return 'male'
  const given = givenName(name)
  if (femaleNames.has(given)) return 'female'
  return maleNames.has(given) || /espeak/i.test(name) ? 'male' : null
}

/** “Microsoft Aria Online (Natural) - English (United States)” is “aria”. */
function givenName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^(?:microsoft|apple|com\.apple\.\S*\.)\s*/, '')
  if (plain.startsWith('google')) return plain
  // An espeak variant: “English (America)+Annie espeak-ng”.
  const variant = /\+([a-z]+)/.exec(plain)?.[1]
  return variant ?? /^(?:bad news|good news|[\p{L}-]+)/u.exec(plain)?.[0] ?? plain
}

function partsOf(lang: string): { readonly language: string; readonly region: string } {
  const [language = '', ...rest] = lang.replaceAll('_', '-').toLowerCase().split('-')
  return { language, region: rest.find((part) => part.length === 2) ?? '' }
}

/** The preferred regions for a language without one. */
const usualRegions: ReadonlySet<string> = new Set(['us', 'gb', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'br', 'pl'])

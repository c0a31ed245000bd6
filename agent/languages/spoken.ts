import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { Pronunciation } from '#domain/speech-providers.ts'

import { spokenEnglish } from '../spoken-english.ts'
import type { SpokenLanguage } from '../spoken-language.ts'
import { toSpokenText } from '../spoken-text.ts'
import { spokenFrench } from './spoken-french.ts'
import { spokenGerman } from './spoken-german.ts'
import { spokenSpanish } from './spoken-spanish.ts'

/** A caption in spoken form, in its own language. */
export function toSpokenIn(
  language: AgentLanguage,
  caption: string,
  pronunciations: readonly Pronunciation[] = [],
): string {
  return toSpokenText(caption, pronunciations, languages[language])
}

const languages: Readonly<Record<AgentLanguage, SpokenLanguage>> = {
  en: spokenEnglish,
  de: spokenGerman,
  fr: spokenFrench,
  es: spokenSpanish,
}

/* How people pronounce the signs of an email address, by language. */

export type AddressSign = '@' | '.' | '_' | '-' | '+'

export type SpokenSigns = Readonly<Record<AddressSign, readonly string[]>>

/** Longer phrases first, so that “at sign” isn't read as “at” and a word. English is understood in every language. */
const byLanguage: Readonly<Record<string, SpokenSigns>> = {
  en: {
    '@': ['at the rate of', 'at the rate', 'at sign', 'at symbol', 'at'],
    '.': ['full stop', 'dot', 'period', 'point'],
    _: ['under score', 'underscore', 'underline', 'low line'],
    '-': ['hyphen', 'dash', 'minus'],
    '+': ['plus sign', 'plus'],
  },
  de: {
    '@': ['at zeichen', 'klammeraffe', 'affenschwanz', 'ät', 'ett', 'at'],
    '.': ['punkt', 'dot'],
    _: ['unterstrich', 'tiefstrich', 'underscore'],
    '-': ['bindestrich', 'minuszeichen', 'minus', 'strich'],
    '+': ['pluszeichen', 'plus'],
  },
  fr: {
    '@': ['arobase', 'arrobase', 'a commercial', 'at'],
    '.': ['point', 'dot'],
    _: ['tiret du bas', 'tiret bas', 'souligné', 'underscore'],
    '-': ["trait d'union", 'tiret du milieu', 'tiret', 'moins'],
    '+': ['signe plus', 'plus'],
  },
  es: {
    '@': ['arroba', 'at'],
    '.': ['punto', 'dot'],
    _: ['guión bajo', 'guion bajo', 'barra baja', 'subrayado', 'underscore'],
    '-': ['guión medio', 'guion medio', 'guión', 'guion', 'menos'],
    '+': ['signo más', 'más'],
  },
}

/** The spoken signs in a BCP 47 language; English if there is no table. */
export function signsOf(lang: string): SpokenSigns {
  return byLanguage[baseLanguage(lang)] ?? english
}

/** “de” of “de-AT”. */
export function baseLanguage(lang: string): string {
  return lang.toLowerCase().split(/[-_]/, 1)[0] ?? ''
}

const english: SpokenSigns = byLanguage['en'] ?? { '@': [], '.': [], _: [], '-': [], '+': [] }

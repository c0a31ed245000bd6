import type { ForeignLanguage } from './foreign-language.ts'

/** A language in which the agent can say at least one sentence. */
export type SentenceLanguage = 'en' | Exclude<ForeignLanguage, 'other'>

/** Introduce a sentence that was already said twice; each must fit statements and questions. */
export const leadIns: Readonly<Record<SentenceLanguage, readonly string[]>> = {
  en: ['Again:', 'Once more:', 'As before:'],
  de: ['Noch einmal:', 'Nochmals:', 'Wie vorhin:'],
  fr: ['Encore une fois :', 'De nouveau :', 'Comme tout à l’heure :'],
  es: ['Una vez más:', 'De nuevo:', 'Como antes:'],
  it: ['Ancora una volta:', 'Di nuovo:', 'Come prima:'],
  pt: ['Mais uma vez:', 'De novo:', 'Como antes:'],
  nl: ['Nogmaals:', 'Nog een keer:', 'Zoals daarnet:'],
}

import type { AgentLanguage } from '#domain/agent-languages.ts'

import type { germanPanel } from './text/german-panel.ts'

/** The panel's texts, keyed by the English text. */
export type PanelWords = Readonly<Record<keyof typeof germanPanel, string>>

/*
 * A page has one panel, so the language is a module variable. English is in the code; other languages load on demand.
 */
let words: PanelWords | null = null
let language: AgentLanguage = 'en'

const loaders: Readonly<Record<Exclude<AgentLanguage, 'en'>, () => Promise<PanelWords>>> = {
  de: () => import('./text/german-panel.ts').then(({ germanPanel }) => germanPanel),
  fr: () => import('./text/french-panel.ts').then(({ frenchPanel }) => frenchPanel),
  es: () => import('./text/spanish-panel.ts').then(({ spanishPanel }) => spanishPanel),
}

/** Loads a language and uses it from the next rendering on. If loading fails, the panel stays in English. */
export async function setPanelLanguage(wanted: AgentLanguage): Promise<void> {
  if (wanted === language) return
  const loaded = wanted === 'en' ? null : await loaders[wanted]().catch(() => null)
  words = loaded
  language = loaded === null ? 'en' : wanted
}

/** A text of the panel in its language; `{0}` and so on are replaced with the values. */
export function t(text: keyof PanelWords, ...values: readonly (string | number)[]): string {
  return fill(words?.[text] ?? text, values)
}

/** Translates an English sentence of the server or the voice; unknown ones stay in English. */
export function translated(text: string): string {
  return (words as Readonly<Record<string, string>> | null)?.[text] ?? text
}

/** For dates and numbers; undefined uses the browser's region for English. */
export function panelLocale(): string | undefined {
  return language === 'en' ? undefined : language
}

/** The language of the panel's texts. */
export function panelLanguage(): AgentLanguage {
  return language
}

function fill(text: string, values: readonly (string | number)[]): string {
  return values.length === 0 ? text : text.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)] ?? ''))
}

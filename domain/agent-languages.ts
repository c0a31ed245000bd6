import { baseLanguage } from './spoken-signs.ts'

/** The languages an agent can speak and understand; the first is the default. */
export const agentLanguages = [
  { value: 'en', label: 'English', tag: 'en-US' },
  { value: 'de', label: 'Deutsch', tag: 'de-DE' },
  { value: 'fr', label: 'Français', tag: 'fr-FR' },
  { value: 'es', label: 'Español', tag: 'es-ES' },
] as const

export type AgentLanguage = (typeof agentLanguages)[number]['value']

export const defaultLanguages: readonly AgentLanguage[] = ['en']

export function isAgentLanguage(value: unknown): value is AgentLanguage {
  return agentLanguages.some((language) => language.value === value)
}

/** The agent language for a BCP 47 tag; English if there is none. */
export function toAgentLanguage(tag: string): AgentLanguage {
  const base = baseLanguage(tag)
  return isAgentLanguage(base) ? base : 'en'
}

/** The first of the visitor's languages that the agent speaks, else the agent's main language. */
export function matchLanguage(wanted: readonly string[], offered: readonly AgentLanguage[]): AgentLanguage {
  const found = wanted.map(baseLanguage).find((base) => offered.some((language) => language === base))
  return found !== undefined && isAgentLanguage(found) ? found : (offered[0] ?? 'en')
}

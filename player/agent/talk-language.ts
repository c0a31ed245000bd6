import { toAgentLanguage, type AgentLanguage } from '#domain/agent-languages.ts'
import type { AgentSessionTicket } from '#protocol/agent-events.ts'

/** The language of the conversation that the ticket is for. */
export function languageOf({ voice }: AgentSessionTicket): AgentLanguage {
  return toAgentLanguage(voice.lang)
}

/** The visitor's variant of the language: “de-AT”, “en-US”. */
export function tagOf(language: AgentLanguage): string {
  return (
    navigator.languages.find((tag) => toAgentLanguage(tag) === language && tag.startsWith(language)) ?? language
  ).slice(0, 35)
}

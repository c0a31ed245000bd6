import { isAgentLanguage, toAgentLanguage, type AgentLanguage } from '#domain/agent-languages.ts'
import type { AgentSessionTicket } from '#protocol/agent-events.ts'

import type { TalkView } from './talk-view.ts'

/** What the agent speaks in the ticket's talk. */
export function languageOf({ voice }: AgentSessionTicket): AgentLanguage {
  return toAgentLanguage(voice.lang)
}

/** The visitor's own kind of the language: “de-AT”, “en-US”. */
export function tagOf(language: AgentLanguage): string {
  return (
    navigator.languages.find((tag) => toAgentLanguage(tag) === language && tag.startsWith(language)) ?? language
  ).slice(0, 35)
}

/** Who the agent is, and what it can be asked. */
export function introduce(ticket: AgentSessionTicket): Partial<TalkView> {
  return {
    agentName: ticket.agentName,
    language: languageOf(ticket),
    languages: (ticket.speech?.languages ?? []).filter(isAgentLanguage),
    workspaceName: ticket.workspaceName ?? '',
    welcome: ticket.welcome ?? '',
    suggestions: ticket.suggestions,
    takesMeetings: ticket.takesMeetings,
    speech: ticket.speech ?? null,
  }
}

import type { NotesIndex } from './notes-index.ts'
import type { Retrieval } from './retrieval.ts'

/* Questions about a whole subject, such as “is it secure?”. */

/** The broad subject asked about, with the notes on it; null if the notes have none. */
export function findSubject(
  text: string,
  index: NotesIndex,
): { readonly name: string; readonly found: Retrieval } | null {
  const subject = subjects.find(({ asks }) => asks.test(text.trim()))
  const found = subject?.words.map((word) => index.retrieve(word)).find(({ status }) => status === 'ok')
  return subject === undefined || found === undefined ? null : { name: subject.name, found }
}

/**
 * Broad questions that notes answer only in more specific words. The agent introduces a hit as on topic, not as the
 * answer. Questions with a name (“do you integrate with Salesforce?”) are excluded.
 */
const subjects: readonly { readonly name: string; readonly asks: RegExp; readonly words: readonly string[] }[] = [
  {
    name: 'security',
    asks: /^(?:(?:so|and|but|ok|well),? )*(?:(?:how|is (?:it|this|that|the product|everything)|are you|what about|tell me about)\b.{0,12})?\b(?:secure|security|safe|safety)\b(?: (?:is|are|of) (?:it|this|you|the (?:product|tool|app)))?[\s?.!]*$/i,
    words: ['encrypted', 'encryption', 'permissions', 'single sign-on', 'audit log'],
  },
  {
    name: 'the price',
    asks: /^(?:(?:so|and|but|ok|well),? )*(?:how much (?:is|does|would) (?:it|this|that)(?: cost)?|what (?:does|will|would) (?:it|this|that) cost|what(?:'s|’s| is| are) (?:the |your )?(?:price|pricing|prices|cost|costs)|(?:what about |tell me about )?(?:the |your )?(?:price|pricing|prices|cost|costs))[\s?.!]*$/i,
    words: ['free', 'licence'],
  },
  {
    name: 'integrations',
    asks: /^(?:(?:so|and|but|ok|well),? )*(?:(?:do you have|are there|what|which|what about|tell me about|any)\b.{0,24})?\b(?:integrations?|integrate|connect(?:s|ed)?|connections?)(?: (?:with|to|do you (?:have|offer|support)|are there|is it))*[\s?.!]*$/i,
    words: ['integration', 'webhooks', 'Slack', 'Salesforce', 'HubSpot', 'Zapier'],
  },
]

import { agentPath, type AgentSessionTicket } from '#protocol/agent-events.ts'
import { isObject } from '#domain/is-object.ts'

/** A ticket, or a sentence that explains why there is none. */
export async function requestTicket(
  demoId: string,
  languages: readonly string[] = navigator.languages,
): Promise<AgentSessionTicket | string> {
  try {
    const response = await fetch(`${agentPath}/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ demoId, languages: languages.slice(0, 10) }),
    })
    const body: unknown = await response.json()
    if (response.ok) return body as AgentSessionTicket
    return isObject(body) && typeof body['message'] === 'string' ? body['message'] : failedSentence
  } catch {
    return failedSentence
  }
}

const failedSentence = 'The agent can’t be reached. Check your connection and try again.'

import type { ByeReason } from '#protocol/agent-events.ts'

/* What the server says of the connection and the end of a conversation; the talk itself is the agent's. */

export const takenSentence = 'This conversation goes on in another window.'
export const lostSentence = 'The connection was away for too long to repeat everything that was said.'

export const byeSentences: Readonly<Record<ByeReason, string>> = {
  visitor: 'The conversation is over.',
  'no-input': 'The conversation ended because it was quiet for a while.',
  time: 'The conversation has reached its time limit.',
  turns: 'The conversation has reached its number of questions.',
  dropped: 'The connection was away for too long, so the conversation has ended.',
  'server-closing': 'The server is being restarted. Please start again in a moment.',
  'not-shared': 'This demo is not shared any more, so the conversation has ended.',
  refused: 'The conversation could not be started.',
  protocol: 'Something was sent that the server does not understand.',
  failed: 'Something went wrong on our side. Please start again.',
}

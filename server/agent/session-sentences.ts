import type { ByeReason } from '#protocol/agent-events.ts'

/* Sentences about the connection and the end of a conversation; the agent's own are in agent/. */

export const replacedSentence = 'This conversation continues in another window.'
export const replayLostSentence = 'You were disconnected for too long to replay everything that was said.'

export const goodbyeSentences: Readonly<Record<ByeReason, string>> = {
  visitor: 'The conversation is over.',
  'no-input': 'The conversation ended because it was quiet for a while.',
  time: 'The conversation has reached its time limit.',
  turns: 'The conversation has reached its limit of questions.',
  dropped: 'You were disconnected for too long, so the conversation has ended.',
  'server-closing': 'The server is being restarted. Please start again in a moment.',
  'not-shared': 'This demo is no longer shared, so the conversation has ended.',
  refused: 'The conversation could not be started.',
  protocol: 'The server did not understand a message.',
  failed: 'Something went wrong on our side. Please start again.',
}

export const cameBackSentences = {
  gone: (name: string): string => `${name} lost the connection. The agent is back.`,
} as const

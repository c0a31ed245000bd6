import type { RandomChoices } from '#support/random-choices.ts'

import type { Stranger } from './stranger.ts'

/** One attempt by a stranger. Resolves with the server's reaction in a word or two, such as "400"; a refused attack still resolves. */
export type Attack = (stranger: Stranger, chance: RandomChoices) => Promise<string>

/** The longest an attack may last, whatever the server does. */
export const attackPatienceMs = 30_000

/** The response's status or the error; reads at most 20 MB. */
export async function outcomeOf(sent: Promise<Response>): Promise<string> {
  try {
    const answer = await sent
    const bytes = await bytesRead(answer, answerBytesMax)
    return bytes >= answerBytesMax ? `${answer.status} without end` : String(answer.status)
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'refused'
  }
}

/** The most frequent outcome. */
export async function outcomesOf(sent: readonly Promise<Response>[]): Promise<string> {
  const counts = new Map<string, number>()
  for (const outcome of await Promise.all(sent.map(outcomeOf))) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts.entries()].map(([outcome, count]) => `${count}×${outcome}`).join(' ')
}

const answerBytesMax = 20_000_000

async function bytesRead(answer: Response, most: number): Promise<number> {
  let bytes = 0
  if (answer.body === null) return bytes
  for await (const chunk of answer.body) {
    bytes += chunk.byteLength
    if (bytes >= most) break
  }
  return bytes
}

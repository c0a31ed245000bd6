import { z } from 'zod'

/** The expected outcome of a test's question (`agent_tests.expected`). */
export const expectationShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step'), stepId: z.guid() }),
  z.object({ kind: z.literal('says'), text: z.string().min(1) }),
  z.object({ kind: z.enum(['refuses', 'hands-over', 'books']) }),
])
export type Expectation = z.infer<typeof expectationShape>

/** A scripted visitor (`agent_tests.scenario`). */
export const scenarioShape = z.object({
  persona: z.string().max(500).default(''),
  turns: z.array(z.string().min(1).max(500)).min(1).max(40),
  goal: z.enum(['books', 'hands-over', 'leaves-address', 'answers']),
})
export type Scenario = z.infer<typeof scenarioShape>

const words = {
  refuses: 'Says it doesn’t know',
  'hands-over': 'Hands over to a person',
  books: 'Offers times for a meeting',
} as const

const goals = {
  books: 'Books a meeting',
  'hands-over': 'Hands over to a person',
  'leaves-address': 'Leaves an address',
  answers: 'Answers every question',
} as const

/** The expectation as a sentence for the author. */
export function describeExpectation(expected: Expectation, nameStep: (stepId: string) => string | null): string {
  switch (expected.kind) {
    case 'step':
      return nameStep(expected.stepId) ?? 'A deleted step'
    case 'says':
      return expected.text
    default:
      return words[expected.kind]
  }
}

export function describeGoal({ goal }: Scenario): string {
  return goals[goal]
}

/** The expectation as written in a CSV file: “step 3”, “refuses”, “hands over”, “books”, or words of the answer. */
export function parseExpectation(text: string, stepIds: readonly string[]): Expectation | null {
  const written = text.trim()
  const step = /^step\s+(\d{1,4})$/i.exec(written)?.[1]
  if (step !== undefined) {
    const stepId = stepIds[Number(step) - 1]
    return stepId === undefined ? null : { kind: 'step', stepId }
  }
  if (/^(?:refuses?|refusal|unknown|doesn[’']?t know|says it doesn[’']t know)$/i.test(written))
    return { kind: 'refuses' }
  if (/^hands?[ -]over\b/i.test(written) || /^(?:human|person)$/i.test(written)) return { kind: 'hands-over' }
  if (/^(?:books?|meeting|offers times)\b/i.test(written) && written.length < 40) return { kind: 'books' }
  return written === '' ? null : { kind: 'says', text: written.slice(0, 2_000) }
}

import type { Expectation, Scenario } from './test-expectations.ts'
import type { TestReply, TestTalk } from './test-talk.ts'

/** Whether a scenario has reached its goal with this reply. */
export function reachesGoal(
  goal: Scenario['goal'],
  reply: TestReply,
  { hasAddress }: Pick<TestTalk, 'hasAddress'>,
): boolean {
  switch (goal) {
    case 'books':
      return reply.outcomes.includes('booked')
    case 'hands-over':
      return isHandedOver(reply)
    case 'leaves-address':
      return hasAddress
    case 'answers':
      return false
  }
}

function isHandedOver(reply: TestReply): boolean {
  return reply.hasRung || reply.outcomes.includes('human')
}

/** Whether a reply is what a test expects. */
export function meetsExpectation(
  expected: Expectation,
  reply: TestReply,
  demo: { readonly steps: readonly { readonly id: string; readonly order: number }[] },
): boolean {
  const { outcomes } = reply
  switch (expected.kind) {
    case 'step': {
      const order = demo.steps.find(({ id }) => id === expected.stepId)?.order
      const isCited = reply.cites.some(({ stepId }) => stepId === expected.stepId)
      return isCited || (order !== undefined && reply.shown.includes(order))
    }
    case 'says':
      return squeeze(reply.said).includes(squeeze(expected.text))
    case 'refuses':
      return !outcomes.includes('answered')
    case 'hands-over':
      return isHandedOver(reply)
    case 'books':
      return reply.hasOfferedTimes || outcomes.includes('booking') || outcomes.includes('booked')
  }
}

/** Ignores case, spaces, and punctuation that text editors replace, such as quotation marks. */
function squeeze(text: string): string {
  return text
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .replace(/[.!?]+$/, '')
    .trim()
}

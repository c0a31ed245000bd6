import type { Intent } from './intent.ts'
import type { Remark } from './remark.ts'

/* What a remark asks the notes for, although it is no question. */

/** Phrased without words that notes may use for something else (“cost centres”). */
export const priceQuestion = 'How much is it?'

/** The question to search for when a remark raises a subject without asking about it. */
export function relatedQuestion(intent: Intent): string | null {
  return intent.type === 'remark' ? (related[intent.about] ?? null) : null
}

const related: Partial<Record<Remark, string>> = {
  expensive: priceQuestion,
  buy: 'How do I sign up and get started?',
  security: 'How is my data kept secure?',
}

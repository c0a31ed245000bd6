import { expect, test } from 'vitest'

import { indexKnowledge } from './retrieval.ts'
import { buyersKnowledge } from './testing/measure-buyers.ts'
import { rankNet } from './rank-weights.ts'
import { learnLinks } from './testing/learn-links.ts'
import type { TrainingProduct } from './testing/gate-examples.ts'

/** A product whose buyers say “gronk” for what its notes call a referee. */
function shop(name: string): TrainingProduct {
  return {
    demo: {
      name,
      description: 'Software for clubs.',
      steps: [
        { title: 'Referees', text: 'A referee confirms the score of every match.' },
        { title: 'Pitches', text: 'A pitch is reserved by the hour.' },
      ],
    },
    talks: [[{ q: 'what does the gronk see', steps: [1], must: [''] }]],
    unanswerable: [],
  }
}

test('learns a link from three products, and finds the step of a fourth with it', () => {
  const asked = 'tell us about the gronk'
  const lead = (products: readonly string[]) =>
    indexKnowledge(buyersKnowledge(shop('Fourth').demo), undefined, undefined, {
      net: rankNet,
      links: learnLinks(products.map(shop)),
    }).explain(asked)?.ranked[0]?.item.stepOrder
  expect(lead([])).toBeUndefined()
  expect(lead(['First', 'Second', 'Third'])).toBe(1)
  // Two products may use the words by chance.
  expect(learnLinks(['First', 'Second'].map(shop)).size).toBe(0)
})

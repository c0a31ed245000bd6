import { expect, test } from 'vitest'

import { indexKnowledge } from './retrieval.ts'
import { compileLinks } from './testing/compile-links.ts'
import { buyersKnowledge } from './testing/measure-buyers.ts'
import { readWrittenLinks } from './written-links.ts'

const fridges = indexKnowledge(
  buyersKnowledge({
    name: 'Coldwatch',
    description: 'Checks fridges.',
    steps: [
      { title: 'Readings', text: 'Nobody can alter a reading afterwards.' },
      { title: 'Sensors', text: 'A broken sensor is replaced free of charge.' },
      { title: 'Delivery', text: 'The box comes by post within two working days.' },
      { title: 'Kitchens', text: 'All kitchens are in one list.' },
    ],
  }),
)

test.each([
  ['could one of my lads fiddle the numbers', 1],
  ['what if your one conks out', 2],
  ['how fast do I get it', 3],
])('finds the step for “%s”, which shares no word with it', (question, step) => {
  expect(fridges.explain(question)?.ranked[0]?.item.stepOrder).toBe(step)
})

test('links single words, and phrases as a whole', () => {
  const links = readWrittenLinks(compileLinks('approval: sign off, boss\n', 'packs up: replaced, warranty\n'))
  const linked = (asked: string) => links.of(asked).noted.map(([stem]) => stem)
  expect(linked('boss')).toEqual(['approv'])
  expect(linked('sign_off')).toEqual(['approv'])
  expect(linked('pack_up')).toEqual(['replac', 'warranti'])
  // “Packs up” says nothing about packing.
  expect(linked('pack')).toEqual([])
})

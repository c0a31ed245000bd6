import { describe, expect, test } from 'vitest'

import { cardTypes, newCard, type Card, type CardType } from './card.ts'
import { finishedCard, unfinishedParts } from './unfinished-card.ts'

const placed = (type: CardType): Card =>
  newCard({ id: '1', stepId: 'a', type, position: 1, shown: { widthPx: 1000, heightPx: 625 } })
const field = (label: string) => ({ id: 'team', label, type: 'text', isRequired: true }) as const

describe('an unedited card', () => {
  test.each(cardTypes.filter((type) => type !== 'click'))(
    'of type %s is not shown, and lists what is missing',
    (type) => {
      expect(finishedCard(placed(type))).toBeNull()
      expect(unfinishedParts(placed(type))).not.toEqual([])
    },
  )

  test('of type click has words for visitors', () => {
    expect(finishedCard(placed('click'))).toEqual(placed('click'))
    expect(unfinishedParts(placed('click'))).toEqual([])
  })
})

test.each<readonly [CardType, Partial<Card>, Partial<Card>, readonly string[]]>([
  ['lead', { title: 'Talk to us' }, { title: 'Talk to us', description: '' }, ['description']],
  ['lead', { description: 'Two fields.' }, { title: '', description: 'Two fields.' }, ['title']],
  ['lead', { title: '', description: '' }, { title: '', description: '' }, []],
  ['cue', { description: 'Mind the total' }, { title: 'Good to know', description: 'Mind the total' }, []],
  ['cue', { title: 'New' }, { title: 'New', description: '' }, ['description']],
  ['media', { mediaUrl: 'https://example.com/a.png' }, { title: '', description: '' }, []],
  ['media', { title: 'Soon' }, { title: 'Soon' }, ['picture or video']],
  ['custom', { linkUrl: 'https://example.com' }, { title: '', description: '' }, ['title', 'description']],
  ['custom', { buttonLabel: 'Book' }, { buttonLabel: 'Book', title: '' }, ['title', 'description']],
])('a %s card with %j is shown as %j and lacks %j', (type, change, shown, missing) => {
  const card = { ...placed(type), ...change }
  expect(finishedCard(card)).toMatchObject(shown)
  expect(unfinishedParts(card)).toEqual(missing)
})

test.each<readonly [CardType, Partial<Card>]>([
  ['click', { title: '', description: ' ' }],
  ['cue', { title: '', description: '' }],
  ['custom', { title: '', description: '', buttonLabel: '' }],
])('a %s card without content is a blank box, and not shown', (type, change) => {
  const card = { ...placed(type), ...change }
  expect(finishedCard(card)).toBeNull()
  expect(unfinishedParts(card)).toEqual(['text'])
})

test('a field without a name is not shown', () => {
  const lead = { ...placed('lead'), title: 'Talk to us', description: '' }
  const { fields } = lead
  expect(finishedCard({ ...lead, fields: [...fields, field(' ')] })?.fields).toEqual(fields)
  expect(finishedCard({ ...lead, fields: [...fields, field('TEAM')] })?.fields).toHaveLength(3)
  expect(unfinishedParts({ ...lead, fields: [...fields, field('')] })).toEqual(['name of a field'])
})

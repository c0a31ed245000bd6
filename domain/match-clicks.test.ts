import { describe, expect, test } from 'vitest'

import { matchClicks, type ClickMark } from './match-clicks.ts'

const button = (name: string, more: Partial<ClickMark> = {}): ClickMark => ({
  kind: 'click',
  role: 'button',
  name,
  place: null,
  path: '/',
  ...more,
})

/** `old > new`, with `!` for sure matches. */
function shown(old: readonly ClickMark[], fresh: readonly ClickMark[]): readonly string[] {
  return matchClicks(old, fresh).map((match) => `${match.old ?? '-'}>${match.fresh ?? '-'}${match.isSure ? '!' : ''}`)
}

describe('recognises the clicks of a new recording', () => {
  test('when nothing has changed', () => {
    const clicks = [button('New booking'), button('See prices'), button('Book')]
    expect(shown(clicks, clicks)).toEqual(['0>0!', '1>1!', '2>2!'])
  })

  test('when the app has moved and reworded them', () => {
    const old = [
      button('New booking', { place: { xPercent: 90, yPercent: 5 } }),
      button('Save', { place: { xPercent: 80, yPercent: 90 } }),
    ]
    const fresh = [
      button('New booking…', { place: { xPercent: 10, yPercent: 60 } }),
      button('Save changes', { place: { xPercent: 80, yPercent: 91 } }),
    ]
    expect(shown(old, fresh)).toEqual(['0>0!', '1>1!'])
  })

  test('when a click is new', () => {
    expect(shown([button('Open'), button('Save')], [button('Open'), button('Accept cookies'), button('Save')])).toEqual(
      ['0>0!', '->1', '1>2!'],
    )
  })

  test('when a click is gone', () => {
    expect(shown([button('Open'), button('Confirm'), button('Save')], [button('Open'), button('Save')])).toEqual([
      '0>0!',
      '1>-',
      '2>1!',
    ])
  })

  test('by order when the same button is clicked twice', () => {
    const twice = [button('Next'), button('Next'), button('Done')]
    expect(shown(twice, [button('Next'), button('Done')])).toEqual(['0>0!', '1>-', '2>1!'])
    expect(shown(twice, twice)).toEqual(['0>0!', '1>1!', '2>2!'])
  })

  test('without a name, by role, page and place together', () => {
    const at = (xPercent: number, path = '/') => button('', { role: '', place: { xPercent, yPercent: 50 }, path })
    expect(shown([at(20)], [at(20.5)])).toEqual(['0>0!'])
    expect(shown([at(20, '/a')], [at(80, '/b')])).toEqual(['0>0'])
  })
})

describe('leaves uncertain clicks to the author', () => {
  test('pairs them by order, as unsure, if both recordings have equally many', () => {
    const old = [button('Open'), button('Sales', { path: '/old' }), button('Save')]
    const fresh = [button('Open'), button('Revenue', { path: '/new' }), button('Save')]
    expect(shown(old, fresh)).toEqual(['0>0!', '1>1', '2>2!'])
  })

  test('leaves them unpaired if the counts differ', () => {
    expect(shown([button('A')], [button('X'), button('Y')])).toEqual(['0>-', '->0', '->1'])
  })

  test('doesn’t match another kind of action on the same element', () => {
    const typed = button('Search', { kind: 'type', role: 'searchbox' })
    const clicked = button('Search', { kind: 'click', role: 'button', path: '/other' })
    expect(shown([typed], [clicked, clicked])).toEqual(['0>-', '->0', '->1'])
  })

  test('keeps all steps if nothing was recorded', () => {
    expect(shown([button('A')], [])).toEqual(['0>-'])
    expect(shown([], [button('A')])).toEqual(['->0'])
    expect(shown([], [])).toEqual([])
  })
})

test('keeps the order and uses every click once, for any two recordings', () => {
  const names = ['Open', 'Save', 'Next', 'Delete', '']
  let seed = 7
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 300; round += 1) {
    const list = () => Array.from({ length: next(9) }, () => button(names[next(names.length)] ?? ''))
    const [old, fresh] = [list(), list()]
    const matches = matchClicks(old, fresh)
    const used = (key: 'old' | 'fresh') => matches.flatMap((match) => match[key] ?? [])
    expect(used('old')).toEqual(old.map((_, index) => index))
    expect(used('fresh')).toEqual(fresh.map((_, index) => index))
  }
})

test('matches a thousand clicks', () => {
  const clicks = Array.from({ length: 1_000 }, (_, index) => button(`Row ${index}`))
  expect(matchClicks(clicks, clicks).every(({ old, fresh, isSure }) => isSure && old === fresh)).toBe(true)
})

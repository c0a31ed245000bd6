import { describe, expect, it } from 'vitest'

import { FilteredRow, meetsCondition, parseChangeFilter, prepareCondition } from './change-filter.ts'

function conditionsOf(filter: string) {
  const parsed = parseChangeFilter(filter)
  if (typeof parsed === 'string') throw new Error(parsed)
  return parsed.map((condition) => prepareCondition(condition, condition.values))
}

describe('a filtered row', () => {
  it('is written as text once per column, however many conditions read it', () => {
    let writings = 0
    const settings = {
      toJSON: () => {
        writings += 1
        return { theme: 'dark' }
      },
    }
    const row = new FilteredRow({ settings })
    const filter = Array.from({ length: 20 }, (_, index) => `settings=not.like.%${index}%,settings=match.dark`).join()
    const conditions = conditionsOf(filter)
    expect(conditions.map((condition) => meetsCondition(condition, row))).toEqual(Array(40).fill(true))
    expect(conditions.every((condition) => condition.cost(row) > 1)).toBe(true)
    expect(writings).toBe(1)
  })

  it('costs a LIKE a few steps per letter, however long the pattern is', () => {
    const row = new FilteredRow({ text: 'a'.repeat(20_000) })
    const [short, long] = conditionsOf(`text=like.%x,text=like.%${'a'.repeat(198)}b`)
    expect(short?.cost(row)).toBe(20_001)
    expect(long?.cost(row)).toBe(7 * 20_000 + 1)
  })

  it('charges a pattern for its size', () => {
    const row = new FilteredRow({ text: 'a'.repeat(1_000) })
    const [small, large] = conditionsOf('text=match.b,text=match."(a|b){50}"')
    expect(large!.cost(row)).toBeGreaterThan(20 * small!.cost(row))
  })
})

describe('a filter', () => {
  it('with too many conditions is refused before any pattern is compiled', () => {
    expect(parseChangeFilter(Array(101).fill('text=match.*').join())).toBe('A filter has at most 100 conditions')
  })

  it('with many Unicode classes is refused, because each takes long to compile', () => {
    const filter = String.raw`text=imatch.[\pL\pN\PL]`
    expect(parseChangeFilter(filter)).toBe('A pattern in a filter has at most 2 Unicode classes')
  })

  it('stops at the first pattern that takes more than the caller may spend', () => {
    let asked = 0
    const patterns = Array(100)
      .fill(String.raw`text=imatch.[\pL\pN]`)
      .join()
    const refused = parseChangeFilter(patterns, (steps) => {
      asked += 1
      return steps < 1
    })
    expect([refused, asked]).toEqual(['the patterns of your filters take too long', 1])
  })
})

import { expect, test } from 'vitest'

import { defaultRestConfig } from './rest-config.ts'
import type { CachedRead } from './read-cache.ts'
import { fillGaps, gapsIn, ReadCache, shapeOf } from './read-cache.ts'

test('takes out plain filter values and leaves encoded ones', () => {
  const one = shapeOf('select=*&id=eq.7&name=eq.a%20b&rank=gte.2&or=(a.eq.1,b.eq.2)&tag=in.(1,2)&b.id=eq.8')
  const other = shapeOf('select=*&id=eq.x-1&name=eq.a%20b&rank=gte.3&or=(a.eq.1,b.eq.2)&tag=in.(1,2)&b.id=eq.9')
  expect(one.values).toEqual(['7', '2', '8'])
  expect(other.values).toEqual(['x-1', '3', '9'])
  expect(other.text).toBe(one.text)
})

test.each(['id=eq.7', 'id=neq.7&', 'name=eq.7', 'id=eq.', 'id=eq.7 '])(
  'distinguishes %s from id=eq.7&limit=1',
  (search) => {
    expect(shapeOf(search).text).not.toBe(shapeOf('id=eq.7&limit=1').text)
  },
)

test('fills each value into all its places', () => {
  const shape = shapeOf('id=eq.7&rank=gt.2')
  const [id, rank] = [...new URLSearchParams(shape.text).values()].map((value) => value.replace(/^\w+\./, ''))
  const statement = { text: 'select $1, $2, $3, $4', values: [rank, 'same', id, rank] }
  const gaps = gapsIn(statement, shape)
  expect(gaps).toEqual([1, null, 0, 1])
  expect(fillGaps({ statement, gaps: gaps ?? [] }, ['8', '9'])).toEqual({
    text: statement.text,
    values: ['9', 'same', '8', '9'],
  })
})

test("doesn't cache a statement that contains a value elsewhere", () => {
  const shape = shapeOf('id=eq.7')
  const value = new URLSearchParams(shape.text).get('id')?.slice('eq.'.length) ?? ''
  expect(gapsIn({ text: 'select 1', values: [] }, shape)).toBeNull()
  expect(gapsIn({ text: `select '${value}', $1`, values: [value] }, shape)).toBeNull()
  expect(gapsIn({ text: 'select $1, $2', values: [value, [value]] }, shape)).toBeNull()
})

test('caches short reads only, to bound memory', () => {
  const schema = { name: 'public', comment: null, tables: new Map(), functions: new Map(), relationships: new Map() }
  const reads = new ReadCache()
  const read = (text: string): CachedRead => ({
    statement: { text, values: [] },
    gaps: [],
    estimate: null,
    offset: 0,
    format: { type: 'json', isSingular: false, isNullStripped: false, contentType: '', explained: null },
    preferences: {
      resolution: null,
      missing: null,
      returned: null,
      count: null,
      tx: null,
      handling: null,
      timezone: null,
      maxAffected: null,
    },
  })
  reads.set(schema, defaultRestConfig, 'short', read('select 1'))
  reads.set(schema, defaultRestConfig, 'long text', read('x'.repeat(20_001)))
  reads.set(schema, defaultRestConfig, 'long key'.repeat(300), read('select 1'))
  expect(reads.get(schema, defaultRestConfig, 'short')).toBeDefined()
  expect(reads.get(schema, defaultRestConfig, 'long text')).toBeUndefined()
  expect(reads.get(schema, defaultRestConfig, 'long key'.repeat(300))).toBeUndefined()
  for (let index = 0; index < 1000; index += 1) reads.set(schema, defaultRestConfig, `new ${index}`, read('select 1'))
  expect(reads.get(schema, defaultRestConfig, 'short')).toBeUndefined()
})

import { expect, test } from 'vitest'

import { carryPageEdits, contentKey, type PageContents } from './carry-page-edits.ts'
import type { PageEdit, TextEdit } from './page-edits.ts'

const rename = (path: string, was: string, to: string): TextEdit => ({ kind: 'text', path, was, to })
const hide = (path: string, was: string): PageEdit => ({ kind: 'hide', path, was })
const logo = 'l'.repeat(43)
const swap = (path: string, was: string): PageEdit => ({
  kind: 'image',
  path,
  was,
  to: { text: '{{company}}', color: null },
  width: 80,
  height: 20,
})
const texts = (...all: readonly (readonly [path: string, text: string])[]): PageContents =>
  all.map(([path, text]) => ({ path, key: contentKey(rename(path, text, '')) }))
const elements = (...all: readonly (readonly [path: string, text: string])[]): PageContents =>
  all.map(([path, text]) => ({ path, key: contentKey(hide(path, text)) }))

test('keeps edits of an unchanged page', () => {
  const page = [...texts(['1.0', 'Acme'], ['1.1', 'Ada']), { path: '1.2', key: `image ${logo}` }]
  const edits = [rename('1.0', 'Acme', '{{company}}'), swap('1.2', logo)]
  expect(carryPageEdits(edits, page, page)).toEqual({ edits, lost: [] })
})

test('finds a text that moved', () => {
  const edits = [rename('1.0', 'Acme', '{{company}}')]
  const { edits: carried, lost } = carryPageEdits(edits, texts(['1.0', 'Acme']), texts(['1.0', 'New'], ['1.4', 'Acme']))
  expect(carried).toEqual([rename('1.4', 'Acme', '{{company}}')])
  expect(lost).toEqual([])
})

test('applies a change made everywhere to every occurrence', () => {
  const old = texts(['1.0', 'Ada'], ['1.3', 'Ada'])
  const fresh = texts(['1.0', 'Ada'], ['2.0', 'Ada'], ['2.5', 'Ada'])
  const { edits } = carryPageEdits([rename('1.0', 'Ada', 'Jo'), rename('1.3', 'Ada', 'Jo')], old, fresh)
  expect(edits.map(({ path }) => path)).toEqual(['1.0', '2.0', '2.5'])
})

test('reports an edit of one of several equal texts as lost when they have moved', () => {
  const old = texts(['1.0', 'Open'], ['1.3', 'Open'])
  const edit = rename('1.0', 'Open', 'Closed')
  expect(carryPageEdits([edit], old, texts(['2.0', 'Open'], ['2.3', 'Open']))).toEqual({ edits: [], lost: [edit] })
  expect(carryPageEdits([edit], old, old).edits).toEqual([edit])
})

test('reports edits of missing content as lost', () => {
  const edits = [rename('1.0', 'Ada', 'Jo'), hide('1.1', 'Salary 4,200'), swap('1.2', logo)]
  expect(carryPageEdits(edits, texts(['1.0', 'Ada']), texts(['1.0', 'Grace'])).lost).toEqual(edits)
})

test('finds an element at the same depth among nested ones', () => {
  const old = elements(['1', 'Salary 4,200'], ['1.0', 'Salary 4,200'], ['1.0.0', 'Salary 4,200'])
  const fresh = elements(['5', 'Salary 4,200'], ['5.1', 'Salary 4,200'], ['5.1.2', 'Salary 4,200'])
  const pathOf = (path: string) => carryPageEdits([hide(path, 'Salary 4,200')], old, fresh).edits[0]?.path
  expect([pathOf('1'), pathOf('1.0'), pathOf('1.0.0')]).toEqual(['5', '5.1', '5.1.2'])
})

test('recognises an icon without a file or text only by its path', () => {
  const icons = [{ path: '1.0', key: 'image ' }]
  expect(carryPageEdits([swap('1.0', '')], icons, icons).edits).toEqual([swap('1.0', '')])
  const moved = [{ path: '1.7', key: 'image ' }]
  expect(carryPageEdits([swap('1.0', '')], icons, moved).lost).toEqual([swap('1.0', '')])
})

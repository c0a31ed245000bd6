import { expect, test } from 'vitest'

import { fillLinkVariables, fillVariables, readVariableValues, variableNames } from './variables.ts'

test('fills in the value, else the fallback, else nothing', () => {
  expect(fillVariables('Hello {{company|there}}!', { company: 'Acme' })).toBe('Hello Acme!')
  expect(fillVariables('Hello {{ Company | there }}!', {})).toBe('Hello  there !')
  expect(fillVariables('Hello {{company}}!', {})).toBe('Hello !')
  expect(fillVariables('{{constructor|x}} {{toString}}', {})).toBe('x ')
})

test("the demo's own fallback comes after the text's", () => {
  expect(fillVariables('{{company}} {{company|there}}', {}, { company: 'your team' })).toBe('your team there')
  expect(fillVariables('{{company}}', { company: 'Acme' }, { company: 'your team' })).toBe('Acme')
})

test('never parses a value as a variable or replacement pattern', () => {
  expect(fillVariables('{{a}}', { a: '{{b}} $& $1', b: 'secret' })).toBe('{{b}} $& $1')
})

test('doesn’t let values change a link’s destination', () => {
  const url = 'https://example.test/book?for={{company|you}}'
  expect(fillLinkVariables(url, { company: 'A&B/../#x' })).toBe('https://example.test/book?for=A%26B%2F..%2F%23x')
})

test('leaves other text unchanged', () => {
  for (const text of ['{{}}', '{{1a}}', '{{a', '{ {a}}', `{{${'a'.repeat(41)}}}`])
    expect(fillVariables(text, {})).toBe(text)
})

test('cleans and limits values from outside', () => {
  const entries: [string, unknown][] = [
    ['Company', ' Acme\u0000\u202E GmbH '],
    ['1x', 'no name'],
    ['n', 7],
    ['long', 'x'.repeat(500)],
    ...Array.from({ length: 50 }, (_, index): [string, string] => [`v${index}`, 'y']),
  ]
  const values = readVariableValues(entries)
  expect(values['company']).toBe('Acme   GmbH')
  expect(values['long']).toHaveLength(200)
  expect(Object.keys(values)).toHaveLength(20)
  expect(values).not.toHaveProperty('1x')
})

test('keeps lone surrogates out of links', () => {
  const values = readVariableValues([
    ['a', `${'x'.repeat(199)}😀`],
    ['b', '\uD800'],
  ])
  expect(() => fillLinkVariables('https://e.test/{{a}}/{{b}}', values)).not.toThrow()
})

test('lists each name in a text once', () => {
  expect(variableNames('{{A|x}} {{b}} {{a}}')).toEqual(['a', 'b'])
})

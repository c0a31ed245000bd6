import { describe, expect, test } from 'vitest'

import { plainStepLook } from '#domain/step-look.ts'

import { lookOfWords, readFlow, type StepWords } from './flow.ts'

const flow = (steps: string) => `name: Book a room
start: https://rooms.example.com/
steps:
${steps}`

test('reads a flow and fills in the defaults', () => {
  const read = readFlow(
    flow(`  - click: New booking
    title: Begin
  - fill: { label: Password }
    with: \${APP_PASSWORD}
  - unrecorded:
      - see: { text: Booked }`),
    { APP_PASSWORD: 'kept elsewhere' },
  )
  expect(read).toMatchObject({ name: 'Book a room', width: 1440, height: 900, scale: 1, colors: 'light' })
  expect(read.steps).toEqual([
    { click: 'New booking', title: 'Begin' },
    { fill: { label: 'Password' }, with: 'kept elsewhere' },
    { unrecorded: [{ see: { text: 'Booked' } }] },
  ])
})

test('a step can set its look, and where in its element the click is', () => {
  const [click, gone, away] = readFlow(
    flow(`  - click: Chart
    at: [390, 142]
    alt: The chart
    chapter: Costs
    callout: below
    marker: box
    zoom: [10, 20, 50, 50]
  - gone: { css: '[role=status]' }
  - unrecorded:
      - open: /demo/\${DEMO}`),
    { DEMO: '7' },
  ).steps
  expect(click).toMatchObject({ at: [390, 142], alt: 'The chart' })
  expect(gone).toEqual({ gone: { css: '[role=status]' } })
  expect(away).toEqual({ unrecorded: [{ open: '/demo/7' }] })
  expect(lookOfWords(plainStepLook, click as StepWords)).toEqual({
    ...plainStepLook,
    chapter: 'Costs',
    calloutSide: 'below',
    marker: 'box',
    zoom: { xPercent: 10, yPercent: 20, widthPercent: 50, heightPercent: 50 },
  })
})

describe('reports a mistake with its place', () => {
  test.each([
    ['an unknown action', flow('  - tap: New booking'), /^steps 1: say what to do: click, /],
    ['a value that is missing', flow('  - fill: Email'), /^steps 1, with: /],
    ['a key nobody knows', flow('  - click: Save\n    notes: x'), /^steps 1: .*notes/],
    ['a password that isn’t there', flow('  - fill: Email\n    with: ${NOBODY}'), 'the environment has no NOBODY'],
    [
      'an address of another kind',
      'name: a\nstart: file:///etc/passwd\nsteps: [{click: a}]',
      /^start: must be an address/,
    ],
    [
      'a number where a text belongs',
      flow('  - fill: Amount\n    with: 12'),
      /^steps 1, with: must be text, in quotes/,
    ],
    ['a title that is too long', flow(`  - click: A\n    title: ${'long '.repeat(50)}`), /^steps 1, title: Too big/],
    ['a target that is a number', flow('  - click: 12'), /^steps 1, click: must be a name in quotes, or one of/],
    ['no steps', 'name: a\nstart: https://a.example\nsteps: []', /^steps: /],
    ['broken YAML', 'name: [', /flow sequence/i],
    ['an alias, which could grow without end', 'a: &a [1]\nname: *a', /alias/i],
    ['nothing', '', /^The flow: /],
    [
      'an unrecorded part inside another',
      flow('  - unrecorded: [{unrecorded: [{click: a}]}]'),
      /^steps 1, unrecorded 1: say what to do/,
    ],
  ])('%s', (_, source, problem) => {
    expect(() => readFlow(source, {})).toThrow(problem)
  })
})

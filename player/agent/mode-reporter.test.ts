import { expect, test } from 'vitest'

import type { ClientEventBody, ModeOfTalk, ServerEvent } from '#protocol/agent-events.ts'

import { ModeReporter } from './mode-reporter.ts'

const text: ModeOfTalk = { mode: 'text', audioIn: false, audioOut: false }
const voice: ModeOfTalk = { mode: 'voice', audioIn: true, audioOut: true }

function watch() {
  const sent: ClientEventBody[] = []
  return { sent, reporter: new ModeReporter((event) => sent.push(event)) }
}

const ready = (mode: 'text' | 'voice', takesMode?: boolean) =>
  ({ t: 'ready', mode, ...(takesMode !== undefined && { takesMode }) }) as Extract<ServerEvent, { t: 'ready' }>

test('reports voice on and off once each in a conversation that began in text', () => {
  const { sent, reporter } = watch()
  reporter.begin(text)
  reporter.receive(ready('text', true))
  expect(reporter.isHeard).toBe(false)
  reporter.change(voice)
  reporter.change(voice)
  expect(reporter.isHeard).toBe(true)
  reporter.change(text)
  expect(sent).toEqual([
    { t: 'mode', ...voice },
    { t: 'mode', ...text },
  ])
  expect(reporter.isHeard).toBe(false)
})

test('reports the mode to a server that takes over later', () => {
  const { sent, reporter } = watch()
  reporter.begin(text)
  reporter.change(voice)
  expect(sent).toEqual([])
  reporter.receive(ready('text', true))
  expect(sent).toEqual([{ t: 'mode', ...voice }])
})

test('sends no mode to an older server', () => {
  const { sent, reporter } = watch()
  reporter.begin(text)
  reporter.receive(ready('text'))
  reporter.change(voice)
  expect(sent).toEqual([])
  expect(reporter.isHeard).toBe(false)
})

test('after a reload the page is silent and reports it', () => {
  const { sent, reporter } = watch()
  reporter.change(text)
  reporter.receive(ready('voice', true))
  expect(sent).toEqual([{ t: 'mode', ...text }])
})

import { expect, test } from 'vitest'

import type { ClientEventBody, ModeOfTalk, ServerEvent } from '#protocol/agent-events.ts'

import { ToldMode } from './told-mode.ts'

const text: ModeOfTalk = { mode: 'text', audioIn: false, audioOut: false }
const voice: ModeOfTalk = { mode: 'voice', audioIn: true, audioOut: true }

function watch() {
  const sent: ClientEventBody[] = []
  return { sent, told: new ToldMode((event) => sent.push(event)) }
}

const ready = (mode: 'text' | 'voice', takesMode?: boolean) =>
  ({ t: 'ready', mode, ...(takesMode !== undefined && { takesMode }) }) as Extract<ServerEvent, { t: 'ready' }>

test('reports voice on and off once each in a conversation that began in text', () => {
  const { sent, told } = watch()
  told.begin(text)
  told.receive(ready('text', true))
  expect(told.isHeard).toBe(false)
  told.change(voice)
  told.change(voice)
  expect(told.isHeard).toBe(true)
  told.change(text)
  expect(sent).toEqual([
    { t: 'mode', ...voice },
    { t: 'mode', ...text },
  ])
  expect(told.isHeard).toBe(false)
})

test('reports the mode to a server that takes over later', () => {
  const { sent, told } = watch()
  told.begin(text)
  told.change(voice)
  expect(sent).toEqual([])
  told.receive(ready('text', true))
  expect(sent).toEqual([{ t: 'mode', ...voice }])
})

test('sends no mode to an older server', () => {
  const { sent, told } = watch()
  told.begin(text)
  told.receive(ready('text'))
  told.change(voice)
  expect(sent).toEqual([])
  expect(told.isHeard).toBe(false)
})

test('after a reload the page is silent and reports it', () => {
  const { sent, told } = watch()
  told.change(text)
  told.receive(ready('voice', true))
  expect(sent).toEqual([{ t: 'mode', ...text }])
})

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

test('turns voice on and off in a talk that began by typing, each time once', () => {
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

test('tells a server that was not there yet', () => {
  const { sent, told } = watch()
  told.begin(text)
  told.change(voice)
  expect(sent).toEqual([])
  told.receive(ready('text', true))
  expect(sent).toEqual([{ t: 'mode', ...voice }])
})

test('leaves an older server as the talk began', () => {
  const { sent, told } = watch()
  told.begin(text)
  told.receive(ready('text'))
  told.change(voice)
  expect(sent).toEqual([])
  expect(told.isHeard).toBe(false)
})

test('a page that was reloaded is silent, and says so', () => {
  const { sent, told } = watch()
  told.change(text)
  told.receive(ready('voice', true))
  expect(sent).toEqual([{ t: 'mode', ...text }])
})

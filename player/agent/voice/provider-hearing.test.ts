import { expect, test } from 'vitest'

import type { ClientEventBody } from '#protocol/agent-events.ts'

import { ProviderHearing } from './provider-hearing.ts'

function setUp() {
  const words: string[] = []
  const sent: ClientEventBody[] = []
  const hearing = new ProviderHearing({
    onReady: () => undefined,
    onWords: (text) => words.push(text),
    onProblem: () => undefined,
    send: (event) => sent.push(event),
    capture: () => undefined,
  })
  const hear = (text: string) => hearing.hear({ t: 'heard', text, isFinal: false } as never)
  return { hearing, hear, words, sent }
}

test('listens until closed, and again after a lost connection', () => {
  const { hearing, hear, words, sent } = setUp()
  hearing.start()
  hearing.startAgain()
  hear('how much')
  hearing.close()
  hear('how much is it')
  expect(sent.map((event) => event.t === 'listen' && event.isOn)).toEqual([true, true, false])
  expect(words).toEqual(['how much'])
})

test('keeps dropped words out of the next turn, although the server repeats them', () => {
  const { hearing, hear, words } = setUp()
  hearing.start()
  hear('uh-huh')
  hearing.forget('dropped')
  hear('uh-huh, how much is it')
  hearing.forget('turn')
  hear('thanks')
  expect(words).toEqual(['uh-huh', 'how much is it', 'thanks'])
})

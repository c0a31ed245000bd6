import { expect, test } from 'vitest'

import { speakByCommand } from './command-speech.ts'
import type { SpeechEndpoint } from './speech-port.ts'
import { tone, wavHeader } from './testing/tone.ts'

async function speak(command: readonly string[], text = 'Good morning.', signal = new AbortController().signal) {
  const endpoint: SpeechEndpoint = {
    provider: 'command',
    url: '',
    apiKey: null,
    model: '',
    price: 0,
    mayCallPrivateAddresses: false,
    command,
  }
  const parts: Uint8Array[] = []
  for await (const part of speakByCommand(endpoint, { text, voice: 'en-us+f2', speed: 1.1 }, signal)) parts.push(part)
  return Buffer.concat(parts)
}

/** A program that writes base64 given as an argument. */
const writer = (bytes: Buffer, then = '') => [
  process.execPath,
  '-e',
  `process.stdin.resume(); process.stdin.on('end', () => { process.stdout.write(Buffer.from('${bytes.toString('base64')}', 'base64')); ${then} })`,
]

test('plays the WAV file or raw sound that a program writes', async () => {
  const sound = tone(100, 24_000)
  expect((await speak(writer(Buffer.concat([wavHeader(24_000), sound])))).equals(sound)).toBe(true)
  expect((await speak(writer(sound))).equals(sound)).toBe(true)
})

test('passes the text on standard input, without a shell or the server’s environment', async () => {
  const script = `let text = ''; process.stdin.on('data', (part) => (text += part)); process.stdin.on('end', () => {
    const isRight = text === 'Hi; rm -rf $HOME' && process.argv[1] === 'en-us+f2' && process.argv[2] === '193'
      && Object.keys(process.env).every((name) => ['PATH', 'LANG'].includes(name))
    process.exitCode = isRight ? 0 : 9
    process.stdout.write(Buffer.alloc(4800, Buffer.from([1, 30])))
  })`
  const command = [process.execPath, '-e', script, '{voice}', '{rate}']
  expect((await speak(command, 'Hi; rm -rf $HOME')).length).toBe(4_800)
})

test.each([
  ['a program that isn’t there', ['/nowhere/espeak'], 'could not be started'],
  ['one that fails', writer(tone(10, 24_000), 'process.exitCode = 3'), 'ended with code 3'],
  ['one that writes nothing', writer(Buffer.alloc(0)), 'no sound'],
  [
    'one that never stops',
    [process.execPath, '-e', 'const b = Buffer.alloc(99999, 7); const w = () => process.stdout.write(b, w); w()'],
    'far too much audio',
  ],
])('says what is wrong with %s', async (_, command, message) => {
  await expect(speak(command)).rejects.toThrow(message)
})

test('kills the program when the sentence is interrupted', async () => {
  const stop = new AbortController()
  const spoken = speak([process.execPath, '-e', 'setInterval(() => undefined, 1000)'], 'Hi.', stop.signal)
  stop.abort()
  await expect(spoken).rejects.toThrow('ended with a signal')
})

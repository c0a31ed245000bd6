import { spawn, type ChildProcess } from 'node:child_process'

import { ModelError } from '#server/models/language-model.ts'

import { PcmReader } from './pcm-reader.ts'
import { longestSpeechMs, speechBytesPerMs, type OpenSpeech } from './speech-port.ts'

/**
 * Speech from the operator's own program: text on standard input, a WAV file or raw PCM16 at 24 kHz on standard output.
 * Runs without a shell and without the server's environment.
 */
export const speakByCommand: OpenSpeech = async function* speakByCommand({ command }, request, signal) {
  const [program = '', ...args] = command.map((part) =>
    part
      .replaceAll('{voice}', request.voice)
      .replaceAll('{speed}', String(request.speed))
      .replaceAll('{rate}', String(Math.round(wordsPerMinute * request.speed))),
  )
  const leave = await enter(signal)
  let child: ChildProcess | null = null
  try {
    child = spawn(program, args, { shell: false, env: environment(), stdio: ['pipe', 'pipe', 'ignore'] })
    yield* readSound(child, request.text, signal)
  } finally {
    child?.kill('SIGKILL')
    leave()
  }
}

async function* readSound(child: ChildProcess, text: string, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  // Awaited only after the output has ended.
  ended.catch(() => undefined)
  const kill = (): void => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  if (signal.aborted) kill()
  const late = setTimeout(kill, runMsMax)
  const reader = new PcmReader()
  // At 48 kHz, the maximum rate of a WAV file.
  let bytesLeft = longestSpeechMs(text) * speechBytesPerMs * 2
  try {
    // Programs that don't read their input close it.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(text)
    for await (const bytes of (child.stdout ?? []) as AsyncIterable<Uint8Array>) {
      bytesLeft -= bytes.length
      if (bytesLeft < 0) throw broken('The program wrote far too much audio for its text.')
      const pcm = reader.read(bytes)
      if (pcm.length > 0) yield pcm
    }
    const code = await ended
    if (code !== 0) throw broken(`The program ended with ${code === null ? 'a signal' : `code ${code}`}.`)
    reader.end()
  } catch (error) {
    if (error instanceof ModelError) throw error
    throw new ModelError('unreachable', 'The program could not be started.', { isCharged: false, cause: error })
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', kill)
  }
}

let running = 0
const waiting: (() => void)[] = []

/** Limits concurrent processes, even if many conversations speak at once. */
async function enter(signal: AbortSignal): Promise<() => void> {
  if (waiting.length >= waitingMax) throw new ModelError('busy', 'The program is busy.', { isCharged: false })
  if (running >= processesMax) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  if (!signal.aborted) return leave
  leave()
  throw new ModelError('busy', 'The program is busy.', { isCharged: false })
}

function environment(): Record<string, string> {
  const { PATH = '', LANG = 'C.UTF-8' } = process.env
  return { PATH, LANG }
}

function broken(sentence: string): ModelError {
  return new ModelError('broken', sentence, { isCharged: true })
}

const processesMax = 4
const waitingMax = 100
const runMsMax = 30_000
/** For espeak-ng. */
const wordsPerMinute = 175

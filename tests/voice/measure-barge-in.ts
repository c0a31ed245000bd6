import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect } from '@playwright/test'

import { writeSpokenWav } from './spoken-wav.ts'
import { panelOf, startTalking, type TalkingDemo } from './talking-demo.ts'
import { notedMessages, openVoiceBrowser, recognise, tappedSounds } from './voice-browser.ts'

export interface BargeInMeasure {
  /** From the visitor's first sound to the agent's silence, in milliseconds, one value per run. */
  readonly silentAfterMs: readonly number[]
  readonly answers: readonly AnswerDelay[]
  /** Sounds of the agent while the visitor still spoke, after it had fallen silent. */
  readonly laterSounds: number
}

/** From the visitor's last sound to the agent's first, in milliseconds, by part. */
export interface AnswerDelay {
  readonly remark: string
  /** The silence and the words that end the visitor's turn. */
  readonly endOfTurn: number
  /** Until the browser has the answer's first sentence. */
  readonly wording: number
  /** Until it has that sentence's first sound. */
  readonly speech: number
  /** Until the sound is at the loudspeaker. */
  readonly playOut: number
}

/** From the end of the visitor's turn to the agent's first sound. */
export function firstSoundAfter({ wording, speech, playOut }: AnswerDelay): number {
  return wording + speech + playOut
}

const remarks = [
  'How long are exports kept',
  'Where do statements come from',
  'Wait, how are colleagues invited',
  'What does the dashboard show',
  'What happens every night',
]
const voices = ['en-us', 'en-gb', 'en-us+f3', 'en-us+m3', 'en-gb+f2']

interface MeasureOptions {
  /** The delay until the provider's first sound. */
  readonly speechMs?: number
  readonly onRun?: (done: number) => void
}

/**
 * Interrupts the agent again and again: a microphone plays recorded remarks while the agent speaks, and taps at the
 * microphone and the loudspeaker note when each makes sound.
 */
export async function measureBargeIns(
  talking: TalkingDemo,
  runs: number,
  { speechMs = 0, onRun = () => undefined }: MeasureOptions = {},
): Promise<BargeInMeasure> {
  const folder = mkdtempSync(join(tmpdir(), 'barge-in-'))
  const wav = join(folder, 'remarks.wav')
  writeSpokenWav(wav, [
    ...remarks.flatMap((say, index) => [
      { silence: 4.2 + (index % 3) * 0.37 },
      { say, voice: voices[index % voices.length] ?? 'en-us' },
    ]),
    { silence: 1 },
  ])
  // Longer than any pause between remarks, so that every remark is an interruption.
  talking.speech.sound = { ms: 20_000, delayMs: speechMs }
  const { browser, page } = await openVoiceBrowser({ wav })
  try {
    await startTalking(page, talking)
    await expect.poll(async () => (await tappedSounds(page, 'loudspeaker')).length).toBeGreaterThan(0)
    const silentAfterMs: number[] = []
    const answers: AnswerDelay[] = []
    let laterSounds = 0
    let seen = 0
    for (let misses = 0; silentAfterMs.length < runs && misses < runs;) {
      const spoken = await nextRemark(page, seen)
      seen = spoken.from
      const agent = await tappedSounds(page, 'loudspeaker', 60)
      const during = agent.findLast(({ from, to }) => from < spoken.from && to >= spoken.from - 60)
      if (during === undefined) misses += 1
      else {
        silentAfterMs.push(during.to - spoken.from)
        laterSounds += agent.filter(({ from }) => from > during.to && from < spoken.to).length
        onRun(silentAfterMs.length)
      }
      const remark = remarks[silentAfterMs.length % remarks.length] ?? ''
      await recognise(page, remark)
      await expect(panelOf(page).getByRole('button', { name: 'Stop' })).toBeVisible()
      await expect
        .poll(async () => (await tappedSounds(page, 'loudspeaker', 60)).at(-1)?.from ?? 0, { timeout: 8_000 })
        .toBeGreaterThan(spoken.to)
      const answer = (await tappedSounds(page, 'loudspeaker', 60)).find(({ from }) => from > spoken.to)
      const messages = (await notedMessages(page)).filter(({ at }) => at > spoken.to)
      const asked = messages.find(({ kind }) => kind === 'asked')
      const worded = messages.find(({ kind, at }) => kind === 'worded' && at >= (asked?.at ?? Infinity))
      const sound = messages.find(({ kind, at }) => kind === 'sound' && at >= (worded?.at ?? Infinity))
      if (answer === undefined || asked === undefined || worded === undefined || sound === undefined) continue
      answers.push({
        remark,
        endOfTurn: asked.at - spoken.to,
        wording: worded.at - asked.at,
        speech: sound.at - worded.at,
        playOut: answer.from - sound.at,
      })
    }
    return { silentAfterMs, answers, laterSounds }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The first remark after a time, once it is over. */
async function nextRemark(page: Parameters<typeof tappedSounds>[0], after: number) {
  let found = { from: 0, to: 0 }
  await expect
    .poll(
      async () => {
        const next = (await tappedSounds(page, 'microphone', 800)).find(({ from }) => from > after)
        if (next === undefined || Date.now() - next.to < 300) return false
        found = next
        return true
      },
      { intervals: [50], timeout: 20_000 },
    )
    .toBe(true)
  return found
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

import { parseArgs } from 'node:util'

import { chromiumPath, installDebianPackage } from '../chromium.ts'
import { firstSoundAfter, measureBargeIns, percentile, type AnswerDelay } from '../../tests/voice/measure-barge-in.ts'
import { startTalkingDemo } from '../../tests/voice/talking-demo.ts'

/*
 * npm run prove -- voice --runs 50: a real browser whose microphone plays recorded remarks while the agent speaks through
 * a loopback provider. From a visitor's first sound to silence at the loudspeaker, 95 % must take at most 200 ms, and
 * nothing of the turn that was cut may be heard later. From the end of the visitor's turn to the agent's first sound,
 * with a model that takes 300 ms and speech that takes 120 ms, half must take at most 600 ms and 95 % at most 850 ms.
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '50' } } })
const stubs = { modelMs: 300, speechMs: 120 }
const goals = { silentMs: 200, firstSoundMs: { p50: 600, p95: 850 } }

process.env['CHROMIUM_PATH'] = await chromiumPath()
await installDebianPackage('espeak-ng', '/usr/bin/espeak-ng', 'Install espeak-ng, which speaks the remarks.')
const talking = await startTalkingDemo({ modelMs: stubs.modelMs, env: { TTS_KEEP: 'off' } })
try {
  const runs = Number(values.runs)
  const { silentAfterMs, answers, laterSounds } = await measureBargeIns(talking, runs, {
    speechMs: stubs.speechMs,
    onRun: (done) => {
      if (done % 10 === 0) console.log(`${done} remarks`)
    },
  })
  const firstSoundMs = answers.map(firstSoundAfter)
  console.log(`first sound to silence: ${describe(silentAfterMs)}; ${laterSounds} sounds of a cut turn heard later`)
  console.log(`end of turn to first sound: ${describe(firstSoundMs)}`)
  console.log(
    `last sound to first sound: ${describe(answers.map((answer) => answer.endOfTurn + firstSoundAfter(answer)))}`,
  )
  for (const part of ['endOfTurn', 'wording', 'speech', 'playOut'] as const) {
    console.log(`  ${part}: ${describe(answers.map((answer) => answer[part]))}`)
  }
  const slowest = answers.toSorted((a, b) => firstSoundAfter(b) - firstSoundAfter(a)).slice(0, Math.ceil(runs / 10))
  console.log(`slowest tenth:\n${slowest.map(line).join('\n')}`)
  const isGood =
    silentAfterMs.length >= runs &&
    percentile(silentAfterMs, 0.95) <= goals.silentMs &&
    laterSounds === 0 &&
    percentile(firstSoundMs, 0.5) <= goals.firstSoundMs.p50 &&
    percentile(firstSoundMs, 0.95) <= goals.firstSoundMs.p95
  console.log(`voice: tried ${silentAfterMs.length} remarks over the agent; goals ${isGood ? 'met' : 'missed'}`)
  process.exitCode = isGood ? 0 : 1
} finally {
  await talking.close()
}

function describe(figures: readonly number[]): string {
  return `p50 ${percentile(figures, 0.5)}, p95 ${percentile(figures, 0.95)}, max ${Math.max(...figures)} ms (n ${figures.length})`
}

function line({ remark, endOfTurn, wording, speech, playOut }: AnswerDelay): string {
  return `  end of turn ${endOfTurn}, wording ${wording}, speech ${speech}, play-out ${playOut} ms: ${remark}`
}

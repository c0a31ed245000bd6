import { parseArgs } from 'node:util'

import { chromiumPath, installDebianPackage } from '../chromium.ts'
import { measureBargeIns, percentile } from '../../tests/voice/measure-barge-in.ts'
import { startTalkingDemo } from '../../tests/voice/talking-demo.ts'

/*
 * npm run prove -- voice --runs 50: a real browser whose microphone plays recorded remarks while the agent speaks through
 * a loopback provider. From a visitor's first sound to silence at the loudspeaker, 95 % must take at most 200 ms, and
 * nothing of the turn that was cut may be heard later.
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '50' } } })
process.env['CHROMIUM_PATH'] = await chromiumPath()
await installDebianPackage('espeak-ng', '/usr/bin/espeak-ng', 'Install espeak-ng, which speaks the remarks.')
const talking = await startTalkingDemo()
try {
  const runs = Number(values.runs)
  const { silentAfterMs, firstSoundMs, laterSounds } = await measureBargeIns(talking, runs, (done) => {
    if (done % 10 === 0) console.log(`${done} remarks`)
  })
  const describe = (figures: readonly number[]): string =>
    `p50 ${percentile(figures, 0.5)}, p95 ${percentile(figures, 0.95)}, max ${Math.max(...figures)} ms`
  console.log(
    `voice: tried ${silentAfterMs.length} remarks over the agent; first sound to silence ${describe(silentAfterMs)}; ` +
      `last sound to the agent's first ${describe(firstSoundMs)}; ${laterSounds} sounds of a cut turn heard later`,
  )
  const isGood = silentAfterMs.length >= runs && percentile(silentAfterMs, 0.95) <= 200 && laterSounds === 0
  process.exitCode = isGood ? 0 : 1
} finally {
  await talking.close()
}

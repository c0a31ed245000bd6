import { buildParts } from './build-parts.ts'
import { chromiumPath, headlessShellPath, installDebianPackage, installForSomeTests } from './chromium.ts'
import { bin, run } from './tasks.ts'

/* npm run e2e: the end-to-end tests, in a real Chromium against a real server. */
await buildParts({ mode: 'production' })
const chromium = await chromiumPath()
await installDebianPackage('espeak-ng', '/usr/bin/espeak-ng', 'Install espeak-ng, which speaks for visitors.')
// tests/e2e/agent-system-voice.spec.ts
const systemVoices = [
  'speech-dispatcher',
  'speech-dispatcher-espeak-ng',
  'libspeechd2',
  'pulseaudio',
  'pulseaudio-utils',
]
await installForSomeTests(systemVoices, '/usr/bin/speech-dispatcher')
const env = { CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: await headlessShellPath(chromium) }
process.exit((await run(bin('playwright'), ['test', ...process.argv.slice(2)], { env })).code)

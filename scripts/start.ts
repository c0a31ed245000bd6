import { join } from 'node:path'

import { areStale } from './build-parts.ts'
import { root, run, stop } from './tasks.ts'

/*
 * npm start: builds what is stale, then serves in this same process. The build has its own process, because the
 * bundler never returns its memory: the idle server would take 1,030 MB instead of 380.
 */
if (process.argv.length > 2) {
  stop(
    'npm start takes no options. Set PORT and the others as environment variables or in .env: .env.example lists them.',
  )
}
if (areStale({ mode: 'production' })) {
  const build = ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'build.ts')]
  const { code } = await run(process.execPath, build)
  if (code !== 0) process.exit(code)
}
await import('../server/main.ts')

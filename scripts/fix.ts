import { bin, run } from './tasks.ts'

/* npm run fix: formats, and applies the linter's fixes. */
await run(bin('oxfmt'), ['.'])
process.exit((await run(bin('oxlint'), ['--type-aware', '--fix'])).code)

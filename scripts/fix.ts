import { bin, run } from './tasks.ts'

/* npm run fix: formats, and repairs what the linter can repair. */
await run(bin('oxfmt'), ['.'])
process.exit((await run(bin('oxlint'), ['--type-aware', '--fix'])).code)

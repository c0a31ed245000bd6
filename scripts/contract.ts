import { bin, run } from './tasks.ts'

process.exit(
  (
    await run(bin('vitest'), [
      'run',
      '--project',
      'contract-pglite',
      '--project',
      'contract-postgres',
      ...process.argv.slice(2),
    ])
  ).code,
)

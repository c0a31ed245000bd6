import { bin, run } from './tasks.ts'

process.exit(
  (await run(bin('vitest'), ['run', '--project', 'agent', '--project', 'unit', ...process.argv.slice(2)])).code,
)

import { bin, run } from './tasks.ts'

process.exit((await run(bin('vitest'), ['run', '--project', 'component', ...process.argv.slice(2)])).code)

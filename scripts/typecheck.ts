import { bin, run } from './tasks.ts'

process.exit((await run(bin('tsc'), ['-b'])).code)

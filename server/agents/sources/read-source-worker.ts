import { parentPort, workerData } from 'node:worker_threads'

import { readSource, type SourceFile } from './read-source.ts'
import { SourceProblem } from './source-problem.ts'

/* Reads one document and ends. See parse-source.ts. */

try {
  parentPort?.postMessage({ read: await readSource(workerData as SourceFile) })
} catch (error) {
  const isKnown = error instanceof SourceProblem
  parentPort?.postMessage({ problem: isKnown ? error.message : null, cause: isKnown ? null : String(error) })
}

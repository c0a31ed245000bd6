import { parentPort } from 'node:worker_threads'

import { readSource, type ReadSource, type SourceFile } from './read-source.ts'
import { SourceProblem } from './source-problem.ts'

/* Reads one document at a time. See parse-source.ts. */

/** The thread's answer: `problem` is a sentence for the author, null for an internal error. */
export type SourceAnswer =
  | { readonly read: ReadSource }
  | { readonly problem: string | null; readonly cause: string | null }

const port = parentPort
port?.on('message', (file: SourceFile) => {
  void answer(file).then((each) => port.postMessage(each))
})

async function answer(file: SourceFile): Promise<SourceAnswer> {
  try {
    return { read: await readSource(file) }
  } catch (error) {
    const isKnown = error instanceof SourceProblem
    return { problem: isKnown ? error.message : null, cause: isKnown ? null : String(error) }
  }
}

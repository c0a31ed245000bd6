import { parentPort, workerData } from 'node:worker_threads'

import { readBusyTimes } from './read-busy-times.ts'

/* A separate thread, so that an endless recurrence rule can be stopped. */

const { text, from, to, timeZone } = workerData as {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly timeZone: string
}
const port = parentPort
port?.postMessage(readBusyTimes(text, { from, to, timeZone }))

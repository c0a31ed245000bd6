import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import process from 'node:process'

import { byLabel, single, type Family } from './exposition.ts'

/** This process's health, under the names Prometheus clients use. */
export interface ProcessWatch {
  /** Event loop lag is measured since the last scrape. */
  readonly families: (database: string) => readonly Family[]
  readonly close: () => void
}

export function watchProcess(): ProcessWatch {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()

  return {
    families: (database) => {
      const { rss, heapUsed, external } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      // It includes its own pause between two samples.
      const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - 0.02) || 0
      const lags = { '0.5': lag(delay.percentile(50)), '0.99': lag(delay.percentile(99)), '1': lag(delay.max) }
      delay.reset()
      return [
        {
          name: 'understudy_build_info',
          type: 'gauge',
          help: 'Always 1; labels say which versions run.',
          samples: [{ labels: { version: version(), node: process.version, database }, value: 1 }],
        },
        single('process_start_time_seconds', 'gauge', 'Start time, since the epoch.', performance.timeOrigin / 1e3),
        single('process_cpu_seconds_total', 'counter', 'CPU time, including worker threads.', (user + system) / 1e6),
        single('process_resident_memory_bytes', 'gauge', 'Resident memory.', rss),
        single('nodejs_heap_size_used_bytes', 'gauge', 'Heap of the main thread.', heapUsed),
        single('nodejs_external_memory_bytes', 'gauge', 'Memory of buffers.', external),
        single(
          'nodejs_eventloop_active_seconds_total',
          'counter',
          'Time the event loop was busy; a rate of 1 means always.',
          performance.eventLoopUtilization().active / 1e3,
        ),
        byLabel(
          'nodejs_eventloop_lag_seconds',
          'gauge',
          'Event loop lag since the last scrape, by quantile.',
          'quantile',
          lags,
        ),
      ]
    },
    close: () => delay.disable(),
  }
}

function version(): string {
  known ??= (JSON.parse(readFileSync(packagePath, 'utf8')) as { readonly version: string }).version
  return known
}

let known: string | null = null
const packagePath = join(dirname(dirname(import.meta.dirname)), 'package.json')

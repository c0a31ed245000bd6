import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import process from 'node:process'

import { byLabel, single, type Family } from './exposition.ts'

/** How this process does, under the names that Prometheus's clients use for it. */
export interface ProcessWatch {
  /** The event loop's lag is that since the last call. */
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
      // It counts its own pause between two looks as well.
      const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - 0.02) || 0
      const lags = { '0.5': lag(delay.percentile(50)), '0.99': lag(delay.percentile(99)), '1': lag(delay.max) }
      delay.reset()
      return [
        {
          name: 'understudy_build_info',
          type: 'gauge',
          help: 'Always 1; what runs here.',
          samples: [{ labels: { version: version(), node: process.version, database }, value: 1 }],
        },
        single('process_start_time_seconds', 'gauge', 'When it began, since the epoch.', performance.timeOrigin / 1e3),
        single(
          'process_cpu_seconds_total',
          'counter',
          'Time on processors, its threads included.',
          (user + system) / 1e6,
        ),
        single('process_resident_memory_bytes', 'gauge', 'Memory it has.', rss),
        single('nodejs_heap_size_used_bytes', 'gauge', 'Memory of the main thread’s objects.', heapUsed),
        single('nodejs_external_memory_bytes', 'gauge', 'Memory of buffers.', external),
        single(
          'nodejs_eventloop_active_seconds_total',
          'counter',
          'Time in which the event loop had work; a rate of 1 is all of it.',
          performance.eventLoopUtilization().active / 1e3,
        ),
        byLabel(
          'nodejs_eventloop_lag_seconds',
          'gauge',
          'How late the event loop was since the last look, by quantile.',
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

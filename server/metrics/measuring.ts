import type { RequestListener } from 'node:http'

import type { Services } from '#server/services.ts'

import { exposition } from './exposition.ts'
import { createDatabaseFigures, diskFamilies } from './installation-figures.ts'
import { watchProcess } from './process-families.ts'
import { createRequestCounter } from './request-counter.ts'
import { roomFamilies } from './room-families.ts'

export interface Measuring {
  /** The same listener, with what comes in counted. */
  readonly counted: (listener: RequestListener) => RequestListener
  /** Everything that is known now, in Prometheus's text format. */
  readonly text: () => Promise<string>
  readonly close: () => void
}

/** The same one for the same services; null, and nothing is measured, where nobody has asked for it. */
export function measuringOf(services: Services): Measuring | null {
  if (services.config.metricsToken === null) return null
  const known = opened.get(services)
  if (known !== undefined) return known
  const measuring = startMeasuring(services)
  opened.set(services, measuring)
  return measuring
}

const opened = new WeakMap<Services, Measuring>()

function startMeasuring(services: Services): Measuring {
  const { config, database } = services
  const watch = watchProcess()
  const requests = createRequestCounter()
  const askDatabase = config.embedded === null ? () => Promise.resolve([]) : createDatabaseFigures(services)

  return {
    counted: (listener) => (request, response) => {
      requests.count(request, response)
      listener(request, response)
    },
    text: async () => {
      const [installation, disk] = await Promise.all([askDatabase(), diskFamilies(services)])
      return exposition([
        ...watch.families(config.embedded === null ? 'supabase' : database.kind),
        ...requests.families(),
        ...roomFamilies(services),
        ...installation,
        ...disk,
      ])
    },
    close: watch.close,
  }
}

import type { RequestListener } from 'node:http'

import type { AgentHub } from '#server/agent/agent-hub.ts'
import type { Services } from '#server/services.ts'

import { exposition } from './exposition.ts'
import { createDatabaseFigures, diskFamilies } from './installation-figures.ts'
import { watchProcess } from './process-families.ts'
import { createRequestCounter } from './request-counter.ts'
import { componentFamilies } from './component-families.ts'

export interface Measuring {
  /** Wraps a listener to count its requests. */
  readonly counted: (listener: RequestListener) => RequestListener
  /** All current figures, in Prometheus's text format. */
  readonly text: () => Promise<string>
  readonly close: () => void
}

/** Null, and nothing is measured, unless METRICS_TOKEN is set. */
export function startMeasuring(services: Services, agent: AgentHub): Measuring | null {
  if (services.config.metricsToken === null) return null
  const { config, database } = services
  const watch = watchProcess()
  const requests = createRequestCounter()
  const queryFigures = config.embedded === null ? () => Promise.resolve([]) : createDatabaseFigures(services)

  return {
    counted: (listener) => (request, response) => {
      requests.count(request, response)
      listener(request, response)
    },
    text: async () => {
      const [installation, disk] = await Promise.all([queryFigures(), diskFamilies(services)])
      return exposition([
        ...watch.families(config.embedded === null ? 'supabase' : database.kind),
        ...requests.families(),
        ...componentFamilies(services, agent),
        ...installation,
        ...disk,
      ])
    },
    close: watch.close,
  }
}

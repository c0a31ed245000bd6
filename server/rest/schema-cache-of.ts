import type { Services } from '#server/services.ts'

import { defaultRestConfig } from './rest-config.ts'
import { SchemaCache } from './schema-cache.ts'

/** The one schema cache of a server: rest/v1 answers from it, and /healthz asks whether it can be read. */
export function schemaCacheOf(services: Services): SchemaCache {
  const known = caches.get(services)
  if (known !== undefined) return known
  const { database, config, now, log } = services
  const cache = new SchemaCache({ database, config: config.embedded?.rest ?? defaultRestConfig, now, log })
  caches.set(services, cache)
  return cache
}

const caches = new WeakMap<Services, SchemaCache>()

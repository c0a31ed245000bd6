import type { Product } from '#backend/product.ts'

import { createKeyFinder, isWorkspaceKey } from './account/workspace-keys.ts'
import type { ServerBase, Services } from './services.ts'
import { recordMemberBrowsers } from './tracking/record-member-browsers.ts'
import { trackingRoutes } from './tracking/tracking-routes.ts'

/** What this product adds to the backend: workspace keys, limited account lookups, and event ingestion in rest/v1. */
export function productOf(base: ServerBase, { sharing, tracking }: Pick<Services, 'sharing' | 'tracking'>): Product {
  return {
    keys: { isKey: isWorkspaceKey, find: createKeyFinder(base) },
    lookupTable: 'users',
    mount(app) {
      app.use('/rest/v1/*', sharing.announce, recordMemberBrowsers(base, tracking))
      app.use('/auth/v1/*', sharing.announce)
      app.route('/rest/v1', trackingRoutes(base, tracking))
    },
  }
}

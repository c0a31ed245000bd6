import { queryOptions, useQuery } from '@tanstack/react-query'

import { loadBackend } from '../../lib/backend.ts'
import { loadDemo, loadRecentDemos } from './demo-calls.ts'

export const demosQuery = queryOptions({ queryKey: ['demos'], queryFn: loadRecentDemos })

export function demoQuery(id: string) {
  return queryOptions({ queryKey: ['demo', id], queryFn: () => loadDemo(id) })
}

/** Where images and share links live; known as soon as anything has been loaded. */
export const backendConfigQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async () => (await loadBackend()).config,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Empty until the configuration is there. */
export function useBackendUrl(): string {
  return useQuery(backendConfigQuery).data?.supabaseUrl ?? ''
}

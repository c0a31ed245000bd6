import { queryOptions, useQuery } from '@tanstack/react-query'

import type { ListedDemo } from '#domain/demo.ts'

import { loadBackend } from './backend.ts'
import { loadDemo, loadRecentDemos } from './demo-calls.ts'

const demosKey = ['demos']

/** The demos of the current workspace. */
export const demosQuery = queryOptions({
  queryKey: demosKey,
  queryFn: ({ client, signal }) =>
    loadRecentDemos((first) => {
      // Keep showing the loaded data while it reloads.
      if (!signal.aborted) client.setQueryData(demosKey, (known: readonly ListedDemo[] | undefined) => known ?? first)
    }),
})

export function demoQuery(id: string) {
  return queryOptions({ queryKey: ['demo', id], queryFn: () => loadDemo(id) })
}

/** Where images and share links live; known as soon as anything has been loaded. */
export const backendConfigQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async () => (await loadBackend()).config,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Empty until the configuration has loaded. */
export function useBackendUrl(): string {
  return useQuery(backendConfigQuery).data?.supabaseUrl ?? ''
}

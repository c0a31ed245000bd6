import { queryOptions, useQuery } from '@tanstack/react-query'

import type { DemoLook } from '#domain/demo-look.ts'
import type { Step } from '#domain/demo.ts'
import { fillLinkVariables } from '#domain/variables.ts'
import type { StepSnapshot } from '#protocol/snapshots.ts'
import { stepSnapshot, type SnapshotRow } from '#protocol/step-snapshot.ts'

import { ask } from './call-backend.ts'

/* Captured pages for members, as visitors get them. */

/** The pages behind pictures, by picture. */
export async function loadPageRows(pictures: readonly string[]): Promise<ReadonlyMap<string, SnapshotRow>> {
  const found = new Map<string, SnapshotRow>()
  for (let at = 0; at < pictures.length; at += picturesAtOnce) {
    const rows: readonly (SnapshotRow & { readonly picture: string })[] = await ask('demoFailed', (client) =>
      client
        .from('snapshots')
        .select('id, picture, width, height, picture_width, variables')
        .in('picture', pictures.slice(at, at + picturesAtOnce)),
    )
    for (const row of rows) found.set(row.picture, row)
  }
  return found
}

/** They are part of an address. */
const picturesAtOnce = 30

/** The page behind one picture; null without one. */
export function pageRowQuery(picture: string) {
  return queryOptions({
    queryKey: ['snapshot', picture],
    queryFn: async () => (await loadPageRows([picture])).get(picture) ?? null,
    staleTime: 60_000,
  })
}

/** The page visitors see over a step's picture, with the demo's fallbacks; null if they see the picture. */
export function useStepPage(step: Step | undefined, look: Pick<DemoLook, 'variables'>): StepSnapshot | null {
  const isWanted = step !== undefined && step.screenshotUrl !== '' && step.look.showAs === 'page'
  const { data } = useQuery({ ...pageRowQuery(step?.screenshotUrl ?? ''), enabled: isWanted })
  if (!isWanted || data === undefined || data === null) return null
  const page = stepSnapshot(data, look)
  return { ...page, url: fillLinkVariables(page.url, {}) }
}

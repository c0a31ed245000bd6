import type { DemoLook } from '#domain/demo-look.ts'

import { fallbackPrefix, valuePrefix } from './page-edits.ts'
import { snapshotsPath, type StepSnapshot } from './snapshots.ts'

/** A captured page as the database returns it. */
export interface SnapshotRow {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly picture_width: number
  /** Names in its texts, in lower case. */
  readonly variables: readonly string[]
}

/** A page for the player, which fills in the values as in any link; an empty one leaves the page's own fallback. */
export function stepSnapshot(row: SnapshotRow, { variables }: Pick<DemoLook, 'variables'>): StepSnapshot {
  const { id, width, height, picture_width: pictureWidth } = row
  const query = row.variables.flatMap((name) => {
    const fallback = variables.find((each) => each.name.toLowerCase() === name)?.fallback ?? ''
    const given = `${valuePrefix}${name}={{${name}|}}`
    return fallback === '' ? [given] : [given, `${fallbackPrefix}${name}=${encodeURIComponent(fallback)}`]
  })
  return {
    url: `${snapshotsPath}/${id}/page${query.length === 0 ? '' : `?${query.join('&')}`}`,
    width,
    height,
    pictureWidth,
  }
}

import { solidColor, type Redaction } from '#domain/picture-edits.ts'
import type { PictureArea } from '#domain/step-look.ts'

import { burnPictureEdits } from '../../lib/picture-calls.ts'

/**
 * Has the server burn the confirmed areas into a step's picture. Repeatable, because a burnt picture has a new path.
 */
export async function redactProposed(stepId: string, path: string, areas: readonly PictureArea[]): Promise<void> {
  if (areas.length === 0) return
  const redactions = areas.map(({ xPercent, yPercent, widthPercent, heightPercent }, index): Redaction => ({
    id: `found-${index + 1}`,
    kind: 'solid',
    color: solidColor,
    xPercent,
    yPercent,
    widthPercent,
    heightPercent,
  }))
  const result = await burnPictureEdits(stepId, { expected: path, edits: { areas: redactions, crop: null } })
  if (result.ok || result.kind === 'conflict') return
  throw new Error(result.error.sentence ?? 'A picture could not be redacted. Try again.')
}

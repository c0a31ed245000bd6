import type { Step } from '#domain/demo.ts'

import { loadClient } from '../../lib/backend.ts'

/** The captures behind these steps whose pictures may not show the page as it was at the click. */
export async function loadPicturesToCheck(steps: readonly Step[]): Promise<readonly string[]> {
  const demoId = steps[0]?.demoId
  if (demoId === undefined || steps.every(({ captureId }) => captureId === null)) return []
  const client = await loadClient()
  const { data } = await client
    .from('demo_steps')
    .select('capture_id, captures!inner(id)')
    .eq('demo_id', demoId)
    .neq('captures.frame_delay_ms', 0)
    .eq('captures.picture_checked', false)
    .throwOnError()
  return data.map((step) => String(step.capture_id))
}

export async function savePictureChecked(captureId: string): Promise<void> {
  const client = await loadClient()
  await client.from('captures').update({ picture_checked: true }).eq('id', captureId).throwOnError()
}

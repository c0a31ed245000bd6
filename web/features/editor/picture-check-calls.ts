import type { Step } from '#domain/demo.ts'

import { ask } from '../../lib/call-backend.ts'

/** Pictures that may not show the page at the click, by capture. */
export async function loadPicturesToCheck(steps: readonly Step[]): Promise<ReadonlyMap<string, string>> {
  const demoId = steps[0]?.demoId
  if (demoId === undefined || steps.every(({ captureId }) => captureId === null)) return new Map()
  const unchecked = await ask('demoFailed', (client) =>
    client
      .from('demo_steps')
      .select('capture_id, screenshot_url, captures!inner(id)')
      .eq('demo_id', demoId)
      .neq('captures.frame_delay_ms', 0)
      .eq('captures.picture_checked', false),
  )
  return new Map(unchecked.map((step) => [String(step.capture_id), String(step.screenshot_url)]))
}

export async function savePictureChecked(captureId: string): Promise<void> {
  await ask('demoSaveFailed', (client) => client.from('captures').update({ picture_checked: true }).eq('id', captureId))
}

import { memo, useEffect } from 'react'

import type { ShareDialogProps } from '../../lib/share-dialog-props.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { onFirstUse } from '../../ui/on-first-use.tsx'

const ShareSheet = onFirstUse(async () => (await import('./share-sheet.tsx')).ShareSheet)

/** Spec §2's Share Demo dialog; its code loads when the page is idle. */
export const ShareDialog = memo(function ShareDialog(props: ShareDialogProps) {
  useEffect(() => whenIdle(ShareSheet.prefetch), [])
  return <ShareSheet {...props} />
})

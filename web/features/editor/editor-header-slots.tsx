import type { ComponentType } from 'react'

import type { EditorContext } from './editor-actions.ts'
import { LintButton } from './lint-button.tsx'
import { PathsTabs } from './paths-tabs.tsx'

export interface HeaderSlotProps {
  readonly context: EditorContext
}

interface HeaderSlot {
  readonly id: string
  readonly Slot: ComponentType<HeaderSlotProps>
}

/** The middle of the header, for switching views. */
export const headerMiddle: readonly HeaderSlot[] = [{ id: 'view', Slot: PathsTabs }]

/** Before Save Changes, for the list of findings. */
export const headerNotices: readonly HeaderSlot[] = [{ id: 'lint', Slot: LintButton }]

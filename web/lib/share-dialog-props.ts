import type { ComponentType } from 'react'

import type { Card } from '#domain/card.ts'
import type { DemoStatus, Step } from '#domain/demo.ts'

export interface ShareDialogProps {
  readonly demoId: string
  readonly status: DemoStatus
  /** The steps as shared, to find unfinished cards. */
  readonly steps: readonly Step[]
  readonly cards: readonly Card[]
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onStatusSaved: (status: DemoStatus) => void
}

/** The share dialog that pages pass to the viewer and the editor. */
export type ShareDialogSlot = ComponentType<ShareDialogProps>

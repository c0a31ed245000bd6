import type { Step } from '#domain/demo.ts'

import type { DemoSharing } from './link-calls.ts'

/** What every tab of the share sheet knows. */
export interface SharedDemo {
  readonly demoId: string
  /** As saved. */
  readonly steps: readonly Step[]
  /** Whether visitors can open the demo. */
  readonly isOn: boolean
  /** Undefined while it loads. */
  readonly sharing: DemoSharing | undefined
}

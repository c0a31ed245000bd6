import type { Step } from '#domain/demo.ts'

import type { DemoSharing } from './link-calls.ts'

/** The data that all tabs of the share sheet use. */
export interface SharedDemo {
  readonly demoId: string
  /** The steps as saved. */
  readonly steps: readonly Step[]
  /** Whether visitors can open the demo. */
  readonly isOn: boolean
  /** Undefined while it loads. */
  readonly sharing: DemoSharing | undefined
}

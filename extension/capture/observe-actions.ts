import { observeChoices } from './choice-source.ts'
import { observeClicks } from './click-source.ts'
import { observeDrags } from './drag-source.ts'
import { observeHovers } from './hover-source.ts'
import { observeKeys } from './key-source.ts'
import { createStepLog, type ActionOptions } from './observed-action.ts'
import { observeScrolling } from './scroll-source.ts'
import { observeTyping } from './typing-source.ts'

/** Reports everything the author does in this frame. A press first finishes pending actions, such as typing. */
export function observeActions(options: ActionOptions): void {
  const log = createStepLog(options)
  observeTyping(log, options)
  observeScrolling(log, options)
  observeHovers(log, options)
  observeClicks(log, options)
  observeDrags(log, options)
  observeChoices(log, options)
  observeKeys(log, options)
}

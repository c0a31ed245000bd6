import { memo, type ReactNode } from 'react'

import { IconButton } from '../../ui/icon-button.tsx'
import type { TooltipSide } from '../../ui/tooltip.tsx'
import type { EditorAction } from './editor-actions.ts'

export interface ActionButtonProps {
  readonly action: EditorAction
  /** Overrides the action's own name. */
  readonly label?: string
  /** Must be a stable element, or memoization fails. */
  readonly icon: ReactNode
  readonly isEnabled: boolean
  readonly isPressed?: boolean
  readonly tooltipSide?: TooltipSide
  readonly onRun: (action: EditorAction) => void
}

/** Runs an editor action; memoized. */
export const ActionButton = memo(function ActionButton(props: ActionButtonProps) {
  const { action, tooltipSide } = props
  return (
    <IconButton
      label={props.label ?? action.label}
      shortcut={action.shortcut}
      aria-pressed={props.isPressed}
      disabled={!props.isEnabled}
      onClick={() => props.onRun(action)}
      {...(tooltipSide && { tooltipSide })}
    >
      {props.icon}
    </IconButton>
  )
})

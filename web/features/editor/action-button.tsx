import { memo, type ReactNode } from 'react'

import { IconButton } from '../../ui/icon-button.tsx'
import type { TooltipSide } from '../../ui/tooltip.tsx'
import type { EditorAction } from './editor-actions.ts'

export interface ActionButtonProps {
  readonly action: EditorAction
  /** What it says instead of the action's own name. */
  readonly label?: string
  /** The same element each time, or it is drawn anew with every change. */
  readonly icon: ReactNode
  readonly isEnabled: boolean
  readonly isPressed?: boolean
  readonly tooltipSide?: TooltipSide
  readonly onRun: (action: EditorAction) => void
}

/** Does one of the editor's actions; drawn anew only when something of its own has changed. */
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

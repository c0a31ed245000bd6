import {
  Crosshair,
  LayoutGrid,
  Maximize,
  Minimize,
  NotebookText,
  PanelLeft,
  SquarePlus,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import type { ReactNode } from 'react'

import { IconButton } from '../../ui/icon-button.tsx'
import { editorActions, type EditorAction, type EditorContext } from './editor-actions.ts'

/** Tools at the left; on a phone a row under the canvas. */
export function ToolRail({ context }: { readonly context: EditorContext }) {
  const { state } = context
  const isList = state.stripLayout === 'list'
  return (
    <div
      role="toolbar"
      aria-label="Tools"
      className="flex shrink-0 items-center gap-1 overflow-x-auto border-line bg-surface p-2 max-lg:border-b lg:w-12 lg:flex-col lg:border-r"
    >
      <Tool context={context} action={editorActions.addCard} isPressed={state.isAddingCard}>
        <SquarePlus size={18} aria-hidden />
      </Tool>
      <Tool context={context} action={editorActions.toggleNotes} label="Add Notes" isPressed={state.areNotesOpen}>
        <NotebookText size={18} aria-hidden />
      </Tool>
      <Tool context={context} action={editorActions.placeHotspot} isPressed={state.isPlacing}>
        <Crosshair size={18} aria-hidden />
      </Tool>
      <Tool
        context={context}
        action={editorActions.toggleStrip}
        label={isList ? 'Show steps as a grid' : 'Show steps as a list'}
      >
        {isList ? <LayoutGrid size={18} aria-hidden /> : <PanelLeft size={18} aria-hidden />}
      </Tool>
      <Tool
        context={context}
        action={editorActions.fullView}
        label={state.isFullView ? 'Show the steps' : 'Full view'}
        isPressed={state.isFullView}
      >
        {state.isFullView ? <Minimize size={18} aria-hidden /> : <Maximize size={18} aria-hidden />}
      </Tool>
      <span aria-hidden className="mx-1 h-5 w-px bg-line lg:mx-0 lg:my-1 lg:h-px lg:w-5" />
      <Tool context={context} action={editorActions.zoomIn}>
        <ZoomIn size={18} aria-hidden />
      </Tool>
      <output aria-label="Zoom" className="w-9 text-center text-xs text-muted tabular-nums">
        {state.zoomPercent}%
      </output>
      <Tool context={context} action={editorActions.zoomOut}>
        <ZoomOut size={18} aria-hidden />
      </Tool>
    </div>
  )
}

interface ToolProps {
  readonly context: EditorContext
  readonly action: EditorAction
  readonly label?: string
  readonly isPressed?: boolean
  readonly children: ReactNode
}

function Tool({ context, action, label, isPressed, children }: ToolProps) {
  return (
    <IconButton
      label={label ?? action.label}
      shortcut={action.shortcut}
      tooltipSide="right"
      aria-pressed={isPressed}
      disabled={!action.isEnabled(context)}
      onClick={() => action.run(context)}
    >
      {children}
    </IconButton>
  )
}

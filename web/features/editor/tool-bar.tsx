import { LayoutGrid, Maximize, Minimize, MousePointer2, NotebookText, PanelLeft, ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactNode } from 'react'

import { useStableCallback } from '../../lib/use-stable-callback.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ActionButton } from './action-button.tsx'
import { canvasTools } from './canvas-tools.tsx'
import { editorActions, type EditorAction, type EditorContext } from './editor-actions.ts'

/** Floats below the picture; under the canvas on small screens. */
export function ToolBar({ context }: { readonly context: EditorContext }) {
  const { state, dispatch } = context
  const isList = state.stripLayout === 'list'
  const run = useStableCallback((action: EditorAction) => action.run(context))
  const tool = (
    action: EditorAction,
    icon: ReactNode,
    rest: { readonly label?: string | undefined; readonly isPressed?: boolean | undefined } = {},
  ) => (
    <ActionButton
      key={action.name}
      action={action}
      icon={icon}
      isEnabled={action.isEnabled(context)}
      tooltipSide="top"
      onRun={run}
      {...(rest.label !== undefined && { label: rest.label })}
      {...(rest.isPressed !== undefined && { isPressed: rest.isPressed })}
    />
  )
  return (
    <div
      role="toolbar"
      aria-label="Tools"
      data-floating-bar
      className="flex shrink-0 items-center gap-0.5 bg-raised p-1 max-lg:flex-wrap max-lg:justify-center max-lg:border-y max-lg:border-line max-sm:grid max-sm:grid-cols-7 max-sm:justify-items-center max-sm:gap-0 lg:absolute lg:bottom-5 lg:left-1/2 lg:z-20 lg:-translate-x-1/2 lg:rounded-card lg:shadow-floating [&_button]:size-9 lg:max-xl:gap-0 lg:max-xl:[&_button]:size-8 pointer-coarse:[&_button]:size-11 "
    >
      <IconButton
        label="Select"
        shortcut="Esc"
        tooltipSide="top"
        aria-pressed={state.tool === null}
        onClick={() => dispatch({ type: 'put-tool-down' })}
      >
        <MousePointer2 size={18} aria-hidden />
      </IconButton>
      {canvasTools.map(({ id, action, label, icon }) =>
        tool(action, icon, { label, isPressed: id === undefined ? undefined : state.tool === id }),
      )}
      {line}
      {tool(editorActions.toggleNotes, icons.notes, { label: 'Add Notes', isPressed: state.areNotesOpen })}
      {tool(editorActions.toggleStrip, isList ? icons.grid : icons.list, {
        label: isList ? 'Show steps as a grid' : 'Show steps as a list',
      })}
      {tool(editorActions.fullView, state.isFullView ? icons.lessView : icons.fullView, {
        label: state.isFullView ? 'Show the steps' : 'Full view',
        isPressed: state.isFullView,
      })}
      {line}
      {tool(editorActions.zoomOut, icons.zoomOut)}
      <output aria-label="Zoom" className="w-10 self-center text-center text-xs text-soft tabular-nums">
        {state.zoomPercent}%
      </output>
      {tool(editorActions.zoomIn, icons.zoomIn)}
    </div>
  )
}

const line = <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-line max-sm:hidden" />

/** Created once, so React skips it. */
const icons = {
  notes: <NotebookText size={18} aria-hidden />,
  grid: <LayoutGrid size={18} aria-hidden />,
  list: <PanelLeft size={18} aria-hidden />,
  fullView: <Maximize size={18} aria-hidden />,
  lessView: <Minimize size={18} aria-hidden />,
  zoomIn: <ZoomIn size={18} aria-hidden />,
  zoomOut: <ZoomOut size={18} aria-hidden />,
} as const

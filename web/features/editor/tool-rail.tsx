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

import { useSteady } from '../../lib/use-steady.ts'
import { ActionButton } from './action-button.tsx'
import { editorActions, type EditorAction, type EditorContext } from './editor-actions.ts'

/** Tools at the left; on a phone a row under the canvas. */
export function ToolRail({ context }: { readonly context: EditorContext }) {
  const { state } = context
  const isList = state.stripLayout === 'list'
  const run = useSteady((action: EditorAction) => action.run(context))
  const tool = (action: EditorAction, icon: ReactNode, rest: { label?: string; isPressed?: boolean } = {}) => (
    <ActionButton
      action={action}
      icon={icon}
      isEnabled={action.isEnabled(context)}
      tooltipSide="right"
      onRun={run}
      {...rest}
    />
  )
  return (
    <div
      role="toolbar"
      aria-label="Tools"
      className="flex shrink-0 items-center gap-1 border-line bg-surface p-2 max-lg:flex-wrap max-lg:border-b max-sm:gap-0 max-sm:px-1 lg:w-12 lg:flex-col lg:overflow-x-hidden lg:overflow-y-auto lg:border-r lg:px-0 lg:[scrollbar-width:none] lg:pointer-coarse:w-14"
    >
      {tool(editorActions.addCard, icons.card, { isPressed: state.isAddingCard })}
      {tool(editorActions.toggleNotes, icons.notes, { label: 'Add Notes', isPressed: state.areNotesOpen })}
      {tool(editorActions.placeHotspot, icons.hotspot, { isPressed: state.isPlacing })}
      {tool(editorActions.toggleStrip, isList ? icons.grid : icons.list, {
        label: isList ? 'Show steps as a grid' : 'Show steps as a list',
      })}
      {tool(editorActions.fullView, state.isFullView ? icons.lessView : icons.fullView, {
        label: state.isFullView ? 'Show the steps' : 'Full view',
        isPressed: state.isFullView,
      })}
      <span aria-hidden className="mx-1 h-5 w-px shrink-0 max-sm:hidden bg-line lg:mx-0 lg:my-1 lg:h-px lg:w-5" />
      {tool(editorActions.zoomIn, icons.zoomIn)}
      <output aria-label="Zoom" className="w-9 text-center text-xs text-muted tabular-nums">
        {state.zoomPercent}%
      </output>
      {tool(editorActions.zoomOut, icons.zoomOut)}
    </div>
  )
}

/** Created once, so React skips it. */
const icons = {
  card: <SquarePlus size={18} aria-hidden />,
  notes: <NotebookText size={18} aria-hidden />,
  hotspot: <Crosshair size={18} aria-hidden />,
  grid: <LayoutGrid size={18} aria-hidden />,
  list: <PanelLeft size={18} aria-hidden />,
  fullView: <Maximize size={18} aria-hidden />,
  lessView: <Minimize size={18} aria-hidden />,
  zoomIn: <ZoomIn size={18} aria-hidden />,
  zoomOut: <ZoomOut size={18} aria-hidden />,
} as const

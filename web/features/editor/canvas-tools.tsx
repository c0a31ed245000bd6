import { Crosshair, Focus, MessageSquare, SquarePlus } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Hotspot, Step } from '#domain/demo.ts'
import type { PictureArea } from '#domain/step-look.ts'

import { editorActions, type EditorAction } from './editor-actions.ts'
import type { ToolId } from './editor-parts.ts'
import { boxHotspot, moveHotspot } from './mark-hotspot.ts'
import type { StepPatch } from './unsaved.ts'
import { areaAround } from './zoom-area.ts'

/** Beside Select, in the toolbar's order. Those with an `id` are modes of the canvas. */
export interface CanvasTool {
  readonly id?: ToolId
  readonly action: EditorAction
  /** Tooltip and accessible name; the action's own without one. */
  readonly label?: string
  readonly icon: ReactNode
}

export const canvasTools: readonly CanvasTool[] = [
  { id: 'hotspot', action: editorActions.placeHotspot, icon: <Crosshair size={18} aria-hidden /> },
  { action: editorActions.writeCallout, icon: <MessageSquare size={18} aria-hidden /> },
  { action: editorActions.addCard, label: 'Card', icon: <SquarePlus size={18} aria-hidden /> },
  { id: 'zoom', action: editorActions.zoomArea, icon: <Focus size={18} aria-hidden /> },
]

/** A mode: what a press on the picture does, and what is said about it. */
export interface CanvasMode {
  readonly hint: string
  readonly onPoint: (step: Step, point: Hotspot) => StepPatch
  readonly onArea: (step: Step, area: PictureArea) => StepPatch
}

export const canvasModes: Readonly<Record<ToolId, CanvasMode>> = {
  hotspot: {
    hint: 'Click where visitors should click, or drag a box around it.',
    onPoint: (step, point) => moveHotspot(step, point),
    onArea: (step, area) => boxHotspot(step, area),
  },
  zoom: {
    hint: 'Drag over what the camera should show.',
    onPoint: (step, { xPercent, yPercent }) => ({ look: { ...step.look, zoom: areaAround(xPercent, yPercent) } }),
    onArea: (step, area) => ({ look: { ...step.look, zoom: area } }),
  },
}

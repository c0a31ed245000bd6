import { Crop, Crosshair, Droplet, Focus, MessageSquare, SquarePen, SquarePlus } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Hotspot, Step } from '#domain/demo.ts'
import { insidePicture, type PictureArea } from '#domain/step-look.ts'

import { editorActions, type EditorAction } from './editor-actions.ts'
import type { ToolId } from './editor-parts.ts'
import { boxHotspot, moveHotspot } from './mark-hotspot.ts'
import { addRedaction, cropPicture } from './redact-edits.ts'
import type { StepPatch } from './unsaved.ts'
import { areaAround } from './zoom-area.ts'

/** The tools besides Select, in the toolbar's order. Those with an `id` are modes of the canvas. */
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
  { id: 'page', action: editorActions.editPage, icon: <SquarePen size={18} aria-hidden /> },
  { id: 'redact', action: editorActions.redact, label: 'Redact', icon: <Droplet size={18} aria-hidden /> },
  { id: 'crop', action: editorActions.crop, label: 'Crop', icon: <Crop size={18} aria-hidden /> },
]

/** What a press on the picture does in a mode, and its hint. Page editing has its own layer (page-layer.tsx). */
export interface CanvasMode {
  readonly hint: string
  /** `crop` is the part of the picture on the canvas; null for all of it. An empty patch changes nothing. */
  readonly onPoint: (step: Step, point: Hotspot, crop: PictureArea | null) => StepPatch
  readonly onArea: (step: Step, area: PictureArea, crop: PictureArea | null) => StepPatch
}

export const canvasModes: Readonly<Record<Exclude<ToolId, 'page'>, CanvasMode>> = {
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
  redact: {
    hint: 'Drag over what nobody should see.',
    onPoint: (step, { xPercent, yPercent }, crop) => addRedaction(step, aroundPoint(xPercent, yPercent), crop),
    onArea: (step, area, crop) => addRedaction(step, area, crop),
  },
  crop: {
    hint: 'Drag over the part to keep.',
    onPoint: () => ({}),
    onArea: (step, area, crop) => cropPicture(step, area, crop),
  },
}

/** A line of text. */
function aroundPoint(xPercent: number, yPercent: number): PictureArea {
  return insidePicture({ xPercent: xPercent - 8, yPercent: yPercent - 2.5, widthPercent: 16, heightPercent: 5 })
}

import type { ComponentType, RefObject } from 'react'

import type { Step } from '#domain/demo.ts'

import type { EditorState } from './editor-state.ts'
import { HotspotLayer } from './hotspot-layer.tsx'
import type { EditorCommand } from './reduce-editor.ts'
import { RedactLayer } from './redact-layer.tsx'
import { ZoomLayer } from './zoom-layer.tsx'

export interface CanvasLayerProps {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  readonly step: Step
  /** As large as the picture; positions in percent are percent of it. */
  readonly frame: RefObject<HTMLDivElement | null>
}

/** The layers between the picture and the callout and cards, bottom first. */
export const canvasLayers: readonly { readonly id: string; readonly Layer: ComponentType<CanvasLayerProps> }[] = [
  { id: 'zoom', Layer: ZoomLayer },
  { id: 'hotspot', Layer: HotspotLayer },
  { id: 'redact', Layer: RedactLayer },
]

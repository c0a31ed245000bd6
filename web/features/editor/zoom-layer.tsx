import { AreaBox } from './area-box.tsx'
import type { CanvasLayerProps } from './canvas-layers.tsx'
import { zoomLevel } from './zoom-area.ts'

/** The zoom area as a dashed box, labelled with its level. */
export function ZoomLayer({ state, dispatch, step, frame }: CanvasLayerProps) {
  const { zoom, box } = step.look
  if (zoom === null) return null
  const patch = (area: typeof zoom | null) =>
    dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: { look: { ...step.look, zoom: area } } } })
  return (
    <AreaBox
      area={zoom}
      frame={frame}
      label="Zoom area"
      tag={`Zoom ${zoomLevel(zoom)} %`}
      isSelected={state.section === 'zoom'}
      neighbours={box === null ? [] : [box]}
      className="rounded-control border-[1.5px] border-dashed border-accent-fill bg-accent/5 ring-1 ring-white/50"
      onChange={patch}
      onSelect={() => dispatch({ type: 'select-section', section: 'zoom' })}
      onRemove={() => patch(null)}
    />
  )
}

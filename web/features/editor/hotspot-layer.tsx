import { AreaBox } from './area-box.tsx'
import type { CanvasLayerProps } from './canvas-layers.tsx'
import { HotspotHandle } from './hotspot-handle.tsx'
import { boxHotspot, moveHotspot, removeHotspot } from './mark-hotspot.ts'
import type { StepPatch } from './unsaved.ts'

/** The handle over the marker that moves the hotspot. */
export function HotspotLayer({ state, dispatch, step, frame }: CanvasLayerProps) {
  const { hotspot, look } = step
  if (hotspot === null) return null
  const patch = (change: StepPatch) => dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: change } })
  const select = () => dispatch({ type: 'select-section', section: 'hotspot' })
  if (look.marker === 'box' && look.box !== null) {
    return (
      <AreaBox
        area={look.box}
        frame={frame}
        label="Hotspot box"
        isSelected
        neighbours={look.zoom === null ? [] : [look.zoom]}
        className="rounded-control"
        onChange={(area) => patch(boxHotspot(step, area))}
        onSelect={select}
        onRemove={() => patch(removeHotspot(step))}
      />
    )
  }
  return (
    <HotspotHandle
      key={step.id}
      place={hotspot}
      isInvisible={look.marker === 'none'}
      isSelected={state.section === 'hotspot'}
      frame={frame}
      onSelect={select}
      onMove={(place) => patch(moveHotspot(step, place))}
      onRemove={() => patch(removeHotspot(step))}
    />
  )
}

import { Crosshair, Trash2 } from 'lucide-react'

import { insidePicture, type Marker } from '#domain/step-look.ts'

import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PercentInput, Row, SegmentRow } from './inspector-rows.tsx'
import type { StepSectionProps } from './inspector-sections.tsx'
import { boxHotspot, markHotspot, moveHotspot, removeHotspot } from './mark-hotspot.ts'
import { placeHotspot } from './pointer-place.ts'
import { StepPicker } from './step-picker.tsx'
import { toolClass } from './step-section.tsx'
import type { StepPatch } from './unsaved.ts'

const markerNames = { ring: 'Ring', box: 'Box', none: 'None' } as const satisfies Record<Marker, string>

export function HotspotSection(props: StepSectionProps) {
  const { step, steps, state, dispatch, backendUrl } = props
  const { hotspot, look } = step
  const patch = (change: StepPatch) => dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: change } })
  const isPlacing = state.tool === 'hotspot'
  if (hotspot === null) {
    return (
      <Button
        size="tool"
        aria-pressed={isPlacing}
        icon={<Crosshair size={16} aria-hidden />}
        onClick={() => {
          // A starting position, for keyboard users too.
          patch({ hotspot: placeHotspot(50, 50) })
          if (!isPlacing) dispatch({ type: 'use-tool', tool: 'hotspot' })
        }}
      >
        Add hotspot
      </Button>
    )
  }
  const { box } = look
  return (
    <>
      <SegmentRow
        label="Shape"
        value={look.marker}
        options={(['ring', 'box', 'none'] as const).map((value) => ({ value, label: markerNames[value] }))}
        onChange={(marker) => patch(markHotspot(step, marker))}
      />
      <Row label="Position">
        <PercentInput
          label="Hotspot from left"
          mark="X"
          value={hotspot.xPercent}
          onChange={(x) => patch(moveHotspot(step, placeHotspot(x, hotspot.yPercent)))}
        />
        <PercentInput
          label="Hotspot from top"
          mark="Y"
          value={hotspot.yPercent}
          onChange={(y) => patch(moveHotspot(step, placeHotspot(hotspot.xPercent, y)))}
        />
      </Row>
      {look.marker === 'box' && box !== null ? (
        <Row label="Size">
          <PercentInput
            label="Box width"
            mark="W"
            min={1}
            value={box.widthPercent}
            onChange={(widthPercent) => patch(boxHotspot(step, insidePicture({ ...box, widthPercent })))}
          />
          <PercentInput
            label="Box height"
            mark="H"
            min={1}
            value={box.heightPercent}
            onChange={(heightPercent) => patch(boxHotspot(step, insidePicture({ ...box, heightPercent })))}
          />
        </Row>
      ) : null}
      <StepPicker
        label="On click"
        steps={steps}
        backendUrl={backendUrl}
        value={step.targetStepId}
        onChange={(targetStepId) => patch({ targetStepId })}
      />
    </>
  )
}

export function HotspotTools({ step, dispatch }: StepSectionProps) {
  if (step.hotspot === null) return null
  return (
    <IconButton
      label="Remove hotspot"
      className={toolClass}
      onClick={() => dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: removeHotspot(step) } })}
    >
      <Trash2 size={16} aria-hidden />
    </IconButton>
  )
}

export function hotspotValue({ step, steps }: StepSectionProps): string {
  if (step.hotspot === null) return 'None'
  const target = steps.find(({ id }) => id === step.targetStepId)
  return target === undefined ? markerNames[step.look.marker] : `To step ${target.order}`
}

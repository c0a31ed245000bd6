import { Focus, Trash2 } from 'lucide-react'
import { useId } from 'react'

import type { PictureArea } from '#domain/step-look.ts'

import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row } from './inspector-rows.tsx'
import type { StepSectionProps } from './inspector-sections.tsx'
import { toolClass } from './step-section.tsx'
import { areaAround, areaAtLevel, zoomLevel, zoomLevelMax } from './zoom-area.ts'

const levelStep = 10

export function ZoomSection({ step, state, dispatch }: StepSectionProps) {
  const id = useId()
  const { zoom } = step.look
  const setZoom = (area: PictureArea | null, typed?: string) =>
    dispatch({
      type: 'edit',
      edit: { type: 'step', id: step.id, patch: { look: { ...step.look, zoom: area } }, ...(typed && { typed }) },
    })
  if (zoom === null) {
    return (
      <Button
        size="tool"
        icon={<Focus size={16} aria-hidden />}
        onClick={() => {
          const { xPercent, yPercent } = step.hotspot ?? { xPercent: 50, yPercent: 50 }
          setZoom(areaAround(xPercent, yPercent))
          if (state.tool !== 'zoom') dispatch({ type: 'use-tool', tool: 'zoom' })
        }}
      >
        Add zoom area
      </Button>
    )
  }
  const level = zoomLevel(zoom)
  return (
    <Row label="Level" htmlFor={id}>
      <input
        id={id}
        type="range"
        min={100}
        max={zoomLevelMax}
        step={levelStep}
        value={Math.min(level, zoomLevelMax)}
        aria-valuetext={`${level} percent`}
        className="mx-2 h-4 min-w-0 flex-1 accent-accent-fill"
        onChange={({ currentTarget }) => setZoom(areaAtLevel(zoom, currentTarget.valueAsNumber), `zoom ${step.id}`)}
      />
      <output htmlFor={id} className="w-14 shrink-0 pr-2 text-right text-sm tabular-nums">
        {level} %
      </output>
    </Row>
  )
}

export function ZoomTools({ step, dispatch }: StepSectionProps) {
  if (step.look.zoom === null) return null
  return (
    <IconButton
      label="Remove zoom area"
      className={toolClass}
      onClick={() =>
        dispatch({
          type: 'edit',
          edit: { type: 'step', id: step.id, patch: { look: { ...step.look, zoom: null } } },
        })
      }
    >
      <Trash2 size={16} aria-hidden />
    </IconButton>
  )
}

export function zoomValue({ step }: StepSectionProps): string {
  return step.look.zoom === null ? 'None' : `${zoomLevel(step.look.zoom)} %`
}

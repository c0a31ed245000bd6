import { Crop, Droplet, Trash2 } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'

import { redactionsMax, type Redaction } from '#domain/picture-edits.ts'

import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ChoiceRow, Row, SegmentRow, SwitchRow } from './inspector-rows.tsx'
import type { StepSectionProps } from './inspector-sections.tsx'
import {
  addRedaction,
  burntEdits,
  changeRedaction,
  cropPicture,
  editsOf,
  isBurnt,
  removeRedaction,
  selectedRedaction,
  showsOriginal,
} from './redact-edits.ts'
import { redactionNames } from './redact-layer.tsx'
import { toolClass } from './step-section.tsx'
import type { StepPatch } from './unsaved.ts'

/** Adds a redaction in the centre, for keyboard users. */
const firstPlace = { xPercent: 42, yPercent: 47, widthPercent: 16, heightPercent: 6 }

export function RedactSection({ step, state, dispatch }: StepSectionProps) {
  const selectedId = useSyncExternalStore(selectedRedaction.subscribe, selectedRedaction.get)
  const isOriginalShown = useSyncExternalStore(showsOriginal.subscribe, showsOriginal.get)
  const edits = editsOf(step)
  const burnt = burntEdits(state, step)
  const selected = edits.areas.find(({ id }) => id === selectedId) ?? edits.areas.at(-1)
  const patch = (change: StepPatch, typed?: string) =>
    dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: change, ...(typed && { typed }) } })
  const isPending = JSON.stringify(edits) !== JSON.stringify(burnt)
  return (
    <>
      {edits.areas.length > 1 && selected !== undefined ? (
        <ChoiceRow
          label="Area"
          value={selected.id}
          options={edits.areas.map(({ id, kind }, index) => ({
            value: id,
            label: `${index + 1} · ${redactionNames[kind]}`,
          }))}
          onChange={(id) => selectedRedaction.set(id)}
        />
      ) : null}
      {selected === undefined ? null : (
        <AreaRows
          area={selected}
          onChange={(change, typed) => patch(changeRedaction(step, selected.id, change), typed)}
        />
      )}
      <Row label="Crop">
        <Button
          size="tool"
          tone="quiet"
          aria-pressed={state.tool === 'crop'}
          icon={<Crop size={16} aria-hidden />}
          onClick={() => dispatch({ type: 'use-tool', tool: 'crop' })}
        >
          {edits.crop === null ? 'Draw crop' : 'Crop further'}
        </Button>
        {edits.crop === null ? null : (
          <IconButton label="Remove crop" className={toolClass} onClick={() => patch(cropPicture(step, null, null))}>
            <Trash2 size={16} aria-hidden />
          </IconButton>
        )}
      </Row>
      {burnt.areas.length > 0 ? (
        <SwitchRow label="Original" isOn={isOriginalShown} onChange={(isOn) => showsOriginal.set(isOn)} />
      ) : null}
      <div className="flex items-center gap-2 pt-1">
        <Button
          size="tool"
          icon={<Droplet size={16} aria-hidden />}
          disabled={edits.areas.length >= redactionsMax}
          onClick={() => patch(addRedaction(step, firstPlace, burnt.crop))}
        >
          Add area
        </Button>
        <p role="status" className="min-w-0 flex-1 text-xs text-muted">
          {isPending ? 'Applying to the picture…' : edits.areas.length > 0 ? 'Applied to the picture' : ''}
        </p>
      </div>
    </>
  )
}

interface AreaRowsProps {
  readonly area: Redaction
  readonly onChange: (change: Partial<Redaction>, typed?: string) => void
}

function AreaRows({ area, onChange }: AreaRowsProps) {
  const id = useId()
  return (
    <>
      <SegmentRow
        label="Kind"
        value={area.kind}
        options={(['solid', 'blur', 'pixelate'] as const).map((value) => ({ value, label: redactionNames[value] }))}
        onChange={(kind) => onChange({ kind })}
      />
      {area.kind === 'solid' ? (
        <Row label="Colour" htmlFor={id}>
          <input
            id={id}
            type="color"
            value={area.color}
            className="ml-2 h-6 w-10 cursor-pointer rounded-tiny border border-control bg-surface p-0.5 pointer-coarse:h-10"
            onChange={({ currentTarget }) => onChange({ color: currentTarget.value }, `redaction ${area.id}`)}
          />
        </Row>
      ) : null}
    </>
  )
}

export function RedactTools({ step, dispatch }: StepSectionProps) {
  const selectedId = useSyncExternalStore(selectedRedaction.subscribe, selectedRedaction.get)
  const { areas } = editsOf(step)
  const selected = areas.find(({ id }) => id === selectedId) ?? areas.at(-1)
  if (selected === undefined) return null
  return (
    <IconButton
      label="Remove area"
      className={toolClass}
      onClick={() =>
        dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: removeRedaction(step, selected.id) } })
      }
    >
      <Trash2 size={16} aria-hidden />
    </IconButton>
  )
}

export function redactValue({ step, state }: StepSectionProps): string {
  const { areas, crop } = editsOf(step)
  const burnt = burntEdits(state, step)
  if (areas.some((area) => !isBurnt(burnt, area))) return 'Applying…'
  const parts = [
    ...(areas.length === 0 ? [] : [areas.length === 1 ? '1 area' : `${areas.length} areas`]),
    ...(crop === null ? [] : ['cropped']),
  ]
  return parts.length === 0 ? 'None' : parts.join(', ')
}

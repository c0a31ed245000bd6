import { ChevronRight, Copy, ImageUp, RotateCw, Trash2 } from 'lucide-react'
import { useId } from 'react'

import { chapterNameMax } from '#domain/step-look.ts'

import { IconButton } from '../../ui/icon-button.tsx'
import { ActionRows } from './action-rows.tsx'
import { chapterAt } from './chapters.ts'
import { DraftStep } from './draft-step.tsx'
import { removedSteps } from './editor-edits.ts'
import { LinesRow, Row, TextRow, valueClass } from './inspector-rows.tsx'
import type { StepSectionProps } from './inspector-sections.tsx'
import { recordAgainFrom } from './record-again-store.ts'
import { ShowAsRow } from './show-as-row.tsx'
import { deleteStep, replacePicture } from './step-commands.ts'
import type { StepPatch } from './unsaved.ts'

const titleMax = 500
const altMax = 2000

export function StepSection({ step, steps, state, dispatch }: StepSectionProps) {
  const id = useId()
  const patch = (change: StepPatch, typed?: string) =>
    dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: change, ...(typed && { typed }) } })
  const notes = wordCount(step.description ?? '')
  return (
    <>
      <TextRow
        label="Title"
        value={step.title ?? ''}
        maxLength={titleMax}
        placeholder="What happens here?"
        onChange={(event) => patch({ title: event.currentTarget.value })}
      />
      <ActionRows step={step} onPatch={patch} />
      <TextRow
        label="Chapter"
        value={step.look.chapter ?? ''}
        maxLength={chapterNameMax}
        placeholder={chapterAt(steps, step.id) ?? 'None'}
        onChange={(event) =>
          patch({ look: { ...step.look, chapter: event.currentTarget.value || null } }, `chapter ${step.id}`)
        }
        onBlur={(event) => {
          const chapter = event.currentTarget.value.trim() || null
          if (chapter !== step.look.chapter) patch({ look: { ...step.look, chapter } }, `chapter ${step.id}`)
        }}
      />
      <LinesRow
        label="Alt text"
        value={step.alt ?? ''}
        maxLength={altMax}
        placeholder="Describes the screenshot"
        onChange={(event) => patch({ alt: event.currentTarget.value })}
      />
      <Row label="Notes" id={id}>
        <button
          type="button"
          aria-labelledby={`${id} ${id}-count`}
          aria-expanded={state.areNotesOpen}
          className={`${valueClass} flex items-center justify-between text-left`}
          onClick={() => dispatch({ type: 'toggle-notes' })}
        >
          <span id={`${id}-count`} className={notes === 0 ? 'text-muted' : 'tabular-nums'}>
            {notes === 0 ? 'None' : notes === 1 ? '1 word' : `${notes} words`}
          </span>
          <ChevronRight size={14} aria-hidden className="text-muted" />
        </button>
      </Row>
      <ShowAsRow
        screenshotUrl={step.screenshotUrl}
        value={step.look.showAs}
        onChange={(showAs) => patch({ look: { ...step.look, showAs } })}
      />
      <DraftStep key={step.id} stepId={step.id} onUse={(draft) => patch(draft)} />
    </>
  )
}

export function StepTools({ step, state, dispatch, onDuplicate }: StepSectionProps) {
  const handleRemove = () => {
    const items = removedSteps(state, [step.id])
    deleteStep(step, dispatch, () => dispatch({ type: 'take-back', edit: { type: 'restore-steps', items } }))
  }
  return (
    <>
      <IconButton label="Replace image" className={toolClass} onClick={() => void replacePicture(step, dispatch)}>
        <ImageUp size={16} aria-hidden />
      </IconButton>
      <IconButton label="Record again…" className={toolClass} onClick={() => recordAgainFrom.set(step.id)}>
        <RotateCw size={16} aria-hidden />
      </IconButton>
      <IconButton label="Duplicate step" className={toolClass} onClick={() => onDuplicate(step)}>
        <Copy size={16} aria-hidden />
      </IconButton>
      <IconButton label="Delete step" className={toolClass} onClick={handleRemove}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </>
  )
}

export const toolClass = 'size-7!'

export function stepValue({ step }: StepSectionProps): string {
  return step.title ?? ''
}

function wordCount(text: string): number {
  return text.match(/\S+/g)?.length ?? 0
}

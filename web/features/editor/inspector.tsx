import { Copy, Crosshair, ImageUp, Trash2 } from 'lucide-react'
import { memo } from 'react'

import { limits } from '#domain/limits.ts'
import type { Step } from '#domain/demo.ts'

import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { DraftStep } from './draft-step.tsx'
import type { Edit } from './editor-edits.ts'

export interface InspectorProps {
  readonly step: Step | undefined
  readonly description: string | null
  readonly isPlacing: boolean
  readonly onEdit: (edit: Edit) => void
  readonly onPlace: () => void
  readonly onDuplicate: (step: Step) => void
  readonly onReplace: (step: Step) => void
  readonly onRemove: (step: Step) => void
}

const titleMax = 500
const altMax = 2000

/** Fields of the selection. Memoized against card moves. */
export const Inspector = memo(function Inspector(props: InspectorProps) {
  const { step, onEdit } = props
  return (
    <div className="flex flex-col gap-6 p-4">
      {step === undefined ? null : <StepFields {...props} step={step} />}
      <section aria-label="Demo">
        <h2 className="mb-3 text-sm font-semibold">Demo</h2>
        <TextArea
          label="Description"
          rows={3}
          maxLength={limits.notesMax}
          value={props.description ?? ''}
          placeholder="What is this demo about?"
          onChange={(event) => onEdit({ type: 'description', description: event.currentTarget.value })}
        />
      </section>
    </div>
  )
})

function StepFields(props: InspectorProps & { readonly step: Step }) {
  const { step, onEdit } = props
  const patch = (change: Extract<Edit, { type: 'step' }>['patch']) =>
    onEdit({ type: 'step', id: step.id, patch: change })
  return (
    <section aria-label={`Step ${step.order}`} className="flex flex-col gap-4">
      <h2 className="text-sm font-semibold tabular-nums">Step {step.order}</h2>
      <TextField
        label="Title"
        value={step.title ?? ''}
        maxLength={titleMax}
        placeholder="What happens here?"
        onChange={(event) => patch({ title: event.currentTarget.value })}
      />
      <DraftStep key={step.id} stepId={step.id} onUse={(draft) => patch(draft)} />
      <TextArea
        label="Image description"
        rows={2}
        maxLength={altMax}
        value={step.alt ?? ''}
        hint="Describes the screenshot for screen readers."
        onChange={(event) => patch({ alt: event.currentTarget.value })}
      />
      <div>
        <h3 className="mb-1 text-sm font-medium">Hotspot</h3>
        <p className="mb-2 text-xs text-muted tabular-nums">
          {step.hotspot === null
            ? 'Place one to show where to click.'
            : `${Math.round(step.hotspot.xPercent)}% across, ${Math.round(step.hotspot.yPercent)}% down`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button aria-pressed={props.isPlacing} icon={<Crosshair size={16} aria-hidden />} onClick={props.onPlace}>
            {step.hotspot === null ? 'Add hotspot' : props.isPlacing ? 'Done placing' : 'Place on image'}
          </Button>
          {step.hotspot === null ? null : <Button onClick={() => patch({ hotspot: null })}>Remove hotspot</Button>}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon={<ImageUp size={16} aria-hidden />} onClick={() => props.onReplace(step)}>
          Replace image
        </Button>
        <Button icon={<Copy size={16} aria-hidden />} onClick={() => props.onDuplicate(step)}>
          Duplicate step
        </Button>
        <Button tone="danger" icon={<Trash2 size={16} aria-hidden />} onClick={() => props.onRemove(step)}>
          Delete step
        </Button>
      </div>
    </section>
  )
}

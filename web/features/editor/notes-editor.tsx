import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { limits } from '#domain/limits.ts'
import { messages } from '#domain/messages.ts'
import type { Step } from '#domain/demo.ts'

import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextArea } from '../../ui/text-field.tsx'

export interface NotesEditorProps {
  readonly step: Step
  /** Someone else changed the notes as well, so that saving waits for the author's choice. */
  readonly isDisputed: boolean
  readonly onChange: (notes: string) => void
  readonly onSave: () => void
  readonly onClose: () => void
}

/** Spec §2: saved by the button, and when the text area loses focus. */
export function NotesEditor({ step, isDisputed, onChange, onSave, onClose }: NotesEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  /** The text as last saved, on blur or by the button. */
  const last = useRef(step.description)
  useEffect(() => area.current?.focus(), [])

  function save(): void {
    if (step.description === last.current) return
    last.current = step.description
    onSave()
  }
  return (
    <section aria-label="Speaker Notes" className="flex flex-col gap-3 border-b border-line p-4">
      <div className="flex items-center justify-between">
        <h2 className="text-sm font-semibold tabular-nums">
          Speaker Notes <span className="font-normal text-muted">Step {step.order}</span>
        </h2>
        <IconButton label="Close notes" shortcut="N" className="-my-1 -mr-2" onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      <TextArea
        ref={area}
        label={`Speaker notes for step ${step.order}`}
        hideLabel
        rows={7}
        maxLength={limits.notesMax}
        placeholder={messages.notesPlaceholder}
        value={step.description ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={save}
      />
      <div className="flex items-center justify-between gap-2">
        <p className="text-xs text-muted">Visitors and the agent see them too.</p>
        <Button onClick={isDisputed ? onSave : save}>Save Notes</Button>
      </div>
    </section>
  )
}

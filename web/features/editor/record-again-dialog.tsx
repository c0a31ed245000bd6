import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import type { Step } from '#domain/demo.ts'

import { keepRecaptureTarget } from '../../lib/recapture-start.ts'
import { recordedClicksQuery } from '../../lib/recorded-clicks.ts'
import { useExtension } from '../../lib/use-extension.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RecordForm } from '../../ui/record-form.tsx'
import { SelectField } from '../../ui/select-field.tsx'

export interface RecordAgainDialogProps {
  readonly demoId: string
  readonly steps: readonly Step[]
  readonly stepId: string | null
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Starts a recording that replaces the pictures of one step or a range. */
export function RecordAgainDialog({ demoId, steps, stepId, isOpen, onOpenChange }: RecordAgainDialogProps) {
  return (
    <Dialog
      title="Record again"
      description="Repeat the same steps in your app. Titles, notes, cards and redactions are carried over."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {stepId === null ? null : (
        <RangeForm key={stepId} demoId={demoId} steps={steps} stepId={stepId} onStarted={() => onOpenChange(false)} />
      )}
    </Dialog>
  )
}

interface RangeFormProps extends Pick<RecordAgainDialogProps, 'demoId' | 'steps'> {
  readonly stepId: string
  readonly onStarted: () => void
}

function RangeForm({ demoId, steps, stepId, onStarted }: RangeFormProps) {
  const [range, setRange] = useState({ fromId: stepId, toId: stepId })
  const extension = useExtension()
  const clicks = useQuery(recordedClicksQuery(demoId))
  const indexOf = (id: string) => steps.findIndex((step) => step.id === id)
  const [first, last] = [indexOf(range.fromId), indexOf(range.toId)]
  const options = steps.map(({ id, order, title }) => ({
    value: id,
    label: title === null ? `Step ${order}` : `${order}. ${title}`,
  }))
  const address = clicks.data?.get(steps[first]?.captureId ?? '')?.url

  if (extension.state !== 'checking' && !extension.isPaired) {
    return (
      <Notice tone="plain">
        Recording needs the extension. <Link to="/dashboard/demos">Set it up under Demos</Link>, then come back.
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="From"
          value={range.fromId}
          options={options}
          onChange={({ currentTarget: { value } }) =>
            setRange({ fromId: value, toId: indexOf(value) > last ? value : range.toId })
          }
        />
        <SelectField
          label="To"
          value={range.toId}
          options={options.slice(Math.max(0, first))}
          onChange={({ currentTarget: { value } }) => setRange({ ...range, toId: value })}
        />
      </div>
      {clicks.isPending ? null : (
        <RecordForm
          key={address}
          {...(address !== undefined && { address })}
          onDone={(sessionId) => {
            keepRecaptureTarget(sessionId, { demoId, ...range })
            onStarted()
          }}
        />
      )}
    </div>
  )
}

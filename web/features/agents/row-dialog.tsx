import type { FormEvent, ReactNode } from 'react'

import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'

export interface RowFormProps {
  readonly problem: string | null
  /** A colleague's intermediate change, as text. */
  readonly conflict: string | null
  readonly isBusy: boolean
  readonly canSave: boolean
  readonly saveLabel?: string
  readonly onSave: () => void
  readonly children: ReactNode
}

/** A row's form in a dialog: fields, error, Save. */
export function RowForm(props: RowFormProps) {
  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (props.canSave && !props.isBusy) props.onSave()
  }
  const label = props.saveLabel ?? 'Save'
  return (
    <form className="flex flex-col gap-4" onSubmit={handleSubmit}>
      {props.problem === null ? null : <Notice tone="danger">{props.problem}</Notice>}
      {props.conflict === null ? null : (
        <Notice tone="danger">
          <strong className="font-semibold">A colleague has changed this.</strong> Their text: “{props.conflict}”. Save
          again to replace it with yours.
        </Notice>
      )}
      {props.children}
      <Button type="submit" tone="accent" size="form" disabled={!props.canSave || props.isBusy}>
        {props.isBusy ? 'Saving…' : props.conflict === null ? label : 'Replace with mine'}
      </Button>
    </form>
  )
}

/** A dialog whose form is remounted each time it opens. */
export function RowDialog(props: {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <Dialog title={props.title} isOpen={props.isOpen} onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      {props.isOpen ? props.children : null}
    </Dialog>
  )
}

/** One entry per line; blank lines and repetitions are dropped. */
export function linesOf(text: string): readonly string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
}

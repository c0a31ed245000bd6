import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { ListedDemo } from '#domain/demo.ts'
import { limits } from '#domain/limits.ts'

import { failureHint } from '../../lib/backend-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { saveDemoText } from '../../lib/demo-calls.ts'
import { demosQuery } from '../../lib/demo-queries.ts'

export interface RenameDialogProps {
  readonly demo: ListedDemo
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

export function RenameDialog({ demo, isOpen, onOpenChange }: RenameDialogProps) {
  return (
    <Dialog title="Rename demo" isOpen={isOpen} onOpenChange={onOpenChange}>
      <RenameForm demo={demo} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function RenameForm({ demo, onDone }: { readonly demo: ListedDemo; readonly onDone: () => void }) {
  const queries = useQueryClient()
  const [name, setName] = useState(demo.name)
  const rename = useMutation({
    mutationFn: () => saveDemoText(demo.id, { name }),
    onSuccess: () => {
      queries.setQueryData(demosQuery.queryKey, (demos) =>
        demos?.map((other) => (other.id === demo.id ? { ...other, name: name.trim() } : other)),
      )
      void queries.invalidateQueries({ queryKey: ['demo', demo.id] })
      onDone()
    },
  })

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate()
      }}
    >
      {rename.isError ? (
        <Notice tone="danger">
          {rename.error.message}. {failureHint(rename.error)}
        </Notice>
      ) : null}
      <TextField
        label="Name"
        value={name}
        maxLength={limits.demoNameMax}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className="flex justify-end gap-2">
        <Button tone="quiet" size="form" onClick={onDone}>
          Cancel
        </Button>
        <Button tone="accent" size="form" type="submit" disabled={name.trim() === '' || rename.isPending}>
          {rename.isPending ? 'Saving...' : 'Rename'}
        </Button>
      </div>
    </form>
  )
}

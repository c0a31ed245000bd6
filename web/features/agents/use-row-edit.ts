import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'

import { isSameJson } from '../../lib/stable-text.ts'
import { showToast } from '../../ui/toast-store.ts'
import { deleteRow, insertRow, readRow, updateRow, type Table } from './knowledge-calls.ts'
import { saveFailure, useSave } from './use-save.ts'

export interface RowEdit<T> {
  readonly isBusy: boolean
  readonly problem: string | null
  /** A colleague's intermediate change; saving again overwrites it. */
  readonly conflict: T | null
  readonly save: (patch: Partial<T>) => Promise<boolean>
}

/** Adds a row, or changes one without overwriting what a colleague changed since it was opened. */
export function useRowEdit<T extends { readonly id: string }>(
  table: Table,
  base: T | null,
  fixed: Partial<T>,
  ...changed: readonly QueryKey[]
): RowEdit<T> {
  const [known, setKnown] = useState(base)
  const [conflict, setConflict] = useState<T | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const write = useSave(
    async (patch: Partial<T>) => {
      if (known === null) return insertRow(table, { ...fixed, ...patch })
      return updateRow(table, known.id, patch)
    },
    ...changed,
  )

  async function save(patch: Partial<T>): Promise<boolean> {
    setProblem(null)
    try {
      if (known !== null && conflict === null) {
        const now = await readRow<T>(table, known.id)
        if (now === null) {
          setProblem('A colleague has removed this. Copy your text if you need it.')
          return false
        }
        const fields = Object.keys(patch) as (keyof T & string)[]
        if (fields.some((field) => !isSameJson(now[field], known[field]) && !isSameJson(now[field], patch[field]))) {
          setConflict(now)
          setKnown(now)
          return false
        }
      }
      await write.mutateAsync(patch)
      return true
    } catch (error) {
      setProblem(saveFailure(error))
      return false
    }
  }

  return { isBusy: write.isPending, problem, conflict, save }
}

interface Identified {
  readonly id: string
}

/** Deletes a row at once; Undo restores it. */
export function useRowRemoval(table: Table, ...changed: readonly QueryKey[]) {
  const queries = useQueryClient()
  const reload = () => Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
  const remove = useSave(
    async ({ row, text }: { readonly row: Identified; readonly text: string }) => {
      await deleteRow(table, row.id)
      showToast({
        text,
        action: {
          label: 'Undo',
          // Deleted ids are never reused.
          onSelect: () => {
            const { id: _id, ...values } = row
            void insertRow(table, values).then(reload, (error: unknown) =>
              showToast({ text: saveFailure(error), tone: 'danger' }),
            )
          },
        },
      })
    },
    ...changed,
  )
  return (row: Identified, text: string) => remove.mutate({ row, text })
}

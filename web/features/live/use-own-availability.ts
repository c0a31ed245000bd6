import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { availabilityQuery, setAvailability } from '../../lib/live-calls.ts'
import { showToast } from '../../ui/toast-store.ts'

export interface OwnAvailability {
  readonly isOn: boolean
  readonly isBusy: boolean
  readonly change: () => void
}

/** Your availability in a workspace, and a function to change it. */
export function useOwnAvailability(workspaceId: string): OwnAvailability {
  const queries = useQueryClient()
  const isOn = useQuery(availabilityQuery).data
  const [isSaving, setIsSaving] = useState(false)

  async function change(): Promise<void> {
    setIsSaving(true)
    const outcome = await setAvailability(workspaceId, isOn !== true)
    setIsSaving(false)
    if (outcome.ok) queries.setQueryData(availabilityQuery.queryKey, isOn !== true)
    else showToast({ text: outcome.hint ?? outcome.text, tone: 'danger' })
  }

  return { isOn: isOn === true, isBusy: isOn === undefined || isSaving, change: () => void change() }
}

import { useState } from 'react'

import { useCurrentWorkspace } from '../lib/current-workspace.ts'
import { recallCounts, type Counted, type Counts } from '../lib/kept-counts.ts'
import { useSession } from '../lib/session.ts'

export interface CountProps {
  readonly of: Counted
}

/** The count from before the reload, until the current one has loaded. */
export function KeptCount({ of }: CountProps) {
  return <CountText count={useKeptCounts()?.[of]} />
}

/** Read once: the loaded counts take over. */
export function useKeptCounts(): Counts | undefined {
  const session = useSession()
  const workspaceId = useCurrentWorkspace()?.id ?? ''
  const userId = 'user' in session ? session.user.id : ''
  const [counts] = useState(() => recallCounts({ userId, workspaceId }))
  return counts
}

/** The count at the end of an entry's row; nothing for zero. */
export function CountText({ count }: { readonly count: number | undefined }) {
  if (count === undefined || count === 0) return null
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute top-0 right-2 flex h-[30px] items-center text-xs text-muted tabular-nums in-[ul_ul]:h-7 pointer-coarse:h-11!"
    >
      {count.toLocaleString('en')}
    </span>
  )
}

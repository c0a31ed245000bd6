import { useQuery } from '@tanstack/react-query'

import { liveTalksQuery } from '../../lib/live-calls.ts'

/** The number of live conversations; nothing if there are none. */
export function LiveCount({ isDotOnly = false }: { readonly isDotOnly?: boolean }) {
  const count = useQuery(liveTalksQuery).data?.count ?? 0
  if (count === 0) return null
  return (
    <span className="ml-auto flex items-center gap-2 text-xs font-normal tabular-nums">
      <span aria-hidden className="size-2 rounded-chip bg-spot ring-3 ring-spot/30" />
      {isDotOnly ? <span className="sr-only">, {count} live</span> : <>{count}</>}
      {isDotOnly ? null : <span className="sr-only">live</span>}
    </span>
  )
}

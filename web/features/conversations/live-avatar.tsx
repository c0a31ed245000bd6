import { UserRound } from 'lucide-react'

import { initialsOf } from '../../lib/initials.ts'

/** A visitor who is here now: initials in an amber ring. */
export function LiveAvatar({ name }: { readonly name: string | null }) {
  return (
    <span
      aria-hidden
      className="flex size-8 shrink-0 items-center justify-center rounded-chip bg-sunken text-xs font-semibold text-muted ring-2 ring-spot ring-offset-2 ring-offset-surface"
    >
      {name === null ? <UserRound size={16} /> : initialsOf(name)}
    </span>
  )
}

import { clsx } from 'clsx'
import { UserRound } from 'lucide-react'

import { initialsOf } from '#domain/initials.ts'

export interface AvatarProps {
  /** Null for an anonymous visitor. */
  readonly name: string | null
  /** In pixels. */
  readonly size?: 24 | 28 | 32 | 40 | 56
  /** An amber ring while the person is online. */
  readonly isLive?: boolean
}

/** A person's initials on their own colour, shown next to the name. */
export function Avatar({ name, size = 24, isLive = false }: AvatarProps) {
  const hue = name === null ? null : hueOf(name)
  return (
    <span
      aria-hidden
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * 0.4),
        ...(hue !== null && { background: `oklch(0.88 0.07 ${hue})`, color: `oklch(0.33 0.1 ${hue})` }),
      }}
      className={clsx(
        'inline-flex shrink-0 items-center justify-center rounded-chip leading-none font-semibold select-none',
        hue === null && 'bg-sunken text-muted',
        isLive && 'ring-2 ring-spot ring-offset-2 ring-offset-surface',
      )}
    >
      {name === null ? <UserRound size={Math.round(size / 2)} /> : initialsOf(name)}
    </span>
  )
}

/** The same person always has the same colour. */
function hueOf(name: string): number {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 3_600
  return Math.round(hash / 10)
}

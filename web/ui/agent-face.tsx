import { clsx } from 'clsx'

export interface AgentFaceProps {
  /** In degrees. */
  readonly hue: number
  /** In pixels. */
  readonly size: 18 | 22 | 24 | 28 | 36 | 44 | 64
  readonly className?: string
}

/** An agent's face: a disc in its hue with quotation marks as eyes. Always shown next to the name. */
export function AgentFace({ hue, size, className }: AgentFaceProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 40 40"
      aria-hidden
      style={{ background: `linear-gradient(oklch(0.77 0.14 ${hue}), oklch(0.6 0.17 ${hue}))` }}
      className={clsx('shrink-0 rounded-chip', className)}
    >
      <path
        fill="oklch(0.2 0.04 300)"
        d="M10.5 14h6v5.8c0 3-1.5 4.5-4.4 4.8l-.5-1.7c1.3-.4 1.9-1 2-2.1h-3.1zM22.5 14h6v5.8c0 3-1.5 4.5-4.4 4.8l-.5-1.7c1.3-.4 1.9-1 2-2.1h-3.1z"
      />
      <path d={mouthOf(hue)} fill="none" stroke="oklch(0.2 0.04 300)" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  )
}

/** The same agent always has the same smile. */
function mouthOf(hue: number): string {
  return mouths[Math.trunc(hue / 90) % mouths.length] ?? mouths[0]
}

const mouths = ['M15 29q4.5 3.4 9 .2', 'M16 30q4 2 8-.8', 'M16 30h8', 'M15.5 29.5q4.5 3 9 0'] as const

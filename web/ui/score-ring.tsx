import { clsx } from 'clsx'

import { hotScore } from '../lib/fact-texts.ts'

export interface ScoreRingProps {
  /** 0 to 100. */
  readonly score: number
  /** In pixels. */
  readonly size: 28 | 44
}

const around = 2 * Math.PI * 15

/** A lead's score in a ring filled to that percentage; green for hot leads. */
export function ScoreRing({ score, size }: ScoreRingProps) {
  return (
    <span
      title={`Score ${score} of 100`}
      style={{ width: size, height: size }}
      className={clsx(
        'relative grid shrink-0 place-items-center font-semibold tabular-nums',
        size === 28 ? 'text-2xs tracking-[-0.03em]' : 'text-sm',
      )}
    >
      <svg
        aria-hidden
        viewBox="0 0 36 36"
        fill="none"
        strokeWidth={size === 28 ? 3 : 3.5}
        strokeLinecap="round"
        className="absolute inset-0"
      >
        <circle cx="18" cy="18" r="15" className="stroke-line-strong" />
        <circle
          cx="18"
          cy="18"
          r="15"
          transform="rotate(-90 18 18)"
          strokeDasharray={`${(score / 100) * around} ${around}`}
          className={score >= hotScore ? 'stroke-success-fill' : 'stroke-control'}
        />
      </svg>
      <span className="relative">
        <span className="sr-only">Score </span>
        {score}
      </span>
    </span>
  )
}

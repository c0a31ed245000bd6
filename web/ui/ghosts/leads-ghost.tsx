import { Bar } from './ghost-parts.tsx'

const rows = [
  { width: '70%', score: 0.92 },
  { width: '54%', score: 0.71 },
  { width: '64%', score: 0.58 },
  { width: '48%', score: 0.33 },
] as const
const around = 2 * Math.PI * 15

/** People, with how well each fits. */
export function LeadsGhost() {
  return (
    <div className="px-3 pb-3">
      {rows.map(({ width, score }, index) => (
        <div key={width} className="flex h-[52px] items-center gap-3 border-b border-line">
          <span
            className={`flex size-7 shrink-0 items-center justify-center rounded-chip text-xs font-semibold ${index === 0 ? 'bg-spot-soft text-spot-text ring-2 ring-spot' : 'bg-line-strong'}`}
          >
            {index === 0 ? '?' : null}
          </span>
          <span className="flex-1">
            <Bar width={width} />
            <Bar width={index % 2 === 0 ? '46%' : '38%'} isSmall />
          </span>
          <svg width="40" height="40" viewBox="0 0 40 40" fill="none" strokeWidth="4" strokeLinecap="round">
            <circle cx="20" cy="20" r="15" className="stroke-line-strong" />
            <circle
              cx="20"
              cy="20"
              r="15"
              transform="rotate(-90 20 20)"
              strokeDasharray={`${score * around} ${around}`}
              className={index === 0 ? 'stroke-success-fill' : 'stroke-control'}
            />
          </svg>
        </div>
      ))}
    </div>
  )
}

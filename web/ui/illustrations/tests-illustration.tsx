import { Check, X } from 'lucide-react'

import { Bar } from './bar.tsx'

const widths = ['62%', '48%', '70%', '40%'] as const
const cells = 22
const failed = 9

/** A test run with the failed test on top. */
export function TestsIllustration() {
  return (
    <div className="px-3 pb-3">
      <div className="flex flex-wrap gap-[3px] py-4">
        {Array.from({ length: cells }, (_, cell) => (
          <span
            key={cell}
            className={`h-4.5 w-3.5 rounded-[4px] ${cell === failed ? 'bg-danger' : 'bg-success-fill'}`}
          />
        ))}
      </div>
      {widths.map((width, index) => (
        <div key={width} className="flex h-11 items-center gap-3 border-t border-line">
          {index === 0 ? (
            <X size={16} className="shrink-0 text-danger" />
          ) : (
            <Check size={16} className="shrink-0 text-success" />
          )}
          <span className="flex-1">
            <Bar width={width} />
          </span>
          <span className="w-14">
            <Bar width="100%" isSmall />
          </span>
        </div>
      ))}
    </div>
  )
}

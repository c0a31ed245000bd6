import { clsx } from 'clsx'

import type { TestState } from './test-words.ts'

const cellsMost = 200

/** One cell per test; failed ones carry a cross, as red alone says nothing to some. */
export function TestCells({ states, label }: { readonly states: readonly TestState[]; readonly label: string }) {
  return (
    <span role="img" aria-label={label} className="flex max-w-105 min-w-0 flex-wrap gap-[3px]">
      {states.slice(0, cellsMost).map((state, index) => (
        <span
          key={index}
          className={clsx('flex h-4.5 w-3.5 items-center justify-center rounded text-[10px] leading-none font-bold', {
            'bg-success': state === 'passed',
            'bg-danger text-surface': state === 'failed',
            'border border-line': state === 'new',
          })}
        >
          {state === 'failed' ? '×' : null}
        </span>
      ))}
    </span>
  )
}

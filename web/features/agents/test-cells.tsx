import { clsx } from 'clsx'

import type { TestRow } from '../../lib/agent-rows.ts'
import { stateOf } from './test-words.ts'

const cellsMax = 200

/** One cell per test; failed ones have a cross, because not everybody sees red. */
export function TestCells({ tests, label }: { readonly tests: readonly TestRow[]; readonly label: string }) {
  return (
    <span role="img" aria-label={label} className="flex max-w-105 min-w-0 flex-wrap gap-[3px]">
      {tests.slice(0, cellsMax).map((test) => {
        const state = stateOf(test)
        return (
          <span
            key={test.id}
            className={clsx(
              'flex h-4.5 w-3.5 items-center justify-center rounded-[4px] text-[10px] leading-none font-bold',
              {
                'bg-success': state === 'passed',
                'bg-danger text-surface': state === 'failed',
                'border border-line': state === 'new',
              },
            )}
          >
            {state === 'failed' ? '×' : null}
          </span>
        )
      })}
    </span>
  )
}

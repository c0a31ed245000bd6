import { clsx } from 'clsx'

import type { TestRow } from '../../lib/agent-rows.ts'
import { StateIcon, TestMenu, type TestListProps } from './test-list.tsx'
import { goalText, stateOf } from './test-words.ts'

const dotsMax = 12

/** Scenarios with one dot per turn, up to the one where it failed. */
export function ScenarioList({ tests, running, ...acts }: TestListProps) {
  return (
    <ul>
      {tests.map((test) => (
        <li
          key={test.id}
          className="flex min-h-13 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line py-1.5 text-sm"
        >
          <StateIcon state={stateOf(test)} isRunning={running.includes(test.id)} />
          <span className="min-w-40 flex-1">
            <span dir="auto" className="block font-medium wrap-anywhere">
              {test.title}
            </span>
            <span dir="auto" className="block text-xs text-muted wrap-anywhere">
              {test.scenario?.persona}
            </span>
          </span>
          <span className="flex items-center gap-2.5 max-sm:order-last max-sm:basis-full max-sm:justify-between">
            <TurnPath test={test} />
            <span
              className={clsx('w-28 text-right', stateOf(test) === 'failed' ? 'font-medium text-danger' : 'text-muted')}
            >
              {resultText(test)}
            </span>
          </span>
          <TestMenu test={test} {...acts} />
        </li>
      ))}
    </ul>
  )
}

function TurnPath({ test }: { readonly test: TestRow }) {
  const turns = test.scenario?.turns ?? []
  const failedAt = test.last_run?.failedAt ?? null
  const state = stateOf(test)
  return (
    <span aria-hidden className="flex items-center max-sm:pl-6.5">
      {Array.from({ length: Math.min(dotsMax, turns.length) }, (_, index) => {
        const isFailed = failedAt === index + 1
        const isReached = state === 'passed' || (failedAt !== null && index + 1 < failedAt)
        return (
          <span key={index} className="flex items-center">
            {index === 0 ? null : (
              <span className={clsx('h-0.5 w-3', isFailed ? 'bg-danger' : isReached ? 'bg-success' : 'bg-line')} />
            )}
            <span
              className={clsx(
                'flex size-4 items-center justify-center rounded-chip text-[10px] leading-none font-bold',
                isFailed ? 'bg-danger text-surface' : isReached ? 'bg-success' : 'border-2 border-line',
              )}
            >
              {isFailed ? '×' : null}
            </span>
          </span>
        )
      })}
    </span>
  )
}

function resultText(test: TestRow): string {
  const failedAt = test.last_run?.failedAt ?? null
  if (stateOf(test) === 'failed') return failedAt === null ? 'Missed its goal' : `Failed at ${failedAt}`
  return goalText(test.scenario?.goal ?? '')
}

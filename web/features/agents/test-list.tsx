import { useQuery } from '@tanstack/react-query'
import { Check, Circle, Ellipsis, FileText, LoaderCircle, X } from 'lucide-react'
import { useState } from 'react'

import type { PairRow, TestRow } from '../../lib/agent-rows.ts'
import { countText } from '../../lib/figure-text.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useAgent } from './agent-context.ts'
import { pairsQuery } from '../../lib/pair-calls.ts'
import { knowledgeKeys } from './knowledge-calls.ts'
import { PairForm } from './pair-form.tsx'
import { RowDialog } from './row-dialog.tsx'
import { SourceChip } from './section-head.tsx'
import { expectationText, secondsText, stateOf, type TestState } from './test-words.ts'
import { useAgentSteps } from './use-agent-steps.ts'
import { useRowRemoval } from './use-row-edit.ts'

export interface TestListProps {
  readonly tests: readonly TestRow[]
  /** Ids. */
  readonly running: readonly string[]
  readonly onRun: (id: string) => void
  readonly onEdit: (test: TestRow) => void
}

const shownAtOnce = 50

/** Failed tests first, expanded to the expected and actual answer. */
export function QuestionTestList(props: TestListProps) {
  const [count, setCount] = useState(shownAtOnce)
  const order: Readonly<Record<TestState, number>> = { failed: 0, new: 1, passed: 2 }
  const sorted = props.tests.toSorted((a, b) => order[stateOf(a)] - order[stateOf(b)])
  return (
    <>
      <ul>
        {sorted.slice(0, count).map((test) => (
          <QuestionTest key={test.id} {...props} test={test} />
        ))}
      </ul>
      {sorted.length > count ? (
        <Button tone="quiet" className="mt-1" onClick={() => setCount(count + shownAtOnce)}>
          Show {countText(Math.min(shownAtOnce, sorted.length - count))} more
        </Button>
      ) : null}
    </>
  )
}

function QuestionTest({ test, running, ...acts }: Omit<TestListProps, 'tests'> & { readonly test: TestRow }) {
  const demos = useAgentSteps()
  const state = stateOf(test)
  const expected = test.expected === null ? '' : expectationText(test.expected, demos)
  const isRunning = running.includes(test.id)
  const line = (
    <div className="flex min-h-9 items-center gap-2.5 text-sm">
      <StateIcon state={state} isRunning={isRunning} />
      <span
        dir="auto"
        title={test.title}
        className={`min-w-0 flex-1 truncate text-left ${state === 'failed' ? 'font-medium' : ''}`}
      >
        {test.title}
      </span>
      {state === 'failed' ? null : <span className="max-w-40 shrink-0 truncate text-muted">{expected}</span>}
      <span className="hidden w-14 shrink-0 text-right text-muted tabular-nums sm:block">
        {test.last_run === null ? '' : secondsText(test.last_run.milliseconds)}
      </span>
      <TestMenu test={test} {...acts} />
    </div>
  )
  if (state !== 'failed') return <li className="border-b border-line">{line}</li>
  return (
    <li className="my-1.5 rounded-card bg-danger-soft px-3 pt-0.5 pb-3">
      {line}
      <FailedDetails test={test} expected={expected} />
    </li>
  )
}

export function StateIcon({ state, isRunning }: { readonly state: TestState; readonly isRunning: boolean }) {
  if (isRunning) return <LoaderCircle size={16} aria-label="Running" className="shrink-0 animate-spin text-muted" />
  if (state === 'passed') return <Check size={16} aria-label="Passed" className="shrink-0 text-success" />
  if (state === 'failed') return <X size={16} aria-label="Failed" className="shrink-0 text-danger" />
  return <Circle size={16} aria-label="Not run" className="shrink-0 text-muted" />
}

function FailedDetails({ test, expected }: { readonly test: TestRow; readonly expected: string }) {
  const { agent, canEdit } = useAgent()
  const pairs = useQuery(pairsQuery(agent.id)).data ?? []
  const [isFixing, setIsFixing] = useState(false)
  const run = test.last_run
  if (run === null) return null
  const cited = pairs.find((pair) => run.cited.some((text) => text.includes(pair.question)))
  const same = pairs.find((pair) => pair.question.toLowerCase() === test.title.trim().toLowerCase())
  return (
    <>
      <dl className="grid gap-x-2.5 gap-y-1.5 pl-6.5 text-sm sm:grid-cols-[4.75rem_minmax(0,1fr)]">
        <dt className="text-muted">Expected</dt>
        <dd className="font-medium wrap-anywhere text-success">{expected}</dd>
        <dt className="text-muted">Said</dt>
        <dd className="wrap-anywhere">{run.said === '' ? 'Nothing' : `“${run.said}”`}</dd>
        <dt className="text-muted">Source</dt>
        <dd className="flex flex-wrap items-center gap-1.5">
          {run.cited.length === 0 ? <span>None</span> : null}
          {run.cited.map((text) => (
            <SourceChip key={text} icon={<FileText size={14} aria-hidden />}>
              {text}
            </SourceChip>
          ))}
          <Button className="ml-auto" disabled={!canEdit} onClick={() => setIsFixing(true)}>
            Fix source
          </Button>
        </dd>
      </dl>
      <RowDialog title="Fix the answer" isOpen={isFixing} onClose={() => setIsFixing(false)}>
        <PairForm pair={same ?? cited ?? null} first={firstAnswer(test, pairs)} onSaved={() => setIsFixing(false)} />
      </RowDialog>
    </>
  )
}

/** The expected answer as a starting point. */
function firstAnswer({ title, expected }: TestRow, pairs: readonly PairRow[]) {
  const isTaken = pairs.some(({ question }) => question === title)
  return {
    question: isTaken ? '' : title.slice(0, 300),
    variants: [],
    answer: expected?.kind === 'says' ? expected.text : '',
  }
}

export function TestMenu({
  test,
  onRun,
  onEdit,
}: Omit<TestListProps, 'tests' | 'running'> & { readonly test: TestRow }) {
  const { agent, canEdit, tryQuestion } = useAgent()
  const remove = useRowRemoval('agent_tests', knowledgeKeys.tests(agent.id))
  return (
    <Menu
      trigger={
        <IconButton label={`More for ${test.title}`}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
      entries={[
        { key: 'run', label: 'Run', disabled: !canEdit, onSelect: () => onRun(test.id) },
        ...(test.kind === 'question'
          ? [{ key: 'try', label: 'Ask the agent', onSelect: () => tryQuestion(test.title) }]
          : []),
        { key: 'edit', label: 'Edit', disabled: !canEdit, onSelect: () => onEdit(test) },
        {
          key: 'remove',
          label: 'Remove',
          tone: 'danger',
          disabled: !canEdit,
          onSelect: () => remove(test, 'The test was removed.'),
        },
      ]}
    />
  )
}

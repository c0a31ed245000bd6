import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Play, Plus, Upload } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'

import type { TestRow } from '../../lib/agent-rows.ts'
import { failureHint, failureText } from '../../lib/backend-error.ts'
import { momentText } from '../../lib/dates.ts'
import { countOf, countText } from '../../lib/figure-text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TestsIllustration } from '../../ui/illustrations/tests-illustration.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { QuietSelect } from '../../ui/quiet-select.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useAgent } from './agent-context.ts'
import { importTests, runTests } from './agent-server-calls.ts'
import { knowledgeKeys, testsQuery } from './knowledge-calls.ts'
import { RowDialog } from './row-dialog.tsx'
import { ScenarioList } from './scenario-list.tsx'
import { NothingYet, PanelSection } from './section-head.tsx'
import { ConversationChoice } from './test-from-conversation.tsx'
import { QuestionTestForm, ScenarioForm } from './test-form.tsx'
import { TestCells } from './test-cells.tsx'
import { QuestionTestList } from './test-list.tsx'
import { passedText, stateOf } from './test-words.ts'

type Edited = { readonly kind: TestRow['kind'] | 'conversation'; readonly test: TestRow | null }

/** Questions and scenarios for the draft to pass before publishing. */
export function TestTab() {
  const { agent, canEdit, saver } = useAgent()
  const queries = useQueryClient()
  const tests = useQuery(testsQuery(agent.id))
  const [responder, setResponder] = useState<'built-in' | 'model'>('built-in')
  const [running, setRunning] = useState<readonly string[]>([])
  const [edited, setEdited] = useState<Edited | null>(null)
  const all = tests.data ?? []
  const questions = all.filter(({ kind }) => kind === 'question')
  const scenarios = all.filter(({ kind }) => kind === 'scenario')
  const position = Math.max(0, ...all.map((test) => test.position)) + 1

  async function run(ids: readonly string[]): Promise<void> {
    setRunning(ids)
    // The tests run against the stored draft.
    await saver.flush()
    const outcome = await runTests(agent.id, { ...(ids.length < all.length && { ids }), responder })
    setRunning([])
    if (!outcome.ok) showToast({ text: [outcome.text, outcome.hint].filter(Boolean).join(' '), tone: 'danger' })
    await queries.invalidateQueries({ queryKey: knowledgeKeys.tests(agent.id) })
  }

  if (tests.isPending) return <ListSkeleton label="Loading the tests" />
  if (tests.data === undefined) {
    return (
      <ErrorState
        title={failureText(tests.error, 'testsFailed')}
        text={failureHint(tests.error)}
        onRetry={() => void tests.refetch()}
      />
    )
  }
  const list = {
    running,
    onRun: (id: string) => void run([id]),
    onEdit: (test: TestRow) => setEdited({ kind: test.kind, test }),
  }
  return (
    <>
      {all.length === 0 ? null : (
        <TestScore tests={all}>
          <QuietSelect
            label="Answered by"
            value={responder}
            options={[
              { value: 'built-in', label: 'Built-in' },
              { value: 'model', label: 'Model' },
            ]}
            onChange={(event) => setResponder(event.currentTarget.value === 'model' ? 'model' : 'built-in')}
          />
          <Button
            tone="accent"
            disabled={!canEdit || running.length > 0}
            icon={<Play size={14} aria-hidden />}
            onClick={() => void run(all.map(({ id }) => id))}
          >
            {running.length > 0 ? `Running ${countText(running.length)}…` : 'Run all'}
          </Button>
        </TestScore>
      )}
      <div className="flex flex-col gap-5">
        {all.length === 0 ? (
          <div className="pt-4">
            <EmptyState
              title="No tests yet"
              text="Write down what buyers ask and what the agent has to answer. Publishing runs the tests first."
              drawing={<TestsIllustration />}
            >
              <Button disabled={!canEdit} onClick={() => setEdited({ kind: 'question', test: null })}>
                Add a question
              </Button>
              <ImportButton />
            </EmptyState>
          </div>
        ) : (
          <PanelSection
            title="Questions"
            count={passedText(questions)}
            aside={
              <>
                <ImportButton />
                <Button
                  tone="quiet"
                  disabled={!canEdit}
                  icon={<Plus size={14} aria-hidden />}
                  aria-label="Add a question"
                  onClick={() => setEdited({ kind: 'question', test: null })}
                >
                  Add
                </Button>
              </>
            }
          >
            {questions.length === 0 ? <NothingYet>No questions yet.</NothingYet> : null}
            <QuestionTestList tests={questions} {...list} />
          </PanelSection>
        )}
        <PanelSection
          title="Scenarios"
          count={scenarios.length === 0 ? undefined : passedText(scenarios)}
          aside={
            <>
              <Button
                tone="quiet"
                disabled={!canEdit}
                icon={<Plus size={14} aria-hidden />}
                onClick={() => setEdited({ kind: 'conversation', test: null })}
              >
                From a conversation
              </Button>
              <Button
                tone="quiet"
                disabled={!canEdit}
                icon={<Plus size={14} aria-hidden />}
                aria-label="Add a scenario"
                onClick={() => setEdited({ kind: 'scenario', test: null })}
              >
                Add
              </Button>
            </>
          }
        >
          {scenarios.length === 0 ? <NothingYet>A scenario is a whole conversation with a goal.</NothingYet> : null}
          <ScenarioList tests={scenarios} {...list} />
        </PanelSection>
      </div>
      <TestDialog edited={edited} position={position} onClose={() => setEdited(null)} />
    </>
  )
}

interface TestDialogProps {
  readonly edited: Edited | null
  readonly position: number
  readonly onClose: () => void
}

function TestDialog({ edited, position, onClose }: TestDialogProps) {
  const form = { test: edited?.test ?? null, position, onSaved: onClose }
  return (
    <>
      <RowDialog
        title={edited?.test === null ? 'Add a question' : 'Edit the question'}
        isOpen={edited?.kind === 'question'}
        onClose={onClose}
      >
        <QuestionTestForm {...form} />
      </RowDialog>
      <RowDialog
        title={edited?.test === null ? 'Add a scenario' : 'Edit the scenario'}
        isOpen={edited?.kind === 'scenario'}
        onClose={onClose}
      >
        <ScenarioForm {...form} />
      </RowDialog>
      <RowDialog title="From a conversation" isOpen={edited?.kind === 'conversation'} onClose={onClose}>
        <ConversationChoice onAdded={onClose} />
      </RowDialog>
    </>
  )
}

/** How many passed, as a number and one cell each. */
function TestScore({ tests, children }: { readonly tests: readonly TestRow[]; readonly children: ReactNode }) {
  const passed = tests.filter((test) => stateOf(test) === 'passed').length
  const failed = tests.filter((test) => stateOf(test) === 'failed').length
  const last = tests
    .flatMap(({ last_run_at }) => last_run_at ?? [])
    .toSorted()
    .at(-1)
  return (
    <div className="flex flex-wrap items-center gap-x-7 gap-y-3 pt-4 pb-4">
      <p className="text-[40px]/11 font-semibold tracking-[-0.038em] tabular-nums">
        {countText(passed)}
        <small className="text-xl font-medium tracking-normal text-muted"> of {countText(tests.length)}</small>
      </p>
      <TestCells tests={tests} label={`${passed} passed, ${failed} failed`} />
      <span className="ml-auto flex flex-wrap items-center gap-2">
        <span className="text-right text-sm text-muted tabular-nums">
          {last === undefined ? 'Not run yet' : momentText(last)}
        </span>
        {children}
      </span>
    </div>
  )
}

function ImportButton() {
  const { agent, canEdit } = useAgent()
  const queries = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function handleFile(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return
    setIsBusy(true)
    const outcome = await importTests(agent.id, chosen)
    setIsBusy(false)
    if (!outcome.ok) {
      return void showToast({ text: [outcome.text, outcome.hint].filter(Boolean).join(' '), tone: 'danger' })
    }
    const { added, skipped } = outcome.value
    const left = Array.isArray(skipped) ? skipped.length : Number(skipped)
    showToast({ text: `${countOf(added, 'test')} added${left > 0 ? `, ${countText(left)} skipped` : ''}.` })
    await queries.invalidateQueries({ queryKey: knowledgeKeys.tests(agent.id) })
  }

  return (
    <>
      <Button
        tone="quiet"
        disabled={!canEdit || isBusy}
        icon={<Upload size={14} aria-hidden />}
        data-tooltip="Columns: question, expected"
        onClick={() => file.current?.click()}
      >
        {isBusy ? 'Importing…' : 'Import CSV'}
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        accept=".csv"
        aria-label="Tests as CSV"
        onChange={(event) => {
          void handleFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, Sparkles } from 'lucide-react'
import { useState } from 'react'

import type { Demo, Step } from '#domain/demo.ts'
import { fallbackFiller } from '#domain/variables.ts'

import { demoQuery } from '../../lib/demo-queries.ts'
import { countOf } from '../../lib/figure-text.ts'
import { Button } from '../../ui/button.tsx'
import { QuietSelect } from '../../ui/quiet-select.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useAgent } from './agent-context.ts'
import { suggestQuestions } from './agent-server-calls.ts'
import { knowledgeKeys, saveStepQuestions, stepQuestionsQuery } from './knowledge-calls.ts'
import { linesOf } from './row-dialog.tsx'
import { NothingYet, PanelSection } from './section-head.tsx'
import { useAgentDemos } from './use-agent-steps.ts'
import { useSave } from './use-save.ts'

const questionsMax = 20

/** The questions each step answers, in buyers' words. */
export function StepQuestionsSection() {
  const demos = useAgentDemos()
  const [chosenId, setChosenId] = useState('')
  const demoId = demos.find(({ id }) => id === chosenId)?.id ?? demos[0]?.id
  const demo = useQuery({ ...demoQuery(demoId ?? ''), enabled: demoId !== undefined }).data
  return (
    <PanelSection
      title="Questions by step"
      count={demo === undefined ? undefined : countOf(demo.steps.length, 'step')}
      aside={
        demos.length > 1 ? (
          <QuietSelect
            label="Demo"
            value={demoId}
            options={demos.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => setChosenId(event.currentTarget.value)}
          />
        ) : null
      }
    >
      {demoId === undefined ? <NothingYet>Assign a demo to this agent first.</NothingYet> : null}
      {demo === undefined ? null : <StepRows key={demo.id} demo={demo} />}
    </PanelSection>
  )
}

function StepRows({ demo }: { readonly demo: Demo }) {
  const fill = fallbackFiller(demo.look)
  const ids = demo.steps.map(({ id }) => id)
  const rows = useQuery(stepQuestionsQuery(demo.id, ids)).data
  const [openId, setOpenId] = useState<string | null>(null)
  if (demo.steps.length === 0) return <NothingYet>This demo has no steps yet.</NothingYet>
  return (
    <ul className="border-t border-line text-sm empty:hidden">
      {demo.steps.map((step) => {
        const own = rows?.find(({ step_id }) => step_id === step.id)?.questions
        const isOpen = step.id === openId
        return (
          <li key={step.id} className="border-b border-line">
            <button
              type="button"
              aria-expanded={isOpen}
              className="flex min-h-9 w-full items-center gap-2.5 text-left -outline-offset-2 transition-colors duration-[120ms] hover:bg-sunken pointer-coarse:min-h-11"
              onClick={() => setOpenId(isOpen ? null : step.id)}
            >
              {isOpen ? (
                <ChevronDown size={14} aria-hidden className="shrink-0 text-muted" />
              ) : (
                <ChevronRight size={14} aria-hidden className="shrink-0 text-muted" />
              )}
              <span className="w-6 shrink-0 text-right text-muted tabular-nums">{step.order}</span>
              <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                {fill(step.title ?? step.description ?? 'Untitled step')}
              </span>
              <span className="shrink-0 text-muted">
                {own === undefined ? 'Automatic' : countOf(own.length, 'question')}
              </span>
            </button>
            {isOpen && rows !== undefined ? (
              <StepQuestions key={own?.join('\n') ?? ''} demoId={demo.id} step={step} own={own} />
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

interface StepQuestionsProps {
  readonly demoId: string
  readonly step: Step
  /** Undefined while templates write them. */
  readonly own: readonly string[] | undefined
}

function StepQuestions({ demoId, step, own }: StepQuestionsProps) {
  const { canEdit } = useAgent()
  const [text, setText] = useState((own ?? []).join('\n'))
  const [isBusy, setIsBusy] = useState(false)
  const save = useSave(
    (questions: readonly string[] | null) => saveStepQuestions(step.id, questions),
    knowledgeKeys.questions(demoId),
  )
  const lines = linesOf(text)
  const isChanged = JSON.stringify(lines) !== JSON.stringify(own ?? [])

  async function suggest(): Promise<void> {
    setIsBusy(true)
    const outcome = await suggestQuestions(step.id)
    setIsBusy(false)
    if (!outcome.ok) {
      return void showToast({ text: [outcome.text, outcome.hint].filter(Boolean).join(' '), tone: 'danger' })
    }
    setText(
      linesOf([...lines, ...outcome.value.questions].join('\n'))
        .slice(0, questionsMax)
        .join('\n'),
    )
  }

  return (
    <div className="pb-3 pl-6">
      <TextArea
        label={`Questions of step ${step.order}`}
        hideLabel
        hint={`One per line, at most ${questionsMax}.`}
        problem={lines.length > questionsMax ? `Use at most ${questionsMax} questions.` : undefined}
        rows={4}
        maxLength={7_000}
        readOnly={!canEdit}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button disabled={!canEdit || isBusy} icon={<Sparkles size={14} aria-hidden />} onClick={() => void suggest()}>
          {isBusy ? 'Thinking…' : 'Suggest'}
        </Button>
        {own === undefined ? null : (
          <Button tone="quiet" disabled={!canEdit || save.isPending} onClick={() => save.mutate(null)}>
            Reset to automatic
          </Button>
        )}
        <Button
          className="ml-auto"
          disabled={!canEdit || !isChanged || lines.length > questionsMax || lines.length === 0 || save.isPending}
          onClick={() => save.mutate(lines)}
        >
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </div>
  )
}

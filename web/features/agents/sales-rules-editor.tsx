import { Plus, Sparkles, X } from 'lucide-react'
import { useState } from 'react'

import {
  factFields,
  noSalesRules,
  type FactField,
  type ObjectionKind,
  type ObjectionReply,
  type QualifyingQuestion,
  type SalesRules,
} from '#domain/sales-rules.ts'

import { objectionOptions } from '../../lib/agent-rows.ts'
import { factLabel } from '../../lib/fact-texts.ts'
import { newId } from '../../lib/new-id.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select-field.tsx'
import { controlClass } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useAgent } from './agent-context.ts'
import { readSalesProcess } from './agent-server-calls.ts'
import { LinesField } from './lines-field.tsx'

const fieldOptions = factFields.map((value) => ({ value, label: factLabel(value) }))

const linesMax = 50
const smallClass = `${controlClass} h-8 text-sm pointer-coarse:h-11`

/** The sales process as lists: goals, questions with their weights, disqualifiers, replies to objections. */
export function SalesRulesEditor() {
  const { agent, canEdit, edit } = useAgent()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<{ readonly text: string; readonly hint?: string | undefined } | null>(null)
  const rules = agent.sales_rules ?? noSalesRules
  const change = (patch: Partial<SalesRules>) => edit({ sales_rules: { ...rules, ...patch } })
  const text = agent.sales_process ?? ''

  async function handleRead(): Promise<void> {
    setIsBusy(true)
    setProblem(null)
    const before = agent.sales_rules
    const outcome = await readSalesProcess(agent.id, text)
    setIsBusy(false)
    if (!outcome.ok) return setProblem(outcome)
    if (Object.values(outcome.value.rules).every((list: readonly unknown[]) => list.length === 0)) {
      return setProblem({
        text: 'No rules were found in the text.',
        hint: 'Write one rule per sentence, or add it below.',
      })
    }
    edit({ sales_rules: outcome.value.rules })
    showToast({
      text: 'The lists were filled from your text.',
      ...(before !== null && { action: { label: 'Undo', onSelect: () => edit({ sales_rules: before }) } }),
    })
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-2 sm:pl-40">
        <Button
          disabled={!canEdit || isBusy || text.trim() === ''}
          icon={<Sparkles size={14} aria-hidden />}
          onClick={() => void handleRead()}
        >
          {isBusy ? 'Reading…' : 'Fill lists from text'}
        </Button>
        {agent.sales_rules === null ? (
          <span className="text-xs text-muted">Until you edit the lists, the agent follows the text.</span>
        ) : null}
      </div>
      {problem === null ? null : <FormProblem text={problem.text} hint={problem.hint} />}
      <LinesField
        label="Goals"
        hint="One per line."
        most={linesMax}
        readOnly={!canEdit}
        lines={rules.goals}
        onChange={(goals) => change({ goals })}
      />
      <QuestionsEditor questions={rules.questions} onChange={(questions) => change({ questions })} />
      <LinesField
        label="Disqualifiers"
        hint="Reasons to rule a visitor out, one per line."
        placeholder="fewer than 5 employees"
        most={linesMax}
        readOnly={!canEdit}
        lines={rules.disqualifiers}
        onChange={(disqualifiers) => change({ disqualifiers })}
      />
      <ObjectionsEditor replies={rules.objections} onChange={(objections) => change({ objections })} />
    </>
  )
}

/** Offers to restore what was removed, into the current lists. */
function useRestore(): (change: (rules: SalesRules) => Partial<SalesRules>) => void {
  const { saver } = useAgent()
  return (change) =>
    void showToast({
      text: 'Removed.',
      action: {
        label: 'Undo',
        onSelect: () => {
          const rules = saver.view().agent.sales_rules ?? noSalesRules
          saver.change({ sales_rules: { ...rules, ...change(rules) } })
        },
      },
    })
}

interface QuestionsEditorProps {
  readonly questions: readonly QualifyingQuestion[]
  readonly onChange: (questions: readonly QualifyingQuestion[]) => void
}

function QuestionsEditor({ questions, onChange }: QuestionsEditorProps) {
  const { canEdit } = useAgent()
  const restore = useRestore()
  const patch = (id: string, next: Partial<QualifyingQuestion>) =>
    onChange(questions.map((question) => (question.id === id ? { ...question, ...next } : question)))
  const total = questions.reduce((sum, { weight }) => sum + weight, 0)
  return (
    <fieldset disabled={!canEdit} className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Qualifying questions</legend>
      {questions.length === 0 ? <p className="text-xs text-muted">Asked one at a time, when they fit.</p> : null}
      <ul className="flex flex-col gap-2">
        {questions.map((question, index) => (
          <li key={question.id} className="flex flex-wrap items-center gap-2">
            <Select
              aria-label={`Fact of question ${index + 1}`}
              className="h-8 w-34 pointer-coarse:h-11"
              value={question.field}
              options={fieldOptions}
              onChange={(event) => patch(question.id, { field: event.currentTarget.value as FactField })}
            />
            <input
              aria-label={`Question ${index + 1}`}
              placeholder="How many people would use it?"
              className={`${smallClass} min-w-48 flex-1`}
              value={question.ask}
              maxLength={500}
              onChange={(event) => patch(question.id, { ask: event.target.value })}
            />
            <label className="flex items-center gap-1.5 text-xs text-muted">
              Weight
              <input
                type="number"
                aria-label={`Weight of question ${index + 1}`}
                min={0}
                max={100}
                step={5}
                className={`${smallClass} w-18 tabular-nums`}
                value={question.weight}
                onChange={(event) => patch(question.id, { weight: clampWeight(event.target.valueAsNumber) })}
              />
              <span className="w-9 text-right tabular-nums">
                {total === 0 ? '–' : `${Math.round((question.weight / total) * 100)}%`}
              </span>
            </label>
            <IconButton
              label={`Remove question ${index + 1}`}
              onClick={() => {
                onChange(questions.filter(({ id }) => id !== question.id))
                restore((rules) => ({ questions: [...rules.questions, question] }))
              }}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        tone="quiet"
        className="mt-1 -ml-3"
        disabled={questions.length >= linesMax}
        icon={<Plus size={14} aria-hidden />}
        onClick={() => onChange([...questions, { id: newId(), field: nextField(questions), ask: '', weight: 20 }])}
      >
        Add question
      </Button>
    </fieldset>
  )
}

/** A field that no question asks for yet. */
function nextField(questions: readonly QualifyingQuestion[]): FactField {
  const wanted = ['size', 'need', 'timeline', 'budget', 'tool', 'role', 'company'] as const
  return wanted.find((field) => !questions.some((question) => question.field === field)) ?? 'need'
}

function clampWeight(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.min(100, Math.round(value))) : 0
}

interface ObjectionsEditorProps {
  readonly replies: readonly ObjectionReply[]
  readonly onChange: (replies: readonly ObjectionReply[]) => void
}

function ObjectionsEditor({ replies, onChange }: ObjectionsEditorProps) {
  const { canEdit } = useAgent()
  const restore = useRestore()
  const patch = (id: string, next: Partial<ObjectionReply>) =>
    onChange(replies.map((reply) => (reply.id === id ? { ...reply, ...next } : reply)))
  return (
    <fieldset disabled={!canEdit} className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Objection replies</legend>
      <ul className="flex flex-col gap-3">
        {replies.map((reply, index) => (
          <li key={reply.id} className="flex flex-wrap items-start gap-2">
            <Select
              aria-label={`Objection ${index + 1}`}
              className="h-8 w-38 pointer-coarse:h-11"
              value={reply.kind}
              options={objectionOptions}
              onChange={(event) => patch(reply.id, { kind: event.currentTarget.value as ObjectionKind })}
            />
            <span className="flex min-w-56 flex-1 flex-col gap-1.5">
              <textarea
                aria-label={`Reply ${index + 1}`}
                placeholder="What the agent replies"
                rows={2}
                maxLength={2_000}
                className={`${controlClass} field-sizing-content w-full py-1.5 text-sm`}
                value={reply.reply}
                onChange={(event) => patch(reply.id, { reply: event.target.value })}
              />
              <input
                aria-label={`Question after reply ${index + 1}`}
                placeholder="Then asks, such as: What do you pay today?"
                maxLength={500}
                className={`${smallClass} w-full`}
                value={reply.question}
                onChange={(event) => patch(reply.id, { question: event.target.value })}
              />
            </span>
            <IconButton
              label={`Remove reply ${index + 1}`}
              onClick={() => {
                onChange(replies.filter(({ id }) => id !== reply.id))
                restore((rules) => ({ objections: [...rules.objections, reply] }))
              }}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        tone="quiet"
        className="mt-1 -ml-3"
        disabled={replies.length >= linesMax}
        icon={<Plus size={14} aria-hidden />}
        onClick={() => onChange([...replies, { id: newId(), kind: 'price', reply: '', question: '' }])}
      >
        Add reply
      </Button>
    </fieldset>
  )
}

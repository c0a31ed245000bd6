import { factFields, type FactField, type QualifyingQuestion } from '#domain/sales-rules.ts'

import { factLabel } from '../../lib/fact-texts.ts'
import { newId } from '../../lib/new-id.ts'
import { Select } from '../../ui/select-field.tsx'
import { RuleList, smallClass } from './rule-list.tsx'

const fieldOptions = factFields.map((value) => ({ value, label: factLabel(value) }))

export interface QualifyingQuestionsProps {
  readonly questions: readonly QualifyingQuestion[]
  readonly onChange: (questions: readonly QualifyingQuestion[]) => void
}

/** What the agent asks visitors, with the fact that an answer gives and its weight in the score. */
export function QualifyingQuestions({ questions, onChange }: QualifyingQuestionsProps) {
  const total = questions.reduce((sum, { weight }) => sum + weight, 0)
  return (
    <RuleList
      legend="Qualifying questions"
      noun="question"
      hint="Asked one at a time, when they fit."
      rules={questions}
      create={() => ({ id: newId(), field: nextField(questions), ask: '', weight: 20 })}
      onChange={onChange}
      restore={(all, question) => ({ questions: [...all.questions, question] })}
      renderFields={(question, number, change) => (
        <>
          <Select
            aria-label={`Fact of question ${number}`}
            className="h-8 w-34 pointer-coarse:h-11"
            value={question.field}
            options={fieldOptions}
            onChange={(event) => change({ field: event.currentTarget.value as FactField })}
          />
          <input
            aria-label={`Question ${number}`}
            placeholder="How many people would use it?"
            className={`${smallClass} min-w-48 flex-1`}
            value={question.ask}
            maxLength={500}
            onChange={(event) => change({ ask: event.target.value })}
          />
          <label className="flex items-center gap-1.5 text-xs text-muted">
            Weight
            <input
              type="number"
              aria-label={`Weight of question ${number}`}
              min={0}
              max={100}
              step={5}
              className={`${smallClass} w-18 tabular-nums`}
              value={question.weight}
              onChange={(event) => change({ weight: clampWeight(event.target.valueAsNumber) })}
            />
            <span className="w-9 text-right tabular-nums">
              {total === 0 ? '–' : `${Math.round((question.weight / total) * 100)}%`}
            </span>
          </label>
        </>
      )}
    />
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

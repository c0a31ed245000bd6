import { useState } from 'react'

import type { ObjectionKind } from '#domain/sales-rules.ts'

import { objectionOptions, type PairRow } from '../../lib/agent-rows.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useAgent } from './agent-context.ts'
import { knowledgeKeys } from './knowledge-calls.ts'
import { linesOf, RowForm } from './row-dialog.tsx'
import { stepOptions, useAgentSteps } from './use-agent-steps.ts'
import { useRowEdit } from './use-row-edit.ts'

export type PairText = Pick<PairRow, 'question' | 'variants' | 'answer'>

export interface PairFormProps {
  /** Null to add one. */
  readonly pair: PairRow | null
  /** Filled in when adding, such as a drafted answer. */
  readonly first?: PairText | undefined
  readonly onSaved: () => void
}

/** A question and its answer, with other wordings, an objection and the step that shows it. */
export function PairForm({ pair, first, onSaved }: PairFormProps) {
  const { agent } = useAgent()
  const steps = stepOptions(useAgentSteps())
  const from = pair ?? first
  const [question, setQuestion] = useState(from?.question ?? '')
  const [variants, setVariants] = useState((from?.variants ?? []).join('\n'))
  const [answer, setAnswer] = useState(from?.answer ?? '')
  const [objection, setObjection] = useState<ObjectionKind | ''>(pair?.objection ?? '')
  const [stepId, setStepId] = useState(pair?.step_id ?? '')
  const edit = useRowEdit<PairRow>('knowledge_pairs', pair, { agent_id: agent.id }, knowledgeKeys.pairs(agent.id))

  async function save(): Promise<void> {
    const isSaved = await edit.save({
      question: question.trim(),
      variants: linesOf(variants),
      answer: answer.trim(),
      objection: objection === '' ? null : objection,
      step_id: stepId === '' ? null : stepId,
      is_draft: false,
    })
    if (isSaved) onSaved()
  }

  const isStepKnown = stepId === '' || steps.some(({ value }) => value === stepId)
  return (
    <RowForm
      {...edit}
      conflict={edit.conflict === null ? null : edit.conflict.answer}
      canSave={question.trim() !== '' && answer.trim() !== ''}
      saveLabel={pair?.is_draft === true ? 'Approve' : 'Save'}
      onSave={() => void save()}
    >
      <TextField
        label="Question"
        value={question}
        required
        autoFocus
        maxLength={300}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <TextArea
        label="Other wordings"
        hint="One per line."
        rows={3}
        maxLength={7_000}
        value={variants}
        onChange={(event) => setVariants(event.target.value)}
      />
      <TextArea
        label="Answer"
        rows={5}
        required
        maxLength={2_000}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Objection"
          value={objection}
          options={[{ value: '', label: 'None' }, ...objectionOptions]}
          onChange={(event) => setObjection(event.currentTarget.value as ObjectionKind | '')}
        />
        <SelectField
          label="Shown in"
          value={stepId}
          options={[
            { value: '', label: 'No step' },
            ...(isStepKnown ? [] : [{ value: stepId, label: 'A step of another demo' }]),
            ...steps,
          ]}
          onChange={(event) => setStepId(event.currentTarget.value)}
        />
      </div>
    </RowForm>
  )
}

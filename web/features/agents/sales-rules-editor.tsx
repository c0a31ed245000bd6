import { Sparkles } from 'lucide-react'
import { useState } from 'react'

import { noSalesRules, type SalesRules } from '#domain/sales-rules.ts'

import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useAgent } from './agent-context.ts'
import { readSalesProcess } from './agent-server-calls.ts'
import { LinesField } from './lines-field.tsx'
import { ObjectionReplies } from './objection-replies.tsx'
import { QualifyingQuestions } from './qualifying-questions.tsx'
import { rulesMax } from './rule-list.tsx'

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
        most={rulesMax}
        readOnly={!canEdit}
        lines={rules.goals}
        onChange={(goals) => change({ goals })}
      />
      <QualifyingQuestions questions={rules.questions} onChange={(questions) => change({ questions })} />
      <LinesField
        label="Disqualifiers"
        hint="Reasons to rule a visitor out, one per line."
        placeholder="fewer than 5 employees"
        most={rulesMax}
        readOnly={!canEdit}
        lines={rules.disqualifiers}
        onChange={(disqualifiers) => change({ disqualifiers })}
      />
      <ObjectionReplies replies={rules.objections} onChange={(objections) => change({ objections })} />
    </>
  )
}

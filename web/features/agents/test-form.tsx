import { useState } from 'react'

import { agentTextMax } from '#protocol/agent-events.ts'

import { scenarioGoals, type Expectation, type Scenario, type TestRow } from '../../lib/agent-rows.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useAgent } from './agent-context.ts'
import { knowledgeKeys } from './knowledge-calls.ts'
import { linesOf, RowForm } from './row-dialog.tsx'
import { expectationText } from './test-words.ts'
import { stepOptions, useAgentSteps } from './use-agent-steps.ts'
import { useRowEdit } from './use-row-edit.ts'

const expectations = [
  { value: 'says', label: 'Says…' },
  { value: 'step', label: 'Shows a step' },
  { value: 'refuses', label: 'Refuses' },
  { value: 'hands-over', label: 'Hands over' },
  { value: 'books', label: 'Books' },
] as const

export interface TestFormProps {
  readonly test: TestRow | null
  /** The position of a new test. */
  readonly position: number
  readonly onSaved: () => void
}

/** A question with its expected answer. */
export function QuestionTestForm({ test, position, onSaved }: TestFormProps) {
  const { agent } = useAgent()
  const demos = useAgentSteps()
  const steps = stepOptions(demos)
  const { expected } = test ?? { expected: null }
  const [title, setTitle] = useState(test?.title ?? '')
  const [kind, setKind] = useState<Expectation['kind']>(expected?.kind ?? 'says')
  const [text, setText] = useState(expected?.kind === 'says' ? expected.text : '')
  const [stepId, setStepId] = useState(expected?.kind === 'step' ? expected.stepId : '')
  const chosenStep = stepId === '' ? (steps[0]?.value ?? '') : stepId
  const fixed: Partial<TestRow> = { agent_id: agent.id, kind: 'question', position }
  const edit = useRowEdit<TestRow>('agent_tests', test, fixed, knowledgeKeys.tests(agent.id))

  const wanted: Expectation =
    kind === 'says' ? { kind, text: text.trim() } : kind === 'step' ? { kind, stepId: chosenStep } : { kind }
  const isComplete = kind === 'says' ? text.trim() !== '' : kind !== 'step' || chosenStep !== ''

  async function save(): Promise<void> {
    const demoId = demos.find((demo) => demo.steps.some(({ id }) => kind === 'step' && id === chosenStep))?.id ?? null
    const patch = { title: title.trim(), expected: wanted, demo_id: demoId, last_run: null, last_run_at: null }
    if (await edit.save(patch)) onSaved()
  }

  return (
    <RowForm
      {...edit}
      conflict={
        edit.conflict?.expected === null || edit.conflict === null
          ? null
          : `${edit.conflict.title}: ${expectationText(edit.conflict.expected, demos)}`
      }
      canSave={title.trim() !== '' && isComplete}
      onSave={() => void save()}
    >
      <TextField
        label="Question"
        value={title}
        required
        autoFocus
        maxLength={500}
        placeholder="What does it cost for 40 seats?"
        onChange={(event) => setTitle(event.target.value)}
      />
      <SelectField
        label="Expected"
        value={kind}
        options={expectations}
        onChange={(event) => setKind(event.currentTarget.value as Expectation['kind'])}
      />
      {kind === 'says' ? (
        <TextField
          label="The answer contains"
          value={text}
          required
          maxLength={1_000}
          placeholder="$29"
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      {kind === 'step' ? (
        <SelectField
          label="Step"
          value={chosenStep}
          options={steps}
          onChange={(event) => setStepId(event.currentTarget.value)}
        />
      ) : null}
    </RowForm>
  )
}

/** A scripted visitor's remarks, with the expected outcome. */
export function ScenarioForm({ test, position, onSaved }: TestFormProps) {
  const { agent } = useAgent()
  const [title, setTitle] = useState(test?.title ?? '')
  const [persona, setPersona] = useState(test?.scenario?.persona ?? '')
  const [turns, setTurns] = useState((test?.scenario?.turns ?? []).join('\n'))
  const [goal, setGoal] = useState<Scenario['goal']>(test?.scenario?.goal ?? 'books')
  const fixed: Partial<TestRow> = { agent_id: agent.id, kind: 'scenario', position }
  const edit = useRowEdit<TestRow>('agent_tests', test, fixed, knowledgeKeys.tests(agent.id))
  const lines = turns.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))

  const problem =
    lines.length > turnsMax
      ? `Use at most ${turnsMax} turns.`
      : lines.some((line) => line.length > agentTextMax)
        ? `Keep each turn below ${agentTextMax} characters.`
        : undefined

  async function save(): Promise<void> {
    const scenario: Scenario = { persona: persona.trim(), turns: lines, goal }
    if (await edit.save({ title: title.trim(), scenario, last_run: null, last_run_at: null })) onSaved()
  }

  return (
    <RowForm
      {...edit}
      conflict={edit.conflict === null ? null : linesOf(edit.conflict.scenario?.turns.join('\n') ?? '').join(' / ')}
      canSave={title.trim() !== '' && lines.length > 0 && problem === undefined}
      onSave={() => void save()}
    >
      <TextField
        label="Name"
        value={title}
        required
        autoFocus
        maxLength={120}
        placeholder="Head of finance, in a hurry"
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        label="Persona"
        value={persona}
        maxLength={300}
        placeholder="Wants a price and a meeting"
        onChange={(event) => setPersona(event.target.value)}
      />
      <TextArea
        label="The visitor says"
        hint="One turn per line."
        problem={problem}
        rows={6}
        required
        maxLength={15_000}
        value={turns}
        onChange={(event) => setTurns(event.target.value)}
      />
      <SelectField
        label="Goal"
        value={goal}
        options={scenarioGoals}
        onChange={(event) => setGoal(event.currentTarget.value as Scenario['goal'])}
      />
    </RowForm>
  )
}

const turnsMax = 30

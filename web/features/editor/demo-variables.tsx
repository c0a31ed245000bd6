import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'

import { isVariableName, variablesMax, type DemoVariable } from '#domain/demo-look.ts'
import type { Step } from '#domain/demo.ts'

import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { LookRowsProps } from './demo-section.tsx'
import type { EditorState } from './editor-state.ts'
import { Row, valueClass } from './inspector-rows.tsx'
import { variableUses } from './variable-uses.ts'

interface VariableRowsProps extends LookRowsProps {
  readonly state: EditorState
  readonly steps: readonly Step[]
}

/** The variables of texts and links, with their fallbacks and uses. */
export function VariableRows({ look: { variables }, onPatch, state, steps }: VariableRowsProps) {
  const id = useId()
  const uses = variableUses(state, steps)
  const undeclared = [...uses].flatMap(([name, { isBare }]) =>
    isBare && !variables.some((each) => each.name.toLowerCase() === name) ? [name] : [],
  )
  const patch = (changed: readonly DemoVariable[], typed?: string) => onPatch({ variables: changed }, typed)
  return (
    <>
      <h3 id={id} className="flex h-8 items-center text-sm text-muted">
        Variables
      </h3>
      <ul aria-labelledby={id}>
        {variables.map(({ name, fallback }) => (
          <li key={name} className="group flex items-center">
            <div className="min-w-0 flex-1">
              <Row label={`{{${name}}}`} htmlFor={`${id}-${name}`}>
                <input
                  id={`${id}-${name}`}
                  value={fallback}
                  maxLength={200}
                  placeholder="Fallback text"
                  className={valueClass}
                  onChange={(event) =>
                    patch(
                      variables.map((each) =>
                        each.name === name ? { name, fallback: event.currentTarget.value } : each,
                      ),
                      `variable ${name}`,
                    )
                  }
                />
              </Row>
            </div>
            <span className="shrink-0 px-1 text-xs text-muted tabular-nums">
              {placesText(uses.get(name.toLowerCase())?.places ?? [])}
            </span>
            <IconButton
              label={`Remove variable ${name}`}
              className="size-7!"
              onClick={() => patch(variables.filter((each) => each.name !== name))}
            >
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {undeclared.map((name) => (
        <div key={name} className="flex min-h-8 items-center justify-between gap-2">
          <span className="min-w-0 truncate text-sm text-warning">{`{{${name}}}`} has no fallback</span>
          <Button
            className="h-7!"
            disabled={variables.length >= variablesMax}
            onClick={() => patch([...variables, { name, fallback: '' }])}
          >
            Set
          </Button>
        </div>
      ))}
      {variables.length >= variablesMax ? null : (
        <NewVariable
          taken={variables.map(({ name }) => name.toLowerCase())}
          onAdd={(name) => patch([...variables, { name, fallback: '' }])}
        />
      )}
    </>
  )
}

function NewVariable({ taken, onAdd }: { readonly taken: readonly string[]; readonly onAdd: (name: string) => void }) {
  const id = useId()
  const [name, setName] = useState('')
  const problem =
    name === ''
      ? null
      : !isVariableName(name)
        ? 'Letters, digits, - and _, starting with a letter.'
        : taken.includes(name.toLowerCase())
          ? 'This name is already used.'
          : null
  const canAdd = name !== '' && problem === null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!canAdd) return
        onAdd(name)
        setName('')
      }}
    >
      <Row label="New" htmlFor={id} problem={problem}>
        <input
          id={id}
          aria-label="New variable"
          value={name}
          maxLength={40}
          placeholder="company"
          spellCheck={false}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          className={valueClass}
          onChange={(event) => setName(event.currentTarget.value.trim())}
        />
        <IconButton type="submit" label="Add variable" className="size-7!" disabled={!canAdd}>
          <Plus size={14} aria-hidden />
        </IconButton>
      </Row>
    </form>
  )
}

function placesText(steps: readonly number[]): string {
  if (steps.length === 0) return 'unused'
  const [only] = steps
  if (steps.length > 1) return `${steps.length} places`
  return only === 0 ? 'cover or ending' : `step ${only}`
}

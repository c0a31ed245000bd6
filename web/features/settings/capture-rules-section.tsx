import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import {
  captureRulesMax,
  readCaptureRules,
  ruleProblem,
  ruleValueMax,
  type CaptureRule,
} from '#domain/capture-rules.ts'

import { shareCaptureRules } from '../../lib/share-capture-rules.ts'
import { saveCaptureRules, workspacesQuery, type Workspace } from '../../lib/workspace-calls.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSave } from './saved-state.tsx'

const emptyRule: CaptureRule = { kind: 'text', value: '', site: '' }

/** For admins: what every recording of the workspace hides. */
export function CaptureRulesSection({ workspace }: { readonly workspace: Workspace }) {
  const queries = useQueryClient()
  const save = useSave()
  const rules = readCaptureRules(workspace.capture_rules)

  async function change(next: readonly CaptureRule[]): Promise<boolean> {
    const { ok } = await save(() => saveCaptureRules(workspace.id, next))
    await queries.invalidateQueries({ queryKey: workspacesQuery.queryKey })
    // If the extension isn't here, it gets the rules with the next recording.
    if (ok) void shareCaptureRules().catch(() => undefined)
    return ok
  }

  return (
    <SettingsSection
      title="Always hide"
      text="Covered in every picture before it is uploaded. Fields that match are never read."
    >
      {rules.length === 0 ? null : (
        <ul className="divide-y divide-line rounded-control border border-line">
          {rules.map((rule, index) => (
            <li key={`${rule.kind} ${rule.value} ${rule.site}`} className="flex items-center gap-2 px-3 py-1">
              <code className="min-w-0 flex-1 truncate text-sm">{rule.value}</code>
              <span className="text-xs text-muted">
                {rule.kind === 'selector' ? 'Selector' : 'Text'}
                {rule.site === '' ? '' : ` on ${rule.site}`}
              </span>
              <IconButton
                label={`Remove ${rule.value}`}
                onClick={() => void change(rules.filter((_, other) => other !== index))}
              >
                <Trash2 size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {rules.length >= captureRulesMax ? (
        <p className="text-sm text-muted">A workspace has at most {captureRulesMax} rules.</p>
      ) : (
        <RuleForm onAdd={(rule) => change([...rules, rule])} />
      )}
    </SettingsSection>
  )
}

function RuleForm({ onAdd }: { readonly onAdd: (rule: CaptureRule) => Promise<boolean> }) {
  const [rule, setRule] = useState(emptyRule)
  const [problem, setProblem] = useState<string>()
  const isSelector = rule.kind === 'selector'

  async function handleSubmit(): Promise<void> {
    const wanted = { ...rule, value: rule.value.trim(), site: rule.site.trim().toLowerCase() }
    const found = ruleProblem(wanted) ?? (isSelector ? selectorProblem(wanted.value) : null)
    setProblem(found ?? undefined)
    if (found === null && (await onAdd(wanted))) setRule({ ...emptyRule, kind: rule.kind })
  }

  return (
    <form
      className="flex flex-col gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void handleSubmit()
      }}
    >
      <SelectField
        label="Hide"
        value={rule.kind}
        options={[
          { value: 'text', label: 'Text' },
          { value: 'selector', label: 'Elements by CSS selector' },
        ]}
        onChange={({ currentTarget }) =>
          setRule({ ...rule, kind: currentTarget.value === 'selector' ? 'selector' : 'text' })
        }
      />
      <TextField
        label={isSelector ? 'Selector' : 'Words'}
        value={rule.value}
        maxLength={ruleValueMax}
        placeholder={isSelector ? '.customer-name' : 'ACME-####'}
        hint={isSelector ? undefined : '* stands for any characters but spaces, # for a digit.'}
        problem={problem}
        onChange={({ currentTarget }) => {
          setRule({ ...rule, value: currentTarget.value })
          setProblem(undefined)
        }}
      />
      <TextField
        label="Site"
        value={rule.site}
        maxLength={253}
        placeholder="All sites"
        onChange={({ currentTarget }) => setRule({ ...rule, site: currentTarget.value })}
      />
      <Button type="submit">Add rule</Button>
    </form>
  )
}

function selectorProblem(selector: string): string | null {
  try {
    document.createDocumentFragment().querySelector(selector)
    return null
  } catch {
    return 'This is not a CSS selector.'
  }
}

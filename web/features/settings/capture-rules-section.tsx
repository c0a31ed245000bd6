import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'

import {
  captureRulesMax,
  readCaptureRules,
  ruleProblem,
  ruleValueMax,
  type CaptureRule,
} from '#domain/capture-rules.ts'

import { countOf } from '../../lib/figure-text.ts'
import { shareCaptureRules } from '../../lib/share-capture-rules.ts'
import { saveCaptureRules, workspacesQuery, type Workspace } from '../../lib/workspace-calls.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { latestRecordingQuery } from './latest-recording.ts'
import { RuleTrialPanel } from './rule-trial-panel.tsx'
import { useSave } from './saved-state.tsx'
import { tryRules, type TriedStep } from './try-rule.ts'

const emptyRule: CaptureRule = { kind: 'text', value: '', site: '' }

/** For admins: what every recording of the workspace hides, with a preview on the latest one. */
export function CaptureRulesSection({ workspace }: { readonly workspace: Workspace }) {
  const queries = useQueryClient()
  const save = useSave()
  const rules = useMemo(() => readCaptureRules(workspace.capture_rules), [workspace.capture_rules])
  const recording = useQuery(latestRecordingQuery(workspace.id))
  const [draft, setDraft] = useState(emptyRule)
  const tried = useDeferredValue(draft)
  const isTyping = ruleProblem(tried) === null

  async function change(next: readonly CaptureRule[]): Promise<boolean> {
    const { ok } = await save(() => saveCaptureRules(workspace.id, next))
    await queries.invalidateQueries({ queryKey: workspacesQuery.queryKey })
    // Without the extension in this browser, the rules apply from its next recording.
    if (ok) void shareCaptureRules().catch(() => undefined)
    return ok
  }

  return (
    <>
      <SettingsSection title="Always hide" text="Covered in every picture before the upload. The text is never read.">
        {rules.length >= captureRulesMax ? (
          <p className="text-sm text-muted">A workspace has at most {captureRulesMax} rules.</p>
        ) : (
          <RuleForm rule={draft} onChange={setDraft} onAdd={(rule) => change([...rules, rule])} />
        )}
        <RuleTrialPanel
          rules={isTyping ? [tried] : rules}
          isTyping={isTyping}
          steps={recording.data}
          isLoading={recording.isPending}
        />
        {rules.length === 0 ? null : (
          <RuleList
            rules={rules}
            steps={recording.data ?? []}
            onRemove={(rule) => change(rules.filter((other) => other !== rule))}
          />
        )}
      </SettingsSection>
      <SettingsSection title="Found automatically" text="Suggested after each recording.">
        <ul className="flex flex-wrap gap-1.5">
          {foundAnyway.map((name) => (
            <li key={name} className="rounded-chip bg-sunken px-2.5 py-1 text-xs text-soft">
              {name}
            </li>
          ))}
        </ul>
      </SettingsSection>
    </>
  )
}

const foundAnyway = [
  'Email addresses',
  'Phone numbers',
  'Account and card numbers',
  'Keys and passwords',
  'Private fields',
] as const

interface RuleListProps {
  readonly rules: readonly CaptureRule[]
  readonly steps: readonly TriedStep[]
  readonly onRemove: (rule: CaptureRule) => Promise<boolean>
}

function RuleList({ rules, steps, onRemove }: RuleListProps) {
  const counts = useMemo(() => rules.map((rule) => tryRules([rule], steps).places), [rules, steps])
  return (
    <ul aria-label="Rules" className="divide-y divide-line border-y border-line">
      {rules.map((rule, index) => (
        <li key={`${rule.kind} ${rule.value} ${rule.site}`} className="flex min-h-10 items-center gap-3">
          <code className="min-w-0 flex-1 truncate text-sm">{rule.value}</code>
          <span className="truncate text-xs text-muted">
            {rule.kind === 'selector' ? 'Selector' : 'Text'}
            {rule.site === '' ? '' : ` on ${rule.site}`}
          </span>
          {steps.length === 0 ? null : (
            <span className="w-18 shrink-0 text-right text-xs text-muted tabular-nums">
              {countOf(counts[index] ?? 0, 'place')}
            </span>
          )}
          <IconButton label={`Remove ${rule.value}`} onClick={() => void onRemove(rule)}>
            <Trash2 size={16} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

interface RuleFormProps {
  readonly rule: CaptureRule
  readonly onChange: (rule: CaptureRule) => void
  readonly onAdd: (rule: CaptureRule) => Promise<boolean>
}

function RuleForm({ rule, onChange, onAdd }: RuleFormProps) {
  const [problem, setProblem] = useState<string>()
  const isSelector = rule.kind === 'selector'

  async function handleSubmit(): Promise<void> {
    const wanted = { ...rule, value: rule.value.trim(), site: rule.site.trim().toLowerCase() }
    const found = ruleProblem(wanted) ?? (isSelector ? selectorProblem(wanted.value) : null)
    setProblem(found ?? undefined)
    if (found === null && (await onAdd(wanted))) onChange({ ...emptyRule, kind: rule.kind })
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
      <Segments
        label="Hide"
        value={rule.kind}
        options={[
          { value: 'text', label: 'Text' },
          { value: 'selector', label: 'CSS selector' },
        ]}
        onChange={(kind) => {
          onChange({ ...rule, kind })
          setProblem(undefined)
        }}
        className="self-start"
      />
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_auto]">
        <TextField
          label={isSelector ? 'Selector' : 'Words'}
          value={rule.value}
          maxLength={ruleValueMax}
          placeholder={isSelector ? '.customer-name' : 'ACME-####'}
          hint={isSelector ? undefined : '* matches any characters but spaces, # a digit.'}
          problem={problem}
          onChange={({ currentTarget }) => {
            onChange({ ...rule, value: currentTarget.value })
            setProblem(undefined)
          }}
        />
        <TextField
          label="Site"
          value={rule.site}
          maxLength={253}
          placeholder="All sites"
          onChange={({ currentTarget }) => onChange({ ...rule, site: currentTarget.value })}
        />
        <Button type="submit" className="sm:mt-6">
          Add rule
        </Button>
      </div>
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

import { clsx } from 'clsx'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'

import { noSalesRules, type SalesRules } from '#domain/sales-rules.ts'

import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { controlClass } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useAgent } from './agent-context.ts'

export const rulesMax = 50
export const smallClass = `${controlClass} h-8 text-sm pointer-coarse:h-11`

export interface RuleListProps<Rule> {
  readonly legend: string
  /** “question” in “Add question” and “Remove question 1”. */
  readonly noun: string
  /** Shown while the list is empty. */
  readonly hint?: string
  readonly rules: readonly Rule[]
  /** Whether a rule's fields have several lines. */
  readonly isTall?: boolean
  readonly renderFields: (rule: Rule, number: number, change: (next: Partial<Rule>) => void) => ReactNode
  readonly create: () => Rule
  readonly onChange: (rules: readonly Rule[]) => void
  /** Puts a removed rule back into the current lists. */
  readonly restore: (all: SalesRules, rule: Rule) => Partial<SalesRules>
}

/** Rules of one kind, which can be edited, added and removed. Removing one offers Undo. */
export function RuleList<Rule extends { readonly id: string }>({
  legend,
  noun,
  hint,
  rules,
  isTall = false,
  renderFields,
  create,
  onChange,
  restore,
}: RuleListProps<Rule>) {
  const { canEdit, saver } = useAgent()

  function remove(rule: Rule): void {
    onChange(rules.filter(({ id }) => id !== rule.id))
    showToast({
      text: 'Removed.',
      action: {
        label: 'Undo',
        onSelect: () => {
          const all = saver.view().agent.sales_rules ?? noSalesRules
          saver.change({ sales_rules: { ...all, ...restore(all, rule) } })
        },
      },
    })
  }

  return (
    <fieldset disabled={!canEdit} className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {hint !== undefined && rules.length === 0 ? <p className="text-xs text-muted">{hint}</p> : null}
      <ul className={clsx('flex flex-col', isTall ? 'gap-3' : 'gap-2')}>
        {rules.map((rule, index) => (
          <li key={rule.id} className={clsx('flex flex-wrap gap-2', isTall ? 'items-start' : 'items-center')}>
            {renderFields(rule, index + 1, (next) =>
              onChange(rules.map((each) => (each.id === rule.id ? { ...each, ...next } : each))),
            )}
            <IconButton label={`Remove ${noun} ${index + 1}`} onClick={() => remove(rule)}>
              <X size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        tone="quiet"
        className="mt-1 -ml-3"
        disabled={rules.length >= rulesMax}
        icon={<Plus size={14} aria-hidden />}
        onClick={() => onChange([...rules, create()])}
      >
        Add {noun}
      </Button>
    </fieldset>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'

import type { PlanRow } from '../../lib/agent-rows.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useAgent } from './agent-context.ts'
import { knowledgeKeys, plansQuery, updateRow } from './knowledge-calls.ts'
import { RowDialog, RowForm } from './row-dialog.tsx'
import { NothingYet, PanelSection } from './section-head.tsx'
import { useRowEdit, useRowRemoval } from './use-row-edit.ts'
import { useSave } from './use-save.ts'

/** The price table: the only source for questions about money. */
export function PlansSection() {
  const { agent, canEdit } = useAgent()
  const plans = useQuery(plansQuery(agent.id)).data
  const [edited, setEdited] = useState<PlanRow | 'new' | null>(null)
  const last = plans?.at(-1)?.position ?? 0
  return (
    <PanelSection
      title="Prices"
      count={plans?.length}
      aside={
        <Button
          tone="quiet"
          disabled={!canEdit || plans === undefined}
          icon={<Plus size={14} aria-hidden />}
          aria-label="Add a plan"
          onClick={() => setEdited('new')}
        >
          Add
        </Button>
      }
    >
      {plans?.length === 0 ? <NothingYet>Add your plans so that prices are quoted exactly.</NothingYet> : null}
      {plans === undefined || plans.length === 0 ? null : (
        <table className="w-full table-fixed text-left text-sm tabular-nums">
          <thead className="text-xs text-muted">
            <tr className="h-8">
              <th scope="col" className="font-normal">
                Plan
              </th>
              <th scope="col" className="w-2/5 font-normal">
                Price
              </th>
              <th scope="col" className="w-8 pointer-coarse:w-11">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {plans.map((plan, index) => (
              <PlanItem key={plan.id} plan={plan} above={plans[index - 1]} onEdit={() => setEdited(plan)} />
            ))}
          </tbody>
        </table>
      )}
      <RowDialog
        title={edited === 'new' ? 'Add a plan' : 'Edit the plan'}
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
      >
        <PlanForm plan={edited === 'new' ? null : edited} position={last + 1} onSaved={() => setEdited(null)} />
      </RowDialog>
    </PanelSection>
  )
}

interface PlanItemProps {
  readonly plan: PlanRow
  readonly above: PlanRow | undefined
  readonly onEdit: () => void
}

function PlanItem({ plan, above, onEdit }: PlanItemProps) {
  const { agent, canEdit } = useAgent()
  const key = knowledgeKeys.plans(agent.id)
  const remove = useRowRemoval('price_plans', key)
  const moveUp = useSave(async (other: PlanRow) => {
    await updateRow('price_plans', plan.id, { position: other.position })
    await updateRow('price_plans', other.id, { position: plan.position })
  }, key)
  return (
    <tr className="border-t border-line align-top last:border-b [&>td]:py-2 [&>td]:pr-3">
      <td>
        <span dir="auto" className="block font-medium wrap-anywhere">
          {plan.name}
        </span>
        {plan.includes === '' ? null : (
          <span dir="auto" className="line-clamp-2 text-xs text-muted wrap-anywhere">
            {plan.includes}
          </span>
        )}
      </td>
      <td className="wrap-anywhere">
        {plan.price} <span className="text-muted">{plan.period}</span>
      </td>
      <td className="!py-0.5 !pr-0">
        <Menu
          trigger={
            <IconButton label={`More for ${plan.name}`} disabled={!canEdit}>
              <Ellipsis size={16} aria-hidden />
            </IconButton>
          }
          entries={[
            { key: 'edit', label: 'Edit', onSelect: onEdit },
            {
              key: 'up',
              label: 'Move up',
              disabled: above === undefined,
              onSelect: () => above !== undefined && moveUp.mutate(above),
            },
            {
              key: 'remove',
              label: 'Remove',
              tone: 'danger',
              onSelect: () => remove(plan, `The plan ${plan.name} was removed.`),
            },
          ]}
        />
      </td>
    </tr>
  )
}

interface PlanFormProps {
  readonly plan: PlanRow | null
  /** The position of a new plan. */
  readonly position: number
  readonly onSaved: () => void
}

function PlanForm({ plan, position, onSaved }: PlanFormProps) {
  const { agent } = useAgent()
  const [name, setName] = useState(plan?.name ?? '')
  const [price, setPrice] = useState(plan?.price ?? '')
  const [period, setPeriod] = useState(plan?.period ?? '')
  const [includes, setIncludes] = useState(plan?.includes ?? '')
  const fixed = { agent_id: agent.id, position }
  const edit = useRowEdit<PlanRow>('price_plans', plan, fixed, knowledgeKeys.plans(agent.id))

  async function save(): Promise<void> {
    const patch = { name: name.trim(), price: price.trim(), period: period.trim(), includes: includes.trim() }
    if (await edit.save(patch)) onSaved()
  }

  return (
    <RowForm
      {...edit}
      conflict={edit.conflict === null ? null : `${edit.conflict.name}: ${edit.conflict.price} ${edit.conflict.period}`}
      canSave={name.trim() !== '' && price.trim() !== ''}
      onSave={() => void save()}
    >
      <TextField
        label="Plan"
        value={name}
        required
        autoFocus
        maxLength={80}
        placeholder="Team"
        onChange={(event) => setName(event.target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Price"
          value={price}
          required
          maxLength={80}
          placeholder="$29"
          hint="As visitors will hear it."
          onChange={(event) => setPrice(event.target.value)}
        />
        <TextField
          label="Period"
          value={period}
          maxLength={80}
          placeholder="per seat and month"
          onChange={(event) => setPeriod(event.target.value)}
        />
      </div>
      <TextArea
        label="Includes"
        rows={3}
        value={includes}
        maxLength={1_000}
        onChange={(event) => setIncludes(event.target.value)}
      />
    </RowForm>
  )
}

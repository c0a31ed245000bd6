import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, FileText, Presentation } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

import type { PairRow, UnansweredGroup } from '../../lib/agent-rows.ts'
import { failureHint, failureText } from '../../lib/backend-error.ts'
import { momentText } from '../../lib/dates.ts'
import { countText } from '../../lib/figure-text.ts'
import { isTyping } from '../../lib/use-viewer-keys.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useAgent } from './agent-context.ts'
import { dismissQuestion, unansweredQuery } from './agent-server-calls.ts'
import { pairsQuery } from '../../lib/pair-calls.ts'
import { insertRow, knowledgeKeys, updateRow } from './knowledge-calls.ts'
import { PairForm } from './pair-form.tsx'
import { RowDialog } from './row-dialog.tsx'
import { Chip, Keys, NothingYet, PanelSection, SourceChip } from './section-head.tsx'
import { useSave } from './use-save.ts'

const shownFirst = 10

/** Visitors' questions that the agent couldn't answer, grouped by meaning. */
export function UnansweredSection() {
  const { agent } = useAgent()
  const groups = useQuery(unansweredQuery(agent.id))
  const [open, setOpen] = useState<string | null>(null)
  const [isLong, setIsLong] = useState(false)
  const all = groups.data ?? []
  const current = all.find(({ question }) => question === open) ?? all[0]

  return (
    <PanelSection
      title="Unanswered"
      count={groups.data?.length}
      aside={
        current === undefined ? null : (
          <span className="hidden items-center gap-1.5 text-xs text-muted sm:flex pointer-coarse:hidden">
            <Keys>A</Keys> approve <Keys>E</Keys> edit
          </span>
        )
      }
    >
      {groups.isPending ? <Skeleton className="h-34 rounded-card" /> : null}
      {groups.isError && groups.data === undefined ? (
        <ErrorState
          title={failureText(groups.error, 'knowledgeFailed')}
          text={failureHint(groups.error)}
          onRetry={() => void groups.refetch()}
        />
      ) : null}
      {groups.data?.length === 0 ? <NothingYet>Questions your agent can’t answer appear here.</NothingYet> : null}
      {current === undefined ? null : <OpenGroup key={current.question} group={current} />}
      <ul>
        {all
          .filter((group) => group !== current)
          .slice(0, isLong ? undefined : shownFirst)
          .map((group) => (
            <li key={group.question} className="border-b border-line">
              <button
                type="button"
                className="flex min-h-9 w-full items-center gap-2.5 py-1.5 text-left text-sm -outline-offset-2 transition-colors duration-[120ms] hover:bg-sunken pointer-coarse:min-h-11"
                onClick={() => setOpen(group.question)}
              >
                <ChevronRight size={14} aria-hidden className="shrink-0 text-muted" />
                <span dir="auto" className="min-w-0 truncate font-medium">
                  {group.question}
                </span>
                <Chip>{countText(group.count)}×</Chip>
                <span className={`ml-auto shrink-0 ${group.draft === null ? 'text-warning' : 'text-muted'}`}>
                  {group.draft === null ? 'No source yet' : 'Draft ready'}
                </span>
              </button>
            </li>
          ))}
      </ul>
      {!isLong && all.length > shownFirst + 1 ? (
        <Button tone="quiet" className="mt-1" onClick={() => setIsLong(true)}>
          Show all {countText(all.length)}
        </Button>
      ) : null}
    </PanelSection>
  )
}

function OpenGroup({ group }: { readonly group: UnansweredGroup }) {
  const { agent, canEdit } = useAgent()
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<'answer' | 'variant' | null>(null)
  const keys = [knowledgeKeys.pairs(agent.id), unansweredQuery(agent.id).queryKey]
  const settle = () => dismissQuestion(agent.id, group.question)
  const approve = useSave(
    async (answer: string) => {
      const variants = group.wordings.filter((wording) => wording !== group.question).slice(0, variantsMax)
      await insertRow('knowledge_pairs', {
        agent_id: agent.id,
        question: group.question.slice(0, 300),
        variants,
        answer,
      })
      await settle()
      showToast({ text: 'Added to Q&A.' })
    },
    ...keys,
  )
  const dismiss = useSave(settle, ...keys)
  const canApprove = group.draft !== null && canEdit && !approve.isPending

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || dialog !== null || !canEdit) return
    if (document.querySelector('[role="dialog"],[role="menu"]') !== null) return
    if (event.key === 'a' && canApprove && group.draft !== null) approve.mutate(group.draft.answer)
    if (event.key === 'e') {
      event.preventDefault()
      setDialog('answer')
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  function handleSaved(): void {
    setDialog(null)
    void settle().finally(() => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))))
  }

  const others = group.wordings.filter((wording) => wording !== group.question)
  return (
    <article className="mb-1.5 rounded-card border border-line bg-surface px-4 pt-3.5 pb-2.5 shadow-raised">
      <div className="flex items-start gap-2.5">
        <h3 dir="auto" className="min-w-0 flex-1 text-base font-semibold tracking-tight wrap-anywhere">
          {group.question}
        </h3>
        <Chip tone="warm">asked {countText(group.count)}×</Chip>
      </div>
      {others.length === 0 ? null : (
        <p className="mt-1 line-clamp-2 text-xs text-muted">Also: {others.slice(0, 3).join(' · ')}</p>
      )}
      {group.draft === null ? (
        <p className="mt-2 text-sm text-muted">No source yet. Last asked {momentText(group.lastAskedAt)}.</p>
      ) : (
        <p dir="auto" className="mt-2.5 border-l-2 border-accent/40 py-0.5 pl-3.5 text-sm/5.25 wrap-anywhere">
          <span className="underline decoration-accent/40 underline-offset-3">{group.draft.answer}</span>
        </p>
      )}
      <div className="mt-2.5 flex flex-wrap items-center gap-1.5">
        {group.draft?.cites.map(({ title, place, stepOrder }) => (
          <SourceChip
            key={`${title} ${place} ${stepOrder}`}
            icon={stepOrder === null ? <FileText size={14} aria-hidden /> : <Presentation size={14} aria-hidden />}
          >
            {stepOrder === null ? (place === '' ? title : `${title}, ${place}`) : `Step ${stepOrder}`}
          </SourceChip>
        ))}
        <span className="ml-auto flex flex-wrap gap-1.5">
          <Button tone="quiet" disabled={!canEdit || dismiss.isPending} onClick={() => dismiss.mutate(undefined)}>
            Dismiss
          </Button>
          <Button tone="quiet" disabled={!canEdit} onClick={() => setDialog('variant')}>
            Add to a question
          </Button>
          {group.draft === null ? (
            <Button tone="accent" disabled={!canEdit} onClick={() => setDialog('answer')}>
              Answer
            </Button>
          ) : (
            <>
              <Button tone="quiet" disabled={!canEdit} onClick={() => setDialog('answer')}>
                Edit
              </Button>
              <Button
                tone="accent"
                disabled={!canApprove}
                onClick={() => group.draft !== null && approve.mutate(group.draft.answer)}
              >
                Approve
              </Button>
            </>
          )}
        </span>
      </div>
      <RowDialog title="Answer the question" isOpen={dialog === 'answer'} onClose={() => setDialog(null)}>
        <PairForm
          pair={null}
          first={{ question: group.question, variants: others, answer: group.draft?.answer ?? '' }}
          onSaved={handleSaved}
        />
      </RowDialog>
      <RowDialog title="Add to a question" isOpen={dialog === 'variant'} onClose={() => setDialog(null)}>
        <VariantForm wordings={group.wordings} onSaved={handleSaved} />
      </RowDialog>
    </article>
  )
}

const variantsMax = 20

/** Adds the wordings as variants of an answered question. */
function VariantForm({ wordings, onSaved }: { readonly wordings: readonly string[]; readonly onSaved: () => void }) {
  const { agent } = useAgent()
  const pairs = useQuery(pairsQuery(agent.id)).data ?? []
  const [id, setId] = useState('')
  const chosen: PairRow | undefined = pairs.find((pair) => pair.id === id) ?? pairs[0]
  const add = useSave(async (pair: PairRow) => {
    const variants = [...new Set([...pair.variants, ...wordings])].filter((text) => text !== pair.question)
    await updateRow('knowledge_pairs', pair.id, { variants })
    onSaved()
  }, knowledgeKeys.pairs(agent.id))
  if (chosen === undefined)
    return <p className="text-sm text-muted">There are no questions yet. Add an answer instead.</p>
  return (
    <div className="flex flex-col gap-4">
      <label className="text-sm font-medium">
        Question
        <Select
          className="mt-1 h-10 w-full font-normal pointer-coarse:h-11"
          value={chosen.id}
          options={pairs.map((pair) => ({ value: pair.id, label: pair.question }))}
          onChange={(event) => setId(event.currentTarget.value)}
        />
      </label>
      <p dir="auto" className="border-l-2 border-accent/40 pl-3 text-sm text-muted">
        {chosen.answer}
      </p>
      <Button tone="accent" size="form" disabled={add.isPending} onClick={() => add.mutate(chosen)}>
        {add.isPending ? 'Adding…' : 'Add wording'}
      </Button>
    </div>
  )
}

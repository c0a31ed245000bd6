import { useQuery } from '@tanstack/react-query'
import { Ellipsis, MessageCircleQuestion, Plus } from 'lucide-react'
import { useState } from 'react'

import { objectionLabel, type PairRow } from '../../lib/agent-rows.ts'
import { failureHint, failureText } from '../../lib/backend-error.ts'
import { countOf, countText } from '../../lib/figure-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Menu } from '../../ui/menu.tsx'
import { controlClass } from '../../ui/text-field.tsx'
import { useAgent } from './agent-context.ts'
import { pairsQuery } from '../../lib/pair-calls.ts'
import { knowledgeKeys } from './knowledge-calls.ts'
import { PairForm } from './pair-form.tsx'
import { RowDialog } from './row-dialog.tsx'
import { Chip, NothingYet, PanelSection } from './section-head.tsx'
import { useRowRemoval } from './use-row-edit.ts'

const shownAtOnce = 50
const searchFrom = 8

/** Questions with the author's own answers. */
export function PairsSection() {
  const { agent, canEdit } = useAgent()
  const pairs = useQuery(pairsQuery(agent.id))
  const [search, setSearch] = useState('')
  const [count, setCount] = useState(shownAtOnce)
  const [edited, setEdited] = useState<PairRow | 'new' | null>(null)
  const all = pairs.data ?? []
  const words = search.trim().toLowerCase()
  const found = words === '' ? all : all.filter((pair) => textOf(pair).includes(words))

  return (
    <PanelSection
      title="Q&A"
      count={pairs.data?.length}
      aside={
        <Button
          tone="quiet"
          disabled={!canEdit}
          icon={<Plus size={14} aria-hidden />}
          aria-label="Add a question"
          onClick={() => setEdited('new')}
        >
          Add
        </Button>
      }
    >
      {pairs.isPending ? <ListSkeleton label="Loading the questions" rows={3} /> : null}
      {pairs.isError && pairs.data === undefined ? (
        <ErrorState
          title={failureText(pairs.error, 'knowledgeFailed')}
          text={failureHint(pairs.error)}
          onRetry={() => void pairs.refetch()}
        />
      ) : null}
      {all.length >= searchFrom ? (
        <input
          type="search"
          aria-label="Search questions"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className={`${controlClass} mb-2 h-8 w-full text-sm pointer-coarse:h-11`}
        />
      ) : null}
      {pairs.data?.length === 0 ? <NothingYet>Add the questions buyers ask most.</NothingYet> : null}
      {all.length > 0 && found.length === 0 ? <NothingYet>No matching questions.</NothingYet> : null}
      {found.length === 0 ? null : (
        <ul className="border-t border-line text-sm empty:hidden">
          {found.slice(0, count).map((pair) => (
            <PairItem key={pair.id} pair={pair} onEdit={() => setEdited(pair)} />
          ))}
        </ul>
      )}
      {found.length > count ? (
        <Button tone="quiet" className="mt-1" onClick={() => setCount(count + shownAtOnce)}>
          Show {countText(Math.min(shownAtOnce, found.length - count))} more
        </Button>
      ) : null}
      <RowDialog
        title={edited === 'new' ? 'Add a question' : 'Edit the question'}
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
      >
        <PairForm pair={edited === 'new' ? null : edited} onSaved={() => setEdited(null)} />
      </RowDialog>
    </PanelSection>
  )
}

function PairItem({ pair, onEdit }: { readonly pair: PairRow; readonly onEdit: () => void }) {
  const { agent, canEdit, tryQuestion } = useAgent()
  const remove = useRowRemoval('knowledge_pairs', knowledgeKeys.pairs(agent.id))
  return (
    <li className="flex min-h-9 items-center gap-2.5 border-b border-line pointer-coarse:min-h-11">
      <MessageCircleQuestion size={16} aria-hidden className="shrink-0 text-muted" />
      <button
        type="button"
        dir="auto"
        disabled={!canEdit}
        title={pair.question}
        className="min-w-0 flex-1 truncate py-2 text-left -outline-offset-2 hover:underline pointer-coarse:min-h-11"
        onClick={onEdit}
      >
        {pair.question}
      </button>
      {pair.is_draft ? <Chip tone="warm">Draft</Chip> : null}
      {pair.objection === null ? null : <Chip>{objectionLabel(pair.objection)}</Chip>}
      {pair.variants.length === 0 ? null : (
        <span className="hidden shrink-0 text-muted tabular-nums sm:block">
          {countOf(pair.variants.length, 'wording')}
        </span>
      )}
      <Menu
        trigger={
          <IconButton label={`More for ${pair.question}`}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
        entries={[
          { key: 'edit', label: 'Edit', disabled: !canEdit, onSelect: onEdit },
          { key: 'try', label: 'Ask the agent', onSelect: () => tryQuestion(pair.question) },
          {
            key: 'remove',
            label: 'Remove',
            tone: 'danger',
            disabled: !canEdit,
            onSelect: () => remove(pair, 'The question was removed.'),
          },
        ]}
      />
    </li>
  )
}

function textOf({ question, variants, answer }: PairRow): string {
  return [question, ...variants, answer].join('\n').toLowerCase()
}

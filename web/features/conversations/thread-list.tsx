import { clsx } from 'clsx'
import { CircleHelp, Hand } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Link, useNavigate } from 'react-router'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import type { ListedConversation } from '../../lib/conversation-calls.ts'
import { relativeTime } from '../../lib/relative-time.ts'
import { momentText } from '../../lib/dates.ts'
import { hotScore } from '../../lib/fact-texts.ts'
import { countText } from '../../lib/figure-text.ts'
import { useChangeParams } from '../../lib/use-address-params.ts'
import { useAddressText } from '../../lib/use-address-text.ts'
import { visitorName } from '../../lib/visitor-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { subjectOf } from './conversation-row.tsx'
import type { ThreadFilter, Threads } from './use-threads.ts'

export interface ThreadListProps {
  readonly threads: Threads
  readonly title: string
  readonly selectedId: string | null
  /** Whether the conversation's title is the page's title. */
  readonly isPageTitle: boolean
  readonly hrefOf: (id: string) => string
}

/** The conversations, live ones first. J and K open the next and the previous one. */
export function ThreadList({ threads, title, selectedId, isPageTitle, hrefOf }: ThreadListProps) {
  const changeParams = useChangeParams()
  const [typed, setTyped] = useAddressText('q')
  const { filter, words, conversations, page, live, rest, goingOn, silentCount } = threads
  useOpenKeys([...live, ...rest], selectedId, hrefOf)
  const Heading = isPageTitle ? 'h1' : 'h2'

  function choose(value: string): void {
    changeParams({ show: value === 'open' ? null : value })
  }

  return (
    <>
      <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <Heading className="truncate text-base font-semibold tracking-[-0.011em]">{title}</Heading>
        {silentCount === 0 && filter !== 'silent' ? null : (
          <button
            type="button"
            aria-pressed={filter === 'silent'}
            title="Visitors who opened the agent and asked nothing"
            onClick={() => choose(filter === 'silent' ? 'open' : 'silent')}
            className={clsx(
              'ml-auto h-[26px] shrink-0 rounded-chip px-2.5 text-xs whitespace-nowrap tabular-nums pointer-coarse:h-11 pointer-coarse:px-3.5',
              filter === 'silent' ? 'bg-press font-medium text-text' : 'text-muted hover:text-text',
            )}
          >
            {countText(silentCount)} without a question
          </button>
        )}
      </header>
      <search className="shrink-0 px-3 pt-2.5">
        <SearchField label="Search conversations" placeholder="Search" words={typed} onWords={setTyped} />
      </search>
      <FilterChips
        label="Show"
        value={filter}
        options={chips.map((value) => ({
          value,
          label: labels[value],
          ...(value === 'live'
            ? goingOn.length > 0 && { count: goingOn.length, isLive: true }
            : value === filter && { count: page?.total }),
        }))}
        className="shrink-0 px-3 py-2"
        onChange={choose}
      />
      <div className="min-h-0 flex-1 px-2 pb-3 md:overflow-y-auto">
        {threads.isPending ? <ThreadSkeleton /> : null}
        {conversations.isError && page === undefined ? (
          <ErrorState
            title={failureText(conversations.error, 'sessionsFailed')}
            text={failureHint(conversations.error)}
            onRetry={() => void conversations.refetch()}
          />
        ) : null}
        {page === undefined || live.length === 0 ? null : (
          <section aria-label="Live">
            <ThreadRows conversations={live} selectedId={selectedId} hrefOf={hrefOf} />
          </section>
        )}
        <ThreadRows conversations={rest} selectedId={selectedId} hrefOf={hrefOf} />
        {page !== undefined && live.length + rest.length === 0 ? (
          <p className={clsx('px-2 py-3 text-sm text-muted', words === '' && selectedId === null && 'md:hidden')}>
            {words === '' ? nothingTexts[filter] : 'No matching conversations.'}
          </p>
        ) : null}
        {page !== undefined && filter !== 'live' && page.total > page.conversations.length ? (
          <Button className="mx-2 mt-3" disabled={conversations.isFetching} onClick={threads.showMore}>
            Show more
          </Button>
        ) : null}
      </div>
    </>
  )
}

const chips = ['open', 'live', 'hot', 'done'] as const
const labels = { open: 'Open', live: 'Live', hot: 'Hot', done: 'Done' }
const nothingTexts: Readonly<Record<ThreadFilter, string>> = {
  open: 'Nothing left to answer.',
  live: 'Nobody is talking right now.',
  hot: 'No hot leads among the open conversations.',
  done: 'Conversations you mark as done appear here.',
  silent: 'Every visitor asked something.',
}

/** As high as the rows. */
function ThreadSkeleton() {
  return (
    <div role="status" aria-label="Loading conversations">
      {Array.from({ length: 9 }, (_, row) => (
        <div key={row} className="flex items-center gap-2.5 px-2 py-[9px] max-md:py-3">
          <Skeleton className="size-8 shrink-0 rounded-chip" />
          <div className="flex min-h-[35px] flex-1 flex-col justify-center gap-2">
            <Skeleton className={row % 2 === 0 ? 'h-3 w-2/5' : 'h-3 w-1/3'} />
            <Skeleton className={row % 3 === 0 ? 'h-2.5 w-4/5' : 'h-2.5 w-3/5'} />
          </div>
        </div>
      ))}
    </div>
  )
}

interface ThreadRowsProps {
  readonly conversations: readonly ListedConversation[]
  readonly selectedId: string | null
  readonly hrefOf: (id: string) => string
}

export function ThreadRows({ conversations, selectedId, hrefOf }: ThreadRowsProps) {
  if (conversations.length === 0) return null
  return (
    <ul>
      {conversations.map((conversation) => (
        <li key={conversation.id}>
          <Row conversation={conversation} isSelected={conversation.id === selectedId} href={hrefOf(conversation.id)} />
        </li>
      ))}
    </ul>
  )
}

function Row(props: {
  readonly conversation: ListedConversation
  readonly isSelected: boolean
  readonly href: string
}) {
  const { conversation, isSelected, href } = props
  const { live, facts, score, demoName, started_at: startedAt } = conversation
  const name = visitorName(facts)
  const needs = needsOf(conversation)
  const company = facts.find(({ field }) => field === 'company')?.value
  const row = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <Link
      ref={row}
      to={href}
      preventScrollReset
      aria-current={isSelected ? 'true' : undefined}
      className={clsx(
        'grid grid-cols-[32px_minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-[8px] px-2 py-[9px] text-sm -outline-offset-2 max-md:py-3',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span className="row-span-2">
        <Avatar name={name} size={32} isLive={live !== null} />
      </span>
      <span className="flex min-w-0 items-baseline gap-1.5 leading-[18px]">
        <span
          dir="auto"
          className={clsx('max-w-[80%] shrink-0 truncate', live === null ? 'font-medium' : 'font-semibold')}
        >
          {name ?? 'Visitor'}
        </span>
        <span dir="auto" className="min-w-0 truncate text-xs text-muted">
          {name === null || company === undefined ? (demoName ?? 'Deleted demo') : company}
        </span>
      </span>
      {live === null ? (
        <time dateTime={startedAt} title={momentText(startedAt)} className="text-xs text-muted tabular-nums">
          {relativeTime(startedAt)}
        </time>
      ) : (
        <span className="text-xs font-medium text-spot-text tabular-nums">Step {live.step_order}</span>
      )}
      <span className="col-span-2 col-start-2 flex min-w-0 items-center gap-1.5 text-xs/[17px] text-muted">
        <span dir="auto" className="min-w-0 flex-1 truncate text-left">
          {lastText(conversation)}
        </span>
        {needs === null ? null : (
          <span className="flex shrink-0 items-center gap-1 font-medium text-warning">
            <needs.icon aria-hidden size={12} />
            {needs.label}
          </span>
        )}
        {(score ?? 0) >= hotScore ? (
          <span className="shrink-0 font-medium text-success tabular-nums">
            <span className="sr-only">Score </span>
            {score}
          </span>
        ) : null}
      </span>
    </Link>
  )
}

/** What it needs from the team; nothing once a member had the last word or marked it as done. */
function needsOf({ outcomes, lastTurn, done_at }: ListedConversation) {
  if (lastTurn?.speaker === 'person' || done_at !== null) return null
  if ((outcomes['human'] ?? 0) > 0) return { icon: Hand, label: 'Wants a person' }
  return (outcomes['unknown'] ?? 0) > 0 ? { icon: CircleHelp, label: 'Unanswered' } : null
}

/** What was said last; of a finished talk, what the visitor asked first. */
function lastText(conversation: ListedConversation): string {
  const { live, lastTurn } = conversation
  if (live === null) return subjectOf(conversation)
  if (lastTurn === null) return 'Just opened'
  const speaker = { visitor: null, agent: 'Agent', person: lastTurn.member_name }[lastTurn.speaker]
  return speaker === null ? `“${lastTurn.text}”` : `${speaker}: ${lastTurn.text}`
}

/** J and K open the next and the previous thread, except while typing. */
function useOpenKeys(
  conversations: readonly ListedConversation[],
  selectedId: string | null,
  hrefOf: (id: string) => string,
): void {
  const navigate = useNavigate()
  const open = useEffectEvent((by: number) => {
    const at = conversations.findIndex(({ id }) => id === selectedId)
    const next = conversations[at < 0 ? 0 : at + by]
    if (next !== undefined) void navigate(hrefOf(next.id), { replace: selectedId !== null, preventScrollReset: true })
  })
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      const by = { j: 1, k: -1 }[event.key]
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input,textarea,select,[contenteditable],dialog'))
        return
      open(by)
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])
}

import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import {
  conversationsAtOnce,
  conversationsKey,
  conversationsQuery,
  liveConversationsQuery,
  type ConversationFilter,
  type ListedConversation,
} from '../../lib/conversation-calls.ts'
import { agoText } from '../../lib/ago-text.ts'
import { momentText } from '../../lib/dates.ts'
import { hotScore } from '../../lib/fact-texts.ts'
import { countText } from '../../lib/figure-text.ts'
import { useFollowedTable } from '../../lib/use-followed-table.ts'
import { useShownCount } from '../../lib/use-shown-count.ts'
import { visitorName } from '../../lib/visitor-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'

export interface ThreadListProps {
  readonly title: string
  readonly selectedId: string | null
  /** Whether its title is the page's. */
  readonly isPageTitle: boolean
  readonly hrefOf: (id: string) => string
}

/** The conversations, those that are going on first. J and K open the next and the previous one. */
export function ThreadList({ title, selectedId, isPageTitle, hrefOf }: ThreadListProps) {
  const [search, setSearch] = useSearchParams()
  const filter = filters.find(({ value }) => value === search.get('show'))?.value ?? 'all'
  const [count, showMore] = useShownCount(conversationsAtOnce)
  const conversations = useQuery(conversationsQuery(count, filter === 'live' ? 'all' : filter))
  const liveNow = useQuery(liveConversationsQuery)
  const live = liveNow.data ?? []
  useFollowedTable('conversations', conversationsKey)
  useFollowedTable('live_talks', liveConversationsQuery.queryKey, gatherMs)
  useFollowedTable('conversation_turns', liveConversationsQuery.queryKey, gatherMs)
  // Together, so that the list doesn't move.
  const page = liveNow.isPending ? undefined : conversations.data
  const shownLive = filter === 'hot' ? live.filter(({ score }) => (score ?? 0) >= hotScore) : live
  const rest = (page?.conversations ?? []).filter(({ id }) => !live.some((other) => other.id === id))
  const shownRest = filter === 'live' ? [] : rest
  useOpenKeys([...shownLive, ...shownRest], selectedId, hrefOf)
  const Heading = isPageTitle ? 'h1' : 'h2'

  function choose(value: string): void {
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === 'all') next.delete('show')
        else next.set('show', value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <>
      <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <Heading className="truncate text-base font-semibold tracking-[-0.011em]">{title}</Heading>
        <span className="text-sm text-muted tabular-nums">{page === undefined ? '' : countText(page.total)}</span>
      </header>
      <div role="group" aria-label="Show" className="flex shrink-0 gap-1 px-3 py-2">
        {filters.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={filter === value}
            onClick={() => choose(value)}
            className={clsx(
              'inline-flex h-[26px] items-center gap-1.5 rounded-chip px-2.5 text-xs font-medium pointer-coarse:h-11 pointer-coarse:px-3.5',
              filter === value ? 'bg-press text-text' : 'text-muted hover:text-text',
            )}
          >
            {value === 'live' && live.length > 0 ? (
              <span aria-hidden className="size-[7px] rounded-chip bg-spot ring-3 ring-spot/26" />
            ) : null}
            {label}
            {value === 'live' && live.length > 0 ? <span className="tabular-nums">{live.length}</span> : null}
          </button>
        ))}
      </div>
      <div className="min-h-0 flex-1 px-2 pb-3 md:overflow-y-auto">
        {page === undefined && !conversations.isError ? (
          <ListSkeleton label="Loading conversations" rows={9} isTall="phone" />
        ) : null}
        {conversations.isError && page === undefined ? (
          <ErrorState
            title={failureText(conversations.error, 'sessionsFailed')}
            text={failureHint(conversations.error)}
            onRetry={() => void conversations.refetch()}
          />
        ) : null}
        {page === undefined || shownLive.length === 0 ? null : (
          <section aria-label="Live">
            <Rows conversations={shownLive} selectedId={selectedId} hrefOf={hrefOf} />
          </section>
        )}
        <Rows conversations={shownRest} selectedId={selectedId} hrefOf={hrefOf} />
        {page !== undefined && shownLive.length + shownRest.length === 0 ? (
          <p className="px-2 py-3 text-sm text-muted">
            {filter === 'live' ? 'Nobody is talking right now.' : 'No conversations here.'}
          </p>
        ) : null}
        {page !== undefined && filter !== 'live' && page.total > page.conversations.length ? (
          <Button className="mx-2 mt-3" disabled={conversations.isFetching} onClick={showMore}>
            Show more
          </Button>
        ) : null}
      </div>
    </>
  )
}

/** New words appear within a second; many at once are loaded together. */
const gatherMs = 500
const filters = [
  { value: 'all', label: 'All' },
  { value: 'hot', label: 'Hot' },
  { value: 'live', label: 'Live' },
] as const satisfies readonly { readonly value: ConversationFilter | 'live'; readonly label: string }[]

interface RowsProps {
  readonly conversations: readonly ListedConversation[]
  readonly selectedId: string | null
  readonly hrefOf: (id: string) => string
}

function Rows({ conversations, selectedId, hrefOf }: RowsProps) {
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
          {demoName ?? 'Deleted demo'}
        </span>
      </span>
      {live === null ? (
        <time dateTime={startedAt} title={momentText(startedAt)} className="text-xs text-muted tabular-nums">
          {agoText(startedAt)}
        </time>
      ) : (
        <span className="text-xs font-medium text-spot-text tabular-nums">Step {live.step_order}</span>
      )}
      <span className="col-span-2 col-start-2 flex min-w-0 items-center gap-1.5 text-xs/[17px] text-muted">
        <span dir="auto" className="min-w-0 flex-1 truncate text-left">
          {lastText(conversation)}
        </span>
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

/** What was said last; of a finished talk, what the visitor asked first. */
function lastText({ live, lastTurn, firstQuestion }: ListedConversation): string {
  if (live === null) return firstQuestion === null ? 'No question asked' : `“${firstQuestion}”`
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

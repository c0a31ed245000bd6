import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'

import {
  conversationsAtOnce,
  conversationsKey,
  conversationsQuery,
  liveConversationsQuery,
  recentConversationsQuery,
  type ListedConversation,
} from '../../lib/conversation-calls.ts'
import { hotScore } from '../../lib/fact-texts.ts'
import { useFollowedTable } from '../../lib/use-followed-table.ts'
import { useShownCount } from '../../lib/use-shown-count.ts'

export const threadFilters = ['open', 'live', 'hot', 'done', 'silent'] as const
export type ThreadFilter = (typeof threadFilters)[number]

/** The inbox's threads, filtered by `?show=` and `?q=`, live ones first. */
export function useThreads() {
  const [search] = useSearchParams()
  const filter = threadFilters.find((known) => known === search.get('show')) ?? 'open'
  const words = (search.get('q') ?? '').trim()
  const [count, showMore] = useShownCount(conversationsAtOnce)
  const conversations = useQuery(conversationsQuery(count, { show: filter === 'live' ? 'open' : filter, words }))
  const silentCount = useQuery(conversationsQuery(1, { show: 'silent', words })).data?.total ?? 0
  const liveNow = useQuery(liveConversationsQuery)
  const recent = useQuery(recentConversationsQuery)
  useFollowedTable('conversations', conversationsKey)
  useFollowedTable('live_talks', liveConversationsQuery.queryKey, gatherMs)
  useFollowedTable('conversation_turns', liveConversationsQuery.queryKey, gatherMs)
  // Together, so that the list doesn't move, and isn't shown before the page for workspaces without conversations.
  const page = liveNow.isPending || recent.isPending ? undefined : conversations.data
  const goingOn = liveNow.data ?? []
  // Only the server can search.
  const live = words === '' ? goingOn.filter((talk) => isListed(talk, filter)) : []
  const found = (page?.conversations ?? []).filter(({ id }) => !live.some((other) => other.id === id))
  const rest = filter !== 'live' ? found : words === '' ? [] : found.filter((each) => each.live !== null)
  const isPending = page === undefined && !conversations.isError
  return {
    filter,
    words,
    conversations,
    recent: recent.data,
    isPending,
    page,
    goingOn,
    live,
    rest,
    silentCount,
    showMore,
    kept: keptOf(search),
  }
}

export type Threads = ReturnType<typeof useThreads>

/** New words appear within a second; many at once are loaded together. */
const gatherMs = 500

function isListed({ score, done_at }: ListedConversation, filter: ThreadFilter): boolean {
  if (filter === 'silent') return false
  if (filter === 'done') return done_at !== null
  return done_at === null && (filter !== 'hot' || (score ?? 0) >= hotScore)
}

/** The list's URL parameters that a thread's URL keeps. */
function keptOf(search: URLSearchParams): string {
  const kept = ['show', 'q'].flatMap((name) => {
    const value = search.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new URLSearchParams(kept).toString()
}

import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { followTable } from './follow-table.ts'
import { mayMatch, type FollowedChange } from './followed-change.ts'
import { whenIdle } from './when-idle.ts'

/** Invalidates `queryKey` shortly after changes of a table, or of the rows that match `filter`. */
export function useFollowedTable(table: string, queryKey: QueryKey, gatherMs = gatheredMs, filter?: string): void {
  const queries = useQueryClient()
  const reload = useEffectEvent(() => void queries.invalidateQueries({ queryKey }))
  const isNews = useEffectEvent(
    (change: FollowedChange) =>
      filter === undefined ||
      queries.isFetching({ queryKey }) > 0 ||
      mayMatch(change, filter, () => queries.getQueriesData({ queryKey }).map(([, data]) => data)),
  )

  useEffect(() => {
    const end = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const reloadSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        reload()
      }, gatherMs)
    }
    const listener = {
      onChange: (change: FollowedChange) => {
        if (isNews(change)) reloadSoon()
      },
      onJoined: reloadSoon,
    }
    // The page's own queries first. Offline, it keeps its data and reloads when viewed.
    const callOff = whenIdle(() => void followTable(table, filter, listener, end.signal).catch(() => undefined))
    return () => {
      callOff()
      end.abort()
      clearTimeout(timer)
    }
  }, [table, gatherMs, filter])
}

/** Loads once for a burst of changes. */
const gatheredMs = 400

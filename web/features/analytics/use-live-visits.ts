import { useEffect, useEffectEvent, useState } from 'react'

import { followVisits, liveMs, type LiveVisit } from './follow-visits.ts'

export interface LiveVisits {
  /** Null until the server has answered, or if live updates fail. */
  readonly visits: readonly LiveVisit[] | null
  /** Whether there were more visits than could be loaded. */
  readonly isCut: boolean
}

const sweepMs = 10_000
/** Refetches at most this often. */
const tellMs = 2_000

/** Live visits, newest first. `onChange` is called shortly after visits change. */
export function useLiveVisits(workspaceId: string | null, onChange: () => void): LiveVisits {
  const [byId, setById] = useState<ReadonlyMap<string, LiveVisit>>(new Map())
  const [isLive, setIsLive] = useState(false)
  const [isCut, setIsCut] = useState(false)
  const [now, setNow] = useState(Date.now)
  const tell = useEffectEvent(onChange)

  useEffect(() => {
    if (workspaceId === null) return
    const end = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined

    function tellSoon(): void {
      timer ??= setTimeout(() => {
        timer = undefined
        tell()
      }, tellMs)
    }

    const listener = {
      onVisits: (visits: readonly LiveVisit[]) => {
        setNow(Date.now())
        setById((known) => new Map([...known, ...visits.map((visit) => [visit.id, visit] as const)]))
        tellSoon()
      },
      onGone: (id: string) => {
        setById((known) => new Map([...known].filter(([other]) => other !== id)))
        tellSoon()
      },
      onStatus: setIsLive,
      onCut: setIsCut,
    }
    followVisits(workspaceId, listener, end.signal).catch(() => setIsLive(false))
    const sweep = setInterval(() => setNow(Date.now()), sweepMs)
    return () => {
      end.abort()
      clearTimeout(timer)
      clearInterval(sweep)
      setIsLive(false)
      setById(new Map())
    }
  }, [workspaceId])

  if (!isLive) return { visits: null, isCut }
  const present = [...byId.values()].filter((visit) => Date.parse(visit.last_seen_at) > now - liveMs)
  return { visits: present.sort((a, b) => b.last_seen_at.localeCompare(a.last_seen_at)), isCut }
}

import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'

import { useCurrentWorkspace } from '../../lib/current-workspace.ts'
import { availabilityQuery, liveTalksQuery, ringsQuery, takeOverTalk, type Ring } from '../../lib/live-calls.ts'
import { useFollowedTable } from '../../lib/use-followed-table.ts'
import { useRole } from '../../lib/use-role.ts'
import { showToast } from '../../ui/toast-store.ts'
import { RingCard } from './ring-card.tsx'
import { startRinging } from './ring-signal.ts'
import { showNotification } from './show-notification.ts'
import { usePresence } from './use-presence.ts'

/** Counts live conversations, rings when a visitor asks for a person, and reports presence. */
export function RingWatch() {
  const workspace = useCurrentWorkspace()
  const role = useRole()
  if (workspace === undefined || role === undefined) return null
  return (
    <Fragment key={workspace.id}>
      <TalkWatch workspaceId={workspace.id} />
      {role === 'viewer' ? null : <Watch workspaceId={workspace.id} />}
    </Fragment>
  )
}

function TalkWatch({ workspaceId }: { readonly workspaceId: string }) {
  useFollowedTable('live_talks', liveTalksQuery.queryKey, talksGatherMs, `workspace_id=eq.${workspaceId}`)
  return null
}

function Watch({ workspaceId }: { readonly workspaceId: string }) {
  const isAvailable = useQuery(availabilityQuery).data ?? false
  const ownTalks = useQuery(liveTalksQuery).data?.own ?? []
  usePresence(workspaceId, isAvailable || ownTalks.length > 0)
  return isAvailable ? <Rings workspaceId={workspaceId} /> : null
}

function Rings({ workspaceId }: { readonly workspaceId: string }) {
  const navigate = useNavigate()
  const rings = useQuery(ringsQuery).data ?? []
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const [isBusy, setIsBusy] = useState(false)
  useFollowedTable('handovers', ringsQuery.queryKey, gatherMs, `workspace_id=eq.${workspaceId}`)
  const open = rings.filter(({ id }) => !dismissed.includes(id))
  const first = open[0]

  const take = useEffectEvent(async (ring: Ring): Promise<void> => {
    setIsBusy(true)
    const outcome = await takeOverTalk(ring.conversation_id)
    setIsBusy(false)
    setDismissed((known) => [...known, ring.id])
    if (!outcome.ok) return void showToast({ text: outcome.hint ?? outcome.text, tone: 'danger' })
    await navigate(`/dashboard/conversations/${ring.conversation_id}`)
  })
  const notify = useEffectEvent(() => {
    if (first === undefined) return () => undefined
    return showNotification(ringTitle(first), {
      text: first.reason === '' ? 'Take over within 45 seconds.' : first.reason,
      tag: first.id,
      onClick: () => void take(first),
    })
  })

  const ringingId = first?.id
  useEffect(() => {
    if (ringingId === undefined) return undefined
    const stop = startRinging('A visitor is waiting')
    const close = notify()
    return () => {
      stop()
      close()
    }
  }, [ringingId])

  return (
    <section
      aria-label="Visitors waiting"
      aria-live="assertive"
      // Where no page has buttons: below the header on a phone, else in the lower corner.
      className="pointer-events-none fixed inset-x-3 top-[7rem] z-60 flex flex-col items-center gap-2 md:inset-x-auto md:top-auto md:right-6 md:bottom-6 md:items-end"
    >
      {open.map((ring) => (
        <RingCard
          key={ring.id}
          ring={ring}
          title={ringTitle(ring)}
          isBusy={isBusy}
          onTake={() => void take(ring)}
          onDismiss={() => setDismissed([...dismissed, ring.id])}
        />
      ))}
    </section>
  )
}

function ringTitle({ demoName }: Ring): string {
  return demoName === null ? 'A visitor asks for a person' : `A visitor of ${demoName} asks for a person`
}

/** Rings within two seconds. */
const gatherMs = 50
/** A conversation changes with every step. */
const talksGatherMs = 500

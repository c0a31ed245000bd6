import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { isNewer, parsePresentation, type Presentation } from './presentation.ts'

/** `audience` is a viewer, `presenter` a presenter window. */
export type PresentationRole = 'audience' | 'presenter'

/** Whether an audience window answers; `looking` at first. */
export type AudienceState = 'looking' | 'there' | 'never' | 'gone'

export interface PresentationHandle {
  readonly presentation: Presentation
  /** Changes it in every window. */
  readonly change: (patch: Partial<Omit<Presentation, 'version'>>) => void
  readonly audience: AudienceState
  /** Whether a presenter window is open, as far as known. */
  readonly isAccompanied: () => boolean
}

interface PresentationOptions {
  /** Windows of one room are in sync; null with a single window. */
  readonly room: string | null
  readonly role: PresentationRole
  readonly first: () => Presentation
}

const askMs = 1_000
/** A reload takes less time. */
const patienceMs = 3_500

/**
 * Syncs a presentation between windows of this browser. A new or reloaded window asks the others for the state.
 * Presenter windows keep asking, to notice if nobody answers.
 */
export function usePresentation({ room, role, first }: PresentationOptions): PresentationHandle {
  const [presentation, setPresentation] = useState(first)
  const latest = useRef(presentation)
  const channel = useRef<BroadcastChannel | null>(null)
  const askedAt = useRef(Number.NEGATIVE_INFINITY)
  const [audience, setAudience] = useState<AudienceState>('looking')

  function adopt(next: Presentation): void {
    latest.current = next
    setPresentation(next)
  }

  // oxlint-disable unicorn/require-post-message-target-origin -- a channel is of one origin
  function tell(): void {
    channel.current?.postMessage({ type: 'here', role, presentation: latest.current })
  }

  /** Whether it came from an audience window. */
  const handleMessage = useEffectEvent((message: unknown): boolean => {
    const { type, role: sender, presentation: sent } = (message ?? {}) as Readonly<Record<string, unknown>>
    if (sender === 'presenter') askedAt.current = performance.now()
    if (type === 'ask') tell()
    const theirs = parsePresentation(sent)
    if (theirs === null) return false
    if (isNewer(theirs, latest.current)) adopt(theirs)
    return sender === 'audience'
  })

  useEffect(() => {
    if (room === null || typeof BroadcastChannel === 'undefined') return
    const opened = new BroadcastChannel(`understudy-presentation-${room}`)
    channel.current = opened
    let heardAt = performance.now()
    let hasHeard = false
    opened.addEventListener('message', (event) => {
      if (!handleMessage(event.data)) return
      heardAt = performance.now()
      hasHeard = true
      setAudience('there')
    })
    const ask = () => opened.postMessage({ type: 'ask', role })
    ask()
    const timer = setInterval(() => {
      if (role === 'audience') return
      ask()
      if (performance.now() - heardAt > patienceMs) setAudience(hasHeard ? 'gone' : 'never')
    }, askMs)
    return () => {
      clearInterval(timer)
      channel.current = null
      opened.close()
    }
  }, [room, role])
  // oxlint-enable unicorn/require-post-message-target-origin

  return {
    presentation,
    audience,
    isAccompanied: () => performance.now() - askedAt.current < patienceMs,
    change: (patch) => {
      adopt({ ...latest.current, ...patch, version: Math.max(0, latest.current.version) + 1 })
      tell()
    },
  }
}

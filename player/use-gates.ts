import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import type { Card } from '#domain/card.ts'
import type { PlayerDemo } from '#protocol/player-page.ts'

import { keepVisit, openGates, readKeptVisit } from './gates.ts'
import { useHydrated } from './use-hydrated.ts'

export interface Gates {
  /** Forms that block the visitor, by step index. */
  readonly open: ReadonlyMap<number, Card>
  /** The current value, between two renders. */
  readonly current: () => ReadonlyMap<number, Card>
  readonly pass: (cardId: string) => void
  /** This tab's step before a reload. */
  readonly keptStepId: string | null
  readonly isRead: boolean
}

/** The demo's gates in this visit. Kept for the tab, so that a reload doesn't ask again. */
export function useGates(demo: PlayerDemo, stepId: string | undefined): Gates {
  const hasGates = useMemo(() => demo.cards.some(({ gate, type }) => type === 'lead' && gate !== 'none'), [demo])
  const isHydrated = useHydrated()
  const kept = useMemo(() => (isHydrated && hasGates ? readKeptVisit(demo.id) : null), [demo.id, isHydrated, hasGates])
  const [justNow, setJustNow] = useState<readonly string[]>([])
  const passed = useMemo(() => [...(kept?.passedCardIds ?? []), ...justNow], [kept, justNow])
  useEffect(() => {
    if (kept !== null) keepVisit(demo.id, { passedCardIds: passed, stepId: stepId ?? null })
  }, [demo.id, kept, passed, stepId])

  const open = useMemo(() => openGates(demo.cards, demo.steps, passed), [demo, passed])
  const justPassed = useRef(new Set<string>())
  const pass = useCallback((cardId: string) => {
    justPassed.current.add(cardId)
    setJustNow((ids) => (ids.includes(cardId) ? ids : [...ids, cardId]))
  }, [])
  const current = useCallback(() => new Map([...open].filter(([, { id }]) => !justPassed.current.has(id))), [open])
  return { open, current, pass, keptStepId: kept?.stepId ?? null, isRead: kept !== null }
}

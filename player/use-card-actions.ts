import { useCallback, useEffect, useMemo } from 'react'

import type { Card } from '#domain/card.ts'
import type { PlayerDemo } from '#protocol/player-page.ts'

import type { CardActions } from './card-view.tsx'
import type { LeadAnswers } from './lead-form.tsx'
import type { PlayerMove } from './player-state.ts'
import { recordVisit } from './record-visit.ts'
import { sendLead } from './send-lead.ts'

/** The cards of the shown step and their actions: moving the player, sending leads, tracking. */
export function useCardActions(
  demo: PlayerDemo,
  /** null: a preview, which sends nothing. */
  link: string | null,
  stepId: string | undefined,
  visit: (move: PlayerMove) => void,
  passGate: (cardId: string) => void,
): { readonly cards: readonly Card[]; readonly actions: CardActions } {
  const cards = useMemo(() => demo.cards.filter((card) => card.stepId === stepId), [demo, stepId])
  useEffect(() => {
    for (const { id } of cards) recordVisit('card_shown', { subject_id: id })
  }, [cards])

  const onFollow = useCallback(
    (card: Card) => {
      if (card.type !== 'lead') recordVisit('card_clicked', { subject_id: card.id })
      if (card.linkUrl !== null) return
      const target = demo.steps.findIndex(({ id }) => id === card.targetStepId)
      visit(target < 0 ? { type: 'next' } : { type: 'branch', index: target })
    },
    [demo, visit],
  )
  const onSendLead = useCallback(
    async (card: Card, lead: LeadAnswers) => {
      const problem = link === null ? null : await sendLead(link, card, lead)
      if (problem !== null) return problem
      recordVisit('lead_submitted', { subject_id: lead.id })
      passGate(card.id)
      return null
    },
    [link, passGate],
  )
  const onSkip = useCallback((card: Card) => passGate(card.id), [passGate])
  const actions = useMemo(() => ({ onFollow, onSendLead, onSkip }), [onFollow, onSendLead, onSkip])
  return { cards, actions }
}

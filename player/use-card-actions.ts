import { useCallback, useEffect, useMemo } from 'react'

import type { Card } from '#domain/card.ts'
import type { PlayerDemo } from '#protocol/player-page.ts'

import type { CardActions } from './card-view.tsx'
import type { LeadAnswers } from './lead-form.tsx'
import type { PlayerMove } from './player-state.ts'
import { leadNotSent } from './lead-not-sent.ts'
import { postToHost } from './post-player-event.ts'
import { recordVisit } from './visits.ts'

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
      if (card.linkUrl !== null) return postToHost({ type: 'cta', label: card.buttonLabel, url: card.linkUrl })
      const target = demo.steps.findIndex(({ id }) => id === card.targetStepId)
      visit(target < 0 ? { type: 'next' } : { type: 'branch', index: target })
    },
    [demo, visit],
  )
  const onSendLead = useCallback(
    async (card: Card, lead: LeadAnswers) => {
      if (link !== null) {
        const part = await import('./send-lead.ts').catch(() => null)
        const problem = part === null ? leadNotSent : await part.sendLead(link, card, lead)
        if (problem !== null) return problem
      }
      recordVisit('lead_submitted', { subject_id: lead.id })
      const isGate = card.gate !== 'none'
      postToHost({ type: 'lead', from: isGate ? 'gate' : 'card' })
      if (isGate) postToHost({ type: 'gate', state: 'sent' })
      passGate(card.id)
      return null
    },
    [link, passGate],
  )
  const onSkip = useCallback(
    (card: Card) => {
      passGate(card.id)
      postToHost({ type: 'gate', state: 'skipped' })
    },
    [passGate],
  )
  const actions = useMemo(() => ({ onFollow, onSendLead, onSkip }), [onFollow, onSendLead, onSkip])
  return { cards, actions }
}

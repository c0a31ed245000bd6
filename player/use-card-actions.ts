import { useEffect, useMemo } from 'react'

import type { Card } from '#domain/card.ts'
import type { PlayerDemo } from '#protocol/player-page.ts'

import type { CardActions } from './card-view.tsx'
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

  const actions = useMemo(
    (): CardActions => ({
      onFollow: (card) => {
        if (card.type === 'lead') passGate(card.id)
        else recordVisit('card_clicked', { subject_id: card.id })
        if (card.linkUrl !== null) return postToHost({ type: 'cta', label: card.buttonLabel, url: card.linkUrl })
        const target = demo.steps.findIndex(({ id }) => id === card.targetStepId)
        visit(target < 0 ? { type: 'next' } : { type: 'branch', index: target })
      },
      onSendLead:
        link === null
          ? null
          : async (card, lead) => {
              const part = await import('./send-lead.ts').catch(() => null)
              const problem = part === null ? leadNotSent : await part.sendLead(link, card, lead)
              if (problem !== null) return problem
              recordVisit('lead_submitted', { subject_id: lead.id })
              const isGate = card.gate !== 'none'
              postToHost({ type: 'lead', from: isGate ? 'gate' : 'card' })
              if (isGate) postToHost({ type: 'gate', state: 'sent' })
              return null
            },
      onSkip: (card) => {
        passGate(card.id)
        postToHost({ type: 'gate', state: 'skipped' })
      },
    }),
    [demo, link, visit, passGate],
  )
  return { cards, actions }
}

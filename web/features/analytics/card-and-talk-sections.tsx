import { cardNames } from '#domain/card.ts'

import type { CardFigures, DemoReport, TalkOutcome } from './analytics-report.ts'
import { countOf } from '../../lib/figure-text.ts'
import { ShareSection, type Share } from './share-section.tsx'

/** Results of cards and agent answers. */
export function CardAndTalkSections({ cards, outcomes }: Pick<DemoReport, 'cards' | 'outcomes'>) {
  const seen = cards.filter(({ shown }) => shown.hits > 0)
  return (
    <>
      <ShareSection
        title="Cards and forms"
        column="Card"
        aboutColumn="Where"
        shares={seen.map(shareOfCard)}
        nothing={cards.length === 0 ? 'No cards in this demo' : 'No card was seen yet'}
      />
      <ShareSection
        title="Agent outcomes"
        column="Outcome"
        aboutColumn="Share"
        shares={outcomes.map(shareOfOutcome)}
        nothing="No questions in this period"
      />
    </>
  )
}

function shareOfCard({ card_id, card_type, title, step_order, shown, followed }: CardFigures): Share {
  const name = title.trim() || cardNames[card_type].name
  return { key: card_id, name, rate: followed, about: `step ${step_order}, seen in ${countOf(shown.hits, 'visit')}` }
}

const outcomeNames: Readonly<Record<string, string>> = {
  answered: 'Answered from the notes',
  unknown: 'Not in the notes',
  human: 'Asked for a person',
  contact: 'Asked for contact details',
  declined: 'Declined',
  booked: 'Booked a meeting',
}

function shareOfOutcome({ outcome, talks, turns }: TalkOutcome): Share {
  return { key: outcome, name: outcomeNames[outcome] ?? outcome, rate: talks, about: countOf(turns, 'answer') }
}

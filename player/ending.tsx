import type { PlayerDemo } from '#protocol/player-page.ts'

import type { CardActions } from './card-view.tsx'
import { Curtain } from './curtain.tsx'
import { Icon } from './icon.tsx'
import { instead } from './instead.ts'
import { LeadForm } from './lead-form.tsx'

interface EndingProps {
  readonly demo: PlayerDemo
  readonly actions: CardActions
  readonly onReplay: () => void
  /** null before script runs. */
  readonly onBook: (() => void) | null
}

/** The last frame: what the visitor is asked to do. */
export function Ending({ demo, actions, onReplay, onBook }: EndingProps) {
  const { ending } = demo.look
  const card = demo.cards.find(({ id, type }) => ending.kind === 'form' && type === 'lead' && id === ending.cardId)
  const isReplay = ending.kind === 'replay'
  return (
    <Curtain title={ending.title === '' ? titles[ending.kind] : ending.title} text={ending.text} isFocused>
      {card !== undefined && onBook !== null && (
        <div className="us-curtain-form us-card">
          <LeadForm card={card} actions={{ ...actions, onFollow: stay }} isInert={false} />
        </div>
      )}
      <div className="us-curtain-ways">
        {ending.kind === 'book' && onBook !== null && (
          <button type="button" className="us-curtain-first" onClick={onBook}>
            <Icon name="calendar" />
            {ending.button === '' ? 'Book a call' : ending.button}
          </button>
        )}
        {ending.kind === 'link' && ending.url !== '' && (
          <a className="us-curtain-first" href={ending.url} target="_blank" rel="noopener noreferrer nofollow">
            {ending.button === '' ? 'Learn more' : ending.button}
          </a>
        )}
        <button
          name="step"
          value={1}
          className={isReplay ? 'us-curtain-first' : 'us-curtain-replay'}
          onClick={instead(onReplay)}
        >
          <Icon name="replay" />
          {isReplay && ending.button !== '' ? ending.button : 'Replay'}
        </button>
      </div>
    </Curtain>
  )
}

/** The form was the last step. */
function stay(): void {}

const titles = {
  none: 'That was the tour',
  replay: 'That was the tour',
  link: 'Want to know more?',
  book: 'Talk to us',
  form: 'Want to know more?',
} as const

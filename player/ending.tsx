import type { PlayerDemo } from '#protocol/player-page.ts'

import type { AgentCall } from './agent-bubble.tsx'
import type { CardActions } from './card-view.tsx'
import { TitlePanel } from './title-panel.tsx'
import { endingTitles } from './ending-titles.ts'
import { Icon } from './icon.tsx'
import { insteadOfSubmit } from './instead-of-submit.ts'
import { LeadForm } from './lead-form.tsx'
import { postToHost } from './post-player-event.ts'

interface EndingProps {
  readonly demo: PlayerDemo
  readonly actions: CardActions
  readonly onReplay: () => void
  readonly onAgent: (call: AgentCall) => void
  /** Forms can't be nested in the page's form before script runs. */
  readonly isHydrated: boolean
}

/** The last frame: the call to action. */
export function Ending({ demo, actions, onReplay, onAgent, isHydrated }: EndingProps) {
  const { ending } = demo.look
  const card = demo.cards.find(({ id, type }) => ending.kind === 'form' && type === 'lead' && id === ending.cardId)
  const isReplay = ending.kind === 'replay'
  const replay = (
    <button
      name="step"
      value={1}
      className={isReplay ? 'us-title-panel-first' : 'us-title-panel-replay'}
      onClick={insteadOfSubmit(onReplay)}
    >
      <Icon drawing={replayDrawing} />
      {isReplay && ending.button !== '' ? ending.button : 'Replay'}
    </button>
  )
  return (
    <TitlePanel title={ending.title === '' ? endingTitles[ending.kind] : ending.title} text={ending.text} isFocused>
      {card !== undefined && isHydrated && (
        <div className="us-title-panel-form us-card">
          <LeadForm card={card} actions={{ ...actions, onFollow: stay }} isInert={false} />
        </div>
      )}
      <div className="us-title-panel-actions">
        {ending.kind === 'book' && (
          <button
            type="button"
            className="us-title-panel-first us-needs-script"
            onClick={() => onAgent({ act: 'book' })}
          >
            <Icon drawing={calendarDrawing} />
            {ending.button === '' ? 'Book a call' : ending.button}
          </button>
        )}
        {ending.kind === 'link' && ending.url !== '' && (
          <a
            className="us-title-panel-first"
            href={ending.url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            onClick={() => postToHost({ type: 'cta', label: ending.button, url: ending.url })}
          >
            {ending.button === '' ? 'Learn more' : ending.button}
          </a>
        )}
        {isReplay && replay}
        <button
          type="button"
          className="us-title-panel-second us-needs-script"
          onClick={() => onAgent({ act: 'open' })}
        >
          <span className="us-bubble-light" aria-hidden="true" />
          Ask a question
        </button>
      </div>
      {!isReplay && replay}
    </TitlePanel>
  )
}

/** Does nothing after the form is sent: there is no next step. */
function stay(): void {}

const replayDrawing = 'M4.5 10a5.5 5.5 0 1 0 1.8-4.1M4.5 3.5v3.3h3.3'
const calendarDrawing = 'M4 5.5h12v10.5H4zM4 9h12M7.5 3.5v3M12.5 3.5v3'

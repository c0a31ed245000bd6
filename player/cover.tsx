import { coverLength } from '#domain/player-texts.ts'
import type { PlayerDemo } from '#protocol/player-page.ts'

import { TitlePanel } from './title-panel.tsx'
import { Icon } from './icon.tsx'
import { insteadOfSubmit } from './instead-of-submit.ts'

interface CoverProps {
  readonly demo: PlayerDemo
  readonly onStart: () => void
  /** Starts the narration with sound. */
  readonly onListen: () => void
  readonly onAsk: () => void
}

/** The cover, if the demo has one. */
export function Cover({ demo, onStart, onListen, onAsk }: CoverProps) {
  const { cover } = demo.look
  const text = cover.text === '' ? coverLength(demo.steps.length) : cover.text
  return (
    <TitlePanel title={cover.title === '' ? demo.name : cover.title} text={text} logoUrl={demo.brand.logoUrl}>
      <div className="us-title-panel-actions">
        <button name="step" value={1} className="us-title-panel-first" onClick={insteadOfSubmit(onStart)}>
          <Icon name="play" />
          {cover.button}
        </button>
        {demo.look.isNarrated && (
          <button type="button" className="us-title-panel-second us-needs-script" onClick={onListen}>
            <Icon name="sound" />
            Listen
          </button>
        )}
        <button type="button" className="us-title-panel-second us-needs-script" onClick={onAsk}>
          <span className="us-bubble-light" aria-hidden="true" />
          Ask a question
        </button>
      </div>
    </TitlePanel>
  )
}

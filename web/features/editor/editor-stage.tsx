import type { ReactNode, RefObject } from 'react'

import type { Card } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'
import { messages } from '#domain/messages.ts'

import { useSteady } from '../../lib/use-steady.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Canvas } from './canvas.tsx'
import { deleteCard } from './cards-commands.ts'
import { CardsOverlay } from './cards-overlay.tsx'
import type { EditorState } from './editor-state.ts'
import type { EditorCommand } from './reduce-editor.ts'
import { wholeTitle, type CardText, type CardTextPlace } from './use-card-text.ts'

export interface EditorStageProps {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  /** The selected one; none while the demo has no steps. */
  readonly step: Step | undefined
  readonly cards: readonly Card[]
  readonly cardText: CardText
  readonly backendUrl: string
  /** As large as the picture. */
  readonly frame: RefObject<HTMLDivElement | null>
  /** What happens to added images. */
  readonly notice: ReactNode
  readonly onPickImages: () => void
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onCardChange: (card: Card, typed?: string) => void
}

/** The middle of the editor: the selected step with its hotspot and its cards, or how to get a first step. */
export function EditorStage(props: EditorStageProps) {
  const { state, dispatch, step, cardText, frame } = props

  const handleSelect = useSteady((id: string, place?: CardTextPlace, field?: HTMLElement) => {
    const isOther = id !== state.selectedCardId
    if (isOther) dispatch({ type: 'select-card', id })
    if (isOther || place !== undefined) cardText.choose(place ?? wholeTitle, field)
  })
  const handleLink = useSteady(() => cardText.setLinking(true))
  const handleRemove = useSteady((removed: Card) => deleteCard(dispatch, removed))

  return (
    <div className="flex min-w-0 flex-col overflow-hidden bg-sunken lg:min-h-0 lg:flex-1">
      <div className="empty:hidden p-3">{props.notice}</div>
      {state.isPlacing ? (
        <p role="status" className="px-3 pt-2 text-center text-sm text-muted">
          Click where visitors should click.
        </p>
      ) : null}
      {step === undefined ? (
        <div className="flex flex-1 flex-col justify-center p-4 sm:p-10">
          <EmptyState title={messages.noSteps} text="Choose images or drop them here. Each becomes a step.">
            <Button onClick={props.onPickImages}>Choose images</Button>
          </EmptyState>
        </div>
      ) : (
        <Canvas
          step={step}
          frame={frame}
          backendUrl={props.backendUrl}
          zoomPercent={state.zoomPercent}
          isPlacing={state.isPlacing}
          onZoom={(percent) => dispatch({ type: 'zoom', percent })}
          onHotspot={(hotspot) => dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: { hotspot } } })}
          onHotspotRemove={() =>
            dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: { hotspot: null } } })
          }
          onPictureClick={() => dispatch({ type: 'select-card', id: null })}
        >
          <CardsOverlay
            cards={props.cards}
            selectedId={state.selectedCardId}
            textPlace={cardText.place}
            frame={frame}
            onSelect={handleSelect}
            onChange={props.onCardChange}
            onLink={handleLink}
            onUndo={props.onUndo}
            onRedo={props.onRedo}
            onRemove={handleRemove}
          />
        </Canvas>
      )}
    </div>
  )
}

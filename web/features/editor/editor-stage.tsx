import { clsx } from 'clsx'
import { lazy, Suspense, type ReactNode, type RefObject } from 'react'

import type { Card } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'
import { messages } from '#domain/messages.ts'

import { useMedia } from '../../lib/use-media.ts'
import { useStableCallback } from '../../lib/use-stable-callback.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CalloutTexts, CanvasCallout } from './canvas-callout.tsx'
import { canvasLayers } from './canvas-layers.tsx'
import { canvasModes } from './canvas-tools.tsx'
import { Canvas } from './canvas.tsx'
import { deleteCard } from './cards-commands.ts'
import { CardsFloatingBar } from './cards-floating-bar.tsx'
import { CardsOverlay } from './cards-overlay.tsx'
import { DrawSurface } from './draw-surface.tsx'
import type { EditorContext } from './editor-actions.ts'
import { visibleSteps } from './editor-state.ts'
import { HotspotHint } from './hotspot-hint.tsx'
import { burntEdits } from './redact-edits.ts'
import { ToolBar } from './tool-bar.tsx'
import { currentLook, type StepPatch } from './unsaved.ts'
import { wholeTitle, type CardText, type CardTextPlace } from './use-card-text.ts'

const PageLayer = lazy(async () => ({ default: (await import('./page-layer.tsx')).PageLayer }))
const PageBar = lazy(async () => ({ default: (await import('./page-bar.tsx')).PageBar }))

export interface EditorStageProps {
  readonly context: EditorContext
  /** The selected step; undefined while the demo has none. */
  readonly step: Step | undefined
  readonly cards: readonly Card[]
  readonly cardText: CardText
  readonly backendUrl: string
  /** As large as the picture. */
  readonly frame: RefObject<HTMLDivElement | null>
  /** The callout's title. */
  readonly heading: RefObject<HTMLTextAreaElement | null>
  /** Called with added images. */
  readonly notice: ReactNode
  readonly onPickImages: () => void
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onCardChange: (card: Card, typed?: string) => void
}

/** The middle of the editor: the selected step with its overlays, or how to add a first step. */
export function EditorStage(props: EditorStageProps) {
  const { state } = props.context
  const mode = state.tool === null || state.tool === 'page' ? null : canvasModes[state.tool]
  return (
    <div className="relative flex min-w-0 flex-col overflow-hidden bg-sunken lg:min-h-0 lg:flex-1">
      <div className="peer z-10 empty:hidden lg:absolute lg:inset-x-3 lg:top-3 max-lg:p-3">{props.notice}</div>
      {mode === null ? null : (
        <p
          role="status"
          className="pointer-events-none absolute top-2 left-1/2 z-10 -translate-x-1/2 rounded-chip bg-ink px-3 py-1 text-xs whitespace-nowrap text-ink-text max-sm:w-max max-sm:max-w-[calc(100%-1rem)] max-sm:whitespace-normal"
        >
          {mode.hint}
        </p>
      )}
      {mode === null && props.step?.hotspot === null ? (
        <HotspotHint onUse={() => props.context.dispatch({ type: 'use-tool', tool: 'hotspot' })} />
      ) : null}
      {props.step === undefined ? (
        <div className="flex flex-1 flex-col justify-center p-4 sm:p-10">
          <EmptyState title={messages.noSteps} text="Choose images or drop them here. Each becomes a step.">
            <Button onClick={props.onPickImages}>Choose images</Button>
          </EmptyState>
        </div>
      ) : (
        <StepCanvas {...props} step={props.step} />
      )}
      <ToolBar context={props.context} />
    </div>
  )
}

function StepCanvas(props: EditorStageProps & { readonly step: Step }) {
  const { context, step, cards, cardText, frame } = props
  const { state, dispatch } = context
  const look = currentLook(state)
  const isNarrow = useMedia('(width < 48rem)')
  const isPage = state.tool === 'page'
  const mode = state.tool === null || state.tool === 'page' ? null : canvasModes[state.tool]
  const card = cards.find(({ id }) => id === state.selectedCardId)

  const handleSelect = useStableCallback((id: string, place?: CardTextPlace, field?: HTMLElement) => {
    const isOther = id !== state.selectedCardId
    if (isOther) dispatch({ type: 'select-card', id })
    if (isOther || place !== undefined) cardText.choose(place ?? wholeTitle, field)
  })
  const handleLink = useStableCallback(() => cardText.setLinking(true))
  const handleRemove = useStableCallback((removed: Card) => deleteCard(dispatch, removed))
  const patch = (change: StepPatch) => dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: change } })
  const { crop } = burntEdits(state, step)
  const draw = (change: StepPatch) => {
    if (Object.keys(change).length > 0) patch(change)
    dispatch({ type: 'put-tool-down' })
  }
  const callout = {
    step,
    heading: props.heading,
    onSelect: () => dispatch({ type: 'select-section', section: 'callout' }),
    onChange: patch,
  }
  const hasCallout = look.layout === 'callout'
  const formatting =
    card === undefined ? null : (
      <CardsFloatingBar
        card={card}
        cardText={cardText}
        variables={look.variables}
        frame={frame}
        isStatic={isNarrow}
        onCardChange={props.onCardChange}
      />
    )
  const pageBar = (
    <Suspense fallback={null}>
      <PageBar
        state={state}
        dispatch={dispatch}
        step={step}
        variables={look.variables}
        frame={frame}
        isStatic={isNarrow}
      />
    </Suspense>
  )
  return (
    <>
      <Canvas
        step={step}
        look={look}
        frame={frame}
        backendUrl={props.backendUrl}
        zoomPercent={state.zoomPercent}
        isPageEdited={isPage}
        isDrawing={mode !== null || isPage}
        onZoom={(percent) => dispatch({ type: 'zoom', percent })}
        onPictureClick={() => dispatch({ type: 'select-section', section: 'step' })}
        floating={isNarrow ? null : isPage ? pageBar : formatting}
      >
        {canvasLayers.map(({ id, Layer }) => (
          <Layer key={id} state={state} dispatch={dispatch} step={step} frame={frame} />
        ))}
        {isPage ? (
          <Suspense fallback={null}>
            <PageLayer state={state} dispatch={dispatch} step={step} />
          </Suspense>
        ) : mode === null ? (
          <>
            {hasCallout && !isNarrow && state.section !== 'redact' ? (
              <CanvasCallout
                {...callout}
                count={visibleSteps(state).length}
                cards={cards}
                isSelected={state.section === 'callout'}
                isWindowed={look.frame === 'window'}
                variables={look.variables}
              />
            ) : null}
            <CardsOverlay
              cards={cards}
              selectedId={state.selectedCardId}
              textPlace={cardText.place}
              backendUrl={props.backendUrl}
              frame={frame}
              onSelect={handleSelect}
              onChange={props.onCardChange}
              onLink={handleLink}
              onUndo={props.onUndo}
              onRedo={props.onRedo}
              onRemove={handleRemove}
            />
          </>
        ) : (
          <DrawSurface
            frame={frame}
            onPoint={(point) => draw(mode.onPoint(step, point, crop))}
            onArea={(area) => draw(mode.onArea(step, area, crop))}
          />
        )}
      </Canvas>
      {isNarrow ? (isPage ? pageBar : formatting) : null}
      {hasCallout && isNarrow && card === undefined && !isPage ? (
        <div className={clsx('bg-ink px-4 py-3 text-ink-text', mode !== null && 'opacity-75')}>
          <CalloutTexts {...callout} />
        </div>
      ) : null}
    </>
  )
}

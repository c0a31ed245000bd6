import { useCallback, useEffect, useReducer, useRef, useState, type MouseEvent, type TouchEvent } from 'react'

import { messages, stepOfText } from '#domain/messages.ts'
import { stepImageUrl, type PlayerStep, type PlayerTakeOver } from '#protocol/player-page.ts'

import { AgentBubble } from './agent-bubble.tsx'
import { CardedStage } from './carded-stage.tsx'
import { createStore } from './create-store.ts'
import { FullScreenButton } from './full-screen-button.tsx'
import { movePlayer, swipeMove, type PlayerMove } from './player-state.ts'
import { postPlayerEvent } from './post-player-event.ts'
import { recordStep, recordVisit } from './record-visit.ts'
import { RichText } from './rich-text.tsx'
import { useCardActions } from './use-card-actions.ts'
import { useImageWidth } from './use-image-width.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { usePreloadedImage } from './use-preloaded-image.ts'

export interface PlayerProps extends PlayerTakeOver {
  /** The picture of the first shown step, as the document brought it. */
  readonly image: string
}

/**
 * Plays a demo (spec §2 "Public player"). Everything that moves is a button of one GET form, so the page that the
 * server sent works without script; with script, the same buttons move in place.
 */
export function Player({ demo, link, index: firstIndex, imageWidth, image }: PlayerProps) {
  const count = demo.steps.length
  const [{ index }, move] = useReducer(movePlayer, { index: firstIndex, count })
  const [unscaledIds, setUnscaledIds] = useState<readonly string[]>([])
  const previousIndex = usePrevious(index)
  const width = useImageWidth(imageWidth)
  const hasStarted = useRef(false)
  const touch = useRef<{ x: number; y: number } | null>(null)
  /** The step the visitor chose, which the agent follows. */
  const [visited] = useState(() => createStore({ order: 1 }))

  const step = demo.steps[index]
  const nextStep = demo.steps[index + 1]
  const imageOf = (each: PlayerStep): string => {
    if (unscaledIds.includes(each.id)) return each.imageUrl
    const isEnough = width === imageWidth || (each.width ?? 0) <= imageWidth
    return each === demo.steps[firstIndex] && isEnough ? image : stepImageUrl(each, width)
  }

  const visit = useCallback(
    (wanted: PlayerMove) => {
      move(wanted)
      visited.set({ order: movePlayer({ index, count }, wanted).index + 1 })
    },
    [visited, count, index],
  )
  const showOrder = useCallback((order: number) => move({ type: 'show', index: order - 1 }), [])

  usePlayerKeys(visit)
  usePreloadedImage(nextStep === undefined ? null : imageOf(nextStep))
  const stepId = step?.id
  const { cards, actions } = useCardActions(demo, link, stepId, visit)
  useEffect(() => {
    if (previousIndex === null) {
      if (stepId !== undefined) recordStep(stepId)
      return postPlayerEvent('ready', demo.id, index, count)
    }
    const url = new URL(location.href)
    if (index === 0) url.searchParams.delete('step')
    else url.searchParams.set('step', String(index + 1))
    history.replaceState(history.state, '', url)
    if (!hasStarted.current) recordVisit('demo_started')
    hasStarted.current = true
    if (stepId !== undefined) recordStep(stepId)
    if (index === count - 1) recordVisit('demo_completed')
    postPlayerEvent('step', demo.id, index, count)
    if (index === count - 1) postPlayerEvent('finished', demo.id, index, count)
  }, [demo.id, count, index, previousIndex, stepId])

  if (step === undefined) return null

  const handleTouchStart = ({ touches }: TouchEvent) => {
    const finger = touches[0]
    const isZoomed = (globalThis.visualViewport?.scale ?? 1) > 1.05
    touch.current =
      finger === undefined || touches.length > 1 || isZoomed ? null : { x: finger.clientX, y: finger.clientY }
  }
  const handleTouchEnd = ({ changedTouches }: TouchEvent) => {
    const finger = changedTouches[0]
    const start = touch.current
    touch.current = null
    const swipe = finger && start && swipeMove(finger.clientX - start.x, finger.clientY - start.y)
    if (swipe) visit(swipe)
  }

  return (
    <main className="us-player">
      <form method="get" className="us-house">
        <div className="us-progress" role="group" aria-label="Steps">
          {demo.steps.map((each, eachIndex) => (
            <button
              key={each.id}
              name="step"
              value={eachIndex + 1}
              className={eachIndex <= index ? 'us-segment us-segment-done' : 'us-segment'}
              aria-label={stepName(each)}
              aria-current={eachIndex === index ? 'step' : undefined}
              title={stepName(each)}
              onClick={instead(() => visit({ type: 'show', index: eachIndex }))}
            />
          ))}
        </div>
        <progress className="us-hidden" value={index + 1} max={count} aria-label="Progress" />
        <header className="us-top">
          {demo.brand.logoUrl !== null && (
            <img className="us-logo" src={demo.brand.logoUrl} alt="" fetchPriority="low" decoding="async" />
          )}
          <div className="us-titles">
            <h1>{demo.name}</h1>
            {demo.description !== null && <p>{demo.description}</p>}
          </div>
          <FullScreenButton />
        </header>

        <div className="us-scene" onTouchStart={handleTouchStart} onTouchEnd={handleTouchEnd}>
          <CardedStage
            cards={cards}
            actions={actions}
            imageUrl={imageOf(step)}
            imageAlt={step.alt ?? step.title ?? stepOfText(index, count)}
            width={step.width}
            height={step.height}
            hotspot={step.hotspot}
            previousHotspot={previousIndex === null ? null : demo.steps[previousIndex]?.hotspot}
            hotspotLabel={step.title ?? 'Continue'}
            hotspotField={{ name: 'step', value: String(index + 2) }}
            onHotspotActivate={nextStep === undefined ? undefined : () => visit({ type: 'next' })}
            priority
            onImageError={
              step.renderUrl === null || unscaledIds.includes(step.id)
                ? undefined
                : () => setUnscaledIds((ids) => [...ids, step.id])
            }
          />
        </div>

        <div className="us-foot">
          <div className="us-controls">
            <button
              name="step"
              value={index}
              className="us-move"
              disabled={index === 0}
              onClick={instead(() => visit({ type: 'previous' }))}
            >
              Previous
            </button>
            <p className="us-count" role="status">
              {stepOfText(index, count)}
            </p>
            {nextStep === undefined && count > 1 && (
              <button
                name="step"
                value={1}
                className="us-move"
                onClick={instead(() => visit({ type: 'show', index: 0 }))}
              >
                Start again
              </button>
            )}
            <button
              name="step"
              value={index + 2}
              className="us-move us-move-next"
              disabled={nextStep === undefined}
              onClick={instead(() => visit({ type: 'next' }))}
            >
              Next
            </button>
          </div>
          <div className="us-caption" aria-live="polite">
            {step.title !== null && <h2>{step.title}</h2>}
            {step.description !== null && <RichText text={step.description} />}
          </div>
          <p className="us-hint">{messages.playerHint}</p>
        </div>
      </form>
      <AgentBubble demoId={link} steps={demo.steps} currentStep={index + 1} onShowStep={showOrder} visited={visited} />
      {demo.brand.showsProductName && (
        <a className="us-brand" href="/" target="_blank" rel="noopener">
          Understudy
        </a>
      )}
    </main>
  )
}

function stepName(step: PlayerStep): string {
  return step.title === null ? `Step ${step.order}` : `Step ${step.order}: ${step.title}`
}

/** Does this instead of sending the form. */
function instead(act: () => void) {
  return (event: MouseEvent) => {
    event.preventDefault()
    act()
  }
}

/** The last different value; null until there is one. */
function usePrevious(value: number): number | null {
  const [values, setValues] = useState<{ current: number; previous: number | null }>({ current: value, previous: null })
  if (values.current === value) return values.previous
  setValues({ current: value, previous: values.current })
  return values.current
}

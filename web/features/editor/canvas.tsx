import { clsx } from 'clsx'
import { useEffect, useRef, type CSSProperties, type ReactNode, type RefObject } from 'react'

import type { DemoLook } from '#domain/demo-look.ts'
import { screenshotAddress, type Step } from '#domain/demo.ts'
import { isTallPicture } from '#domain/tall-picture.ts'
import { Snapshot } from '#player/snapshot.tsx'
import { StepStage } from '#player/step-stage.tsx'

import { useStepPage } from '../../lib/step-pages.ts'
import { FrameBar } from './frame-bar.tsx'
import { GuideLines } from './guide-lines.tsx'
import { centre, useCanvasPan, type Pan } from './use-canvas-pan.ts'
import { useWheelZoom } from './use-wheel-zoom.ts'

export interface CanvasProps {
  readonly step: Step
  readonly look: DemoLook
  readonly backendUrl: string
  readonly zoomPercent: number
  /** The captured page is being edited, in its own layer. */
  readonly isPageEdited: boolean
  /** A tool is active, so presses draw. */
  readonly isDrawing: boolean
  /** As large as the picture at any zoom; overlays are measured against it. */
  readonly frame: RefObject<HTMLDivElement | null>
  /** Laid over the picture. */
  readonly children?: ReactNode
  /** Laid over the canvas, unzoomed. */
  readonly floating?: ReactNode
  readonly onZoom: (percent: number) => void
  /** A click on the empty picture or beside it. */
  readonly onPictureClick: () => void
}

/**
 * The selected step as visitors see it, zoomed around the middle; above 100 % it can be panned. A picture much higher
 * than the screen scrolls, as in the player.
 */
export function Canvas(props: CanvasProps) {
  const { step, look, zoomPercent, isDrawing, frame } = props
  const viewport = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const isLarge = zoomPercent > 100
  const { pan, startPan, hasJustPanned } = useCanvasPan({
    isOn: isLarge && !isDrawing,
    frame,
    show: (at) => show(at, zoomPercent),
    onRest: handleRest,
  })
  useWheelZoom({
    viewport,
    zoomPercent,
    show: (percent) => show(pan, percent),
    onRest: (percent) => {
      handleRest()
      props.onZoom(percent)
    },
  })

  /** Has its own layer while moving; repainted sharply when it stops. */
  function show(at: Pan, percent: number): void {
    const style = { transform: transformOf(at, percent), willChange: 'transform' }
    if (stage.current !== null) Object.assign(stage.current.style, style)
  }

  function handleRest(): void {
    if (stage.current !== null) stage.current.style.willChange = ''
  }

  const hasFrame = look.frame === 'window'
  const { marker, box } = step.look
  const page = useStepPage(step, look)
  const isTall = isTallPicture(step.width, step.height)
  const middle = step.hotspot?.yPercent ?? 0
  useEffect(() => {
    const view = viewport.current
    if (isTall && view !== null) view.scrollTop = (middle / 100) * view.scrollHeight - view.clientHeight / 2
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- not while the hotspot is moved
  }, [isTall, step.id])
  return (
    <div
      ref={viewport}
      data-testid="canvas"
      className={clsx(
        // Sizes the stage by this box, which clips its content.
        'relative flex min-h-0 min-w-0 justify-center p-3 [container-type:size] max-lg:h-[66vw] sm:p-6 lg:flex-1 lg:px-8 lg:pt-8 lg:pb-21',
        isTall ? 'items-start overflow-x-hidden overflow-y-auto' : 'items-center overflow-hidden',
        // Otherwise the browser would put the caret into a nearby card's text.
        'select-none',
        look.background === 'stage' && 'stage',
        isLarge && 'touch-none',
        isLarge && !isDrawing && 'cursor-grab data-panning:cursor-grabbing',
      )}
      style={groundStyle(look, props.backendUrl)}
      onPointerDown={startPan}
      onClick={({ target }) => {
        if (target === viewport.current && !hasJustPanned()) props.onPictureClick()
      }}
    >
      <div
        ref={stage}
        className={clsx(
          'w-full',
          isTall ? 'max-w-[160cqh]' : '[--us-max-height:calc(100cqh-var(--frame-bar))]',
          hasFrame
            ? '[--frame-bar:30px] [--us-radius:0_0_10px_10px] max-sm:[--frame-bar:0px] max-sm:[--us-radius:10px]'
            : '[--frame-bar:0px] [--us-radius:10px]',
          '[&_.us-view]:shadow-floating',
          // Only the picture follows a drag within the same frame.
          '[&:has([data-dragged])_.us-camera_iframe]:invisible',
        )}
        style={{ transform: transformOf(pan, zoomPercent) }}
      >
        <StepStage
          imageUrl={screenshotAddress(props.backendUrl, step.screenshotUrl)}
          imageAlt={step.alt ?? step.title ?? `Step ${step.order}`}
          width={step.width}
          height={step.height}
          hotspot={marker === 'none' ? null : step.hotspot}
          marker={marker}
          box={box}
          bar={hasFrame ? <FrameBar address={look.frameAddress} /> : null}
          priority
          page={page && !props.isPageEdited && <Snapshot key={page.url} {...page} />}
        >
          <div
            ref={frame}
            className="absolute inset-0"
            onClick={() => hasJustPanned() || props.onPictureClick()}
            role="presentation"
          >
            {props.children}
            <GuideLines />
          </div>
        </StepStage>
      </div>
      {props.floating}
    </div>
  )
}

/** Pictures that fit the canvas are centred. */
function transformOf(pan: Pan, zoomPercent: number): string {
  const { x, y } = zoomPercent > 100 ? pan : centre
  return `translate(${x}px, ${y}px) scale(${zoomPercent / 100})`
}

/** The background that the author chose. */
function groundStyle(look: DemoLook, backendUrl: string): CSSProperties {
  if (look.background === 'color' && look.backgroundColor !== null) return { background: look.backgroundColor }
  if (look.background !== 'image' || look.backgroundImage === null) return {}
  const address = screenshotAddress(backendUrl, look.backgroundImage)
  return { background: `center / cover no-repeat url("${encodeURI(address)}")` }
}

import { clsx } from 'clsx'
import { useRef, type ReactNode, type RefObject } from 'react'

import { screenshotAddress, type Hotspot, type Step } from '#domain/demo.ts'
import { StepStage } from '#player/step-stage.tsx'

import { HotspotHandle } from './hotspot-handle.tsx'
import { pointToHotspot } from './pointer-place.ts'
import { centre, useCanvasPan, type Pan } from './use-canvas-pan.ts'
import { useWheelZoom } from './use-wheel-zoom.ts'

export interface CanvasProps {
  readonly step: Step
  readonly backendUrl: string
  readonly zoomPercent: number
  readonly isPlacing: boolean
  /** As large as the picture at any zoom: overlays measure against it. */
  readonly frame: RefObject<HTMLDivElement | null>
  /** Laid over the picture. */
  readonly children?: ReactNode
  readonly onZoom: (percent: number) => void
  readonly onHotspot: (hotspot: Hotspot) => void
  readonly onHotspotRemove: () => void
  /** A click on the empty picture. */
  readonly onPictureClick: () => void
}

/** The selected step, zoomed around the middle; above 100 % it can be dragged about. */
export function Canvas(props: CanvasProps) {
  const { step, zoomPercent, isPlacing, frame, onHotspot } = props
  const viewport = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const isLarge = zoomPercent > 100
  const { pan, startPan, hasJustPanned } = useCanvasPan({
    isOn: isLarge && !isPlacing,
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

  /** Its own layer while moving: repainted sharp only at rest. */
  function show(at: Pan, percent: number): void {
    const style = { transform: transformOf(at, percent), willChange: 'transform' }
    if (stage.current !== null) Object.assign(stage.current.style, style)
  }

  function handleRest(): void {
    if (stage.current !== null) stage.current.style.willChange = ''
  }

  function handleClick(event: { readonly clientX: number; readonly clientY: number }): void {
    if (frame.current === null || hasJustPanned()) return
    if (isPlacing) onHotspot(pointToHotspot(event, frame.current.getBoundingClientRect()))
    else props.onPictureClick()
  }

  return (
    <div
      ref={viewport}
      data-testid="canvas"
      className={clsx(
        // Sizes the stage by this box, which clips its content.
        'relative flex min-h-0 min-w-0 items-center justify-center overflow-hidden p-3 [container-type:size] max-lg:h-[66vw] sm:p-6 lg:flex-1',
        // Otherwise the browser would put the caret into a nearby card's text.
        'select-none',
        isLarge && 'touch-none',
        isPlacing ? 'cursor-crosshair' : isLarge && 'cursor-grab data-panning:cursor-grabbing',
      )}
      onPointerDown={startPan}
    >
      <div
        ref={stage}
        className="w-full [--us-max-height:100cqh] [--us-radius:4px]"
        style={{ transform: transformOf(pan, zoomPercent) }}
      >
        <StepStage
          imageUrl={screenshotAddress(props.backendUrl, step.screenshotUrl)}
          imageAlt={step.alt ?? step.title ?? `Step ${step.order}`}
          width={step.width}
          height={step.height}
          hotspot={step.hotspot}
          priority
        >
          {/* The pointer's way to place it; by keyboard the hotspot itself takes the arrows. */}
          <div ref={frame} className="absolute inset-0" onClick={handleClick} role="presentation">
            {step.hotspot === null ? null : (
              <HotspotHandle
                key={step.id}
                place={step.hotspot}
                frame={frame}
                onMove={onHotspot}
                onRemove={props.onHotspotRemove}
              />
            )}
            {isPlacing ? null : props.children}
          </div>
        </StepStage>
      </div>
    </div>
  )
}

/** Only a picture larger than the canvas is anywhere but in the middle. */
function transformOf(pan: Pan, zoomPercent: number): string {
  const { x, y } = zoomPercent > 100 ? pan : centre
  return `translate(${x}px, ${y}px) scale(${zoomPercent / 100})`
}

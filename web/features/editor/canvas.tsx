import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type ReactNode, type RefObject } from 'react'

import { screenshotAddress, type Hotspot, type Step } from '#domain/demo.ts'
import { limits } from '#domain/limits.ts'
import { StepStage } from '#player/step-stage.tsx'

import { HotspotHandle } from './hotspot-handle.tsx'
import { pointToHotspot } from './pointer-place.ts'

export interface CanvasProps {
  readonly step: Step
  readonly backendUrl: string
  readonly zoomPercent: number
  readonly isPlacing: boolean
  /** As large as the picture, whatever the zoom: what lies on the picture is measured by it. */
  readonly frame: RefObject<HTMLDivElement | null>
  /** Laid over the picture. */
  readonly children?: ReactNode
  readonly onZoom: (percent: number) => void
  readonly onHotspot: (hotspot: Hotspot) => void
  readonly onHotspotRemove: () => void
}

interface Pan {
  readonly x: number
  readonly y: number
}

const centre: Pan = { x: 0, y: 0 }
const wheelZoomStep = limits.zoomStepPercent
const wheelRestMs = 200

/** The selected step, zoomed around the middle; above 100 % it can be dragged about. */
export function Canvas(props: CanvasProps) {
  const { step, zoomPercent, isPlacing, frame, onHotspot } = props
  const viewport = useRef<HTMLDivElement>(null)
  const [pan, setPan] = useState(centre)
  const [grip, setGrip] = useState<{ readonly x: number; readonly y: number; readonly pan: Pan } | null>(null)
  const canPan = zoomPercent > 100
  const shownPan = canPan ? pan : centre

  const stage = useRef<HTMLDivElement>(null)
  const turning = useRef<{ percent: number; timer: number } | null>(null)

  const tellZoom = useEffectEvent(() => {
    const percent = turning.current?.percent
    turning.current = null
    if (stage.current !== null) stage.current.style.willChange = ''
    if (percent !== undefined) props.onZoom(percent)
  })
  /** What the wheel does is seen at once, and told when it rests: the rest of the editor need not follow every notch. */
  const zoomByWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    window.clearTimeout(turning.current?.timer)
    const wanted = (turning.current?.percent ?? zoomPercent) + (event.deltaY < 0 ? wheelZoomStep : -wheelZoomStep)
    const percent = Math.max(limits.zoomMinPercent, Math.min(limits.zoomMaxPercent, wanted))
    if (stage.current !== null) {
      // On a layer of its own while it turns: only when the wheel rests is it drawn anew, sharp, at its new size.
      const style = { transform: transformOf(percent > 100 ? pan : centre, percent), willChange: 'transform' }
      Object.assign(stage.current.style, style)
    }
    turning.current = { percent, timer: window.setTimeout(tellZoom, wheelRestMs) }
  })
  useEffect(() => {
    const element = viewport.current
    const handleWheel = (event: WheelEvent) => zoomByWheel(event)
    // Not React's onWheel: that listener is passive and could not keep the browser from zooming the page.
    element?.addEventListener('wheel', handleWheel, { passive: false })
    return () => {
      element?.removeEventListener('wheel', handleWheel)
      window.clearTimeout(turning.current?.timer)
    }
  }, [])

  function handlePointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0 || isPlacing || !canPan) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setGrip({ x: event.clientX, y: event.clientY, pan })
  }

  function handlePointerMove(event: PointerEvent<HTMLDivElement>): void {
    if (grip === null) return
    const wanted = { x: grip.pan.x + event.clientX - grip.x, y: grip.pan.y + event.clientY - grip.y }
    setPan(clampPan(wanted, viewport.current, frame.current))
  }

  function handleClick(event: { readonly clientX: number; readonly clientY: number }): void {
    if (!isPlacing || frame.current === null) return
    onHotspot(pointToHotspot(event, frame.current.getBoundingClientRect()))
  }

  return (
    <div
      ref={viewport}
      data-testid="canvas"
      className={clsx(
        // The stage is as large as this box allows; it can't ask its content, which it clips.
        'relative flex min-h-0 min-w-0 items-center justify-center overflow-hidden p-3 [container-type:size] max-lg:h-[66vw] sm:p-6 lg:flex-1',
        canPan && (grip === null ? 'cursor-grab' : 'cursor-grabbing'),
        isPlacing && 'cursor-crosshair',
        canPan && 'touch-none',
      )}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={() => setGrip(null)}
      onPointerCancel={() => setGrip(null)}
    >
      <div
        ref={stage}
        className="w-full [--us-max-height:100cqh] [--us-radius:4px]"
        style={{ transform: transformOf(shownPan, zoomPercent) }}
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

function transformOf({ x, y }: Pan, zoomPercent: number): string {
  return `translate(${x}px, ${y}px) scale(${zoomPercent / 100})`
}

/** Never so far that the picture leaves the middle of the canvas. */
function clampPan(pan: Pan, viewport: HTMLElement | null, frame: HTMLElement | null): Pan {
  if (viewport === null || frame === null) return pan
  const { width, height } = frame.getBoundingClientRect()
  const reachX = Math.max(0, width / 2)
  const reachY = Math.max(0, height / 2)
  return {
    x: Math.max(-reachX, Math.min(reachX, pan.x)),
    y: Math.max(-reachY, Math.min(reachY, pan.y)),
  }
}

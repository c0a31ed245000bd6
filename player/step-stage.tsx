import './step-stage.css'

import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import type { Hotspot as HotspotPlace } from '#domain/demo.ts'

import { Hotspot } from './hotspot.tsx'

export interface StepStageProps {
  readonly imageUrl: string
  readonly imageAlt: string
  /** Size of the picture in any unit; only the ratio counts. null: taken from the picture once it is there. */
  readonly width: number | null
  readonly height: number | null
  readonly hotspot: HotspotPlace | null
  readonly previousHotspot?: HotspotPlace | null | undefined
  /** Accessible name of the hotspot when it can be activated. */
  readonly hotspotLabel?: string | undefined
  readonly onHotspotActivate?: (() => void) | undefined
  /** Inside a form: what activating the hotspot sends where no script runs. */
  readonly hotspotField?: { readonly name: string; readonly value: string } | undefined
  /** The picture the visitor waits for: fetched first and decoded before it is painted. */
  readonly priority?: boolean | undefined
  readonly onImageError?: (() => void) | undefined
  /** Laid over the picture; positions in percent are percent of the picture. */
  readonly children?: ReactNode
}

interface Shape {
  readonly imageUrl: string
  readonly width: number
  readonly height: number
}

/**
 * Draws a step in editor, viewer, presenter and player: as wide as its parent and at most `--us-max-height` high, in
 * the picture's shape from the first layout. A new picture fades in once loaded.
 */
export function StepStage(props: StepStageProps) {
  const { imageUrl, hotspot, onImageError } = props
  const frame = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [loaded, setLoaded] = useState<Shape | null>(null)
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [lastUrl, setLastUrl] = useState<string | null>(null)
  const [shownUrl, setShownUrl] = useState(imageUrl)

  if (shownUrl !== imageUrl) {
    setShownUrl(imageUrl)
    setLastUrl(loaded?.imageUrl === shownUrl ? shownUrl : lastUrl)
    setFailedUrl(null)
  }

  const isReady = loaded?.imageUrl === imageUrl
  const hasFailed = failedUrl === imageUrl
  // The recorded size applies unless the picture differs.
  const shape = shapeOf(props, loaded)

  useLayoutEffect(() => {
    const style = frame.current?.style
    if (style === undefined || shape === null) return
    style.setProperty('--us-width', String(shape.width))
    style.setProperty('--us-height', String(shape.height))
  })

  // A server-rendered picture may have loaded or failed before anyone listened.
  useEffect(() => {
    const element = image.current
    if (isReady || hasFailed || element === null || !element.complete) return
    if (element.naturalWidth > 0) handleLoad(element)
    else handleError()
  })

  function handleLoad(element: HTMLImageElement): void {
    setLoaded({ imageUrl, width: element.naturalWidth, height: element.naturalHeight })
  }

  function handleError(): void {
    setFailedUrl(imageUrl)
    onImageError?.()
  }

  function retry(): void {
    setFailedUrl(null)
    setAttempt(attempt + 1)
  }

  const isChanging = lastUrl !== null && lastUrl !== imageUrl
  return (
    <div className="us-stage">
      <div ref={frame} className={isReady ? 'us-frame us-frame-ready' : 'us-frame'}>
        {isChanging && <img key={lastUrl} className="us-image us-image-last" src={lastUrl} alt="" aria-hidden="true" />}
        {!hasFailed && (
          <img
            key={attempt === 0 ? imageUrl : `${attempt} ${imageUrl}`}
            ref={image}
            className={isChanging ? 'us-image us-image-next' : 'us-image'}
            src={imageUrl}
            alt={props.imageAlt}
            width={props.width ?? undefined}
            height={props.height ?? undefined}
            draggable={false}
            decoding={props.priority === true ? 'sync' : 'async'}
            fetchPriority={props.priority === true ? 'high' : 'auto'}
            onLoad={(event) => handleLoad(event.currentTarget)}
            onError={handleError}
            onAnimationEnd={() => setLastUrl(null)}
          />
        )}
        {hasFailed && (
          <div className="us-image-error" role="alert">
            <p>This picture could not be loaded. Check your connection, then try again.</p>
            <button type="button" onClick={retry}>
              Try again
            </button>
          </div>
        )}
        {hotspot !== null && !hasFailed && (
          <Hotspot
            place={hotspot}
            from={props.previousHotspot}
            label={props.hotspotLabel}
            onActivate={props.onHotspotActivate}
            field={props.hotspotField}
            isHidden={isChanging && !isReady}
          />
        )}
        {props.children}
      </div>
    </div>
  )
}

/** Scaled copies are rounded to whole pixels; only a difference beyond that is a wrong size. */
const ratioTolerance = 0.01

function shapeOf(props: StepStageProps, loaded: Shape | null): { width: number; height: number } | null {
  const natural = loaded?.imageUrl === props.imageUrl ? loaded : null
  if (props.width === null || props.height === null) return natural
  if (natural !== null) {
    const difference = natural.width / natural.height / (props.width / props.height) - 1
    if (Math.abs(difference) > ratioTolerance) return natural
  }
  return { width: props.width, height: props.height }
}

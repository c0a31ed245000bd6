import './step-stage.css'

import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import type { Hotspot as HotspotPlace } from '#domain/demo.ts'
import type { Marker, PictureArea } from '#domain/step-look.ts'

import { throughCamera, wholePicture, type Camera } from './camera.ts'
import { Hotspot } from './hotspot.tsx'
import { stageVars } from './stage-vars.ts'
import { preloadedSize } from './use-preloaded-image.ts'

export interface StepStageProps {
  readonly imageUrl: string
  readonly imageAlt: string
  /** Size of the picture in any unit; only the ratio counts. null: taken from the picture once it has loaded. */
  readonly width: number | null
  readonly height: number | null
  /** As wide as the stage, with scrolling, because the picture is much higher than a screen. */
  readonly isTall?: boolean | undefined
  readonly hotspot: HotspotPlace | null
  readonly previousHotspot?: HotspotPlace | null | undefined
  readonly marker?: Marker | undefined
  /** The marked element. */
  readonly box?: PictureArea | null | undefined
  /** null shows the whole picture. */
  readonly camera?: Camera | null | undefined
  /** The author's zoom area, for phones that follow it (`us-follow`). */
  readonly zoom?: PictureArea | null | undefined
  /** Accessible name of the hotspot when it can be activated. */
  readonly hotspotLabel?: string | null | undefined
  readonly onHotspotActivate?: (() => void) | undefined
  /** Inside a form: what the hotspot submits without script. */
  readonly hotspotField?: { readonly name: string; readonly value: string } | undefined
  /** The picture the visitor is waiting for: loaded first and decoded before it is painted. */
  readonly priority?: boolean | undefined
  readonly onImageError?: (() => void) | undefined
  /** Over the picture, below the camera: the captured page. */
  readonly page?: ReactNode
  /** Above the picture, as wide as it. */
  readonly bar?: ReactNode
  /** Rendered after the picture, positioned by its own style. */
  readonly beside?: ReactNode
  /** Over the picture; positions in percent refer to the view, in a tall picture to the picture. */
  readonly children?: ReactNode
  /** Over the view, in front of everything. */
  readonly front?: ReactNode
}

interface Shape {
  readonly imageUrl: string
  readonly width: number
  readonly height: number
}

/**
 * Renders a step in editor, viewer, presenter and player: as wide as its parent and at most `--us-max-height` high, in
 * the picture's aspect ratio from the first layout. A new picture fades in once loaded.
 */
export function StepStage(props: StepStageProps) {
  const { imageUrl, isTall, hotspot, onImageError, box = null, camera = null } = props
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [loaded, setLoaded] = useState<Shape | null>(null)
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const [lastUrl, setLastUrl] = useState<string | null>(null)
  const [shownUrl, setShownUrl] = useState(imageUrl)

  if (shownUrl !== imageUrl) {
    setShownUrl(imageUrl)
    setLastUrl(loaded?.imageUrl === shownUrl ? shownUrl : lastUrl)
    setFailedUrl(null)
    // Saves rendering twice.
    const size = preloadedSize(imageUrl)
    if (size !== null) setLoaded({ imageUrl, ...size })
  }

  const isReady = loaded?.imageUrl === imageUrl
  const hasFailed = failedUrl === imageUrl
  const isChanging = lastUrl !== null && lastUrl !== imageUrl
  // The recorded size applies unless the picture differs.
  const shape = shapeOf(props, loaded)

  // Set by script, because the page's policy forbids style attributes in server-rendered HTML. Until script runs, the
  // rule of stageRule() applies.
  const lastVars = useRef<ReadonlyMap<string, number>>(new Map())
  useLayoutEffect(() => {
    const style = stage.current?.style
    if (style === undefined) return
    const vars = stageVars({
      width: shape?.width ?? null,
      height: shape?.height ?? null,
      hotspot,
      box,
      camera,
      zoom: props.zoom,
    })
    // Not removed: the server's rule would apply again.
    for (const name of lastVars.current.keys()) if (!vars.has(name)) style.setProperty(name, 'initial')
    for (const [name, value] of vars) if (lastVars.current.get(name) !== value) style.setProperty(name, String(value))
    lastVars.current = vars
  })

  useEffect(() => {
    const view = isTall && stage.current?.querySelector('.us-view')
    const middle = (lastVars.current.get('--us-focus-y') ?? 0) / 100
    if (view) view.scrollTop = middle * (image.current?.offsetHeight ?? 0) - view.clientHeight / 2
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- for each picture and place
  }, [isTall, hotspot, camera, imageUrl])

  // A picture shown before is available at once: settled before paint. A server-rendered one may have loaded or failed
  // before the handlers were attached; that can wait, as hydrating takes long enough.
  const settle = () => {
    const element = image.current
    if (isReady || !element?.complete) return
    if (element.naturalWidth > 0) handleLoad(element)
    else handleError()
  }
  useLayoutEffect(() => {
    if (isChanging) settle()
  })
  useEffect(settle)

  function handleLoad(element: HTMLImageElement): void {
    setLoaded((known) =>
      known?.imageUrl === imageUrl ? known : { imageUrl, width: element.naturalWidth, height: element.naturalHeight },
    )
  }

  function handleError(): void {
    setFailedUrl(imageUrl)
    onImageError?.()
  }

  const overlays = (
    <>
      {hotspot !== null && !hasFailed && (
        <Hotspot
          marker={props.marker ?? 'ring'}
          hasBox={box !== null}
          from={props.previousHotspot && throughCamera((!isTall && camera) || wholePicture, props.previousHotspot)}
          label={props.hotspotLabel}
          onActivate={props.onHotspotActivate}
          field={props.hotspotField}
          isHidden={isChanging && !isReady}
        />
      )}
      {props.children}
    </>
  )
  return (
    <div ref={stage} className="us-stage" data-tall={isTall || undefined}>
      {props.bar}
      <div className={isReady ? 'us-frame us-frame-ready' : 'us-frame'}>
        <div className="us-view">
          <div className="us-camera">
            {isChanging && (
              <img key={lastUrl} className="us-image us-image-last" src={lastUrl} alt="" aria-hidden="true" />
            )}
            {!hasFailed && (
              <img
                key={imageUrl}
                ref={image}
                className={isChanging ? 'us-image us-image-next' : 'us-image'}
                src={imageUrl}
                alt={props.imageAlt}
                width={props.width ?? undefined}
                height={props.height ?? undefined}
                draggable={false}
                decoding={props.priority ? 'sync' : 'async'}
                fetchPriority={props.priority ? 'high' : 'auto'}
                onLoad={(event) => handleLoad(event.currentTarget)}
                onError={handleError}
                onAnimationEnd={() => setLastUrl(null)}
              />
            )}
            {isReady && props.page}
            {isTall && overlays}
          </div>
        </div>
        {hasFailed && (
          <div className="us-image-error" role="alert">
            <p>This picture could not be loaded. Check your connection, then try again.</p>
            <button type="button" onClick={() => setFailedUrl(null)}>
              Try again
            </button>
          </div>
        )}
        {isTall || overlays}
        {props.front}
      </div>
      {props.beside}
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

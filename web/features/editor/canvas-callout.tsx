import { clsx } from 'clsx'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

import type { Card, CardPlace } from '#domain/card.ts'
import type { DemoVariable } from '#domain/demo-look.ts'
import { limits } from '#domain/limits.ts'
import { stepOfText } from '#domain/messages.ts'
import type { Step } from '#domain/demo.ts'
import { isTallPicture } from '#domain/tall-picture.ts'
import {
  calloutRect,
  calloutSide,
  overlap,
  type CalloutScene,
  type PlacedSide,
  type Rect,
} from '#player/callout-place.ts'
import { Callout } from '#player/callout.tsx'

import { CalloutBar } from './callout-bar.tsx'
import type { StepPatch } from './unsaved.ts'

export interface CalloutTextsProps {
  readonly step: Step
  /** The title's field. */
  readonly heading: RefObject<HTMLTextAreaElement | null>
  readonly onSelect: () => void
  readonly onChange: (patch: StepPatch) => void
}

export interface CanvasCalloutProps extends CalloutTextsProps {
  readonly count: number
  /** The step's cards, which the callout doesn't cover. */
  readonly cards: readonly Card[]
  readonly isSelected: boolean
  /** The frame has a title bar, which the callout must not cover. */
  readonly isWindowed: boolean
  readonly variables: readonly DemoVariable[]
}

/** How far the callout may leave the picture, in pixels. */
const overhang = 20

/** The step's callout, edited in place. */
export function CanvasCallout(props: CanvasCalloutProps) {
  const { step, count, cards, isSelected, isWindowed, heading, onSelect, onChange } = props
  const picture = useRef<HTMLDivElement>(null)
  const callout = useRef<HTMLDivElement>(null)
  /** The field with the caret. */
  const field = useRef<HTMLTextAreaElement>(null)
  const side = useSide(step, cards, isWindowed, callout, picture)
  // As in the player: a caption below the part in view.
  const isCaption = side === null && isTallPicture(step.width, step.height)
  const view = (
    <div
      // As large as the picture.
      ref={picture}
      className={clsx(
        'pointer-events-none isolate [container-type:size]',
        isCaption ? 'sticky top-0 h-[calc(100cqh-2rem)]' : 'absolute inset-0 [--us-inset:-20px]',
        isWindowed && '[--us-room-top:8px]',
        isSelected && 'z-10',
        cards.some(({ type }) => type === 'lead') && 'us-asking',
      )}
      onClick={(event) => event.stopPropagation()}
      role="presentation"
    >
      <Callout
        callout={callout}
        side={side}
        className={clsx(
          'pointer-events-auto max-w-75 p-4! pb-3! @max-[600px]:max-w-56 @max-[600px]:p-3! @max-[600px]:pb-2!',
          isSelected && 'ring-2 ring-accent',
        )}
      >
        <div
          onFocus={({ target }) => {
            if (target instanceof HTMLTextAreaElement) field.current = target
          }}
        >
          <CalloutTexts step={step} heading={heading} onSelect={onSelect} onChange={onChange} />
        </div>
        {isSelected ? (
          <CalloutBar
            // Repositioned with the callout.
            key={`${step.id} ${side} ${JSON.stringify(step.hotspot)}`}
            field={field}
            heading={heading}
            variables={props.variables}
            onWrite={(element, text) => onChange(element === heading.current ? { title: text } : { description: text })}
          />
        ) : null}
        <div aria-hidden className="us-callout-foot mt-3!">
          <span className="us-callout-count">
            {step.order} of {count}
          </span>
          {step.order > 1 ? <Shape>Back</Shape> : null}
          {step.order < count ? <Shape isNext>Next</Shape> : null}
        </div>
        <span className="sr-only">{stepOfText(step.order - 1, count)}</span>
      </Callout>
    </div>
  )
  return isCaption ? <div className="pointer-events-none absolute inset-0">{view}</div> : view
}

/** Inert: the editor's own buttons move between steps. */
function Shape({ isNext = false, children }: { readonly isNext?: boolean; readonly children: ReactNode }) {
  return (
    <span className={`us-callout-button min-h-7! cursor-default! px-2.5! ${isNext ? 'us-callout-next' : ''}`}>
      {children}
    </span>
  )
}

/** The two texts: the step's title, and its notes. */
export function CalloutTexts({ step, heading, onSelect, onChange }: CalloutTextsProps) {
  const field =
    '-mx-1.5 block min-h-6 w-[calc(100%+0.75rem)] resize-none py-px rounded-control bg-transparent px-1.5 field-sizing-content select-text placeholder:text-ink-muted hover:bg-ink-hover focus:outline-2 focus:outline-offset-0 focus:outline-lime'
  return (
    <div onPointerDown={(event) => event.stopPropagation()} role="presentation">
      <textarea
        ref={heading}
        aria-label="Callout heading"
        rows={1}
        value={step.title ?? ''}
        maxLength={500}
        placeholder="What happens here?"
        className={`${field} text-base leading-5.5 font-semibold tracking-[-0.015em] @max-[600px]:text-sm @max-[600px]:leading-4.5`}
        onFocus={onSelect}
        // A heading has one line, so Enter moves to the text.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (event.currentTarget.nextElementSibling instanceof HTMLElement)
            event.currentTarget.nextElementSibling.focus()
        }}
        onChange={(event) => onChange({ title: event.currentTarget.value.replaceAll(/[\r\n]+/g, ' ') })}
      />
      <textarea
        aria-label="Callout text"
        rows={1}
        value={step.description ?? ''}
        maxLength={limits.notesMax}
        placeholder="Say it in a sentence or two"
        className={`${field} mt-1 max-h-64 overflow-y-auto text-md leading-5.25 text-ink-text/85 @max-[600px]:max-h-32 @max-[600px]:text-xs`}
        onFocus={onSelect}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </div>
  )
}

/** The side the player would choose, measured after each text change. */
function useSide(
  step: Step,
  cards: readonly CardPlace[],
  isWindowed: boolean,
  callout: RefObject<HTMLDivElement | null>,
  frame: RefObject<HTMLDivElement | null>,
): PlacedSide | null {
  const [side, setSide] = useState<PlacedSide>('right')
  const { hotspot, look } = step
  // The list is new with every render.
  const places = JSON.stringify(
    cards.map(({ xPercent, yPercent, widthPercent, heightPercent }): CardPlace => ({
      xPercent,
      yPercent,
      widthPercent,
      heightPercent,
    })),
  )
  useLayoutEffect(() => {
    const [box, picture] = [callout.current, frame.current]
    if (box === null || picture === null || hotspot === null) return
    const measure = () => {
      const size = { width: picture.offsetWidth, height: picture.offsetHeight }
      const scene = sceneOf(step, size, box, isWindowed)
      if (scene === null) return
      const areas = (JSON.parse(places) as readonly CardPlace[]).map((place) => areaOf(place, size))
      setSide(sideOffCards(scene, calloutSide(scene, look.calloutSide), areas))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(picture)
    watch.observe(box)
    return () => watch.disconnect()
  }, [step, hotspot, look, places, isWindowed, callout, frame])
  return hotspot === null ? null : side
}

/** As in player/keep-callout-off-cards.ts: the side that covers least of the cards. */
function sideOffCards(scene: CalloutScene, wished: PlacedSide, cards: readonly Rect[]): PlacedSide {
  if (cards.length === 0) return wished
  const spot = { left: scene.x - 24, top: scene.y - 24, right: scene.x + 24, bottom: scene.y + 24 }
  const hidden = (side: PlacedSide) => {
    const rect = calloutRect(scene, side)
    return cards.reduce((sum, card) => sum + overlap(rect, card), 100 * overlap(rect, spot))
  }
  const sides: readonly PlacedSide[] = [wished, 'right', 'left', 'below', 'above']
  return sides.toSorted((a, b) => hidden(a) - hidden(b))[0] ?? wished
}

interface Size {
  readonly width: number
  readonly height: number
}

function areaOf(place: CardPlace, size: Size): Rect {
  return {
    left: (place.xPercent / 100) * size.width,
    top: (place.yPercent / 100) * size.height,
    right: ((place.xPercent + place.widthPercent) / 100) * size.width,
    bottom: ((place.yPercent + place.heightPercent) / 100) * size.height,
  }
}

function sceneOf(
  { hotspot, look: { box } }: Step,
  { width, height }: Size,
  callout: HTMLElement,
  isWindowed: boolean,
): CalloutScene | null {
  if (hotspot === null) return null
  const x = (hotspot.xPercent / 100) * width
  const y = (hotspot.yPercent / 100) * height
  const mark = box === null ? { left: x, top: y, right: x, bottom: y } : areaOf(box, { width, height })
  const room = { left: -overhang, top: isWindowed ? 8 : -overhang, right: width + overhang, bottom: height + overhang }
  return { room, x, y, mark, width: callout.offsetWidth, height: callout.offsetHeight }
}

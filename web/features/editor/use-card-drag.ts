import type { PointerEvent, RefObject } from 'react'

import { placeCard, type CardPlace } from '#domain/card.ts'
import { percentOf } from '#domain/percent.ts'
import { cardPlaceStyle } from '#player/card-layer.tsx'

import { snapPx } from './area-box.tsx'
import { followPointer } from './follow-pointer.ts'
import { guideWriter } from './guide-lines.tsx'
import { noGuides, snapLines, snapPlace } from './snap-place.ts'

export type CardGrip = 'move' | 'size'

interface CardDragOptions {
  readonly place: CardPlace
  readonly box: RefObject<HTMLElement | null>
  /** As large as the picture. */
  readonly frame: RefObject<HTMLElement | null>
  /** The other cards, to whose edges this one snaps. */
  readonly neighbours: readonly CardPlace[]
  readonly onDrop: (place: CardPlace) => void
}

/** Moves or resizes a card: during the drag only its box, on release the card itself. */
export function useCardDrag({ place, box, frame, neighbours, onDrop }: CardDragOptions) {
  return (press: PointerEvent<HTMLElement>, grip: CardGrip): void => {
    const element = box.current
    const layer = element?.offsetParent
    const picture = frame.current
    if (!press.isPrimary || press.button !== 0 || picture === null) return
    if (element === null || layer === null || layer === undefined) return
    // Measured once: measuring on each move would force layout.
    const shown = picture.getBoundingClientRect()
    // The size before zoom, in which the card is positioned.
    const [ownWidth, ownHeight] = [layer.clientWidth, layer.clientHeight]
    const kept = placeOf(place)
    // If a card is too tall for its position, drag it from where it is shown.
    const shownAt = percentOf(element.getBoundingClientRect().top - shown.top, shown.height)
    const from = grip === 'move' && shownAt < kept.yPercent - 0.5 ? { ...kept, yPercent: shownAt } : kept
    let dragged: CardPlace | null = null
    const showGuides = guideWriter(picture)
    const lines = snapLines(neighbours)
    const reach = { x: percentOf(snapPx, shown.width), y: percentOf(snapPx, shown.height) }

    const show = (at: CardPlace) => {
      showGuides(noGuides)
      Object.assign(element.style, cardPlaceStyle(at), { transform: '', willChange: '' })
    }

    followPointer(press, {
      onMove: ({ x, y }) => {
        const isFirst = dragged === null
        const moved = movedPlace(from, grip, percentOf(x, shown.width), percentOf(y, shown.height))
        const snapped = snapPlace(moved, grip === 'move' ? 'move' : 'right-bottom', lines, reach)
        dragged = placeCard(snapped.area)
        showGuides(snapped.guides)
        if (grip === 'size') return Object.assign(element.style, cardPlaceStyle(dragged))
        // Has its own layer while moving, so there is no layout or paint before release.
        if (isFirst) element.style.willChange = 'transform'
        const ownX = ((dragged.xPercent - from.xPercent) / 100) * ownWidth
        const ownY = ((dragged.yPercent - from.yPercent) / 100) * ownHeight
        element.style.transform = `translate(${ownX}px, ${ownY}px)`
      },
      onRelease: () => {
        if (dragged === null) return
        show(dragged)
        onDrop(dragged)
      },
      onCancel: () => show(kept),
    })
  }
}

export function placeOf({ xPercent, yPercent, widthPercent, heightPercent }: CardPlace): CardPlace {
  return { xPercent, yPercent, widthPercent, heightPercent }
}

/** A card grows to the right and down until it reaches the picture's edge. */
export function movedPlace(place: CardPlace, grip: CardGrip, x: number, y: number): CardPlace {
  if (grip === 'move') return placeCard({ ...place, xPercent: place.xPercent + x, yPercent: place.yPercent + y })
  return placeCard({
    ...place,
    widthPercent: Math.min(100 - place.xPercent, place.widthPercent + x),
    heightPercent: Math.min(100 - place.yPercent, place.heightPercent + y),
  })
}

import { redactRecordedAddress } from '#domain/redact-address.ts'
import { hideSecrets } from '#domain/secret-text.ts'

import type { ChildClick, SeenClick } from '../messages.ts'
import { toHotspot, type Point } from './click-place.ts'
import type { ObservedClick } from './click-source.ts'
import type { ClickSnapshot } from './expected-clicks.ts'
import { describeTarget } from './target-description.ts'

/** The click for the service worker, with the page it was made on. */
export function toSeenClick(click: ChildClick, point: Point | null, taken: ClickSnapshot): SeenClick {
  return {
    clickId: click.clickId,
    at: click.at,
    page: {
      ...readPage(),
      target: click.target,
      ...gestureOf(click),
      hotspot: point === null ? null : toHotspot(point, readViewport()),
    },
    ...taken,
  }
}

export function toChildClick(click: ObservedClick): ChildClick {
  return { clickId: click.clickId, at: click.at, target: describeSafely(click.hit), ...gestureOf(click) }
}

function gestureOf({ gesture }: Pick<ChildClick, 'gesture'>): Pick<ChildClick, 'gesture'> {
  return gesture === undefined ? {} : { gesture }
}

/** A page may have overridden what the description reads; keep the step without it. */
function describeSafely(hit: Element): ChildClick['target'] {
  try {
    return describeTarget(hit)
  } catch {
    return { role: '', name: '' }
  }
}

function readPage(): Omit<SeenClick['page'], 'target' | 'hotspot'> {
  return {
    url: redactRecordedAddress(location.href),
    title: hideSecrets(document.title),
    viewport: { width: window.innerWidth, height: window.innerHeight },
    scroll: { x: Math.round(window.scrollX), y: Math.round(window.scrollY) },
    devicePixelRatio: window.devicePixelRatio,
  }
}

function readViewport() {
  const { offsetLeft = 0, offsetTop = 0, scale = 1 } = window.visualViewport ?? {}
  return { width: window.innerWidth, height: window.innerHeight, offsetLeft, offsetTop, scale }
}

import type { CaptureRule } from '#domain/capture-rules.ts'
import type { SecretSearch } from '#domain/found-secret.ts'
import { redactRecordedAddress } from '#domain/redact-address.ts'
import { hideSecrets } from '#domain/secret-text.ts'
import { insidePicture, type PictureArea } from '#domain/step-look.ts'

import type { ChildClick, SeenClick } from '../messages.ts'
import { toHotspot } from './click-place.ts'
import type { ObservedAction } from './observed-action.ts'
import type { ActionPlace, ClickSnapshot } from './expected-clicks.ts'
import { findPageSecrets } from './page-secrets.ts'
import { targetBoxOf, type TargetBox } from './target-box.ts'
import { describeTarget } from './target-description.ts'

/** The action and its page, for the service worker. `known`: areas of its picture that look private. */
export function toSeenClick(
  click: ChildClick,
  place: ActionPlace | null,
  taken: ClickSnapshot,
  rules: readonly CaptureRule[],
  known: SecretSearch | null,
): SeenClick {
  const { kind, text, isFolded } = click.action
  const box = place?.box === null || place === null ? null : toArea(place.box)
  const { secrets, isWhole } = (isFolded ? null : known) ?? safely(() => findPageSecrets(rules), nothingSearched)
  return {
    clickId: click.clickId,
    at: click.at,
    page: {
      ...readPage(),
      target: click.target,
      ...(kind !== 'click' && { action: { kind, text, path: [] } }),
      ...(isFolded && { isFolded: true as const }),
      ...(box !== null && { box }),
      ...(secrets.length > 0 && { secrets }),
      ...(!isWhole && { isPartlySearched: true as const }),
      hotspot: place === null ? null : toHotspot(place.point, readViewport()),
    },
    // Folded actions are reported late; a picture taken now would show their result.
    ...taken,
    ...(isFolded && { frameId: null, isFrameComing: false }),
  }
}

export function toChildClick({ clickId, at, hit, kind, text, isFolded }: ObservedAction): ChildClick {
  const target = hit === null ? noTarget : safely(() => describeTarget(hit), noTarget)
  return { clickId, at, target, action: { kind, text, isFolded } }
}

/** The action's position in this frame; null if it has none. */
export function placeOf({ hit, point }: ObservedAction): ActionPlace | null {
  if (point === null) return null
  return { point, box: hit === null ? null : safely(() => targetBoxOf(hit, point), null) }
}

const noTarget = { role: '', name: '' }
const nothingSearched: SecretSearch = { secrets: [], isWhole: false }

/** A page may have overridden built-ins used here; the step is then kept without these details. */
function safely<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read()
  } catch {
    return otherwise
  }
}

function toArea({ from, to }: TargetBox): PictureArea | null {
  const viewport = readViewport()
  const [start, end] = [toHotspot(from, viewport), toHotspot(to, viewport)]
  if (start === null || end === null) return null
  return insidePicture({
    ...start,
    widthPercent: end.xPercent - start.xPercent,
    heightPercent: end.yPercent - start.yPercent,
  })
}

function readPage(): Pick<SeenClick['page'], 'url' | 'title' | 'viewport' | 'scroll' | 'devicePixelRatio'> {
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

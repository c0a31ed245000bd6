import { toParentPoint, type FramePlace, type Point } from './click-place.ts'
import type { ActionPlace } from './expected-clicks.ts'
import { shadowRootOf } from './shadow-tree.ts'

/** Messages from our script in a frame to our script in its parent. */
type ChainMessage = ({ readonly type: 'place'; readonly clickId: string } & ActionPlace) | { readonly type: 'change' }

export interface FrameChainOptions {
  /** Known only to our scripts in this tab, so that a page can't impersonate them. */
  readonly token: string
  /** In the top frame: a click in any frame, with its position in the top frame's viewport; null if unknown. */
  readonly onPlace: (clickId: string, place: ActionPlace | null) => void
  readonly onChange: () => void
  readonly signal: AbortSignal
}

export interface FrameChain {
  readonly passUp: (message: ChainMessage) => void
}

/**
 * Passes messages up from frame to frame. Each frame adds the position of the frame below, which cross-origin frames
 * can't know. The page's own listeners never see the messages.
 */
export function createFrameChain(options: FrameChainOptions): FrameChain {
  const isTop = window.parent === window

  function handleMessage(event: MessageEvent<unknown>): void {
    const message = parseChainMessage(event.data, options.token)
    if (message === null || event.source === null) return
    event.stopImmediatePropagation()
    const frame = message.type === 'place' ? findFrame(document, event.source) : null
    if (!isTop) {
      if (message.type === 'change') passUp(message)
      else if (frame !== null) passUp({ ...message, ...toParentPlace(message, placeOf(frame)) })
      return
    }
    if (message.type === 'change') options.onChange()
    else options.onPlace(message.clickId, frame === null ? null : toParentPlace(message, placeOf(frame)))
  }

  function passUp(message: ChainMessage): void {
    // The parent's origin is unknown here; it could learn only the token and a click's position.
    window.parent.postMessage({ understudy: options.token, ...message }, '*')
  }

  window.addEventListener('message', handleMessage, { capture: true, signal: options.signal })
  return { passUp }
}

function parseChainMessage(data: unknown, token: string): ChainMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const message = data as Readonly<Record<string, unknown>>
  if (message['understudy'] !== token) return null
  if (message['type'] === 'change') return { type: 'change' }
  const { type, clickId, box } = message
  const point = parsePoint(message['point'])
  if (type !== 'place' || typeof clickId !== 'string' || point === null) return null
  return { type, clickId, point, box: parseBox(box) }
}

function parsePoint(data: unknown): Point | null {
  if (typeof data !== 'object' || data === null) return null
  const { x, y } = data as Readonly<Record<string, unknown>>
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null
}

function parseBox(data: unknown): ActionPlace['box'] {
  if (typeof data !== 'object' || data === null) return null
  const corners = data as Readonly<Record<string, unknown>>
  const [from, to] = [parsePoint(corners['from']), parsePoint(corners['to'])]
  return from === null || to === null ? null : { from, to }
}

function toParentPlace({ point, box }: ActionPlace, frame: FramePlace): ActionPlace {
  const move = (each: Point) => toParentPoint(each, frame)
  return { point: move(point), box: box === null ? null : { from: move(box.from), to: move(box.to) } }
}

/** The element that shows the given window, also inside shadow roots. */
function findFrame(root: Document | ShadowRoot, source: MessageEventSource): HTMLElement | null {
  for (const element of root.querySelectorAll<HTMLIFrameElement>('iframe, frame, object')) {
    if (element.contentWindow === source) return element
  }
  for (const element of root.querySelectorAll('*')) {
    const inner = shadowRootOf(element)
    const found = inner === null ? null : findFrame(inner, source)
    if (found !== null) return found
  }
  return null
}

function placeOf(frame: HTMLElement): FramePlace {
  const { left, top, width, height } = frame.getBoundingClientRect()
  const style = getComputedStyle(frame)
  return {
    left,
    top,
    width,
    height,
    layoutWidth: frame.offsetWidth,
    layoutHeight: frame.offsetHeight,
    insetLeft: frame.clientLeft + Number.parseFloat(style.paddingLeft),
    insetTop: frame.clientTop + Number.parseFloat(style.paddingTop),
  }
}

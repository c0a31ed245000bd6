import { shadowRootOf } from './shadow-tree.ts'

export interface PageWatcherOptions {
  /** The page looks different. `isLarge` says whether much of it is new; calling it forces a layout. */
  readonly onChange: (isLarge: () => boolean) => void
  /** The page may look slightly different. */
  readonly onTouch: () => void
  /** Our own element, whose changes don't count. */
  readonly isOurs: (node: Node) => boolean
  readonly signal: AbortSignal
}

/** Longer animations count as part of the page's normal look and aren't waited for. */
const animationPatienceMs = 1_500
/** For this long after the pointer reached a control, changes of these attributes only mark it as hovered. */
const highlightMs = 150
const highlightAttributes = new Set(['aria-activedescendant', 'aria-selected', 'data-highlighted', 'tabindex'])
/** New content covering at least this share of the screen makes the picture stale. */
const largeShare = 0.15
/** A canvas or video at least this large can change the picture without a DOM change. */
const livePixelsShare = 0.1
const livePixelsRefreshMs = 1_000

/** Reports every change that can make this frame look different, until the signal aborts. */
export function watchPage(options: PageWatcherOptions): void {
  const { onChange, onTouch, signal } = options
  const observedRoots = new WeakSet<Node>()
  let hovered: Element | null = null
  let hoveredAt = Number.NEGATIVE_INFINITY
  const observer = new MutationObserver((records) => {
    const own = records.filter(isOfThePage)
    if (own.length === 0) return
    if (own.every(isHighlight)) onTouch()
    else onChange(() => isLarge(own))
    for (const record of records) {
      for (const node of record.addedNodes) if (node instanceof Element) observeShadowRoots(node)
    }
  })

  /** New content that covers a large part of the screen. */
  function isLarge(records: readonly MutationRecord[]): boolean {
    const screen = window.innerWidth * window.innerHeight
    return records
      .flatMap((record) => [...record.addedNodes])
      .some((node) => {
        if (!(node instanceof Element) || !node.isConnected) return false
        const { width, height } = node.getBoundingClientRect()
        return width * height >= screen * largeShare
      })
  }

  function isOfThePage(record: MutationRecord): boolean {
    if (options.isOurs(record.target) || isNeverDrawn(record.target)) return false
    if (record.type !== 'childList') return true
    return [...record.addedNodes, ...record.removedNodes].some((node) => !options.isOurs(node) && !isNeverDrawn(node))
  }

  /** Highlighting the item under the pointer doesn't count as a change. */
  function isHighlight(record: MutationRecord): boolean {
    if (record.type !== 'attributes' || performance.now() - hoveredAt > highlightMs) return false
    return highlightAttributes.has(record.attributeName ?? '')
  }

  function observe(root: Document | ShadowRoot): void {
    if (observedRoots.has(root)) return
    observedRoots.add(root)
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  }

  /** The document's observer doesn't see shadow roots, which custom elements may attach at any time. */
  function observeShadowRoots(within: Document | ShadowRoot | Element): void {
    for (const element of [...(within instanceof Element ? [within] : []), ...within.querySelectorAll('*')]) {
      const root = shadowRootOf(element)
      if (root === null || options.isOurs(element)) continue
      observe(root)
      observeShadowRoots(root)
    }
  }

  const noteEvent = (event: Event) => {
    if (!isOurEvent(event)) onChange(() => false)
  }
  const listening = { capture: true, passive: true, signal } as const
  observe(document)
  observeShadowRoots(document)
  // Not `change`: leaving a field looks the same, and chosen values also report `input`.
  for (const type of ['scroll', 'input', 'load', 'toggle', 'fullscreenchange', 'visibilitychange']) {
    document.addEventListener(type, noteEvent, listening)
  }
  for (const type of ['resize', 'load', 'pageshow']) window.addEventListener(type, noteEvent, listening)
  window.visualViewport?.addEventListener('resize', noteEvent, listening)
  window.visualViewport?.addEventListener('scroll', noteEvent, listening)
  document.fonts.addEventListener('loadingdone', noteEvent, { signal })
  for (const type of ['focusin', 'focusout', 'transitionend', 'animationend', 'pointerup', 'keyup', 'wheel']) {
    document.addEventListener(type, (event) => !isOurEvent(event) && onTouch(), listening)
  }
  window.addEventListener('load', () => observeShadowRoots(document), listening)

  document.addEventListener(
    'pointerover',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest('a, button, [role], input, label') : null
      if (control === null || control === hovered || isOurEvent(event)) return
      hovered = control
      hoveredAt = performance.now()
      onTouch()
    },
    listening,
  )

  const refresh = setInterval(() => {
    if (document.visibilityState === 'visible' && hasLivePixels()) onTouch()
  }, livePixelsRefreshMs)
  signal.addEventListener('abort', () => {
    clearInterval(refresh)
    observer.disconnect()
  })

  function isOurEvent(event: Event): boolean {
    return event.target instanceof Node && options.isOurs(event.target)
  }
}

/** False while a short animation runs. */
export function isStandingStill(): boolean {
  return !document.getAnimations().some((animation) => {
    if (animation.playState !== 'running') return false
    const end = animation.effect?.getComputedTiming().endTime
    if (typeof end !== 'number' || !Number.isFinite(end)) return false
    return end - Number(animation.currentTime ?? 0) <= animationPatienceMs
  })
}

const neverDrawn = new Set(['BASE', 'META', 'NOSCRIPT', 'SCRIPT', 'TEMPLATE', 'TITLE'])

/** Invisible additions, such as scripts that an app preloads on hover. */
function isNeverDrawn(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement
  if (element instanceof HTMLLinkElement) return !element.relList.contains('stylesheet')
  return node.nodeType === Node.COMMENT_NODE || (element !== null && neverDrawn.has(element.tagName))
}

function hasLivePixels(): boolean {
  const screen = window.innerWidth * window.innerHeight
  return [...document.querySelectorAll('canvas, video')].some((element) => {
    const { width, height } = element.getBoundingClientRect()
    return width * height >= screen * livePixelsShare && !(element instanceof HTMLVideoElement && element.paused)
  })
}

import type { ConsentMessage } from '#protocol/tracking-events.ts'

/** Errors here must never reach the host page. */
const quietly =
  <Given extends unknown[]>(act: (...given: Given) => unknown) =>
  (...given: Given): void => {
    try {
      act(...given)
    } catch {}
  }
/** Rounded like the container. */
const cover = 'position:absolute;inset:0;border:0;border-radius:inherit;width:100%;height:100%'

/**
 * Fills every `[data-demo-id]` container, present or added later, with a framed player once it nears the viewport; with
 * `data-facade`, with a picture and a play button first; with `data-mode`, another script opens it over the page. The
 * container receives `understudy-ready`, `understudy-step` and so on (docs/embedding.md). Consent of the page's
 * tracker, or of this script's `data-consent`, applies in the frames (docs/tracking.md). Styles go through the CSSOM:
 * host policies may forbid style attributes.
 */
export const mountEmbeds = quietly(() => {
  const script = (document.currentScript ?? document.querySelector('[src*="/js/demo-player.js"]')) as HTMLScriptElement
  const { origin } = new URL(script.src)
  const frames = new Map<unknown, HTMLElement>()
  /** The players that receive the consent. */
  const ready = new Set<Window>()
  /** `consent` is required, given, denied, or absent where no one is asked; `session` is the tracker's. */
  const gate = () => (document.querySelector<HTMLElement>('[src*="/js/tracker.js"]') ?? script).dataset

  const near = new IntersectionObserver(
    quietly((entries) => {
      entries.forEach((entry) => {
        if (!entry.isIntersecting) return
        near.unobserve(entry.target)
        fill(entry.target as HTMLElement)
      })
    }),
    { rootMargin: '300px' },
  )

  function fill(host: HTMLElement): unknown {
    const page = `${origin}/demo/${host.dataset['demoId']}/`
    const play = () => {
      const frame = add(host, 'iframe', cover)
      frame.title = 'Interactive demo'
      frame.allow = 'microphone; autoplay; fullscreen; clipboard-write'
      // Never an empty fragment: browsers would scroll the host page to its top.
      frame.src = `${page}play#${new URLSearchParams(gate() as Record<string, string>)}&`
      frames.set(frame.contentWindow, host)
      return frame
    }
    if (!('facade' in host.dataset)) return play()
    const button = add(
      host,
      'button',
      `${cover};cursor:pointer;background:#111 url(${page}poster)50%/contain no-repeat`,
    )
    button.title = 'Play the demo'
    // A white triangle on a tile, so that it stands out on any picture.
    add(
      button,
      'i',
      `${cover};margin:auto;width:0;height:0;border:20px solid #73f;border-right:0;border-left:34px solid #fff;outline:20px solid #73f`,
    )
    button.addEventListener(
      'click',
      quietly(() => {
        play().focus()
        button.remove()
      }),
    )
  }

  function tell(frame: Window): void {
    const visit = gate()
    if (visit['consent'] !== 'required')
      frame.postMessage(
        { ...visit, source: 'understudy-consent', isGiven: visit['consent'] !== 'denied' } satisfies ConsentMessage,
        origin,
      )
  }

  let due: ReturnType<typeof setTimeout> | 0 = 0
  const scan = quietly(() => {
    due = 0
    for (const host of document.querySelectorAll<HTMLElement>('[data-demo-id]:not([data-demo-player])')) {
      const { dataset, style } = host
      // Opened over the page by another script.
      if (dataset['mode']) add(host, 'script', '').src = `${origin}/js/demo-window.js`
      else {
        // Reserves the frame's size, so nothing moves.
        if (getComputedStyle(host).position === 'static') style.position = 'relative'
        if (host.offsetHeight < 50)
          style.cssText += ';max-height:760px;min-height:min(540px,90vh);aspect-ratio:16/10;width:100%'
        // The page's tracker, which knows the consent, may load later.
        if (document.readyState === 'loading') continue
        near.observe(host)
      }
      dataset['demoPlayer'] = ''
    }
  })
  scan()
  addEventListener('DOMContentLoaded', scan)
  new MutationObserver(
    quietly((changes) => {
      due ||= setTimeout(scan, 50)
      if (changes.some((change) => change.attributeName)) ready.forEach(tell)
    }),
  ).observe(document, { childList: true, subtree: true, attributeFilter: ['data-consent'] })
  addEventListener('understudy-consent', (event) => {
    // A tracker writes its own session.
    script.dataset['consent'] = (event as CustomEvent).detail ? 'given' : 'denied'
  })

  addEventListener(
    'message',
    quietly(({ data, origin: from, source }: MessageEvent) => {
      if (from !== origin || data.source !== 'understudy-player') return
      // Throws for cross-origin frames.
      const host = frames.get(source) as HTMLElement
      host.dispatchEvent(new CustomEvent(`understudy-${data.type}`, { bubbles: true, detail: data }))
      ready.add(source as Window)
      if (data.type === 'ready') tell(source as Window)
    }),
  )
})

function add<K extends keyof HTMLElementTagNameMap>(parent: Element, tag: K, css: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.style.cssText = css
  parent.append(element)
  return element
}

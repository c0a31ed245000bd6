/**
 * Fills every `[data-demo-id]` container, those there and those to come, with the player in a frame as soon as it is
 * near the viewport; with `data-facade`, with a picture and a play button first. Events of the player arrive at the
 * container as `understudy-ready`, `understudy-step` and `understudy-finished`.
 * Styles are set through the CSSOM: a host page's policy may forbid style attributes and elements.
 */
export function mountEmbeds(): void {
  const script = document.currentScript ?? document.querySelector('script[src*="/js/demo-player.js"]')
  const { origin } = new URL((script as HTMLScriptElement).src)
  const frames = new Map<unknown, HTMLElement>()

  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        near.unobserve(target)
        fill(target as HTMLElement)
      }
    },
    { rootMargin: '300px' },
  )

  function fill(host: HTMLElement): void {
    const page = `${origin}/demo/${encodeURIComponent(host.dataset['demoId'] ?? '')}/`
    const play = () => {
      const frame = add(host, 'iframe', `${cover};border:0`)
      frame.title = 'Interactive demo'
      frame.allow = 'microphone; autoplay; fullscreen; clipboard-write'
      frame.src = `${page}play`
      frames.set(frame.contentWindow, host)
      return frame
    }
    if (host.dataset['facade'] === undefined) {
      play()
      return
    }
    const button = add(host, 'button', `${cover};padding:0;border:0;background:#17141c;cursor:pointer`)
    button.ariaLabel = 'Play the demo'
    add(button, 'img', `${cover};object-fit:contain`).src = `${page}poster`
    add(
      button,
      'i',
      'position:absolute;inset:0;margin:auto;width:0;height:0;border:solid transparent;border-width:20px 0 20px 34px;border-left-color:#fff;filter:drop-shadow(0 0 8px #000)',
    )
    button.addEventListener('click', () => {
      play().focus()
      button.remove()
    })
  }

  let isScanDue = false
  function scan(): void {
    isScanDue = false
    for (const host of document.querySelectorAll<HTMLElement>('[data-demo-id]:not([data-demo-player])')) {
      host.dataset['demoPlayer'] = ''
      const { style } = host
      // The shape is there before the frame is, so nothing on the page moves.
      if (getComputedStyle(host).position === 'static') style.position = 'relative'
      if (host.offsetHeight < 50) style.cssText += ';aspect-ratio:16/10;min-height:min(540px,90vh)'
      near.observe(host)
    }
  }
  scan()
  new MutationObserver(() => {
    if (isScanDue) return
    isScanDue = true
    setTimeout(scan, 50)
  }).observe(document, { childList: true, subtree: true })

  addEventListener('message', ({ data, origin: from, source }) => {
    const host = frames.get(source)
    if (from !== origin || host === undefined || data?.source !== 'understudy-player') return
    host.dispatchEvent(new CustomEvent(`understudy-${data.type}`, { detail: data, bubbles: true }))
  })
}

const cover = 'position:absolute;inset:0;width:100%;height:100%'

function add<K extends keyof HTMLElementTagNameMap>(parent: Element, tag: K, css: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.style.cssText = css
  parent.append(element)
  return element
}

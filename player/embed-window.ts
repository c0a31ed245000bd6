import type { HostCommand } from '#protocol/host-messages.ts'

/**
 * A container with `data-mode="popup"` or `"bubble"`: its own content, or a button made here, opens the demo over the
 * page. The window is a modal dialog with a plain container inside, which demo-player.js fills. Styles go through the
 * CSSOM: host policies may forbid style attributes.
 */
export function mountWindow(host: HTMLElement, origin: string): void {
  const { mode, demoId = '', label } = host.dataset
  const opener = host.childElementCount > 1 ? host : addButton(host, label?.trim() || 'See the demo', mode === 'bubble')
  let dialog: HTMLDialogElement | undefined
  opener.addEventListener('click', (event) => {
    // Clicks inside the dialog bubble through the container.
    if (dialog?.contains(event.target as Node) === true) return
    event.preventDefault()
    dialog ??= createDialog(host, demoId, origin)
    dialog.showModal()
  })
}

function addButton(host: HTMLElement, label: string, isBubble: boolean): HTMLElement {
  const button = add(host, 'button', buttonStyle + (isBubble ? bubbleStyle : ''))
  const mark = add(button, 'i', markStyle)
  mark.ariaHidden = 'true'
  button.type = 'button'
  button.append(label)
  return button
}

function createDialog(host: HTMLElement, demoId: string, origin: string): HTMLDialogElement {
  const dialog = add(host, 'dialog', dialogStyle)
  dialog.ariaLabel = 'Interactive demo'
  const close = add(dialog, 'button', closeStyle)
  close.type = 'button'
  close.ariaLabel = 'Close'
  close.textContent = '✕'
  // The frame would swallow Escape.
  close.autofocus = true
  add(dialog, 'div', frameStyle).dataset['demoId'] = demoId
  const shut = () => dialog.close()
  close.addEventListener('click', shut)
  // Escape pressed inside the frame.
  dialog.addEventListener('understudy-escape', shut)
  // A click beside the frame.
  dialog.addEventListener('click', ({ target }) => target === dialog && shut())
  let overflow = ''
  const page = document.documentElement.style
  dialog.addEventListener('close', () => {
    page.overflow = overflow
    tell(dialog, origin, { command: 'pause' })
  })
  // The page behind must not scroll.
  new MutationObserver(() => {
    if (!dialog.open) return
    overflow = page.overflow
    page.overflow = 'hidden'
  }).observe(dialog, { attributeFilter: ['open'] })
  return dialog
}

function tell(dialog: HTMLElement, origin: string, command: HostCommand): void {
  dialog.querySelector('iframe')?.contentWindow?.postMessage({ source: 'understudy-host', ...command }, origin)
}

function add<K extends keyof HTMLElementTagNameMap>(parent: Element, tag: K, css: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.style.cssText = css
  parent.append(element)
  return element
}

const buttonStyle =
  'display:inline-flex;align-items:center;gap:10px;min-height:44px;padding:0 20px 0 16px;border:0;border-radius:99px;background:#221d2b;color:#fff;font:500 15px/20px system-ui,sans-serif;cursor:pointer;box-shadow:0 8px 24px -8px #221d2b80;'
const bubbleStyle = 'position:fixed;right:20px;bottom:20px;z-index:2147483000;'
const markStyle =
  'width:0;height:0;border:6px solid transparent;border-left:10px solid #b9a2ff;border-right:0;flex:none;'
const dialogStyle =
  'position:fixed;inset:0;width:100vw;height:100dvh;max-width:none;max-height:none;margin:0;padding:0;border:0;background:#0e0b13b8;'
/**
 * The largest size with a 16:10 picture and the player's bars that fits the window; if it takes the whole width, below
 * the close button.
 */
const frameStyle =
  'position:absolute;inset:clamp(0px,(1300px - 100vw)*9,56px) 0 0;margin:auto;width:min(1180px,100vw,(100dvh - 32px) * 1.45);height:min(860px,100dvh - 64px);border-radius:12px;overflow:hidden;background:#17141c;'
const closeStyle =
  'position:absolute;z-index:1;top:12px;right:12px;width:44px;height:44px;border:0;border-radius:99px;background:#17141ccc;color:#fff;font:18px/1 system-ui,sans-serif;cursor:pointer;'

import { engageMessage } from '#domain/tracking-rules.ts'
import type { ConsentMessage, VisitHash } from '#protocol/tracking-events.ts'

/**
 * Offers to talk (spec §7) unless a chat is open: sends the page an `understudy-engage` event, and opens ours unless the
 * page prevents that or no demo is named. Answers whether it did. A page marks a chat of its own with `data-chatbot-open`,
 * or names it with a selector.
 */
export function engage(origin: string, demo: string | null, session: string, selector?: string): boolean {
  if (document.querySelector(`[data-understudy-chat],${selector || '[data-chatbot-open]'}`)) return false
  const offer = new CustomEvent('understudy-engage', { detail: { message: engageMessage }, cancelable: true })
  if (!dispatchEvent(offer) || !demo) return false
  openChat(origin, demo, session)
  return true
}

/**
 * Lays the agent's chat over the page: the player of the demo in a frame of our own origin, with the agent open. Styles
 * are set through the CSSOM, because a page's policy may forbid others.
 */
function openChat(origin: string, demo: string, session: string): void {
  const host = document.createElement('div')
  host.dataset['understudyChat'] = ''
  host.style.cssText = `${reset};position:fixed;z-index:2147483000;right:16px;bottom:16px;width:min(400px,calc(100vw - 32px));height:min(640px,calc(100dvh - 32px));border-radius:16px;overflow:hidden;background:#17141c;box-shadow:0 12px 48px rgb(0 0 0/.35)`

  const frame = document.createElement('iframe')
  frame.title = 'Chat with an AI assistant'
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
  )
  frame.allow = 'microphone; autoplay'
  const visit = { session } satisfies VisitHash
  frame.src = `${origin}/demo/${encodeURIComponent(demo)}/play?agent=engage#${new URLSearchParams(visit)}`
  frame.style.cssText = `${reset};display:block;width:100%;height:100%;border:0`

  const close = document.createElement('button')
  close.type = 'button'
  close.ariaLabel = 'Close the chat'
  close.textContent = '×'
  close.style.cssText = `${reset};position:absolute;top:8px;right:8px;width:36px;height:36px;border:0;border-radius:18px;background:rgb(0 0 0/.55);color:#fff;font:24px/36px system-ui,sans-serif;text-align:center;cursor:pointer`

  // Consent that is taken back from the page is taken back from the chat too; the tracker keeps it on its element.
  const script = document.querySelector<HTMLElement>('[src*="/js/tracker.js"]')
  const withdrawal = new MutationObserver(() => {
    const answer: ConsentMessage = { source: 'understudy-consent', isGiven: false }
    if (script?.dataset['consent'] === 'denied') frame.contentWindow?.postMessage(answer, origin)
  })
  if (script) withdrawal.observe(script, { attributeFilter: ['data-consent'] })
  close.addEventListener('click', () => {
    withdrawal.disconnect()
    host.remove()
  })

  host.append(frame, close)
  document.body.append(host)
}

/** What the page's own rules for div, iframe and button must not change. */
const reset = 'all:initial;box-sizing:border-box'

import { engageMessage } from '#domain/tracking-rules.ts'
import type { ChatQuestion } from '#protocol/player-page.ts'
import { visitStorageName, type ConsentMessage, type VisitHash } from '#protocol/tracking-events.ts'

import type { Understudy } from './track.ts'

/** Duplicated from track.ts, because sharing it would make that larger for every page. */
const quietly =
  <Given extends unknown[]>(act: (...given: Given) => unknown) =>
  (...given: Given): void => {
    try {
      act(...given)
    } catch (error) {
      // oxlint-disable-next-line no-console -- spec §8: logged only
      console.warn(visitStorageName, error)
    }
  }

/**
 * Offers to talk (spec §7) unless a chat is open or the visitor closed ours in this session: dispatches `understudy-
 * engage`, then opens ours unless prevented or no demo is named. Waits while someone types. A page marks its own chat
 * with `data-chatbot-open` or a selector; embedded demos are asked whether their agent is open.
 */
export async function engage(settings: DOMStringMap, ownersDemo: string | null, tracker: Understudy): Promise<void> {
  if (isChatOpen(settings) || isDeclined() || (await isAgentOpen())) return
  const offer = new CustomEvent('understudy-engage', { detail: { message: engageMessage }, cancelable: true })
  const demo = settings['demo'] || ownersDemo
  if (!dispatchEvent(offer) || !demo) return
  const open = quietly(() => {
    if (isTyping()) return
    removeEventListener('focusout', openSoon)
    if (isChatOpen(settings) || settings['consent'] !== 'given') return
    openChat(settings, demo)
    tracker.track('engage_shown', { demo_id: demo })
  })
  // The next field has the focus only after the last one has lost it.
  const openSoon = quietly(() => setTimeout(open))
  addEventListener('focusout', openSoon)
  open()
}

function isChatOpen(settings: DOMStringMap): boolean {
  const isThere = (selector: string) => document.querySelector(`[data-understudy-chat],${selector}`) !== null
  try {
    return isThere(settings['chat'] || '[data-chatbot-open]')
  } catch (error) {
    // oxlint-disable-next-line no-console -- spec §8: logged only
    console.warn(visitStorageName, error)
    // After an invalid selector, assume a chat: two chats would be worse than none.
    return true
  }
}

/** Asks the demos in the page's frames. One that doesn't answer at once hasn't loaded. */
async function isAgentOpen(): Promise<boolean> {
  const demos = [...document.querySelectorAll('iframe')].filter(({ src }) => src.startsWith(`${origin}/demo/`))
  if (demos.length === 0) return false
  const listening = new AbortController()
  const isOpen = await new Promise<boolean>((resolve) => {
    const hear = quietly(({ data, origin: from }: MessageEvent<Partial<ChatQuestion> | null>) => {
      if (from === origin && data?.source === 'understudy-chat' && data.isOpen === true) resolve(true)
    })
    addEventListener('message', hear, listening)
    setTimeout(() => resolve(false), answerMs)
    const question: ChatQuestion = { source: 'understudy-chat' }
    for (const { contentWindow } of demos) contentWindow?.postMessage(question, origin)
  })
  listening.abort()
  return isOpen
}

const { origin } = new URL(import.meta.url)
const answerMs = 300

/** Whether someone is typing: a field that merely has focus is still empty. */
function isTyping(): boolean {
  let { activeElement: active } = document
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  if (active instanceof HTMLInputElement)
    return !/button|submit|reset|image|checkbox|radio/.test(active.type) && active.value !== ''
  if (active instanceof HTMLTextAreaElement) return active.value !== ''
  return active instanceof HTMLElement && active.isContentEditable && active.textContent !== ''
}

/** Without storage, visitors are asked on every page. */
function isDeclined(): boolean {
  try {
    return sessionStorage[declinedName] === 'true'
  } catch {
    return false
  }
}

function keepDeclined(): void {
  try {
    sessionStorage[declinedName] = true
  } catch {}
}

const declinedName = `${visitStorageName}-declined`

/**
 * Lays the agent's chat over the page: the player of the demo in a frame of our own origin, with the agent open. Styles
 * are set through the CSSOM, because a page's policy may forbid others.
 */
function openChat(settings: DOMStringMap, demo: string): void {
  const before = document.activeElement
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
  const visit: VisitHash = { session: settings['session'] ?? '' }
  frame.src = `${origin}/demo/${encodeURIComponent(demo)}/play?agent=engage#${new URLSearchParams({ ...visit })}`
  frame.style.cssText = `${reset};display:block;width:100%;height:100%;border:0`

  const close = document.createElement('button')
  close.type = 'button'
  close.ariaLabel = 'Close the chat'
  close.textContent = '×'
  close.style.cssText = `${reset};position:absolute;top:8px;right:8px;width:36px;height:36px;border:0;border-radius:18px;background:rgb(0 0 0/.55);color:#fff;font:24px/36px system-ui,sans-serif;text-align:center;cursor:pointer`

  // Withdrawing consent on the page also withdraws it in the chat; the tracker stores it on its element.
  const script = [...document.scripts].find(({ dataset }) => dataset === settings)
  const takeBack = quietly(() => {
    const answer: ConsentMessage = { source: 'understudy-consent', isGiven: false }
    if (settings['consent'] === 'denied') frame.contentWindow?.postMessage(answer, origin)
  })
  const withdrawal = new MutationObserver(takeBack)
  if (script) withdrawal.observe(script, { attributeFilter: ['data-consent'] })
  const end = quietly(() => {
    const hadFocus = host.contains(document.activeElement)
    withdrawal.disconnect()
    host.remove()
    keepDeclined()
    if (hadFocus && before instanceof HTMLElement) before.focus()
  })
  close.addEventListener('click', end)
  host.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') end()
  })

  host.append(frame, close)
  const body: Element | null = document.body
  // The root, if the page has no body yet or isn't HTML.
  ;(body ?? document.documentElement).append(host)
}

/** Properties that the page's own rules for div, iframe and button must not change. */
const reset = 'all:initial;box-sizing:border-box'

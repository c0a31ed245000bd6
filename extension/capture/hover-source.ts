import { hideSecrets } from '#domain/secret-text.ts'

import type { Point } from './click-place.ts'
import { isFromUs, newAction, type ActionOptions, type StepLog } from './observed-action.ts'
import { parentAcrossShadow } from './shadow-tree.ts'

/** Elements marked as opening something. */
const openers = '[aria-haspopup], [aria-expanded], li:has(ul, ol, [role=menu]), nav > div:has(a)'
const openedByHover = '[role=menu], [role=listbox], [role=tooltip], [role=dialog], ul, ol, [popover]'
const forgetMs = 20_000
const lookMs = 300
const textMax = 80
const openersMax = 100

/** Reports the hover that opened a menu once the menu is clicked, as part of that click's step. */
export function observeHovers(log: StepLog, { isOurs, signal }: Pick<ActionOptions, 'isOurs' | 'signal'>): void {
  /** Closed menus are tracked in advance, because `:hover` styles already apply when the event arrives. */
  const closed = new WeakSet<Element>()
  let hover: { readonly opener: Element; readonly at: number; readonly point: Point } | null = null
  let lookedAt = 0

  function look(): void {
    if (Date.now() - lookedAt < lookMs) return
    lookedAt = Date.now()
    for (const opener of [...document.querySelectorAll(openers)].slice(0, openersMax)) {
      if (isMenuShown(opener)) closed.delete(opener)
      else closed.add(opener)
    }
  }

  function handlePointerOver(event: PointerEvent): void {
    const hit = event.composedPath()[0]
    if (!event.isTrusted || event.pointerType === 'touch' || !(hit instanceof Element) || isFromUs(event, isOurs))
      return
    const opener = hit.closest(openers)
    if (opener === null) return hover === null ? look() : undefined
    if (!closed.has(opener) || opener === hover?.opener) return
    hover = { opener, at: Date.now(), point: { x: event.clientX, y: event.clientY } }
  }

  function handlePointerDown(event: PointerEvent): void {
    const hit = event.composedPath()[0]
    const opened = hover
    hover = null
    lookedAt = 0
    if (opened === null || !(hit instanceof Element) || !event.isTrusted || isFromUs(event, isOurs)) return
    if (Date.now() - opened.at > forgetMs || log.last()?.hit?.closest(openers) === opened.opener) return
    if (!isInMenuOf(hit, opened.opener)) return
    const rest = { text: ownText(opened.opener), at: opened.at, isFolded: true }
    log.add(newAction('hover', opened.opener, opened.point, rest))
  }

  const capture = { capture: true, passive: true, signal } as const
  window.addEventListener('pointerover', handlePointerOver, capture)
  window.addEventListener('pointerdown', handlePointerDown, capture)
  const lookAgain = () => {
    lookedAt = 0
    look()
  }
  window.addEventListener('load', lookAgain, { signal })
  look()
}

function isMenuShown(opener: Element): boolean {
  if (opener.getAttribute('aria-expanded') === 'true') return true
  const menu = menuOf(opener)
  return menu !== null && isSeen(menu)
}

function isInMenuOf(hit: Element, opener: Element): boolean {
  const menu = menuOf(opener)
  for (let at: Element | null = hit; at !== null; at = parentAcrossShadow(at)) if (at === menu) return true
  return false
}

function menuOf(opener: Element): Element | null {
  const id = opener.getAttribute('aria-controls')
  const controlled = id === null ? null : opener.ownerDocument.getElementById(id)
  return controlled ?? opener.querySelector(openedByHover) ?? opener.parentElement?.querySelector(openedByHover) ?? null
}

/** The control's own text, without the menu's entries. */
function ownText(opener: Element): string {
  const own = [...opener.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
  const trigger = opener.querySelector(':scope > a, :scope > button, :scope > span')
  const text = own.map((node) => node.nodeValue ?? '').join(' ')
  return tidy(text.trim() === '' ? (trigger?.textContent ?? '') : text)
}

function tidy(text: string): string {
  return hideSecrets(text.replace(/\s+/g, ' ').trim().slice(0, textMax))
}

function isSeen(element: Element): boolean {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.clientHeight > 2
}

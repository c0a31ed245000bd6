import { hideSecrets } from '#domain/secret-text.ts'

import { createHoverRules } from './hover-rules.ts'
import { isFromUs, newAction, type ActionOptions, type StepLog } from './observed-action.ts'
import { observeScriptedMenus, type PointerEntry } from './scripted-menus.ts'
import { parentAcrossShadow } from './shadow-tree.ts'
import { activationTarget, describeTarget, isClickable } from './target-description.ts'

/** Elements marked as opening something. */
const openers = '[aria-haspopup], [aria-expanded], li:has(ul, ol, [role=menu]), nav > div:has(a)'
const openedByHover = '[role=menu], [role=listbox], [role=tooltip], [role=dialog], ul, ol, [popover]'
const forgetMs = 20_000
const lookMs = 300
const textMax = 80
const openersMax = 100
const entriesKept = 50
/** Menus are beside their openers, unlike messages that appear meanwhile. */
const besidePx = 24
const navigation = 'nav, header, [role=navigation], [role=menubar]'

/** Reports the hover that opened a menu once the menu is clicked, as part of that click's step. */
export function observeHovers(log: StepLog, { isOurs, signal }: Pick<ActionOptions, 'isOurs' | 'signal'>): void {
  /** Closed menus are tracked in advance, because `:hover` styles already apply when the event arrives. */
  const closed = new WeakSet<Element>()
  let hover: PointerEntry | null = null
  let lookedAt = 0
  /** What the pointer entered since the last press or key, newest last. */
  let entries: PointerEntry[] = []
  const rules = createHoverRules()
  const scripted = observeScriptedMenus(() => entries.at(-1) ?? null, signal)

  function look(): void {
    if (Date.now() - lookedAt < lookMs) return
    lookedAt = Date.now()
    rules.refresh()
    for (const opener of [...document.querySelectorAll(openers)].slice(0, openersMax)) {
      if (isMenuShown(opener)) closed.delete(opener)
      else closed.add(opener)
    }
  }

  function handlePointerOver(event: PointerEvent): void {
    const hit = event.composedPath()[0]
    if (!event.isTrusted || event.pointerType === 'touch' || !(hit instanceof Element) || isFromUs(event, isOurs))
      return
    const entry = { element: hit, at: Date.now(), point: { x: event.clientX, y: event.clientY } }
    entries = [...entries.slice(-entriesKept), entry]
    const opener = hit.closest(openers)
    if (opener === null) return hover === null ? look() : undefined
    if (!closed.has(opener) || opener === hover?.element) return
    hover = { ...entry, element: opener }
  }

  function handlePointerDown(event: PointerEvent): void {
    const hit = event.composedPath()[0]
    const [opened, entered] = [hover, entries]
    hover = null
    entries = []
    lookedAt = 0
    if (!(hit instanceof Element) || !event.isTrusted || isFromUs(event, isOurs)) return
    const cause = opened !== null && isInMenuOf(hit, opened.element) ? opened : causeOf(hit, entered)
    if (cause === null || Date.now() - cause.at > forgetMs) return
    if (opened !== null && log.last()?.hit?.closest(openers) === opened.element) return
    const rest = { text: menuName(cause.element), at: cause.at, isFolded: true }
    log.add(newAction('hover', cause.element, cause.point, rest))
  }

  /** Finds the hover that opened a menu, where the markup doesn't declare it. */
  function causeOf(hit: Element, entered: readonly PointerEntry[]): PointerEntry | null {
    const control = activationTarget(hit)
    const styled = rules.menuAround(hit)
    if (styled?.menu.contains(control) === true && !styled.opener.matches('tr, [role=row]')) {
      const first = entered.find(({ element }) => styled.opener.contains(element) && !styled.menu.contains(element))
      if (first !== undefined) return { ...first, element: styled.opener }
    }
    const shown = scripted.menuAround(hit)
    if (shown === null || !entered.includes(shown.entry) || !shown.menu.contains(control)) return null
    const opener = activationTarget(shown.entry.element)
    const isOpener = isClickable(opener) || opener.closest(navigation) !== null
    return isOpener && isBeside(shown.menu, opener) ? { ...shown.entry, element: opener } : null
  }

  const capture = { capture: true, passive: true, signal } as const
  window.addEventListener('pointerover', handlePointerOver, capture)
  window.addEventListener('pointerdown', handlePointerDown, capture)
  window.addEventListener('keydown', () => (entries = []), capture)
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

function isBeside(menu: Element, opener: Element): boolean {
  const [a, b] = [menu.getBoundingClientRect(), opener.getBoundingClientRect()]
  const across = Math.max(a.left - b.right, b.left - a.right)
  return Math.max(across, a.top - b.bottom, b.top - a.bottom) <= besidePx
}

/** Text outside controls and navigation is content, never a name. */
function menuName(opener: Element): string {
  const isNamed = opener.matches(openers) || opener.closest(navigation) !== null
  return isNamed ? ownText(opener) : describeTarget(opener).name
}

/** The control's own text, without the menu's entries. */
function ownText(opener: Element): string {
  const own = [...opener.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
  const trigger = opener.querySelector(':scope > a, :scope > button, :scope > span')
  const text = own.map((node) => node.nodeValue ?? '').join(' ')
  return toShownText(text.trim() === '' ? (trigger?.textContent ?? '') : text)
}

function toShownText(text: string): string {
  return hideSecrets(text.replace(/\s+/g, ' ').trim().slice(0, textMax))
}

function isSeen(element: Element): boolean {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.clientHeight > 2
}

/*
 * Text in a captured page can be selected with the mouse. The page's frame runs no script, so it can't pass input on to
 * the player: it would keep the wheel, and with the focus the player's keys. So it gets the pointer only after a press
 * on the page, until the pointer leaves, and the focus only for copying.
 */

/** Lets visitors select text in a frame that takes no input. Returns a function that undoes it. */
export function letTextBeSelected(frame: HTMLIFrameElement, view: HTMLElement): () => void {
  page ??= listen()
  return page.show({ frame, view })
}

/**
 * One set of listeners for all pages, which stays: adding or removing a document's pointer listeners makes browsers
 * examine the whole document before the next paint, which is that of the next step.
 */
let page: ReturnType<typeof listen> | undefined

interface ShownPage {
  readonly frame: HTMLIFrameElement
  readonly view: HTMLElement
}

function listen() {
  let shown: ShownPage | null = null
  let start: PointerEvent | null = null
  let pressedAt: number | null = null
  let isCopying = false
  let handBack: ReturnType<typeof setTimeout> | undefined
  let hint: HTMLElement | null = null

  const takePointer = (isTaken: boolean) => shown?.frame.style.setProperty('pointer-events', isTaken ? 'auto' : 'none')
  const hasFocus = () => shown !== null && document.activeElement === shown.frame
  const returnFocus = () => {
    clearTimeout(handBack)
    isCopying = false
    if (!hasFocus()) return
    shown?.frame.blur()
    focus()
  }
  const returnFocusIn = (ms: number) => {
    clearTimeout(handBack)
    handBack = setTimeout(returnFocus, ms)
  }
  const isInside = (event: Event) => event.target instanceof Node && shown?.view.contains(event.target) === true
  const removeHint = () => {
    hint?.remove()
    hint = null
  }

  document.addEventListener('pointerdown', (event) => {
    removeHint()
    // Fingers swipe.
    start = event.pointerType === 'mouse' && event.button === 0 && isInside(event) ? event : null
  })
  document.addEventListener('pointerup', (event) => {
    if (shown === null || start === null || !isInside(event)) return
    takePointer(true)
    const isDrag = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > dragPixels
    start = null
    if (isDrag) hint = showHint(shown.view)
  })
  document.addEventListener('pointerover', (event) => {
    if (shown === null || isInside(event)) return
    takePointer(false)
    if (!isCopying) returnFocus()
  })
  addEventListener('blur', (event) => {
    if (!hasFocus()) return
    removeHint()
    if (isCopying) return returnFocusIn(copyMs)
    // Otherwise, text selected in the player would be copied.
    getSelection()?.removeAllRanges()
    const isLater = pressedAt !== null && event.timeStamp - pressedAt > doublePressMs
    pressedAt = event.timeStamp
    // A later press may open the context menu, whose Copy needs the focus. Selecting doesn't.
    returnFocusIn(isLater ? menuMs : 0)
  })
  addEventListener('keydown', ({ key, target }) => {
    if ((key !== 'Control' && key !== 'Meta') || pressedAt === null || isField(target)) return
    if (getSelection()?.isCollapsed === false) return
    isCopying = true
    shown?.frame.focus()
  })

  const leave = (left: ShownPage) => {
    if (shown !== left) return
    removeHint()
    returnFocus()
    takePointer(false)
    shown = null
    start = null
    pressedAt = null
  }
  return {
    show(next: ShownPage): () => void {
      if (shown !== null) leave(shown)
      shown = next
      return () => leave(next)
    },
  }
}

/** A press that moves less is a click. */
const dragPixels = 6
const doublePressMs = 500
const menuMs = 3_000
/** The time between pressing Control or Command and pressing C. */
const copyMs = 1_000

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** The press that turns selecting on can't select yet. */
function showHint(view: HTMLElement): HTMLElement {
  const { left, width, bottom } = view.getBoundingClientRect()
  const hint = document.createElement('p')
  hint.setAttribute('role', 'status')
  hint.textContent = 'Drag again to select text'
  const look = {
    position: 'fixed',
    left: `${left + width / 2}px`,
    top: `${Math.min(bottom, innerHeight) - 16}px`,
    translate: '-50% -100%',
    margin: '0',
    padding: '8px 14px',
    'border-radius': '6px',
    background: 'oklch(0.21 0.017 300)',
    color: 'oklch(0.95 0.008 300)',
    'font-size': '0.9375rem',
    'pointer-events': 'none',
  }
  for (const [name, value] of Object.entries(look)) hint.style.setProperty(name, value)
  // A presented demo covers the rest of its document.
  ;(view.closest('[role=dialog]') ?? document.body).append(hint)
  setTimeout(() => hint.remove(), hintMs)
  return hint
}

const hintMs = 4_000

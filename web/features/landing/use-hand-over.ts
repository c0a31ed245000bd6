import { useEffect, useState, type RefObject } from 'react'

/** `waiting`: the visitor has clicked, and the player isn't ready yet. */
export type HandOverState = 'playing' | 'waiting' | 'handed-over'

interface Wish {
  /** A question for the agent; null if the visitor wants to play the demo. */
  readonly question: string | null
}

/**
 * Loads the player's embed script, and at the visitor's first click shows its frame at the step of the scene, with
 * focus on Next. If the player doesn't load, it opens as a page.
 */
export function useHandOver(scene: RefObject<HTMLElement | null>, host: RefObject<HTMLElement | null>) {
  const [state, setState] = useState<HandOverState>('playing')
  useEffect(() => {
    const script = document.createElement('script')
    script.src = '/js/demo-player.js'
    script.async = true
    document.head.append(script)
    return () => script.remove()
  }, [])

  async function handOver({ question }: Wish): Promise<void> {
    const element = host.current
    if (element === null || state !== 'playing') return
    setState('waiting')
    const step = shownStep(scene.current)
    const frame = await readyFrame(element)
    if (frame === null) {
      location.assign(`/demo/${element.dataset['demoId'] ?? ''}/play?step=${step}`)
      return
    }
    const arrived = step === 1 ? null : nextEvent(element, 'understudy-step', stepMs)
    command(frame, { command: 'go-to-step', step })
    await arrived
    setState('handed-over')
    // Inert until it is rendered.
    requestAnimationFrame(() => {
      frame.focus({ preventScroll: true })
      if (question === null) focusNext(frame)
      else command(frame, { command: 'start-agent', question })
    })
  }

  return { state, handOver: (wish: Wish) => void handOver(wish) }
}

const readyMs = 6_000
const stepMs = 800
/** When the loop in hero-loop.css leaves the first and the third step, as fractions of a round. */
const [firstUntil, thirdUntil] = [0.14, 0.68]

/** The step that the loop shows; without motion, the third one. */
function shownStep(scene: HTMLElement | null): number {
  const animation = scene?.querySelector('.hero-camera')?.getAnimations()[0]
  const progress = animation?.effect?.getComputedTiming().progress
  if (typeof progress !== 'number' || matchMedia('(prefers-reduced-motion: reduce)').matches) return 3
  if (progress < firstUntil) return 1
  return progress < thirdUntil ? 3 : 6
}

/** The player's frame once it is ready; null if it isn't in time. */
async function readyFrame(host: HTMLElement): Promise<HTMLIFrameElement | null> {
  const find = () => host.querySelector('iframe')
  const isReady = () => find()?.contentDocument?.querySelector('.us-player') !== null && readyHosts.has(host)
  if (!isReady()) await nextEvent(host, 'understudy-ready', readyMs)
  return isReady() ? find() : null
}

/** Hosts whose player has said that it is ready. */
const readyHosts = new WeakSet<EventTarget>()
if (typeof document !== 'undefined')
  document.addEventListener('understudy-ready', ({ target }) => target !== null && readyHosts.add(target))

function nextEvent(target: EventTarget, type: string, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, waitMs)
    target.addEventListener(
      type,
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

function command(frame: HTMLIFrameElement, message: Readonly<Record<string, unknown>>): void {
  frame.contentWindow?.postMessage({ source: 'understudy-host', ...message }, location.origin)
}

/** Focuses the player's Next button, which is accessible because the frame is a page of ours. */
function focusNext(frame: HTMLIFrameElement): void {
  const buttons = [...(frame.contentDocument?.querySelectorAll('button') ?? [])]
  const next = buttons.find((button) => button.textContent.trim() === 'Next' && button.offsetParent !== null)
  next?.focus({ preventScroll: true })
}

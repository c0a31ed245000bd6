import { setMaxListeners } from 'node:events'
import { compileFunction } from 'node:vm'

import type { TrackingEventRow } from '#protocol/tracking-events.ts'
import type { Understudy } from '#tracker/track.ts'

import type { FakeClock } from './fake-clock.ts'

/** What the tracker's fetch of a page is answered with. Rejects as a network does. */
export type FakeFetch = (
  url: string,
  init?: { readonly body?: string; readonly keepalive?: unknown },
) => Promise<unknown>

export interface FakePage {
  /** Every event that the tracker made, delivered or not. */
  readonly made: readonly TrackingEventRow[]
  readonly click: () => void
  readonly goTo: (url: string) => void
  readonly hide: () => void
  readonly show: () => void
  /** As the browser tells a page that it is being left. */
  readonly leave: () => void
  /** The tab is gone, and with it every timer and whatever an answer would have led to. */
  readonly kill: () => void
  /** As a page may do that sandboxes scripts of others, or imitates an old browser. */
  readonly breakClocks: () => void
}

export interface FakePageOptions {
  /** The built tracker. */
  readonly code: string
  readonly clock: FakeClock
  readonly fetch: FakeFetch
  /** Of the browser session. */
  readonly storage: Record<string, string>
  readonly isOnline: () => boolean
}

/** As much of a page as the tracker looks at. */
export function openFakePage({ code, clock, fetch, storage, isOnline }: FakePageOptions): FakePage {
  const made: TrackingEventRow[] = []
  const timers = new Set<number>()
  let isAlive = true
  const ifAlive =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      if (isAlive) act(...given)
    }
  // What happens to the document is heard at its window, as events that are caught are.
  const window = new EventTarget() as EventTarget & { understudy?: Understudy }
  setMaxListeners(100, window)
  const location = { href: 'https://shop.example/prices' }
  const document = {
    hidden: false,
    referrer: '',
    currentScript: { src: 'https://demos.example/js/tracker.js', text: '', dataset: { consent: 'required' } },
  }
  class FakeDate extends Date {
    constructor(ms = clock.now()) {
      super(ms)
    }
    static override now = () => clock.now()
  }
  const performance: { now?: () => number } = { now: () => clock.now() }
  let isBroken = false
  const globals: Readonly<Record<string, unknown>> = {
    window,
    document,
    // Browsers take any value for `capture`; Node does not.
    addEventListener: (name: string, act: EventListener, isCaught: unknown) =>
      window.addEventListener(name, act, Boolean(isCaught)),
    performance,
    location,
    navigator: {
      webdriver: false,
      get onLine() {
        return isOnline()
      },
    },
    innerWidth: 1280,
    innerHeight: 720,
    sessionStorage: storage,
    Date: FakeDate,
    // A tab that is gone hears no answer.
    fetch: (...given: Parameters<FakeFetch>) =>
      new Promise((resolve, reject) => fetch(...given).then(ifAlive(resolve), ifAlive(reject))),
    setTimeout: (act: () => void, delayMs: number, ...given: unknown[]) => {
      if (isBroken) throw new Error('The page has no timers')
      const timer = clock.setTimeout(ifAlive(act), delayMs, ...given)
      timers.add(timer)
      return timer
    },
    setInterval: (act: () => void, everyMs: number) => {
      const timer = clock.setInterval(ifAlive(act), everyMs)
      timers.add(timer)
      return timer
    },
  }
  compileFunction(code, Object.keys(globals))(...Object.values(globals))
  const { understudy } = window
  if (understudy === undefined) throw new Error('The tracker did not start')
  // Asked about every event, so it begins when there is somebody to ask.
  understudy.beforeSend = (event) => {
    made.push(event)
    return event
  }
  understudy.consent(true)

  return {
    made,
    click: () => {
      const click = Object.assign(new Event('click'), { clientX: 10.4, clientY: 20 })
      Object.defineProperty(click, 'target', { value: { localName: 'button', id: '', classList: ['buy'] } })
      window.dispatchEvent(click)
    },
    goTo: (url) => {
      location.href = url
    },
    hide: () => {
      document.hidden = true
      window.dispatchEvent(new Event('visibilitychange'))
    },
    show: () => {
      document.hidden = false
      window.dispatchEvent(new Event('visibilitychange'))
    },
    leave: () => void window.dispatchEvent(new Event('pagehide')),
    breakClocks: () => {
      delete performance.now
      isBroken = true
    },
    kill: () => {
      isAlive = false
      timers.forEach(clock.clear)
    },
  }
}

import { setMaxListeners } from 'node:events'
import { compileFunction } from 'node:vm'

import type { TrackingEventRow } from '#protocol/tracking-events.ts'
import type { Understudy } from '#tracker/track.ts'

import type { FakeClock } from './fake-clock.ts'

/** The answer to a page's fetch by the tracker. Rejects like a network error. */
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
  /** Fires the events of leaving a page. */
  readonly leave: () => void
  /** The tab is gone, with every timer and pending answer. */
  readonly kill: () => void
  /** Like a page that sandboxes third-party scripts, or imitates an old browser. */
  readonly breakClocks: () => void
}

export interface FakePageOptions {
  /** The built tracker. */
  readonly code: string
  readonly clock: FakeClock
  readonly fetch: FakeFetch
  /** The storage of the browser session. */
  readonly storage: Record<string, string>
  readonly isOnline: () => boolean
}

/** The parts of a page the tracker uses. */
export function openFakePage({ code, clock, fetch, storage, isOnline }: FakePageOptions): FakePage {
  const made: TrackingEventRow[] = []
  const timers = new Set<number>()
  let isAlive = true
  const ifAlive =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      if (isAlive) act(...given)
    }
  // Captured document events reach the window.
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
    // Browsers accept any value for `capture`; Node does not.
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
    // A closed tab gets no answer.
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
  // The hook runs for every event, so its first call means that it exists.
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

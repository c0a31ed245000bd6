import type { EventType } from '#domain/tracking-rules.ts'
import {
  visitStorageName,
  type ConsentMessage,
  type TrackingEventRow,
  type VisitHash,
} from '#protocol/tracking-events.ts'

import { placeOnPicture } from './place-on-picture.ts'

/** What the tracker's script leaves on the page (tracker/track.ts), as far as it is used here. */
interface Tracker {
  beforeSend?: (event: TrackingEventRow) => TrackingEventRow | null
  readonly consent: (isGiven: boolean) => void
  readonly about: (fields: Partial<TrackingEventRow>) => void
  readonly track: (type: EventType, fields?: Partial<TrackingEventRow>) => void
}

/**
 * Tells what the visitor does with the demo, through the same script and by the same rules as on any other page: where
 * consent is required nothing before the framing page says yes, and nothing at all for whoever asks not to be tracked.
 */
export function recordVisit(type: EventType, fields: Partial<TrackingEventRow> = {}): void {
  whenLoaded((tracker) => tracker.track(type, fields))
}

/** Counts the seconds on a step for that step, and what happens from now on for the one that is shown now. */
export function recordStep(stepId: string): void {
  shownStepId = stepId
  whenLoaded((tracker) => {
    // Every step has an address of its own; the tracker looks at it when it is asked to tell something.
    tracker.track('step_viewed', { step_id: stepId })
    tracker.about({ step_id: stepId })
  })
}

/** The session that the tracker tells of, on its own element; null for a visitor who is not tracked. */
export function trackedSession(): string | null {
  const { consent, session } = script?.dataset ?? {}
  return consent === 'given' ? (session ?? null) : null
}

let shownStepId: string | undefined
let script: HTMLScriptElement | undefined
let loading: Promise<Tracker | null> | undefined

function whenLoaded(act: (tracker: Tracker) => void): void {
  loading ??= load()
  void loading.then((tracker) => tracker !== null && act(tracker))
}

function load(): Promise<Tracker | null> {
  const element = document.createElement('script')
  const { session, consent = new URLSearchParams(location.search).get('consent') } = begunVisit()
  if (session !== undefined) element.dataset['session'] = session
  element.src = '/js/tracker.js'
  if (consent !== null) element.dataset['consent'] = consent
  script = element
  const loaded = new Promise<Tracker | null>((resolve) => {
    element.addEventListener('error', () => resolve(null))
    element.addEventListener('load', () => {
      const { understudy } = globalThis as typeof globalThis & { understudy?: Tracker }
      if (understudy !== undefined) understudy.beforeSend = onlyWhatHappened
      isViewed = trackedSession() !== null
      resolve(understudy ?? null)
    })
    // A page that nobody sees yet is no visit, and what is told before the tracker has begun would be lost.
    const begin = () => document.head.append(element)
    if (document.hidden) document.addEventListener('visibilitychange', begin, { once: true })
    else begin()
  })
  // Heard from now on, and heeded in their order once there is a tracker: an answer may come before it has loaded.
  addEventListener('message', ({ data, source }: MessageEvent<Partial<ConsentMessage> | null>) => {
    if (source !== parent || parent === window || data?.source !== 'understudy-consent') return
    void loaded.then((tracker) => {
      const hasBegun = trackedSession() !== null
      if (typeof data.session === 'string') element.dataset['session'] ??= data.session
      tracker?.consent(data.isGiven === true)
      if (data.isGiven !== true) forgetVisit()
      isViewed &&= data.isGiven === true
      // What is looked at when the visit begins is seen in it.
      if (!hasBegun && trackedSession() !== null) tracker?.track('step_viewed', { step_id: shownStepId ?? null })
    })
  })
  return loaded
}

/** Whoever takes their consent back and gives it anew is not to be known again. */
function forgetVisit(): void {
  try {
    sessionStorage.removeItem(visitStorageName)
  } catch {
    // Nothing is kept where nothing may be.
  }
}

/** What the page that opened the player says. Only the consent stays in the address: it holds after a reload too. */
function begunVisit(): VisitHash {
  const { session, consent }: VisitHash = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  if (location.hash !== '') {
    const kept = consent === undefined ? '' : `#consent=${encodeURIComponent(consent)}`
    history.replaceState(history.state, '', location.pathname + location.search + kept)
  }
  return { ...(session && { session }), ...(consent && { consent }) }
}

/** The script tells of the page itself as it starts, unless it has to wait for consent or for somebody to look. */
let isViewed = false

/** A step's address is no other page, and a click on the picture is where it is on the picture. */
function onlyWhatHappened(event: TrackingEventRow): TrackingEventRow | null {
  if (event.event_type === 'page_view') {
    if (isViewed) return null
    isViewed = true
  }
  return event.event_type === 'click' ? placeOnPicture(event) : event
}

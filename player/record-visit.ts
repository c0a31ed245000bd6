import type { EventType } from '#domain/tracking-rules.ts'
import {
  visitStorageName,
  type ConsentMessage,
  type TrackingEventRow,
  type VisitHash,
} from '#protocol/tracking-events.ts'

import { placeOnPicture } from './place-on-picture.ts'

/** The part of the tracker's page API (tracker/track.ts) that is used here. */
interface Tracker {
  beforeSend?: (event: TrackingEventRow) => TrackingEventRow | null
  readonly consent: (isGiven: boolean) => void
  readonly about: (fields: Partial<TrackingEventRow>) => void
  readonly track: (type: EventType, fields?: Partial<TrackingEventRow>) => void
}

/**
 * Tracks visits through the tracker's script by the same rules as on any page: nothing before consent where it is
 * required, and nothing for visitors who opted out.
 */
export function recordVisit(type: EventType, fields: Partial<TrackingEventRow> = {}): void {
  whenLoaded((tracker) => tracker.track(type, fields))
}

/** Counts the seconds on the previous step and starts counting for the current one. */
export function recordStep(stepId: string): void {
  shownStepId = stepId
  whenLoaded((tracker) => {
    // Each step has its own URL; the tracker reads it when it records.
    tracker.track('step_viewed', { step_id: stepId })
    tracker.about({ step_id: stepId })
  })
}

/** The tracker's session, from its element; null for untracked visitors. */
export function trackedSession(): string | null {
  const { consent, session } = script?.dataset ?? {}
  return consent === 'given' ? (session ?? null) : null
}

/** For previews: nothing is recorded from now on. */
export function recordNothing(): void {
  loading = Promise.resolve(null)
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
    // A hidden page doesn't count as a visit, and events before the tracker starts would be lost.
    const begin = () => document.head.append(element)
    if (document.hidden) document.addEventListener('visibilitychange', begin, { once: true })
    else begin()
  })
  // Queued until there is a tracker: consent may come before it has loaded.
  addEventListener('message', ({ data, source }: MessageEvent<Partial<ConsentMessage> | null>) => {
    if (source !== parent || parent === window || data?.source !== 'understudy-consent') return
    void loaded.then((tracker) => {
      const hasBegun = trackedSession() !== null
      if (typeof data.session === 'string') element.dataset['session'] ??= data.session
      tracker?.consent(data.isGiven === true)
      if (data.isGiven !== true) forgetVisit()
      isViewed &&= data.isGiven === true
      // The step shown when the visit starts counts as viewed.
      if (!hasBegun && trackedSession() !== null) tracker?.track('step_viewed', { step_id: shownStepId ?? null })
    })
  })
  return loaded
}

/** Withdrawing and renewing consent must not link the two sessions. */
function forgetVisit(): void {
  try {
    sessionStorage.removeItem(visitStorageName)
  } catch {
    // Without storage, nothing is kept.
  }
}

/** Consent from the opening page. Only consent stays in the URL, to survive a reload. */
function begunVisit(): VisitHash {
  const { session, consent }: VisitHash = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  if (location.hash !== '') {
    const kept = consent === undefined ? '' : `#consent=${encodeURIComponent(consent)}`
    history.replaceState(history.state, '', location.pathname + location.search + kept)
  }
  return { ...(session && { session }), ...(consent && { consent }) }
}

/** The script records the page view on start, unless it waits for consent or visibility. */
let isViewed = false

/** A step's URL is not another page, and clicks on the picture use its coordinates. */
function onlyWhatHappened(event: TrackingEventRow): TrackingEventRow | null {
  if (event.event_type === 'page_view') {
    if (isViewed) return null
    isViewed = true
  }
  return event.event_type === 'click' ? placeOnPicture(event) : event
}

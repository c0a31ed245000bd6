import type { EventType } from '#domain/tracking-rules.ts'
import { visitHash, type TrackingEventRow } from '#protocol/tracking-events.ts'

/** What the tracker's script leaves on the page (tracker/track.ts), as far as it is used here. */
interface Tracker {
  beforeSend?: (event: TrackingEventRow) => TrackingEventRow | null
  readonly consent: (isGiven: boolean) => void
  readonly about: (fields: Partial<TrackingEventRow>) => void
  readonly track: (type: EventType, fields?: Partial<TrackingEventRow>) => void
}

/**
 * Tells what the visitor does with the demo, through the same script and by the same rules as on any other page: with
 * `?consent=required` nothing before the framing page says yes, and nothing at all for whoever asks not to be tracked.
 */
export function recordVisit(type: EventType, fields: Partial<TrackingEventRow> = {}): void {
  whenLoaded((tracker) => tracker.track(type, fields))
}

/** Counts the seconds on a step for that step, and what happens from now on for the one that is shown now. */
export function recordStep(stepId: string): void {
  whenLoaded((tracker) => {
    // Every step has an address of its own; the tracker looks at it when it is asked to tell something.
    tracker.track('step_viewed', { step_id: stepId })
    tracker.about({ step_id: stepId })
  })
}

let loading: Promise<Tracker | null> | undefined

function whenLoaded(act: (tracker: Tracker) => void): void {
  loading ??= load()
  void loading.then((tracker) => tracker !== null && act(tracker))
}

function load(): Promise<Tracker | null> {
  const script = document.createElement('script')
  const session = begunVisit()
  if (session !== null) script.dataset['session'] = session
  script.src = '/js/tracker.js'
  const consent = new URLSearchParams(location.search).get('consent')
  if (consent !== null) script.dataset['consent'] = consent
  isViewed = consent !== 'required'
  return new Promise((resolve) => {
    script.addEventListener('error', () => resolve(null))
    script.addEventListener('load', () => {
      const { understudy } = globalThis as typeof globalThis & { understudy?: Tracker }
      if (understudy !== undefined) understudy.beforeSend = onlyWhatHappened
      addEventListener('message', ({ data, source }) => {
        if (source === parent && data?.source === 'understudy-consent') understudy?.consent(data.isGiven === true)
      })
      resolve(understudy ?? null)
    })
    document.head.append(script)
  })
}

/** A page that opened the player in its chat has begun the visit already. */
function begunVisit(): string | null {
  const session = new URLSearchParams(location.hash.slice(1)).get(visitHash)
  if (session !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return session
}

/** The script tells of the page itself as it starts, unless it has to wait for consent. */
let isViewed = true

/** A step's address is no other page, and a click on the picture is where it is on the picture. */
function onlyWhatHappened(event: TrackingEventRow): TrackingEventRow | null {
  if (event.event_type === 'page_view') {
    if (isViewed) return null
    isViewed = true
  }
  const picture = document.querySelector('.us-image:not(.us-image-last)')?.getBoundingClientRect()
  if (event.event_type !== 'click' || !picture?.width || !picture.height) return event
  const image_x = (((event.click_x ?? 0) - picture.left) / picture.width) * 100
  const image_y = (((event.click_y ?? 0) - picture.top) / picture.height) * 100
  const isOnPicture = image_x >= 0 && image_x <= 100 && image_y >= 0 && image_y <= 100
  return isOnPicture ? { ...event, image_x, image_y } : event
}

import {
  eventsPerRequest,
  trackerFailuresMax,
  trackerFlushMs,
  trackerRetriesMax,
  trackerRetryDelayMs,
} from '#domain/tracking-rules.ts'
import { applicationNameHeader, trackerName } from '#protocol/client-config.ts'
import type { TrackingEventRow, visitStorageName } from '#protocol/tracking-events.ts'

import type { engage as Engage } from './engage.ts'

/** One less than the maximum. */
const queueMax = 999
/** The URL length the server keeps; more could exceed the limit of a request or of an unload. */
const addressMax = 2_000
/** Browsers limit all requests that outlive a page to 64 kB together. */
const roomMax = 6e4
/** A URL that changes sooner is a redirect or a moving map, and doesn't count. */
const lookMs = 1_000

type Extra = { -readonly [Name in keyof TrackingEventRow]?: TrackingEventRow[Name] }

interface Chat {
  readonly engage: typeof Engage
}

type Clicked = MouseEvent & { readonly target: Element }

/** `window.understudy`, the one name this leaves on the page. */
export interface Understudy {
  /**
   * A hook called before an event is queued; returns what to send instead, or nothing to drop it. Set before this
   * script, it also sees the first event.
   */
  beforeSend?: (event: TrackingEventRow) => TrackingEventRow | null | undefined | false
  /** The visitor's consent. Until it is true, a page with `data-consent="required"` stores and sends nothing. */
  readonly consent: (isGiven: boolean) => void
  /** Records another event, such as `step_viewed`. */
  readonly track: (type: TrackingEventRow['event_type'], fields?: Extra) => void
  /** Names the demo or step that the events from now on belong to, as in `{ demo_id, step_id }`. */
  readonly about: (fields: Extra) => void
  readonly stop: () => void
}

/** Errors here must never reach the host page, now or later. */
const quietly =
  <Given extends unknown[]>(act: (...given: Given) => unknown) =>
  async (...given: Given): Promise<void> => {
    try {
      await act(...given)
    } catch (error) {
      // oxlint-disable-next-line no-console -- spec §8: logged only
      console.warn('understudy', error)
    }
  }

/** PackedEvents: the length of the prefix shared with the previous event, and the rest. */
const pack = (row: string, index: number, rows: string[]) => {
  let shared = 0
  while (row[shared] && row[shared] === rows[index - 1]?.[shared]) shared++
  return shared + ',' + JSON.stringify(row.slice(shared))
}

/**
 * Starts what the script element's attributes request (docs/tracking.md). Reads the page and never writes to it: no
 * method is patched, so navigation is detected by polling the URL. Size matters: every page pays for it.
 */
export const track = quietly(({ src, dataset: settings, text }: HTMLScriptElement) => {
  type Asking = Navigator & { globalPrivacyControl?: boolean }
  const page = window as Window & { understudy?: Understudy }
  const found = page.understudy
  // On pages with user content, elements may be named `understudy` or `currentScript`.
  if (found?.consent || !text.at) return
  const { origin } = new URL(src)
  /**
   * The owner's id, or the email until it is resolved. Events sent before that are unattributed unless they name a
   * demo.
   */
  let owner = settings['owner'] as string
  let about: Extra = { demo_id: settings['demo'], consent: settings['consent'] } as Extra
  let queue: TrackingEventRow[] = []
  /** Consecutive failures; at the maximum, sending stops. */
  let failuresLeft =
    ((navigator.doNotTrack as unknown as number) > 0 || (navigator as Asking).globalPrivacyControl) &&
    settings['dnt'] !== 'ignore'
      ? 0
      : trackerFailuresMax
  let isOwnerKnown: 1 | undefined
  /** Empty while nothing may be stored or sent. */
  let session = ''
  /** Remaining bytes for keepalive requests during unload; 0 or less otherwise. */
  let room: number
  /** Start of the unrecorded seconds on a monotonic clock; NaN while the page is hidden. */
  let since = NaN
  /** All of an event's id but its last part. */
  let pageId: string
  let address = ''
  /** Headers of every data call (spec §7), including reads. */
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    prefer: 'return=minimal',
    [applicationNameHeader]: trackerName,
  }
  /** Twelve digits, the last part of an event's id. */
  let count = 1e11

  /** Adds a window listener in the capture phase (1 is a shorter `true`). */
  const on = (name: string, act: (event: never) => unknown) =>
    addEventListener(name, quietly(act) as unknown as EventListener, 1 as never)

  const add = quietly((event_type: TrackingEventRow['event_type'], fields?: Extra) => {
    // Fields that usually differ come last, which packs better.
    const event: TrackingEventRow = {
      referrer: document.referrer,
      viewport_width: innerWidth,
      viewport_height: innerHeight,
      session_id: session,
      page_url: address.slice(0, addressMax),
      automated: navigator.webdriver,
      event_type,
      ...about,
      id: pageId + count++,
      timestamp: new Date().toJSON(),
      ...fields,
    }
    const sent = session && (api.beforeSend ? api.beforeSend(event) : event)
    if (sent && !queue[queueMax]) queue.push(sent)
  })
  const spend = () => {
    const time_spent = ((performance.now() - since) / 1000) | 0
    since = NaN
    if (time_spent) void add('time_spent', { time_spent })
  }
  const look = quietly(() => {
    if (!session || document.hidden || address === location.href) return
    spend()
    address = location.href
    since = performance.now()
    void add('page_view')
  })

  const tell = (type: TrackingEventRow['event_type'], fields?: Extra) => {
    void look()
    void add(type, fields)
  }

  const send = quietly(async (events: TrackingEventRow[]) => {
    // Waits before the first, too: on an offline page with a broken fetch, the queue must not fill while it is emptied.
    // oxlint-disable-next-line typescript/await-thenable, unicorn/no-unnecessary-await -- a turn is all it waits for
    for (let attempt = await 1; session; attempt++) {
      if (!navigator.onLine) return queue.unshift(...events)
      try {
        // One by one, because an old library on the page may have changed how arrays become JSON.
        const rows = events.map((event) => JSON.stringify({ owner_id: owner, sent_at: new Date(), ...event }))
        // oxlint-disable-next-line typescript/restrict-template-expressions -- shorter than join()
        const body = rows[1] ? `[${room > 0 ? rows.map(pack) : rows}]` : (rows[0] as string)
        const response = await fetch(`${origin}/rest/v1/user_tracking_events`, {
          method: 'POST',
          headers,
          body,
          // Browsers refuse more, so the rest is sent as an ordinary request.
          keepalive: (room -= body.length) > 0,
        })
        if (response.ok) return (failuresLeft = trackerFailuresMax)
      } catch {}
      if (attempt > trackerRetriesMax) return --failuresLeft || (session = '')
      // Waits for the retry delay, or until the page is left, when the request must outlive it. The listener stays, but
      // there are few failed attempts.
      await new Promise((resolve) => {
        on('pagehide', resolve)
        setTimeout(resolve, trackerRetryDelayMs * attempt)
      })
    }
  })
  const flush = quietly((size: number) => {
    room = size
    while (queue[0]) void send(queue.splice(0, eventsPerRequest))
  })
  const leave = () => {
    spend()
    void flush(roomMax)
  }

  /** Spec §6 and §7: the owner by email (or directly by id), then their settings for agent 'leo'. */
  const findOwner = async () => {
    const get = async (url: string, init: RequestInit = { headers }) => (await fetch(url, init)).json()
    const config = await get(`${origin}/config.json`, {})
    headers['apikey'] = config.supabaseAnonKey
    if (/@/.test(owner))
      [{ id: owner }] = await get(`${origin}/rest/v1/users?email=eq.${encodeURIComponent(owner)}&select=id`)
    isOwnerKnown = 1
    // Events without an owner find their workspace by their demo.
    if (!owner) return
    const [leo] = await get(`${origin}/rest/v1/chatbot_settings?user_id=eq.${owner}&agent_id=eq.leo&select=*`)
    if (!leo.auto_engage) return
    await new Promise((resolve) => setTimeout(resolve, 1000 * leo.engage_timeout))
    if (session) {
      const chat: Chat = await import(/* @vite-ignore */ `${origin}/js/tracker-chat.js`)
      await chat.engage(settings, leo.demo_id, api)
    }
  }
  const start = () => {
    if (settings['consent'] !== 'given' || document.hidden || session || failuresLeft < 1) return
    // randomUUID needs https. The time covers pages that made Math.random repeat itself.
    pageId = 'xxxxxxxx-xxxx-4xxx-8xxx-'.replace(
      /x/g,
      () => (((Math.random() * Date.now()) % 10) | 0) as unknown as string,
    )
    // Kept for the browser session (spec §9), if storage is available.
    let name = settings['session'] || pageId + count
    try {
      name = sessionStorage['understudy' satisfies typeof visitStorageName] ||= name
    } catch {}
    // Written to its own element only: an embedded player reads it and continues the session
    // (player/embed.ts).
    settings['session'] = name
    // The same answer on every page of a session.
    if ((name.slice(3, 7) as unknown as number) >= 10_000 * +(settings['sample'] || 1)) return
    session = name
    void look()
    findOwner().catch(() => (isOwnerKnown = 1))
  }

  const consent = quietly((isGiven?: unknown) => {
    settings['consent'] = isGiven ? 'given' : 'denied'
    if (isGiven) start()
    // Consent banners often report "no" until they have loaded the earlier choice.
    else if (session) {
      queue = []
      since = NaN
      session = address = ''
      delete settings['session']
      delete sessionStorage['understudy' satisfies typeof visitStorageName]
    }
  })
  const api: Understudy = (page.understudy = {
    // A hook set before this script also sees the first event.
    ...found,
    consent,
    about: (fields) => (about = { ...about, ...fields }),
    track: tell,
    stop: () => consent(),
  })
  on('click', ({ target: { localName, id, classList }, clientX, clientY }: Clicked) =>
    tell('click', {
      click_x: (clientX + 0.5) | 0,
      click_y: (clientY + 0.5) | 0,
      // Never the text, which may be private.
      element_clicked: [localName + (id && '#' + id), ...classList].join('.'),
    }),
  )
  on('visibilitychange', () => (document.hidden ? leave() : (start(), void look(), (since = performance.now()))))
  on('pagehide', () => {
    leave()
    // A page restored from the back-forward cache counts as opened again.
    address += ' '
  })
  on('understudy-consent', (event: CustomEvent) => consent(event.detail))
  setInterval(look, lookMs)
  setInterval(() => isOwnerKnown && flush(0), trackerFlushMs)
  settings['consent'] ||= 'given'
  start()
})

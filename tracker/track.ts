import {
  eventsPerRequest,
  trackerFailuresMax,
  trackerFlushMs,
  trackerRetriesMax,
  trackerRetryDelayMs,
} from '#domain/tracking-rules.ts'
import { applicationNameHeader, trackerName } from '#protocol/client-config.ts'
import { visitStorageName, type TrackingEventRow } from '#protocol/tracking-events.ts'

import type { engage as Engage } from './engage.ts'

const queueMax = 1_000

type Extra = { -readonly [Name in keyof TrackingEventRow]?: TrackingEventRow[Name] }

type Clicked = MouseEvent & { readonly target: Element }

/** `window.understudy`, the one name this leaves on the page. */
export interface Understudy {
  /** Asked before an event is queued; answers what to send instead, or nothing to send none. */
  beforeSend?: (event: TrackingEventRow) => TrackingEventRow | null | undefined | false
  /** The visitor's answer. Until it is true, a page with `data-consent="required"` keeps and sends nothing. */
  readonly consent: (isGiven: boolean) => void
  /** Tells of something else that happened, such as `step_viewed`. */
  readonly track: (type: TrackingEventRow['event_type'], fields?: Extra) => void
  /** Names the demo or step that the events from now on belong to, as in `{ demo_id, step_id }`. */
  readonly about: (fields: Extra) => void
  readonly stop: () => void
}

/**
 * Starts what the attributes of the script's element ask for (docs/tracking.md). It reads the page and never writes to
 * it: no method is replaced, so navigation is noticed by looking at the address. Every page pays for its size.
 */
export function track({ src, dataset: settings }: HTMLScriptElement): void {
  const page = window as Window & { understudy?: Understudy; navigation?: EventTarget }
  if (page.understudy) return
  const { origin } = new URL(src)
  const about: Extra = { demo_id: settings['demo'], consent: settings['consent'] } as Extra
  let queue: TrackingEventRow[] = []
  let failures = 0
  let session = ''
  /** All of an event's id but its last part. */
  let pageId: string
  /** Twelve digits, the last part of an event's id. */
  let count = 1e11
  /** Of every data call (spec §7), also of those that only read. */
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    prefer: 'return=minimal',
    [applicationNameHeader]: trackerName,
  }
  let address = ''
  let since = 0
  let isOwnerKnown = false
  let isStopped = false
  let ticking: ReturnType<typeof setInterval>

  const stop = () => {
    isStopped = true
    clearInterval(ticking)
  }
  /** Whatever the page has done to the browser, it hears nothing of what goes wrong here. */
  const quietly =
    <Given extends unknown[]>(act: (...given: Given) => unknown) =>
    (...given: Given): void => {
      try {
        if (!isStopped) act(...given)
      } catch {}
    }
  const on = (target: EventTarget | undefined, name: string, act: (event: never) => unknown) =>
    target?.addEventListener(name, quietly(act) as EventListener, true)

  const add = (event_type: TrackingEventRow['event_type'], fields?: Extra) => {
    const event: TrackingEventRow = {
      id: pageId + count++,
      event_type,
      session_id: session,
      page_url: address,
      timestamp: new Date().toISOString(),
      viewport_width: innerWidth,
      viewport_height: innerHeight,
      referrer: document.referrer,
      automated: navigator.webdriver,
      ...about,
      ...fields,
    }
    const sent = api.beforeSend ? api.beforeSend(event) : event
    if (session && sent && queue.length < queueMax) queue.push(sent)
  }
  const spend = () => {
    const time_spent = since && Math.floor((Date.now() - since) / 1000)
    if (time_spent) add('time_spent', { time_spent })
    since = 0
  }
  const look = () => {
    if (!session || address === location.href) return
    spend()
    address = location.href
    if (!document.hidden) since = Date.now()
    add('page_view')
  }

  const tell = (type: TrackingEventRow['event_type'], fields?: Extra) => {
    look()
    add(type, fields)
  }

  const send = async (events: TrackingEventRow[], keepalive: boolean, attempt: number) => {
    if (isStopped) return
    try {
      const rows = events.map((event) => ({ owner_id: about.owner_id, ...event, sent_at: new Date() }))
      const response = await fetch(`${origin}/rest/v1/user_tracking_events`, {
        method: 'POST',
        headers,
        body: JSON.stringify(rows[1] ? rows : rows[0]),
        keepalive,
      })
      if (!response.ok) throw 0
      failures = 0
    } catch {
      if (!navigator.onLine) queue.unshift(...events)
      else if (attempt++ < trackerRetriesMax) {
        void send(
          events,
          // Waits for its time, or until the page is left: then it is to outlive the page. The listener stays; one for a
          // failed try, of which a page sees few.
          await new Promise<boolean>((resolve) => {
            on(page, 'pagehide', resolve)
            setTimeout(resolve, trackerRetryDelayMs * attempt)
          }),
          attempt,
        )
      } else if (++failures >= trackerFailuresMax) stop()
    }
  }
  const flush = (keepalive: boolean) => {
    while (queue[0] && navigator.onLine) void send(queue.splice(0, eventsPerRequest), keepalive, 0)
  }
  const leave = () => {
    spend()
    flush(true)
  }

  /** Spec §6 and §7: the owner by e-mail (or at once by id), then the owner's settings for agent 'leo'. */
  const findOwner = async () => {
    const config = await (await fetch(`${origin}/config.json`)).json()
    headers['apikey'] = config.supabaseAnonKey
    const get = async (question: string) =>
      (await fetch(`${config.supabaseUrl}/rest/v1/${question}`, { headers })).json()
    let owner = settings['owner'] as string
    if (/@/.test(owner)) [{ id: owner }] = await get(`users?email=eq.${encodeURIComponent(owner)}&select=id`)
    about.owner_id = owner
    isOwnerKnown = true
    // Events without an owner find their workspace by their demo.
    if (!owner) return
    const [leo] = await get(`chatbot_settings?user_id=eq.${owner}&agent_id=eq.leo&select=*`)
    if (!leo.auto_engage) return
    await new Promise((resolve) => setTimeout(resolve, 1000 * leo.engage_timeout))
    const { engage }: { engage: typeof Engage } = await import(/* @vite-ignore */ `${origin}/js/tracker-chat.js`)
    const demo_id = settings['demo'] || leo.demo_id
    if (!isStopped && engage(origin, demo_id, session, settings['chat'])) add('engage_shown', { demo_id })
  }
  const start = () => {
    if (session) return
    // randomUUID is only there on https, and what else makes names asks another process. One for the page is enough.
    pageId = crypto
      .getRandomValues(new Uint32Array(4))
      .join('')
      .replace(/(.{8})(....)(...)(...).*/, '$1-$2-4$3-8$4-')
    // Kept for the browser session (spec §9), where the page may keep anything.
    session = settings['session'] || pageId + count
    try {
      session = sessionStorage[visitStorageName] ||= session
    } catch {}
    // On its own element alone it writes: an embedded player does as this does, and goes on with the session
    // (player/embed.ts).
    settings['session'] = session
    settings['consent'] = 'given'
    // The same answer on every page of a session.
    if (+session.slice(3, 7) >= 10_000 * +(settings['sample'] || 1)) return
    look()
    on(document, 'click', ({ target: { localName, id, classList }, clientX, clientY }: Clicked) =>
      tell('click', {
        click_x: Math.round(clientX),
        click_y: Math.round(clientY),
        // Never a text, which may be the visitor's own.
        element_clicked: [localName + (id && `#${id}`), ...classList].join('.'),
      }),
    )
    on(page.navigation, 'currententrychange', look)
    on(document, 'visibilitychange', () => {
      if (document.hidden) leave()
      else since = Date.now()
    })
    on(page, 'pagehide', leave)
    ticking = setInterval(
      quietly(() => {
        look()
        if (isOwnerKnown) flush(false)
      }),
      trackerFlushMs,
    )
    findOwner().catch(() => (isOwnerKnown = true))
  }

  const consent = quietly((isGiven: unknown) => {
    if (isGiven) return start()
    settings['consent'] = 'denied'
    stop()
  })
  const api: Understudy = {
    consent,
    about: (fields) => Object.assign(about, fields),
    track: quietly(tell),
    stop: () => consent(false),
  }
  page.understudy = api
  type Asking = Navigator & { globalPrivacyControl?: boolean }
  if ((navigator.doNotTrack === '1' || (navigator as Asking).globalPrivacyControl) && settings['dnt'] !== 'ignore')
    stop()
  on(page, 'understudy-consent', (event: CustomEvent) => consent(event.detail))
  if (settings['consent'] !== 'required') consent(settings['consent'] !== 'denied')
}

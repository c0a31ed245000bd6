import { Hono, type Context } from 'hono'

import { isTimeZone } from '#domain/availability.ts'
import { ownBrand } from '#domain/brand.ts'
import type { MeetingPageInput } from '#protocol/player-page.ts'
import { createClientAddress } from '#backend/http/client-address.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import { readBody } from '#backend/http/read-body.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { loadRenderer } from '#server/pages/play-renderer.ts'
import { contentSecurityPolicy, hashSource } from '#server/pages/security-headers.ts'
import { readWorkspaceBrand } from '#server/pages/workspace-brand.ts'
import type { Services } from '#server/services.ts'
import type { Config } from '#server/settings/config.ts'
import { findOpenShares } from '#server/share/open-shares.ts'

import { openCalendar, type Calendar } from './calendar.ts'
import { calendarEntryOf } from './calendar-entry.ts'
import { chooseTimes } from './choose-times.ts'
import { meetingLink, meetingOfLink } from './meeting-link.ts'
import { sendMeetingNotices } from './meeting-notices.ts'
import type { MeetingRow } from './meeting-row.ts'

/**
 * /meeting/{link}: a visitor's meeting. Anyone with the mailed link can move or cancel it. GET changes nothing,
 * because mail programs prefetch links.
 */
export function meetingRoutes(services: Services): Hono<AppEnv> {
  const { config, now } = services
  const app = new Hono<AppEnv>()
  const calendar = openCalendar(services)
  const addressOf = createClientAddress(config.trustedProxies)
  const changes = createNetworkLimit({ burst: 20, refillMs: 3_600_000, now })
  const views = createNetworkLimit({ burst: 60, refillMs: 60_000, now })

  app.on('GET', ['/meeting/:link', '/meeting/:link/invite.ics'], async (context, next) => {
    const address = addressOf(context)
    if (address === null || views.take(address)) return next()
    return context.text('This page was opened too often. Please try again in a minute.', 429, { 'retry-after': '60' })
  })

  app.get('/meeting/:link', async (context) => {
    const meeting = await readMeeting(context)
    return meeting === null ? send(config, 404, nothing) : page(meeting, null)
  })

  app.get('/meeting/:link/invite.ics', async (context) => {
    const meeting = await readMeeting(context)
    if (meeting === null) return send(config, 404, nothing)
    return new Response(calendarEntryOf(services, meeting).content, {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="invite.ics"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  })

  app.post('/meeting/:link', async (context) => {
    const meeting = await readMeeting(context)
    if (meeting === null) return send(config, 404, nothing)
    const address = addressOf(context)
    if (address !== null && !changes.take(address)) {
      return page(meeting, 'You have made many changes in a short time. Please try again later.', 429)
    }
    const body = await readBody(context.req.raw, bodyBytesMax)
    const form = new URLSearchParams(body === null ? '' : new TextDecoder().decode(body))
    const notice = await change(meeting, form)
    void sendMeetingNotices(services)
    return page((await calendar.read(meeting.id)) ?? meeting, notice, 200, form.get('day'))
  })

  return app

  async function readMeeting(context: Context<AppEnv>): Promise<MeetingRow | null> {
    const id = meetingOfLink(services, context.req.param('link') ?? '')
    return id === null ? null : calendar.read(id)
  }

  async function change(meeting: MeetingRow, form: URLSearchParams): Promise<string> {
    if (form.get('action') === 'cancel') {
      return (await calendar.cancel(meeting.id)) ? 'The meeting is cancelled.' : 'There was no meeting left to cancel.'
    }
    const slot = form.get('slot')
    if (slot === null) return timeMissing
    switch (await calendar.move(meeting, slot)) {
      case 'moved':
        return 'The meeting has been moved. A new invitation is on its way.'
      case 'taken':
        return timeTaken
      case 'gone':
        return 'This meeting was cancelled, so it can’t be moved.'
      case 'too_many':
        return 'This meeting was moved too often. Cancel it, or move it another day.'
    }
  }

  async function page(
    meeting: MeetingRow,
    notice: string | null,
    status = 200,
    chosenDay: string | null = null,
  ): Promise<Response> {
    const timeZone = isTimeZone(meeting.time_zone) ? meeting.time_zone : 'UTC'
    const state = meeting.status === 'cancelled' ? 'cancelled' : Date.parse(meeting.ends_at) <= now() ? 'over' : 'ahead'
    const [brand, demoUrl, slots] = await Promise.all([
      readWorkspaceBrand(services, meeting.workspace_id),
      state === 'ahead' ? null : demoUrlOf(services, meeting),
      state === 'ahead' ? otherTimes(calendar, meeting, { timeZone, now: now() }) : [],
    ])
    return send(config, status, {
      meeting: {
        state,
        organiser: meeting.organiser_name,
        startUtc: meeting.starts_at,
        endUtc: meeting.ends_at,
        place: meeting.place,
        demoName: meeting.demo_name,
        demoUrl,
        calendarUrl: `${new URL(meetingLink(services, meeting.id)).pathname}/invite.ics`,
      },
      brand,
      slots,
      chosenDay,
      zone: timeZone,
      nowUtc: new Date(now()).toISOString(),
      notice,
      isMoving: notice === timeTaken || notice === timeMissing,
    })
  }
}

const bodyBytesMax = 4_096
const timeTaken = 'That time has just been taken. Please choose another one.'
const timeMissing = 'Choose a time first.'
const nothing: MeetingPageInput = {
  meeting: null,
  brand: ownBrand,
  slots: [],
  chosenDay: null,
  zone: 'UTC',
  nowUtc: '',
  notice: null,
  isMoving: false,
}

/** Null if its author no longer shares the demo openly. */
async function demoUrlOf(services: Services, { demo_id: demoId }: MeetingRow): Promise<string | null> {
  if (demoId === null) return null
  const shares = await findOpenShares(services, [demoId])
  return shares.has(demoId) ? `/demo/${demoId}/play` : null
}

async function otherTimes(
  calendar: Calendar,
  meeting: MeetingRow,
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): Promise<MeetingPageInput['slots']> {
  if (meeting.agent_id === null) return []
  const free = await calendar.freeTimes(meeting.agent_id, meeting.id, 0)
  const times = new Map(free.map((time) => [time.startsAt, time]))
  times.delete(Date.parse(meeting.starts_at))
  const shown = chooseTimes([...times.keys()], { timeZone, now, preferred: null, days: 10, perDay: 6 })
  return shown.map(({ startsAt }) => ({
    id: times.get(startsAt)?.id ?? '',
    startUtc: new Date(startsAt).toISOString(),
  }))
}

async function send(config: Config, status: number, input: MeetingPageInput): Promise<Response> {
  const { renderMeetingPage } = await loadRenderer()
  const { html, style, script } = renderMeetingPage(input)
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // No framing by other sites: a click there would cancel.
      'content-security-policy': contentSecurityPolicy(config, config.publicUrl, {
        style: hashSource(style),
        script: hashSource(script),
      }),
    },
  })
}

import { join } from 'node:path'

import { renderMail } from '#backend/mail/mail-template.ts'
import { parseMeetingPlace, sanitizeMailText } from '#backend/mail/sanitize-mail-text.ts'
import type { Mail } from '#backend/mail/mailer.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

import { toCalendarEntry } from './calendar-entry.ts'
import { meetingLink } from './meeting-link.ts'
import type { MeetingRow } from './meeting-row.ts'
import { toWhenText } from './time-words.ts'

/**
 * Tells visitor and organiser of every meeting that was booked, moved or cancelled since they were told last. What has
 * to be told stands in the database, so that neither a crash nor another server's change loses a mail; a mail may come
 * twice, with the same invitation. Never rejects.
 */
export async function sendMeetingNotices(services: Services): Promise<void> {
  if (services.config.serviceRoleKey === '') return
  const client = backendClient(services, { role: 'service_role' })
  try {
    for (;;) {
      const { data } = await client.rpc('claim_meeting_notices').throwOnError()
      const meetings = data as readonly MeetingRow[]
      for (const meeting of meetings) {
        // One that can't be told is tried again in a minute, and holds up no other.
        await tell(services, meeting).then(
          () =>
            client
              .rpc('finish_meeting_notice', { p_meeting_id: meeting.id, p_version: meeting.version })
              .throwOnError(),
          (error: unknown) => services.log.warn({ err: error }, 'The mails about a meeting could not be sent yet'),
        )
      }
      if (meetings.length === 0) return
    }
  } catch (error) {
    services.log.warn({ err: error }, 'What meetings have to be told about could not be read')
  }
}

/** Looks now and every minute for mails that another process left behind; answers what ends it. */
export function startMeetingNotices(services: Services): () => void {
  const timer = setInterval(() => void sendMeetingNotices(services), everyMs)
  timer.unref()
  void sendMeetingNotices(services)
  return () => clearInterval(timer)
}

const everyMs = 60_000

async function tell(services: Services, meeting: MeetingRow): Promise<void> {
  const { delivery, now } = services
  const about = {
    userId: null,
    expiresAtMs: Math.max(Date.parse(meeting.ends_at), now() + mailMs),
    limit: services.config.embedded?.hasAuthRateLimits === true ? mailLimit : null,
  }
  // Who cancelled knows, and still wants it out of the calendar.
  for (const mail of [await toVisitor(services, meeting), await toOrganiser(services, meeting)]) {
    await delivery.mail.post(mail, about)
  }
}

/** How long a mail server that is away is waited for. */
const mailMs = 24 * 3_600_000
/** Of one installation; what comes on top waits for its turn. */
const mailLimit = { name: 'meetings', burst: 240, refillSeconds: 3_600 }

const changes = { booked: 'is booked', moved: 'was moved', cancelled: 'was cancelled' } as const

async function toVisitor(services: Services, meeting: MeetingRow): Promise<Mail> {
  const link = meetingLink(services, meeting.id)
  // Nothing here is the visitor's own words: whoever books under another's address can't write to them.
  const isOver = meeting.status === 'cancelled'
  const data = { LinkText: isOver ? 'See the meeting' : 'Move or cancel the meeting' }
  return compose(services, meeting, {
    name: 'meeting_visitor',
    to: meeting.email,
    link,
    timeZone: meeting.time_zone,
    data,
  })
}

async function toOrganiser(services: Services, meeting: MeetingRow): Promise<Mail> {
  const { publicUrl } = services.config
  const link =
    meeting.lead_id === null ? `${publicUrl}/dashboard/leads` : `${publicUrl}/dashboard/leads/${meeting.lead_id}`
  return compose(services, meeting, {
    name: 'meeting_organiser',
    to: meeting.organiser_email,
    link,
    timeZone: await zoneOfAgent(services, meeting),
    data: { LinkText: 'See who it is and what they saw', Name: sanitizeMailText(meeting.name) || 'A visitor' },
  })
}

/** The organiser reads times by the clocks their hours are given in. */
async function zoneOfAgent(services: Services, meeting: MeetingRow): Promise<string> {
  const client = backendClient(services, { role: 'service_role' })
  const { data } = await client
    .from('availability')
    .select('time_zone')
    .eq('agent_id', meeting.agent_id ?? meeting.id)
    .maybeSingle<{ readonly time_zone: string }>()
    .throwOnError()
  return data?.time_zone ?? meeting.time_zone
}

async function compose(
  services: Services,
  meeting: MeetingRow,
  letter: {
    readonly name: 'meeting_visitor' | 'meeting_organiser'
    readonly to: string
    readonly link: string
    readonly timeZone: string
    readonly data: Readonly<Record<string, string>>
  },
): Promise<Mail> {
  const { config } = services
  const { name, to, link, timeZone } = letter
  const place = parseMeetingPlace(meeting.place)
  const isCancelledByVisitor = meeting.cancelled_by === 'visitor' && name === 'meeting_organiser'
  const text = await renderMail(
    name,
    {
      ConfirmationURL: link,
      Token: '',
      TokenHash: '',
      SiteURL: config.publicUrl,
      RedirectTo: '',
      Email: meeting.email,
      NewEmail: '',
      SendingTo: to,
      Data: {
        ...letter.data,
        Change: isCancelledByVisitor ? 'was cancelled by the visitor' : changes[meeting.status],
        When: toWhenText(Date.parse(meeting.starts_at), Date.parse(meeting.ends_at), { timeZone, language: 'en-GB' }),
        Place: place.words,
        PlaceLink: place.link,
        Demo: sanitizeMailText(meeting.demo_name),
        Organiser: sanitizeMailText(meeting.organiser_name) || 'us',
      },
    },
    { operatorFolder: join(config.dataDir, 'templates') },
  )
  const calendar = toCalendarEntry(meeting, {
    link: meetingLink(services, meeting.id),
    host: new URL(config.publicUrl).hostname,
    at: services.now(),
  })
  return { to, ...text, calendar, note: { kind: name, link, code: null } }
}

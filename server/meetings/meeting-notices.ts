import { join } from 'node:path'

import { renderMail } from '#backend/mail/mail-template.ts'
import { parseMeetingPlace, sanitizeMailText } from '#backend/mail/sanitize-mail-text.ts'
import type { Mail } from '#backend/mail/mailer.ts'
import type { MailLimit } from '#backend/mail/outgoing-messages.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

import { calendarEntryOf } from './calendar-entry.ts'
import { cancelAtCalCom, reconcileCalCom } from './cal-com-meetings.ts'
import { meetingLink } from './meeting-link.ts'
import type { MeetingRow } from './meeting-row.ts'
import { toWhenText } from './time-words.ts'

/**
 * Notifies visitor and organiser of every booking, change and cancellation since their last notice. Pending notices
 * live in the database, so no crash loses one; a mail may be sent twice with the same invitation. Never rejects.
 */
export async function sendMeetingNotices(services: Services): Promise<void> {
  if (services.config.serviceRoleKey === '') return
  const client = backendClient(services, { role: 'service_role' })
  try {
    while (await services.delivery.mail.hasRoom(limitOf(services))) {
      const { data } = await client.rpc('claim_meeting_notices').throwOnError()
      const meetings = data as readonly MeetingRow[]
      for (const meeting of meetings) {
        // A notice that fails is retried in a minute and doesn't delay the others.
        await mailMeeting(services, meeting).then(
          () =>
            client
              .rpc('finish_meeting_notice', { p_meeting_id: meeting.id, p_version: meeting.version })
              .throwOnError(),
          (error: unknown) => services.log.warn({ err: error }, 'Could not send the mails about a meeting; will retry'),
        )
      }
      if (meetings.length === 0) return
    }
  } catch (error) {
    services.log.warn({ err: error }, 'Could not read pending meeting notices')
  }
}

/**
 * Checks now and every minute for notices another process left, and for bookings whose outcome is unknown; returns a
 * stop function.
 */
export function startMeetingNotices(services: Services): () => void {
  const check = (): void => {
    void sendMeetingNotices(services)
    void reconcileCalCom(services)
  }
  const timer = setInterval(check, everyMs)
  timer.unref()
  check()
  return () => clearInterval(timer)
}

const everyMs = 60_000

async function mailMeeting(services: Services, meeting: MeetingRow): Promise<void> {
  // Cal.com mails its own invitations; only a cancellation must be sent to it.
  if (meeting.provider === 'cal_com') return cancelAtCalCom(services, meeting)
  const { delivery, now } = services
  const about = {
    userId: null,
    expiresAtMs: Math.max(Date.parse(meeting.ends_at), now() + mailMs),
    limit: limitOf(services),
  }
  // Also mail the person who cancelled, so that the meeting is removed from their calendar.
  for (const mail of [await toVisitor(services, meeting), await toOrganiser(services, meeting)]) {
    await delivery.mail.post(mail, about)
  }
}

/** How long to wait for an unreachable mail server. */
const mailMs = 24 * 3_600_000

/** Per installation; further ones wait in the database, which lets workspaces take turns. */
function limitOf({ config }: Services): MailLimit | null {
  return config.embedded?.hasAuthRateLimits === true ? { name: 'meetings', burst: 240, refillSeconds: 3_600 } : null
}

const changes = { booked: 'is booked', moved: 'was moved', cancelled: 'was cancelled' } as const

async function toVisitor(services: Services, meeting: MeetingRow): Promise<Mail> {
  const link = meetingLink(services, meeting.id)
  // Contains none of the visitor's own words: booking under someone else's address must not let you write to them.
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
    data: {
      LinkText: 'See the lead and what they viewed',
      Name: sanitizeMailText(meeting.name) || 'A visitor',
      Guests: guestsLine(meeting),
    },
  })
}

/** In the organiser's mail only: mailing them would let visitors write to strangers. Addresses stay readable. */
function guestsLine({ guests }: MeetingRow): string {
  const named = guests.map((guest) => (isEmailAddress(guest) ? guest : sanitizeMailText(guest)))
  return guests.length === 0 ? '' : `Guests, not invited yet: ${named.join(', ')}`
}

/** The organiser sees times in the zone of their hours. */
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
  const calendar = calendarEntryOf(services, meeting)
  return { to, ...text, calendar, note: { kind: name, link, code: null } }
}

import type { LeadStatus } from '#domain/lead.ts'
import type { FactField } from '#domain/sales-rules.ts'

import type { Lead, LeadEvidence } from '../../lib/lead-calls.ts'

/* Made-up leads for workspaces without any; nothing of them is stored. */

interface Sample {
  readonly name: string
  readonly email: string
  readonly company: string
  readonly status: LeadStatus
  readonly hoursAgo: number
  /** From a conversation; without it, from a form. */
  readonly said?: readonly (readonly [field: FactField, points: number, quote: string])[]
  /** Hours until the meeting. */
  readonly meetingIn?: number
  readonly hasConsented?: boolean
}

const samples: readonly Sample[] = [
  {
    name: 'Ada Moreau',
    email: 'ada@tamsinlinen.example',
    company: 'Tamsin Linen',
    status: 'new',
    hoursAgo: 0.4,
    said: [
      ['size', 24, 'We run 40 vans from two depots'],
      ['timeline', 18, 'Before the spring season'],
      ['budget', 16, 'There is money set aside for it'],
      ['tool', 14, 'Spreadsheets, mostly'],
    ],
    meetingIn: 44,
    hasConsented: true,
  },
  {
    name: 'Iver Dahl',
    email: 'iver@wharfline.example',
    company: 'Wharfline Supply',
    status: 'new',
    hoursAgo: 5,
    said: [
      ['need', 20, 'We re-plan the whole day by hand'],
      ['role', 17, 'My boss and I decide'],
      ['timeline', 15, 'This quarter'],
    ],
    meetingIn: 68,
  },
  { name: 'Noa Petrie', email: 'noa@brindlefoods.example', company: 'Brindle Foods', status: 'new', hoursAgo: 9 },
  {
    name: 'Kaya Moss',
    email: 'kaya@orchardnine.example',
    company: 'Orchard Nine',
    status: 'open',
    hoursAgo: 26,
    said: [
      ['size', 12, 'Only six drivers'],
      ['budget', -4, 'No budget this year'],
      ['need', 20, 'Customers call all day to ask where we are'],
    ],
  },
  {
    name: 'Teun Rask',
    email: 'teun@rask-logistics.example',
    company: 'Rask Logistics',
    status: 'open',
    hoursAgo: 50,
    hasConsented: true,
  },
  {
    name: 'Lotte Wexler',
    email: 'lotte@haldenpharmacy.example',
    company: 'Halden Pharmacy',
    status: 'won',
    hoursAgo: 75,
    hasConsented: true,
  },
  { name: 'Omar Pell', email: 'omar@pellandsons.example', company: 'Pell & Sons', status: 'lost', hoursAgo: 122 },
  {
    name: 'Suri Falk',
    email: 'suri@littlequay.example',
    company: 'Little Quay Café',
    status: 'won',
    hoursAgo: 170,
    hasConsented: true,
  },
]

export const sampleCount = samples.length

/** As if they had come in before this moment. */
export function sampleLeads(nowMs: number): readonly Lead[] {
  const at = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString()
  return samples.map(({ name, email, company, status, hoursAgo, said, meetingIn, hasConsented }, index) => {
    const createdAt = at(-hoursAgo)
    const evidence: readonly LeadEvidence[] = (said ?? []).map(([field, points, quote], turn) => ({
      field,
      points,
      quote,
      turn,
    }))
    return {
      id: `sample-${index}`,
      workspace_id: '',
      source: said === undefined ? 'form' : 'talk',
      conversation_id: null,
      demo_id: null,
      demo_name: 'Plan a day of deliveries',
      step_id: null,
      card_id: null,
      card_title: 'Get a price',
      session_id: null,
      email,
      phone: null,
      name,
      fields: [{ label: 'Company', value: company }],
      consent_text: hasConsented === true ? 'Email me about new features.' : null,
      consented_at: hasConsented === true ? createdAt : null,
      status,
      created_at: createdAt,
      score: said === undefined ? null : evidence.reduce((sum, { points }) => sum + points, 0),
      evidence,
      meetings:
        meetingIn === undefined
          ? []
          : [
              {
                id: `sample-meeting-${index}`,
                starts_at: at(meetingIn),
                ends_at: at(meetingIn + 0.5),
                status: 'booked',
                cancelled_by: null,
                place: 'Video call',
                guests: [],
                organiser_email: 'you@understudy.example',
                demo_name: 'Plan a day of deliveries',
                conversation_id: null,
                created_at: createdAt,
                changed_at: createdAt,
              },
            ],
    }
  })
}

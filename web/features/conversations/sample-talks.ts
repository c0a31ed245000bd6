import type { FactField } from '#domain/sales-rules.ts'
import type { ConversationTurnRow } from '#protocol/rows.ts'

import type { ListedConversation, TalkStep, Transcript } from '../../lib/conversation-calls.ts'

/* Made-up conversations about the sample demo, for workspaces without any; nothing of them is stored. */

interface Sample {
  readonly facts: readonly (readonly [field: FactField, value: string])[]
  readonly evidence: readonly (readonly [field: FactField, points: number, turn: number, quote: string])[]
  readonly hoursAgo: number
  /** By turns, the visitor first. */
  readonly said: readonly (readonly [text: string, step: number, outcome?: string])[]
}

const samples: readonly Sample[] = [
  {
    facts: [
      ['name', 'Ada Moreau'],
      ['company', 'Tamsin Linen'],
      ['email', 'ada@tamsinlinen.example'],
      ['size', '60 pallets a month'],
      ['timeline', 'Before spring'],
    ],
    evidence: [
      ['size', 24, 1, 'We ship 60 pallets a month'],
      ['timeline', 18, 3, 'we have to decide before spring'],
      ['tool', 14, 3, 'Spreadsheets, mostly'],
      ['budget', 16, 5, 'There is money set aside for it'],
    ],
    hoursAgo: 0.4,
    said: [
      ['We ship 60 pallets a month. Can I compare carriers?', 3],
      ['Yes. Every carrier on your lane is listed with its transit time, on-time rate and total price.', 3, 'answered'],
      ['Spreadsheets, mostly, and we have to decide before spring. Is customs in the price?', 3],
      [
        'It is. Fuel, port fees and customs are included, and you fill in one form for every customs office.',
        5,
        'answered',
      ],
      ['There is money set aside for it. When could we talk?', 5],
      ['Tuesday at 10:00 is free. I have booked it and sent you an invitation.', 5, 'booked'],
    ],
  },
  {
    facts: [
      ['name', 'Iver Dahl'],
      ['company', 'Wharfline Supply'],
    ],
    evidence: [
      ['need', 20, 1, 'Customers call all day to ask where we are'],
      ['role', 17, 3, 'My boss and I decide'],
    ],
    hoursAgo: 5,
    said: [
      ['Customers call all day to ask where we are. Can they look themselves?', 6],
      ['Send them a link. They follow the ship without an account, and the date updates itself.', 8, 'answered'],
      ['My boss and I decide. Do you ship dangerous goods?', 8],
      ['The demo doesn’t say. I can ask someone to write to you.', 8, 'unknown'],
    ],
  },
  {
    facts: [],
    evidence: [],
    hoursAgo: 9,
    said: [
      ['What does a kilo cost on average?', 7],
      ['Your landed cost is $2.14 a kilo, $0.42 below the market this week.', 7, 'answered'],
    ],
  },
  {
    facts: [['company', 'Orchard Nine']],
    evidence: [['budget', -4, 1, 'No budget this year']],
    hoursAgo: 26,
    said: [
      ['No budget this year, I only want to look around.', 1],
      ['Then let me show you the map first: every pallet you ship is on it.', 6, 'presented'],
    ],
  },
]

export interface SampleDemo {
  readonly id: string
  readonly name: string
  readonly steps: readonly TalkStep[]
}

/** As if they had ended before this moment. */
export function sampleTalks(nowMs: number, demo: SampleDemo): readonly Transcript[] {
  return samples.map(({ facts, evidence, hoursAgo, said }, index) => {
    const id = `sample-${index}`
    const startMs = nowMs - hoursAgo * 3_600_000
    const at = (turn: number) => new Date(startMs + turn * 20_000).toISOString()
    return {
      conversation: {
        id,
        demo_id: demo.id,
        agent_id: null,
        mode: 'text',
        language: 'en',
        started_at: at(0),
        ended_at: at(said.length),
        end_reason: 'left',
        turn_count: said.length,
        outcomes: { unknown: said.filter(([, , outcome]) => outcome === 'unknown').length },
        facts: facts.map(([field, value]) => ({ field, value })),
        score:
          evidence.length === 0
            ? null
            : Math.max(
                0,
                evidence.reduce((sum, [, points]) => sum + points, 0),
              ),
        evidence: evidence.map(([field, points, turn, quote]) => ({ field, points, turn, quote })),
        done_at: null,
      },
      demoName: demo.name,
      agent: { name: 'Leo', hue: 292 },
      turns: said.map(([text, step, outcome], turn): ConversationTurnRow => ({
        id: `${id}-${turn}`,
        conversation_id: id,
        number: turn + 1,
        speaker: outcome === undefined ? 'visitor' : 'agent',
        member_name: null,
        text,
        source: outcome === undefined ? 'typed' : 'agent',
        outcome: outcome ?? null,
        cited_steps: outcome === 'answered' ? [step] : [],
        step_order: step,
        interrupted: false,
        created_at: at(turn),
      })),
      meeting: null,
      live: null,
      steps: demo.steps,
      handovers: [],
      recording: null,
    }
  })
}

/** The talk as an entry of the list. */
export function listedTalk({ conversation, demoName, turns }: Transcript): ListedConversation {
  return {
    ...conversation,
    demoName,
    firstQuestion: turns.find(({ speaker }) => speaker === 'visitor')?.text ?? null,
    lastTurn: turns.at(-1) ?? null,
    live: null,
  }
}

import { expect, test } from 'vitest'

import type { Lead } from '../../lib/lead-calls.ts'
import { leadsCsv, questionLabel } from './lead-texts.ts'

const lead: Lead = {
  id: '1',
  workspace_id: '1',
  demo_id: null,
  demo_name: 'Tour, "short"',
  step_id: null,
  card_id: null,
  card_title: 'Form',
  session_id: null,
  source: 'form',
  conversation_id: null,
  email: 'zoë@example.com',
  phone: null,
  score: null,
  evidence: [],
  name: '=HYPERLINK("https://evil.example")',
  fields: [
    { label: 'Question', value: 'one' },
    { label: 'Question', value: 'another' },
  ],
  consent_text: null,
  consented_at: null,
  status: 'new',
  created_at: '2026-11-21T12:00:00Z',
  meetings: [],
}

test('exports leads with every answer, even of equal questions, without formulas', () => {
  const other: Lead = {
    ...lead,
    source: 'talk',
    phone: '+1 555 0100',
    score: 60,
    name: 'Bo',
    fields: [{ label: 'Size', value: '12' }],
  }
  const [head, ...rows] = leadsCsv([lead, other]).trimEnd().split('\r\n')
  expect(head).toContain('Next meeting (UTC),Question,Question (2),Size')
  expect(rows).toEqual([
    `2026-11-21 12:00:00,"'=HYPERLINK(""https://evil.example"")",zoë@example.com,,New,Form,,"Tour, ""short""",Form,,,,one,another,`,
    `2026-11-21 12:00:00,Bo,zoë@example.com,'+1 555 0100,New,Conversation,60,"Tour, ""short""",Form,,,,,,12`,
  ])
})

test('shows questions written in capitals as sentences, and abbreviations as they are', () => {
  expect(['WHAT ARE YOU LOOKING FOR', 'COMPANY', 'CRM', 'Team size', '会社名について'].map(questionLabel)).toEqual([
    'What are you looking for',
    'Company',
    'CRM',
    'Team size',
    '会社名について',
  ])
})

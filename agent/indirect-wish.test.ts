import { expect, test } from 'vitest'

import { recogniseIntent } from './intent.ts'

test.each([
  'Would a representative be available on Tuesday at 10:30 CET?',
  'yeah ok, put 30 min in',
  'yeah sure, book it',
  'yeah go on then, set something up',
  'need my ops lead to see this live, weds?',
  "i've got a gap at 5 today",
  'It may be simpler to discuss this verbally.',
  'We would appreciate a presentation to our working group.',
  'worth a technical deep-dive with our data manager present',
  "I think I'd understand it better if a person showed me",
  'We would need to discuss Enterprise terms with someone authorised to negotiate.',
  'can someone ring me today after 4',
])('reads “%s” as a request to meet', (said) => {
  expect(recogniseIntent(said, true).type).toBe('book')
})

test.each([
  'Could one of your account managers contact me by telephone?',
  'is there someone i could grill about the self-hosted setup',
  'who do i speak to about getting this going',
])('reads “%s” as a request to be contacted', (said) => {
  expect(recogniseIntent(said, true).type).toBe('human')
})

test.each([
  'does it have a presentation mode',
  'can my customers see this live',
  'can clients book it live',
  'is there a gap between two bookings',
  'how do I put 30 minutes between two jobs',
  'what would a technician see in the app',
])('reads “%s” as a question', (said) => {
  expect(recogniseIntent(said, true).type).toBe('question')
})

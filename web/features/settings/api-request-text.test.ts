import { expect, test } from 'vitest'

import { requestText } from './api-request-text.ts'

const example = { url: 'https://demos.example.com', secret: 'usk_key' }

test('gives a command that lists demos with the key', () => {
  expect(requestText({ ...example, name: 'demos', language: 'curl' })).toBe(
    'curl "https://demos.example.com/rest/v1/demos?select=id,name,status&order=created_at.desc&limit=2" \\\n' +
      '  -H "apikey: usk_key"',
  )
})

test('gives a program that archives a demo, with a placeholder for its id', () => {
  const program = requestText({ ...example, name: 'archive', language: 'js' })
  expect(program).toContain("createClient('https://demos.example.com', 'usk_key')")
  expect(program).toContain(".update({ status: 'archived' })\n  .eq('id', 'DEMO_ID')")
})

import { expect, test, vi } from 'vitest'

import { noSalesRules } from '#domain/sales-rules.ts'

import type { AgentEdit, AgentRow } from '../../lib/agent-rows.ts'
import { AgentSaver } from './agent-saver.ts'

const row: AgentRow = {
  id: 'a',
  workspace_id: 'w',
  slug: 'leo',
  name: 'Leo',
  voice: 'male_professional',
  personality: 'professional',
  sales_process: 'Ask first.',
  demo_script: null,
  welcome_message: 'Hello.',
  demo_id: null,
  is_default: true,
  hue: 292,
  sales_rules: null,
  never_say: [],
  speed: 1,
  pronunciations: [],
  languages: ['en'],
  published_version: null,
  created_at: '2026-11-22T10:00:00Z',
  updated_at: '2026-11-22T10:00:00Z',
}

/** A table with one row, which refuses writes based on an older one. */
function openTable() {
  let stored = row
  let writes = 0
  return {
    get stored() {
      return stored
    },
    get writes() {
      return writes
    },
    changeByColleague(edit: AgentEdit) {
      stored = { ...stored, ...edit, updated_at: '2026-11-22T11:00:00Z' }
    },
    calls: {
      write: async (edit: AgentEdit, knownAt: string) => {
        if (knownAt !== stored.updated_at) return null
        writes += 1
        stored = { ...stored, ...edit, updated_at: `2026-11-22T12:00:0${writes}Z` }
        return stored
      },
      read: async () => stored,
      onSaved: () => undefined,
    },
  }
}

test('saves what was typed once the author pauses', async () => {
  vi.useFakeTimers()
  const table = openTable()
  const saver = new AgentSaver(row, table.calls)
  saver.change({ name: 'R' })
  saver.change({ name: 'Robin' })
  expect(saver.view().status).toBe('waiting')
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  expect(table.stored.name).toBe('Robin')
  expect(table.writes).toBe(1)
  expect(saver.view().status).toBe('saved')
})

test('merges a colleague’s change to another field', async () => {
  const table = openTable()
  const saver = new AgentSaver(row, table.calls)
  table.changeByColleague({ welcome_message: 'Welcome.' })
  saver.change({ name: 'Robin' })
  await saver.flush()
  await saver.flush()
  expect(table.stored).toMatchObject({ name: 'Robin', welcome_message: 'Welcome.' })
  expect(saver.view()).toMatchObject({ status: 'saved', agent: { welcome_message: 'Welcome.' } })
})

test('keeps both texts when a colleague changed the same field, until the author chooses', async () => {
  const table = openTable()
  const saver = new AgentSaver(row, table.calls)
  table.changeByColleague({ name: 'Mia' })
  saver.change({ name: 'Robin' })
  await saver.flush()
  expect(saver.view()).toMatchObject({ status: 'conflict', theirs: { name: 'Mia' }, agent: { name: 'Robin' } })
  expect(table.stored.name).toBe('Mia')
  saver.keepMine()
  await vi.waitFor(() => expect(table.stored.name).toBe('Robin'))
})

test('takes the colleague’s text when the author wants it', async () => {
  const table = openTable()
  const saver = new AgentSaver(row, table.calls)
  table.changeByColleague({ name: 'Mia' })
  saver.change({ name: 'Robin' })
  await saver.flush()
  saver.takeTheirs()
  await vi.waitFor(() => expect(saver.view().status).toBe('saved'))
  expect(saver.view().agent.name).toBe('Mia')
  expect(table.stored.name).toBe('Mia')
})

test('keeps the text after a failure and saves it on retry', async () => {
  const table = openTable()
  let isDown = true
  const saver = new AgentSaver(row, {
    ...table.calls,
    write: (edit, knownAt) => (isDown ? Promise.reject(new Error('offline')) : table.calls.write(edit, knownAt)),
  })
  saver.change({ name: 'Robin' })
  await saver.flush()
  expect(saver.view()).toMatchObject({ status: 'failed', agent: { name: 'Robin' } })
  isDown = false
  await saver.flush()
  expect(table.stored.name).toBe('Robin')
})

test('sees no change when the database only sorted the keys of a field', async () => {
  const sorted = { disqualifiers: [], goals: [], objections: [], questions: [] }
  const table = openTable()
  const saver = new AgentSaver({ ...row, sales_rules: sorted }, table.calls)
  saver.change({ sales_rules: { ...noSalesRules } })
  await saver.flush()
  expect(table.writes).toBe(0)
  expect(saver.view().status).toBe('saved')
})

test('never saves an empty name', async () => {
  const table = openTable()
  const saver = new AgentSaver(row, table.calls)
  saver.change({ name: '  ' })
  await saver.flush()
  expect(table.writes).toBe(0)
  expect(table.stored.name).toBe('Leo')
})

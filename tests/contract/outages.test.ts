import { describe, expect, test } from 'vitest'

import { fillDisk } from '../outages/disk-full.ts'

/* A short run of "npm run prove -- outages". */

describe.runIf(process.env['TEST_DATABASE'] === 'pglite')('a full disk', { timeout: 120_000 }, () => {
  test('is reported, leaves nothing half-written, and recovers once there is space', async ({ skip }) => {
    const outcome = await fillDisk({ env: {}, rounds: 1, turns: 3 })
    if (outcome === null) return skip('a disk can only be mounted by the superuser')
    expect(outcome).toMatchObject({ wrongAnswers: 0, lost: 0, halfWritten: 0, health: [503, 200] })
    const statuses = new Set(outcome.answers.map(({ work, status }) => `${work} ${status}`))
    expect(statuses).toContain('upload 507')
    expect(statuses).toContain('save much 503')
  })
})

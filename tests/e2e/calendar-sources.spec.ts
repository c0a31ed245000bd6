import { createServer } from 'node:http'

import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'

import { startCalComPeer, type CalComPeer } from '#support/cal-com-peer.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { listenOnLoopback, type LoopbackServer } from '#support/listen-on-loopback.ts'
import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

/* An author takes meeting times from a busy calendar. */

let server: ServerProcess
let demo: MadeDemo
let feed: LoopbackServer
let calCom: CalComPeer

test.beforeAll(async () => {
  server = await startServer({ env: { AGENT_LIMITS: 'off', OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true' } })
  const png = await sharp({ create: { width: 1440, height: 900, channels: 3, background: '#334466' } })
    .png()
    .toBuffer()
  demo = await makeDemo(server.url, { name: 'Tour', steps: [{ png, width: 1440, height: 900, title: 'Start' }] })
  feed = await listenOnLoopback(
    createServer((request, response) => {
      const isCalendar = request.url === '/private.ics'
      response.writeHead(isCalendar ? 200 : 404)
      response.end('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:t\r\nEND:VCALENDAR\r\n')
    }),
  )
  calCom = await startCalComPeer()
})

test.afterAll(async () => {
  await Promise.all([server.stop(), feed.close(), calCom.close()])
})

async function openMeetings(page: Page): Promise<void> {
  const { data } = await demo.author.auth.getSession()
  const agent = await demo.author
    .from('agents')
    .select('id,workspace_id')
    .eq('is_default', true)
    .single()
    .throwOnError()
  const { id, workspace_id: workspaceId } = agent.data as { readonly id: string; readonly workspace_id: string }
  // The interface connects to cal.com; this test's account is on loopback.
  await fetch(`${server.url}/meetings/v1/cal-com`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${data.session?.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workspaceId, key: calCom.key, url: calCom.origin }),
  })
  await page.goto(`${server.url}/config.json`)
  await page.evaluate((session) => localStorage.setItem('understudy-session', session), JSON.stringify(data.session))
  await page.goto(`${server.url}/dashboard/agents/${id}/meetings`)
}

test('times come from weekly hours, a busy calendar, or Cal.com', async ({ page }) => {
  await openMeetings(page)
  await page.getByRole('switch', { name: 'Book meetings' }).click()
  await page.getByLabel('Location').fill('https://meet.example/rosa')
  const source = page.getByLabel('Where times come from')
  await source.selectOption({ label: 'Weekly hours, minus a calendar’s busy times' })
  await page.getByLabel('Calendar address (ICS)').fill(`${feed.origin}/nothing.ics`)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('The address answered with status 404.')).toBeVisible()
  await page.getByLabel('Calendar address (ICS)').fill(`${feed.origin}/private.ics`)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText(new URL(feed.origin).host)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your agent now books meetings.')).toBeVisible()

  await page.getByRole('button', { name: 'Change the hours' }).click()
  await source.selectOption({ label: 'Cal.com' })
  await expect(page.getByText(`…${calCom.key.slice(-4)}`)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Weekly hours' })).toBeHidden()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Choose an event type.')).toBeVisible()
  await page.getByLabel('Event type').selectOption({ label: 'Intro (30 minutes)' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Choose an event type.')).toBeHidden()
  await expect
    .poll(async () => (await demo.author.from('availability').select('source,cal_com_event_type')).data)
    .toEqual([{ source: 'cal_com', cal_com_event_type: 7 }])
})

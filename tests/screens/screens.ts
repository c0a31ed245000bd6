import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import type { Capture } from '#domain/capture.ts'
import type { FoundSecret } from '#domain/found-secret.ts'
import { sampleDemoId } from '#protocol/client-config.ts'
import type { RecordingSummary } from '#protocol/extension-messages.ts'

import { makePdf } from '../../server/agents/testing/make-documents.ts'
import type { Person, ScreenWorld } from './screen-people.ts'
import { simulateVoice } from './simulate-voice.ts'

/** What the server and browser do while the screen is shown. */
export type Conditions = 'fair' | 'held' | 'cut'

export interface Screen {
  /** The route as in web/routes.tsx, or a path outside the application. */
  readonly route: string
  readonly state: string
  readonly person: Person
  readonly path: (world: ScreenWorld) => string
  /** `held`: data calls get no answer. `cut`: they find no server. */
  readonly weather: Conditions
  /** Only `npm run dev` serves it. */
  readonly isForDevelopment?: boolean
  /** Before the page is opened. */
  readonly arrange?: (page: Page) => Promise<unknown>
  /** From the open page to the state. */
  readonly act?: (page: Page) => Promise<void>
}

type Visit = Partial<Pick<Screen, 'arrange' | 'act'>> & {
  readonly person?: Person
  readonly path?: string | Screen['path']
}

function screen(route: string, state: string, visit: Visit = {}, weather: Conditions = 'fair'): Screen {
  const { person = route.startsWith('/dashboard') ? 'author' : 'nobody', path = route, ...actions } = visit
  return { route, state, person, path: typeof path === 'string' ? () => path : path, weather, ...actions }
}

/** A page with data: full, loading, and without a server. */
function withData(route: string, visit: Visit = {}): readonly Screen[] {
  const { arrange, ...plain } = visit
  const { act: _act, ...still } = { ...plain, ...(arrange && { arrange }) }
  return [screen(route, 'full', visit), screen(route, 'loading', still, 'held'), screen(route, 'error', still, 'cut')]
}

const ofDemo =
  (suffix: string): Screen['path'] =>
  ({ full }) =>
    `/dashboard/demos/${full.demoId}${suffix}`
const ofAgent =
  (suffix: string): Screen['path'] =>
  ({ full }) =>
    `/dashboard/agents/${full.agentId}${suffix}`
const missingId = '6a3d1e00-0000-4000-8000-000000000001'

function button(name: string | RegExp): NonNullable<Screen['act']> {
  return (page) => page.getByRole('button', { name, exact: true }).first().click()
}

function inOrder(...actions: readonly NonNullable<Screen['act']>[]): NonNullable<Screen['act']> {
  return async (page) => {
    for (const act of actions) await act(page)
  }
}

/** Its code loads on demand. */
const openShare = inOrder(button('Share'), (page) => page.getByRole('dialog', { name: 'Share Demo' }).waitFor())

/** Saved, and the wizard's next step shown. */
function nextStep(title: string): NonNullable<Screen['act']> {
  return inOrder(button('Next Step'), (page) => page.getByRole('heading', { name: title }).waitFor())
}

async function deleteFirstDemo(page: Page): Promise<void> {
  const demos = page.getByRole('article')
  const count = await demos.count()
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await demos.nth(count - 1).waitFor({ state: 'detached' })
}

async function openWorkspaces(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true })
  if (await more.isVisible()) await more.click()
  await page
    .getByRole('button', { name: /^Workspace/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('menu').waitFor()
}

async function makeKey(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Keys', exact: true }).getByLabel('Name').fill('Leads for the CRM')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('The key').waitFor()
}

/** The "New demo" sheet with the pages of a PDF. */
async function choosePages(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New demo' }).click()
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: /^PDF/ }).click()
  const titles = [
    'Plan a day of deliveries',
    'Assign a driver',
    'Tell the customer',
    'What November brought',
    'Thank you',
  ]
  const buffer = Buffer.from(makePdf(titles.map((title) => [title])))
  await (await picker).setFiles([{ name: 'Route planning.pdf', mimeType: 'application/pdf', buffer }])
  await page.getByText('5 of 5 pages').waitFor()
}

/** What a visitor reads before the microphone opens. */
async function chooseVoice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ask about this demo' }).click()
  await page.getByRole('button', { name: 'Talk', exact: true }).click()
  await page.getByRole('button', { name: 'Start talking', disabled: false }).waitFor({ timeout: 20_000 })
}

const startTalking = inOrder(chooseVoice, button('Start talking'))

/** In words, on the bar of a talk by voice. */
function voiceState(words: string): NonNullable<Screen['act']> {
  return (page) =>
    page.getByRole('dialog').getByText(words, { exact: true }).filter({ visible: true }).first().waitFor()
}

async function goOffline(page: Page): Promise<void> {
  await page.getByRole('status', { name: 'Connection' }).waitFor({ state: 'attached' })
  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
}

interface SimulatedExtension {
  readonly recordings: readonly RecordingSummary[]
  readonly captures?: readonly Capture[]
  /** The picture of every capture. */
  readonly dataUrl?: string
}

/** Runs in the page: answers like the extension with these recordings. */
function simulateExtension({ recordings, captures = [], dataUrl = '' }: SimulatedExtension): void {
  addEventListener('CHECK_EXTENSION', () =>
    postMessage({ type: 'EXTENSION_CHECK_RESPONSE', installed: true, isPaired: true }, '*'),
  )
  addEventListener('message', ({ data }: MessageEvent<{ source?: string; requestId?: string }>) => {
    if (data.source !== 'understudy-page') return
    const answer = { recordings, captures, dataUrl }
    postMessage({ source: 'understudy-extension', requestId: data.requestId, ok: true, answer }, '*')
  })
}
const withExtension: NonNullable<Screen['arrange']> = (page) =>
  page.addInitScript(simulateExtension, { recordings: [] })
const withRecordings: NonNullable<Screen['arrange']> = (page) => page.addInitScript(simulateExtension, { recordings })

const withReview: NonNullable<Screen['arrange']> = (page) =>
  page.addInitScript(simulateExtension, {
    recordings,
    captures: [
      captureOf(1, { target: { role: 'link', name: 'Bookings' }, secrets: foundSecrets }),
      captureOf(2, { action: { kind: 'scroll', text: 'down', path: [] }, isFolded: true }),
      captureOf(3, { target: { role: 'button', name: 'Book the space' }, secrets: foundSecrets.slice(1, 3) }),
    ],
    dataUrl: `data:image/webp;base64,${readFileSync(join(import.meta.dirname, '../../sample/tidelane/4.webp'), 'base64')}`,
  })

/** Names, numbers and addresses of a table of bookings. */
const foundSecrets: readonly FoundSecret[] = (
  [
    ['email', 25.4, 21.2, 9.5],
    ['phone', 36.3, 21.2, 11.5],
    ['number', 18.8, 27.9, 5.5],
    ['email', 25.4, 34.7, 8],
  ] as const
).map(([kind, xPercent, yPercent, widthPercent]) => ({ kind, xPercent, yPercent, widthPercent, heightPercent: 2.2 }))

function captureOf(number: number, change: Partial<Capture>): Capture {
  return {
    id: `6a3d1e00-0000-4000-8000-00000000010${number}`,
    sessionId: 'stopped',
    number,
    url: 'https://tidelane.app/bookings',
    title: 'Bookings',
    timestamp: '2026-11-20T10:00:00Z',
    target: { role: '', name: '' },
    hotspot: { xPercent: 30, yPercent: 40 },
    viewport: { width: 1_440, height: 900 },
    scroll: { x: 0, y: 0 },
    devicePixelRatio: 2,
    frameDelayMs: 0,
    ...change,
  }
}

const recordings: readonly RecordingSummary[] = (['recording', 'interrupted', 'stopped'] as const).map(
  (state, index) => ({
    sessionId: state,
    state,
    startedAt: new Date(Date.now() - index * 7_200_000).toISOString(),
    captureCount: index * 11 + 1,
    title:
      ['Invoices · Northwind Traders', 'Approve an invoice with two currencies and a note to the customer', ''][
        index
      ] ?? '',
  }),
)

/** Every page of the application in its usual state, and its other states. */
export const screens: readonly Screen[] = [
  screen('/', 'signed-out'),
  screen('/', 'signed-in', { person: 'author' }),
  screen('/', 'sign-up', { act: button('Get started') }),
  screen('/login', 'empty'),
  screen('/login', 'refused', {
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByLabel('Password', { exact: true }).fill('a wrong password')
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await page.getByRole('alert').waitFor()
    },
  }),
  screen('/signup', 'empty'),
  screen('/onboarding', 'account'),
  screen('/onboarding', 'agent', { person: 'newcomer' }),
  screen('/onboarding', 'loading', { person: 'newcomer' }, 'held'),
  screen('/onboarding', 'sales-process', { person: 'newcomer', act: nextStep('Sales Process') }),
  screen('/onboarding', 'product-demo', {
    person: 'newcomer',
    act: inOrder(nextStep('Sales Process'), nextStep('Product Demo')),
  }),
  screen('/onboarding', 'final', {
    person: 'newcomer',
    act: inOrder(nextStep('Sales Process'), nextStep('Product Demo'), nextStep('Final Configuration')),
  }),
  screen('/login/verify', 'asking', { person: 'guarded' }),
  screen('/forgot-password', 'empty'),
  screen('/forgot-password', 'sent', {
    act: async (page) => {
      await page.getByLabel('Email').fill('newcomer@example.com')
      await page.getByRole('button', { name: /^Send/ }).click()
    },
  }),
  screen('/reset-password', 'signed-in', { person: 'newcomer' }),
  screen('/reset-password', 'signed-out'),
  screen('/set-password', 'signed-in', { person: 'newcomer' }),
  screen('/arrive', 'expired-link', {
    path: '/arrive?next=%2Fdashboard#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid',
  }),
  screen('/arrive', 'nothing'),
  screen('/invitations/:token', 'waiting', {
    person: 'invited',
    path: ({ invitationToken }) => `/invitations/${invitationToken}`,
  }),
  screen('/invitations/:token', 'signed-out', { path: ({ invitationToken }) => `/invitations/${invitationToken}` }),
  screen('/invitations/:token', 'gone', { person: 'newcomer', path: `/invitations/${missingId}` }),
  screen('/terms', 'text'),
  screen('/privacy', 'text'),

  ...withData('/dashboard'),
  screen('/dashboard', 'newcomer', { person: 'newcomer' }),
  screen('/dashboard', 'palette', {
    // Its code loads when the page is idle.
    act: async (page) => {
      const palette = page.getByRole('dialog', { name: 'Command palette' })
      for (let tries = 0; tries < 20 && !(await palette.isVisible()); tries += 1) {
        await page.keyboard.press('Control+k')
        await palette.waitFor({ timeout: 500 }).catch(() => undefined)
      }
    },
  }),
  screen('/dashboard', 'offline', { act: goOffline }),
  screen('/dashboard', 'workspaces', { act: openWorkspaces }),
  screen('/dashboard', 'no-server', {
    arrange: (page) => page.route('**/config.json', (route) => route.abort()),
  }),
  ...withData('/dashboard/demos'),
  screen('/dashboard/demos', 'newcomer', { person: 'newcomer' }),
  screen('/dashboard/demos', 'empty', {
    person: 'newcomer',
    act: inOrder(deleteFirstDemo, deleteFirstDemo, (page) => page.getByText('No Demos Yet').waitFor()),
  }),
  screen('/dashboard/demos', 'nothing-found', { path: '/dashboard/demos?q=zeppelin' }),
  screen('/dashboard/demos', 'extension', {
    arrange: withExtension,
    act: (page) => page.getByRole('dialog', { name: 'Pin the extension' }).waitFor(),
  }),
  screen('/dashboard/demos', 'recordings', {
    arrange: withRecordings,
    act: (page) => page.getByText('Recordings on this computer').waitFor(),
  }),
  screen('/dashboard/recordings', 'full'),
  screen('/dashboard/recordings', 'newcomer', { person: 'newcomer' }),
  screen('/dashboard/recordings', 'waiting', {
    arrange: withRecordings,
    act: (page) => page.getByText('Recordings on this computer').waitFor(),
  }),
  screen('/dashboard/demos', 'new-demo', { act: button('New demo') }),
  screen('/dashboard/demos', 'new-demo-pages', { act: choosePages }),
  screen('/dashboard/demos', 'get-extension', { act: button('Get the extension') }),
  screen('/dashboard/demos', 'rename', {
    act: inOrder(button(/^More for/), (page) => page.getByRole('menuitem', { name: 'Rename' }).click()),
  }),
  ...withData('/dashboard/demos/:demoId/recapture/:freshId', {
    // Any other demo serves as the recording.
    path: ({ full }) => `/dashboard/demos/${full.demoId}/recapture/${full.demoId}`,
  }),
  screen('/dashboard/demos/import/:sessionId', 'running', {
    path: '/dashboard/demos/import/some-recording',
  }),
  screen('/dashboard/demos/import/:sessionId', 'failed', {
    path: '/dashboard/demos/import/some-recording',
    arrange: withExtension,
    act: (page) => page.getByRole('alert').waitFor(),
  }),
  screen('/dashboard/demos/import/:sessionId', 'review', {
    path: '/dashboard/demos/import/stopped',
    arrange: withReview,
    act: (page) => page.getByRole('heading', { name: 'Review the recording' }).waitFor(),
  }),
  ...withData('/dashboard/agents'),
  screen('/dashboard/agents', 'set-up', { person: 'newcomer' }),
  screen('/dashboard/agents', 'new', { act: button('New agent') }),
  ...['', '/behaviour', '/knowledge', '/meetings', '/handover', '/test', '/versions', '/installation'].flatMap((tab) =>
    withData(`/dashboard/agents/:agentId${tab}`, { path: ofAgent(tab) }),
  ),
  screen('/dashboard/agents/:agentId', 'missing', { path: `/dashboard/agents/${missingId}` }),
  screen('/dashboard/agents/:agentId/knowledge', 'edit', {
    path: ofAgent('/knowledge'),
    act: button('What does it cost for 40 seats?'),
  }),
  screen('/dashboard/agents/:agentId/meetings', 'hours', {
    path: ofAgent('/meetings'),
    act: button('Change the hours'),
  }),
  screen('/dashboard/agents/:agentId/test', 'fix', { path: ofAgent('/test'), act: button('Fix source') }),
  screen('/dashboard/agents/:agentId/versions', 'publish', {
    path: ofAgent('/versions'),
    act: button(/^Publish version/),
  }),
  ...withData('/dashboard/analytics'),
  screen('/dashboard/analytics', 'empty', { person: 'newcomer' }),
  screen('/dashboard/analytics', 'sample', { person: 'newcomer', act: button('See sample data') }),
  ...withData('/dashboard/demos/:demoId/analytics', { path: ofDemo('/analytics') }),
  ...withData('/dashboard/conversations'),
  screen('/dashboard/conversations', 'empty', { person: 'newcomer' }),
  screen('/dashboard/conversations', 'sample', { person: 'newcomer', act: button('See sample data') }),
  ...withData('/dashboard/conversations/:conversationId', {
    path: ({ full }) => `/dashboard/conversations/${full.conversationId}`,
  }),
  screen('/dashboard/conversations/:conversationId', 'gone', { path: `/dashboard/conversations/${missingId}` }),
  ...['home', 'campaign', 'performance', 'inbox', 'output', 'settings'].flatMap((name) => [
    screen(`/dashboard/rita/${name}`, 'full'),
    screen(`/dashboard/rita/${name}`, 'empty', { person: 'newcomer' }),
  ]),
  screen('/dashboard/rita/home', 'loading', {}, 'held'),
  screen('/dashboard/rita/home', 'error', {}, 'cut'),
  screen('/dashboard/rita/performance', 'loading', {}, 'held'),
  screen('/dashboard/rita/performance', 'error', {}, 'cut'),
  screen('/dashboard/rita/campaign', 'sample', { person: 'newcomer', act: button('See sample data') }),
  screen('/dashboard/rita/campaign', 'classic', { path: '/dashboard/rita/campaign?classic=true' }),
  ...withData('/dashboard/leads'),
  screen('/dashboard/leads', 'empty', { person: 'newcomer' }),
  screen('/dashboard/leads', 'sample', { person: 'newcomer', act: button('See sample data') }),
  ...withData('/dashboard/leads/:leadId', { path: ({ full }) => `/dashboard/leads/${full.leadId}` }),
  screen('/dashboard/leads', 'meeting-ahead', { path: '/dashboard/leads?meeting=ahead' }),
  screen('/dashboard/leads/:leadId', 'cancel-meeting', {
    path: ({ full }) => `/dashboard/leads/${full.leadId}`,
    act: button('Cancel the meeting'),
  }),
  screen('/dashboard/leads', 'of-one-demo', { path: ({ full }) => `/dashboard/leads?demo=${full.demoId}` }),
  screen('/dashboard/leads/:leadId', 'erase', {
    path: ({ full }) => `/dashboard/leads/${full.leadId}`,
    act: inOrder(button(/^More for/), (page) => page.getByRole('menuitem', { name: 'Erase everywhere' }).click()),
  }),
  screen('/dashboard/leads/:leadId', 'gone', { path: `/dashboard/leads/${missingId}` }),
  screen('/dashboard/help', 'full'),
  screen('/dashboard/help', 'found', { act: (page) => page.getByLabel('Search help').fill('blur') }),
  screen('/dashboard/help', 'nothing-found', { act: (page) => page.getByLabel('Search help').fill('zeppelin') }),
  ...withData('/dashboard/feedback'),
  screen('/dashboard/feedback', 'empty', { person: 'newcomer' }),
  ...withData('/dashboard/settings'),
  screen('/dashboard/settings', 'newcomer', { person: 'newcomer' }),
  ...['workspace', 'brand', 'recording', 'members', 'security', 'integrations', 'api', 'credits', 'audit'].flatMap(
    (name) => [
      screen(`/dashboard/settings/${name}`, 'full'),
      screen(`/dashboard/settings/${name}`, 'newcomer', { person: 'newcomer' }),
    ],
  ),
  ...['brand', 'members', 'audit'].flatMap((name) => [
    screen(`/dashboard/settings/${name}`, 'loading', {}, 'held'),
    screen(`/dashboard/settings/${name}`, 'error', {}, 'cut'),
  ]),
  ...(['Cover', 'Form'] as const).map((name) =>
    screen('/dashboard/settings/brand', name.toLowerCase(), { act: button(name) }),
  ),
  screen('/dashboard/settings/integrations', 'model', { act: button('Set up model') }),
  screen('/dashboard/settings/api', 'new-key', { act: makeKey }),
  screen('/dashboard/settings/recording', 'typing', {
    person: 'newcomer',
    act: (page) => page.getByLabel('Words').fill('ACME-####'),
  }),
  ...withData('/dashboard/account'),
  screen('/dashboard/account', 'authenticator', { act: button(/authenticator/i) }),
  ...withData('/dashboard/demos/:demoId', { path: ofDemo('') }),
  screen('/dashboard/demos/:demoId', 'no-notes', { path: ofDemo(''), act: (page) => page.keyboard.press('n') }),
  screen('/dashboard/demos/:demoId', 'presenter', { path: ofDemo(''), act: (page) => page.keyboard.press('f') }),
  screen('/dashboard/demos/:demoId', 'share', { path: ofDemo(''), act: openShare }),
  ...['Embed', 'People', 'Export'].map((name) =>
    screen('/dashboard/demos/:demoId', `share-${name.toLowerCase()}`, {
      path: ofDemo(''),
      act: inOrder(openShare, (page) => page.getByRole('tab', { name }).click()),
    }),
  ),
  ...(['Video', 'GIF'] as const).map((name) =>
    screen('/dashboard/demos/:demoId', `share-${name.toLowerCase()}`, {
      path: ofDemo(''),
      act: inOrder(
        openShare,
        (page) => page.getByRole('tab', { name: 'Export' }).click(),
        (page) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click(),
        (page) => page.getByRole('img', { name: 'Preview of the video' }).waitFor(),
      ),
    }),
  ),
  screen('/dashboard/demos/:demoId', 'gone', { path: `/dashboard/demos/${missingId}` }),
  ...withData('/dashboard/demos/:demoId?/present', { path: ofDemo('/present') }),
  ...withData('/dashboard/demos/:demoId?/edit', { path: ofDemo('/edit') }),
  screen('/dashboard/demos/:demoId?/edit', 'full-view', {
    path: ofDemo('/edit'),
    act: (page) => page.keyboard.press('v'),
  }),
  screen('/dashboard/demos/:demoId?/edit', 'notes', { path: ofDemo('/edit'), act: button('Add Notes') }),
  screen('/dashboard/demos/:demoId?/edit', 'cards', { path: ofDemo('/edit'), act: button('Add Action Card') }),
  screen('/dashboard/demos/:demoId?/edit', 'lead-card', { path: ofDemo('/edit'), act: button(/^Step 2/) }),
  screen('/dashboard/demos/:demoId?/edit', 'card-text', {
    path: ofDemo('/edit'),
    act: inOrder(button(/^Step 2/), async (page) => {
      await page.getByLabel('Card title').first().focus()
      await page.keyboard.press('Shift+Control+ArrowLeft')
      await page.keyboard.press('Control+k')
      await page.getByLabel('Link to').waitFor()
    }),
  }),
  screen('/dashboard/demos/:demoId?/edit', 'demo-look', {
    path: ofDemo('/edit'),
    act: async (page) => {
      const phoneSheet = page.getByRole('button', { name: /^Details of/ })
      if (await phoneSheet.isVisible()) await phoneSheet.click()
      await page.getByRole('button', { name: /^Demo/, expanded: false }).click()
    },
  }),
  screen('/dashboard/demos/:demoId?/edit', 'zoom', { path: ofDemo('/edit'), act: (page) => page.keyboard.press('z') }),
  screen('/dashboard/demos/:demoId?/edit', 'left-to-do', {
    path: ofDemo('/edit'),
    act: inOrder(button(/left to do$/), (page) => page.getByText('Before you share').waitFor()),
  }),
  screen('/dashboard/demos/:demoId?/edit', 'paths', {
    path: ofDemo('/edit'),
    act: async (page) => {
      await page.getByRole('radio', { name: 'Paths' }).press('Space')
      await page.getByRole('region', { name: 'Paths' }).waitFor()
    },
  }),
  screen('/dashboard/demos/:demoId?/edit', 'offline', { path: ofDemo('/edit'), act: goOffline }),
  screen('/dashboard/demos/:demoId?/edit', 'shortcuts', {
    path: ofDemo('/edit'),
    act: (page) => page.keyboard.press('?'),
  }),
  screen('/dashboard/demos/:demoId?/edit', 'narration', {
    path: ofDemo('/edit'),
    act: (page) => page.keyboard.press('m'),
  }),
  screen('/dashboard/demos/:demoId?/edit', 'record', {
    path: ofDemo('/edit'),
    act: async (page) => {
      await page.keyboard.press('m')
      await page.getByRole('button', { name: 'Record step 1' }).click()
    },
  }),
  screen('/dashboard/demos/:demoId?/edit', 'gone', { path: `/dashboard/demos/${missingId}/edit` }),

  { ...screen('/ui', 'full'), isForDevelopment: true },
  screen('/demo/:demoId/play', 'first-step', { path: ({ full }) => `/demo/${full.demoId}/play?step=1` }),
  screen('/demo/:demoId/play', 'cover', { path: ({ full }) => `/demo/${full.demoId}/play` }),
  screen('/demo/:demoId/play', 'lead-card', { path: ({ full }) => `/demo/${full.demoId}/play?step=2` }),
  screen('/demo/:demoId/play', 'last-step', { path: ({ full }) => `/demo/${full.demoId}/play?step=8` }),
  screen('/demo/:demoId/play', 'callout', { path: `/demo/${sampleDemoId}/play?step=3` }),
  ...(['classic', 'side'] as const).map((layout) =>
    screen('/demo/:demoId/play', layout, { path: ({ full }) => `/demo/${full.layoutDemoIds[layout]}/play?step=3` }),
  ),
  screen('/demo/:demoId/play', 'ending', { path: `/demo/${sampleDemoId}/play?step=9` }),
  screen('/demo/:demoId/play', 'text', { path: `/demo/${sampleDemoId}/play?view=text` }),
  screen('/demo/:demoId/play', 'agent', {
    path: ({ full }) => `/demo/${full.demoId}/play?step=1`,
    act: (page) => page.getByRole('button', { name: 'Ask about this demo' }).click(),
  }),
  screen('/demo/:demoId/play', 'agent-answer', {
    path: ({ full }) => `/demo/${full.demoId}/play?step=1`,
    act: inOrder(button('Ask about this demo'), button('How do I start a booking?'), (page) =>
      page.getByRole('list', { name: 'Conversation' }).getByRole('button', { name: /^Step/ }).first().waitFor(),
    ),
  }),
  screen('/demo/:demoId/play', 'voice', { path: ({ full }) => `/demo/${full.demoId}/play?step=1`, act: chooseVoice }),
  screen('/demo/:demoId/play', 'voice-without-microphone', {
    path: ({ full }) => `/demo/${full.demoId}/play?step=1`,
    act: inOrder(startTalking, (page) => page.getByRole('alert').waitFor()),
  }),
  ...(
    [
      ['listening', 'open', 'short', voiceState('Listening')],
      [
        'speaking',
        'open',
        'lasting',
        (page: Page) => page.getByRole('button', { name: 'Stop' }).waitFor({ timeout: 20_000 }),
      ],
      ['muted', 'open', 'short', inOrder(voiceState('Listening'), button('Microphone'), voiceState('Microphone off'))],
      ['refused', 'refused', 'short', (page: Page) => page.getByRole('alert').waitFor()],
    ] as const
  ).map(([state, microphone, sentences, act]) =>
    screen('/demo/:demoId/play', `voice-${state}`, {
      path: ({ full }) => `/demo/${full.demoId}/play?step=1`,
      arrange: (page) => simulateVoice(page, { microphone, sentences }),
      act: inOrder(startTalking, act),
    }),
  ),
  screen('/demo/:demoId/play', 'password', { path: ({ full }) => `/demo/${full.lockedToken}/play` }),
  screen('/demo/:demoId/play', 'gone', { path: `/demo/${missingId}/play` }),
  screen('/meeting/:link', 'ahead', { path: ({ full }) => full.meetingPaths.ahead }),
  screen('/meeting/:link', 'moving', {
    path: ({ full }) => full.meetingPaths.ahead,
    act: (page) => page.getByText('Reschedule').first().click(),
  }),
  screen('/meeting/:link', 'chosen', {
    path: ({ full }) => full.meetingPaths.ahead,
    act: async (page) => {
      await page.getByText('Reschedule').first().click()
      await page.getByRole('radio', { name: /times/ }).nth(1).check()
      await page
        .getByRole('radio', { name: /^\d\d:\d\d$/ })
        .nth(2)
        .check()
    },
  }),
  screen('/meeting/:link', 'cancelling', {
    path: ({ full }) => full.meetingPaths.ahead,
    act: (page) => page.locator('summary', { hasText: 'Cancel' }).click(),
  }),
  screen('/meeting/:link', 'taken', {
    path: ({ full }) => full.meetingPaths.ahead,
    act: async (page) => {
      await page.getByText('Reschedule').first().click()
      const choice = page.getByRole('radio', { name: /^\d\d:\d\d$/ }).first()
      await choice.check()
      // Somebody else was faster.
      await choice.evaluate((radio: HTMLInputElement) => (radio.value = 'no longer free'))
      await page.getByRole('button', { name: /^Move to/ }).click()
      await page.getByRole('status').waitFor()
    },
  }),
  screen('/meeting/:link', 'cancelled', { path: ({ full }) => full.meetingPaths.cancelled }),
  screen('/meeting/:link', 'over', { path: ({ full }) => full.meetingPaths.over }),
  screen('/meeting/:link', 'gone', { path: '/meeting/no-meeting' }),
]

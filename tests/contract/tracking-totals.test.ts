import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { eventTypes } from '#domain/tracking-rules.ts'
import type { TrackingEventRow } from '#protocol/tracking-events.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { findAnswerDifferences, type FigureFilter } from '#support/figures-from-events.ts'
import { findFigureDifferences } from '#support/find-figure-differences.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { makeTrackedDemo, postTracking, trackingEvent, type TrackedDemo } from '#support/tracked-demo.ts'
import { totalsAsKept, totalsFromEvents } from '#support/tracking-oracle.ts'

/* Visits and daily totals always match the raw events, and so do the analytics queries. */

let backend: Backend
let tracked: TrackedDemo
const today = () => new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  backend = await startBackend({ env: { TRACKING_LIMITS: 'off' } })
  tracked = await makeTrackedDemo(backend)
})

afterAll(() => backend.close())

type Row = Readonly<Record<string, unknown>>

async function sql(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
  const [result] = await backend.services.database.transaction('system', [{ text, values }])
  return result?.rows ?? []
}

async function ask(name: string, parameters: Row = {}): Promise<readonly Row[]> {
  const range = { p_from: today(), p_to: today() }
  const { data } = await tracked.owner.client.rpc(name, { ...range, ...parameters }).throwOnError()
  return data as readonly Row[]
}

type Random = (below: number) => number

/** User agents of people and programs, chosen by the session. */
const browsers = [
  ...['Windows NT 10.0', 'iPhone', 'X11', 'Macintosh'].map((system) => `Mozilla/5.0 (${system})`),
  'Slackbot-LinkExpanding 1.0',
  'Mimecast',
  'curl/8',
]

/** Events in random order: few sessions and visitors, all types, jumping clocks, demos and site pages. */
function randomEvents(
  random: Random,
  demos: readonly TrackedDemo[],
  subjects: Readonly<Record<'cards' | 'talks', readonly string[]>>,
): TrackingEventRow {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  const demo = pick([null, ...demos])
  const type = pick(eventTypes)
  return trackingEvent({
    event_type: type,
    session_id: `s${random(14)}`,
    timestamp: new Date(Date.now() - random(90_000) * 1_000).toISOString(),
    time_spent: random(40),
    owner_id: demos[0]!.owner.user.id,
    demo_id: demo?.demoId ?? null,
    step_id: demo === null ? null : pick([null, ...demo.stepIds]),
    subject_id: pick(type === 'agent_opened' ? subjects.talks : subjects.cards),
    image_x: random(101),
    image_y: random(101),
    link: demo === null ? null : pick([null, demo.link.token]),
    utm_source: pick([null, 'Mail', 'ads']),
    automated: random(40) === 0,
  })
}

function browserOf(random: Random, session: string): string {
  const number = Number(session.slice(1))
  return browsers[number < 11 ? random(4) : number - 7]!
}

/** The agent's turns in some of these conversations. */
async function sayMore(random: Random, { workspaceId }: TrackedDemo, talks: readonly string[], round: number) {
  const outcomes = ['answered', 'unknown', 'human', 'booked', 'greeted', null]
  const turns = Array.from({ length: random(5) }, (_, index) => ({
    workspace_id: workspaceId,
    conversation_id: talks[random(talks.length)]!,
    number: round * 10 + index + 1,
    speaker: random(4) === 0 ? 'visitor' : 'agent',
    text: '–',
    source: 'agent',
    outcome: outcomes[random(outcomes.length)]!,
  }))
  if (turns.length > 0) await backend.serviceClient().from('conversation_turns').insert(turns).throwOnError()
}

/** The pages' first queries, and all kinds of filters, some combined. */
function someFilters(random: Random, { workspaceId, demoId, link }: TrackedDemo, otherId: string) {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const all: FigureFilter = {
    workspaceId,
    from: day(2),
    to: day(0),
    demoId: null,
    link: null,
    traffic: 'human',
    version: null,
  }
  return [
    all,
    { ...all, traffic: 'all' },
    { ...all, demoId },
    { ...all, demoId, traffic: 'bot' },
    ...Array.from({ length: 8 }, () => ({
      ...all,
      from: day(random(3)),
      demoId: pick([null, demoId, otherId]),
      link: pick([null, '', link.id]),
      traffic: pick(['human', 'all', 'all', 'scanner', 'preview']),
      version: pick([null, null, 0, 1, 2]),
    })),
  ]
}

/** Two cards of a demo, and a lead from the first. */
async function cardsAndLead({ workspaceId, demoId, stepIds }: TrackedDemo): Promise<readonly string[]> {
  const [card, other, lead] = [randomUUID(), randomUUID(), randomUUID()]
  await sql(
    `insert into public.step_cards (id, step_id, type, x_percent, y_percent, width_percent, height_percent)
     values ($1, $3, 'lead', 1, 1, 9, 9), ($2, $3, 'cue', 1, 1, 9, 9)`,
    [card, other, stepIds[0]],
  )
  await sql(
    `insert into public.leads (id, workspace_id, demo_id, demo_name, card_id, card_title, email, name)
     values ($1, $2, $3, 'Tour', $4, 'Form', 'ada@example.com', 'Ada')`,
    [lead, workspaceId, demoId, card],
  )
  return [card, other, lead]
}

/** Three conversations about a demo. */
async function someTalks({
  workspaceId,
  demoId,
}: Pick<TrackedDemo, 'workspaceId' | 'demoId'>): Promise<readonly string[]> {
  const talks = [randomUUID(), randomUUID(), randomUUID()]
  await sql(
    `insert into public.conversations (id, workspace_id, demo_id, mode, consent_at)
     select unnest($1::uuid[]), $2, $3, 'text', now()`,
    [talks, workspaceId, demoId],
  )
  return talks
}

/** TRACKING_SEEDS=200 for a long search. */
const seeds = Array.from({ length: Number(process.env['TRACKING_SEEDS'] ?? 3) }, (_, index) => index + 1)

describe('the totals', () => {
  it.each(seeds)('and every answer match the events, however they arrived (seed %i)', async (seed) => {
    const { database } = backend.services
    const { job, backend: procedures } = backend.services.tracking
    const random = seededRandom(seed)
    const first = await makeTrackedDemo(backend)
    const second = await makeTrackedDemo(backend, first.owner)
    const demos = [first, second, tracked]
    const filters = () => someFilters(random, first, second.demoId)
    const talks = (await Promise.all(demos.map(someTalks))).flat()
    const cards = [randomUUID(), ...(await Promise.all(demos.map(cardsAndLead))).flat()]
    const posted: TrackingEventRow[] = []
    for (let round = 0; round < 12; round += 1) {
      const events = Array.from({ length: 5 + random(30) }, () => randomEvents(random, demos, { cards, talks }))
      // Some arrive again later.
      const again = posted.filter(() => random(20) === 0)
      posted.push(...events)
      const byBrowser = Map.groupBy([...events, ...again], ({ session_id: session }) => browserOf(random, session))
      await Promise.all([...byBrowser].map(([browser, some]) => postTracking(backend, some, { 'user-agent': browser })))
      await sayMore(random, first, talks, round)
      if (round === 6) await sql(`update public.demos set version = coalesce(version, 0) + 1`)
      // Sometimes none, sometimes a few, sometimes two at once.
      await Promise.all(Array.from({ length: random(3) }, () => procedures.rollUp(1 + random(20))))
    }
    await job.finish()
    const kept = await totalsAsKept(database)
    expect(kept.length).toBeGreaterThan(100)
    expect(kept).toContainEqual(expect.stringContaining('card followed'))
    expect(kept).toEqual(await totalsFromEvents(database))
    expect(await findAnswerDifferences(database, filters())).toEqual([])

    for (const { day } of await sql('select public.tracking_days() as day')) {
      await sql('select public.rebuild_tracking_day($1)', [day])
    }
    expect(await totalsAsKept(database)).toEqual(kept)
    expect(await sql('select public.recount_conversation_outcomes() as wrong')).toEqual([{ wrong: 0 }])

    await sql(
      `select public.erase_tracking_session(workspace_id, session_id) from public.visits where session_id in ('s1', 's2')`,
    )
    await sql('delete from public.demo_steps where id = $1', [first.stepIds[1]])
    await sql('delete from public.conversations where id = $1', [talks[0]])
    expect(await totalsAsKept(database)).toEqual(await totalsFromEvents(database))
    expect(await findAnswerDifferences(database, filters())).toEqual([])
    expect(
      await sql(`select 1 from tracking.events where session_id in ('s1', 's2') and workspace_id is not null`),
    ).toEqual([])
  })

  it('omit uncommitted events, and include them after the commit', async () => {
    const { demoId } = await makeTrackedDemo(backend)
    const { job } = backend.services.tracking
    const views = async () =>
      Number(
        (
          await sql('select coalesce(sum(views), 0) as views from tracking.daily_visits where demo_id = $1', [demoId])
        )[0]?.['views'],
      )
    const many = Array.from({ length: 20 }, () => postTracking(backend, trackingEvent({ demo_id: demoId })))
    await Promise.all([...many, job.finish(), job.finish()])
    await job.finish()
    expect(await views()).toBe(20)
  })

  it('hold however much time is reported for a visit', async () => {
    const { workspaceId, demoId, stepIds } = await makeTrackedDemo(backend)
    for (let round = 0; round < 2; round += 1) {
      await sql(
        `insert into tracking.events (id, day, event_type, session_id, page_url, "timestamp", occurred_at, time_spent,
           workspace_id, demo_id, step_id, source, device, browser, visitor, traffic)
         select gen_random_uuid(), $4::date, 'time_spent', 'endless', 'https://x.example/', now(), now(), 86400,
           $1, $2, $3, 'direct', 'desktop', 'Chrome', 'endless', 'human'
         from generate_series(1, 26000)`,
        [workspaceId, demoId, stepIds[0], today()],
      )
      await backend.services.tracking.job.finish()
    }
    const [visit] = await sql(`select seconds, steps->0->>'seconds' as step from public.visits where demo_id = $1`, [
      demoId,
    ])
    expect(visit).toEqual({ seconds: 86_400, step: '86400' })
  })

  it('stay when the events and visits expire', async () => {
    const before = await totalsAsKept(backend.services.database)
    await sql(`select public.create_tracking_partitions(current_date - 30, 5)`)
    await sql(`update tracking.events set day = day - 21`)
    await sql(`select set_config('tracking.skips_totals', 'on', true), (select count(*) from public.visits)`)
    await backend.services.database.transaction('system', [
      { text: `select set_config('tracking.skips_totals', 'on', true)` },
      { text: 'update public.visits set day = day - 21' },
    ])
    const [dropped] = await sql('select public.drop_old_tracking(8) as weeks')
    expect(Number(dropped?.['weeks'])).toBeGreaterThan(0)
    expect(await sql('select 1 from tracking.events')).toEqual([])
    expect(await sql('select 1 from public.visits')).toEqual([])
    expect(await totalsAsKept(backend.services.database)).toEqual(before)
  })

  it('are deleted with a demo or workspace, including from the workspace’s own', async () => {
    const { database } = backend.services
    const { job } = backend.services.tracking
    const [card] = await cardsAndLead(tracked)
    const other = randomUUID()
    await tracked.owner.client.from('demos').insert({ id: other, name: 'Other' }).throwOnError()
    // A visitor's events on the demo deleted first; other days have totals only.
    const visit = (fields: Partial<TrackingEventRow>) => trackingEvent({ session_id: 'both', ...fields })
    const events = [
      visit({ demo_id: tracked.demoId, timestamp: new Date(Date.now() - 5_000).toISOString() }),
      visit({ demo_id: tracked.demoId, event_type: 'card_shown', subject_id: card! }),
      visit({ demo_id: other }),
      visit({ owner_id: tracked.owner.user.id }),
    ]
    expect((await postTracking(backend, events)).status).toBe(201)
    await job.finish()
    const firsts = 'select demo_id from public.visits where first_of_workspace and workspace_id = $1'
    expect(await sql(firsts, [tracked.workspaceId])).toEqual([{ demo_id: tracked.demoId }])
    expect((await tracked.owner.client.from('demos').delete().eq('id', tracked.demoId)).error).toBeNull()
    expect(await sql('select 1 from public.visits where demo_id = $1', [tracked.demoId])).toEqual([])
    expect(await sql(firsts, [tracked.workspaceId])).toHaveLength(1)
    const [left] = await sql('select sum(visits) as visits from tracking.daily_visits')
    expect(Number(left?.['visits'])).toBeGreaterThan(0)
    expect(await findFigureDifferences(database)).toEqual([])

    await sql('delete from public.workspaces where id = $1', [tracked.workspaceId])
    expect(await sql('select 1 from public.visits where workspace_id = $1', [tracked.workspaceId])).toEqual([])
    expect(await findFigureDifferences(database)).toEqual([])
  })
})

describe('an author', () => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()

  /** Ten visitors: all see the first step, six the second, three the third; one submits a lead; one is a bot. */
  beforeAll(async () => {
    tracked = await makeTrackedDemo(backend)
    const { demoId, stepIds } = tracked
    for (let visitor = 0; visitor < 10; visitor += 1) {
      const steps = visitor < 3 ? 3 : visitor < 6 ? 2 : 1
      const base = { session_id: `v${visitor}`, demo_id: demoId, link: visitor < 4 ? tracked.link.token : null }
      const events = [trackingEvent({ ...base, timestamp: ago(100), utm_source: visitor < 2 ? 'mail' : null })]
      for (let step = 0; step < steps; step += 1) {
        events.push(
          trackingEvent({
            ...base,
            event_type: 'step_viewed',
            step_id: stepIds[step]!,
            timestamp: ago(90 - step * 10),
          }),
          trackingEvent({
            ...base,
            event_type: 'time_spent',
            step_id: stepIds[step]!,
            time_spent: 5,
            timestamp: ago(85 - step * 10),
          }),
        )
      }
      events.push(trackingEvent({ ...base, event_type: 'click', step_id: stepIds[0]!, image_x: 51, image_y: 3 }))
      if (steps === 3) events.push(trackingEvent({ ...base, event_type: 'demo_completed' }))
      if (visitor === 0) events.push(trackingEvent({ ...base, event_type: 'lead_submitted' }))
      await postTracking(backend, events, { 'user-agent': `Mozilla/5.0 (Windows NT 10.0) Number${visitor}` })
    }
    await postTracking(backend, trackingEvent({ session_id: 'robot', demo_id: demoId }), { 'user-agent': 'curl/8' })
    await backend.services.tracking.job.finish()
  })

  const whole = () => ({ p_workspace_id: tracked.workspaceId })

  it('reads totals, each rate with its n and interval', async () => {
    const [totals] = await ask('get_visit_totals', whole())
    expect(totals).toMatchObject({
      visits: 10,
      uniques: 10,
      views: 10,
      clicks: 10,
      seconds: 95,
      median_seconds: 10,
      median_n: 10,
    })
    expect(totals?.['completed']).toMatchObject({ hits: 3, n: 10, rate: 0.3 })
    expect(totals?.['completed']).toMatchObject({ low: expect.closeTo(0.1078, 4), high: expect.closeTo(0.6032, 4) })
    expect(totals).toMatchObject({ engaged: { hits: 6 }, leads: { hits: 1 } })
    expect(await ask('get_visit_median', whole())).toEqual([{ low: 5, high: 15, n: 10 }])
    // Four visits are too few for a median's interval.
    expect(await ask('get_visit_median', { ...whole(), p_link: tracked.link.id })).toEqual([
      { low: null, high: null, n: 4 },
    ])
  })

  it('filters by link and sees bots separately', async () => {
    expect(await ask('get_visit_totals', { ...whole(), p_link: tracked.link.id })).toMatchObject([{ visits: 4 }])
    expect(await ask('get_visit_totals', { ...whole(), p_traffic: 'all' })).toMatchObject([{ visits: 11 }])
    expect(await ask('get_visit_totals', { ...whole(), p_from: '2020-01-01', p_to: '2020-02-01' })).toMatchObject([
      { visits: 0, engaged: { n: 0, rate: null }, median_seconds: null },
    ])
    expect(await ask('get_visit_breakdown', { ...whole(), p_by: 'traffic' })).toMatchObject([
      { key: 'human', visits: 10 },
      { key: 'bot', visits: 1 },
    ])
    expect(await ask('get_traffic_reasons', whole())).toEqual([
      { traffic: 'bot', reason: 'A program that fetches pages: curl', visits: 1 },
    ])
  })

  it('sees sources, devices and days', async () => {
    expect(await ask('get_visit_breakdown', { ...whole(), p_by: 'source' })).toMatchObject([
      { key: 'direct', visits: 8 },
      { key: 'mail', visits: 2, engaged: { hits: 2, n: 2 } },
    ])
    expect(await ask('get_visit_breakdown', { ...whole(), p_by: 'device' })).toMatchObject([{ key: 'desktop' }])
    expect(await ask('get_visit_days', whole())).toMatchObject([{ day: today(), visits: 10, engaged: 6 }])
    const { error } = await tracked.owner.client.rpc('get_visit_breakdown', {
      ...whole(),
      p_from: today(),
      p_to: today(),
      p_by: 'mood',
    })
    expect(error?.message).toBe(
      'Visits can be broken down by source, device, link, demo, version or traffic, not by "mood"',
    )
  })

  it('sees how far they got, where they clicked, and their paths', async () => {
    const { demoId, stepIds } = tracked
    expect(await ask('get_step_funnel', { p_demo_id: demoId })).toMatchObject([
      {
        step_id: stepIds[0],
        step_order: 1,
        title: 'Step 1',
        reached: { hits: 10, n: 10 },
        left_here: { hits: 4, n: 10 },
        seconds: 50,
      },
      { step_id: stepIds[1], step_order: 2, reached: { hits: 6, n: 10 }, left_here: { hits: 3, n: 6 } },
      { step_id: stepIds[2], step_order: 3, reached: { hits: 3, n: 10 }, left_here: { hits: 3, n: 3 } },
    ])
    expect(await ask('get_click_heatmap', { p_demo_id: demoId, p_step_id: stepIds[0] })).toEqual([
      { cell_x: 25, cell_y: 1, clicks: 10 },
    ])
    expect(await ask('get_visit_paths', { p_demo_id: demoId })).toMatchObject([
      { step_ids: [stepIds[0]], share: { hits: 4, n: 10 }, completed: { hits: 0, n: 4 } },
      { share: { hits: 3 } },
      { share: { hits: 3 }, completed: { hits: 3, n: 3 } },
    ])
  })

  it('gets medians and paths of the newest 2,000 visits, and of analysed conversations', async () => {
    const { workspaceId, demoId, stepIds } = await makeTrackedDemo(backend, tracked.owner)
    const talks = await someTalks({ workspaceId, demoId })
    // The ten oldest, inserted last, stayed long and saw another step.
    await sql(
      `insert into public.visits (workspace_id, demo_id, session_id, day, started_at, last_seen_at, entry_event_id, visitor,
         demo_version, link, source, device, browser, entry_url, traffic, seconds, steps, steps_seen, talk_ids)
       select $1, $2, 'many' || n, $6::date, at, at, gen_random_uuid(), 'v' || n, 1, '', 'direct', 'desktop', 'Chrome', 'x',
         'human', case when n > 2000 then 900 else n % 3 end,
         jsonb_build_array(jsonb_build_object('step_id', case when n > 2000 then $3 else $4 end, 'views', 1, 'seconds', 0)), 1,
         case when n = 1 then $5::uuid[] else '{}' end
       from generate_series(1, 2010) n, lateral (select ($6::date + interval '1 day' - make_interval(secs => n)) at time zone 'UTC' as at) t`,
      [workspaceId, demoId, stepIds[1], stepIds[0], talks, today()],
    )
    expect(await ask('get_visit_totals', { p_workspace_id: workspaceId, p_demo_id: demoId })).toMatchObject([
      { visits: 2_010, median_seconds: 1, median_n: 2_000 },
    ])
    expect(await ask('get_visit_median', { p_workspace_id: workspaceId, p_demo_id: demoId })).toEqual([
      { low: 1, high: 1, n: 2_000 },
    ])
    expect(await ask('get_visit_paths', { p_demo_id: demoId })).toMatchObject([
      { step_ids: [stepIds[0]], share: { hits: 2_000, n: 2_000 } },
    ])

    // Recounts an invalidated conversation; deleting one removes its answers from the totals.
    const turns = talks.map((talk) => ({
      workspace_id: workspaceId,
      conversation_id: talk,
      speaker: 'agent',
      text: '–',
    }))
    await backend
      .serviceClient()
      .from('conversation_turns')
      .insert(turns.map((turn) => ({ ...turn, number: 1, source: 'agent', outcome: 'answered' })))
      .throwOnError()
    await sql(`update public.conversations set outcomes = '{"answered": 7, "human": 1}' where id = $1`, [talks[0]])
    expect(await sql('select public.recount_conversation_outcomes() as wrong')).toEqual([{ wrong: 1 }])
    await tracked.owner.client.from('conversations').delete().eq('id', talks[1]).throwOnError()
    expect(await ask('get_talk_outcomes', { p_demo_id: demoId })).toMatchObject([
      { outcome: 'answered', talks: { hits: 2, n: 2 }, turns: 2 },
    ])
  })

  it('lists the questions and devices of the visits that ended on a step', async () => {
    const { workspaceId, demoId, stepIds } = await makeTrackedDemo(backend, tracked.owner)
    const talks = await someTalks({ workspaceId, demoId })
    await sql(
      `insert into public.visits (workspace_id, demo_id, session_id, day, started_at, last_seen_at, entry_event_id, visitor,
         demo_version, link, source, device, browser, entry_url, traffic, exit_step_id, talk_ids)
       select $1, $2, 'left' || n, $3::date, now(), now(), gen_random_uuid(), 'v' || n, 1, '', 'direct',
         case when n < 3 then 'phone' else 'desktop' end, 'Chrome', 'x', case n when 4 then 'bot' else 'human' end,
         case when n < 5 then $4::uuid else $5::uuid end, case n when 1 then $6::uuid[] else '{}' end
       from generate_series(1, 6) n`,
      [workspaceId, demoId, today(), stepIds[0], stepIds[1], talks],
    )
    const asked = [' Does it work offline?', 'does it work offline?', 'And the price?'].map((text, index) => ({
      workspace_id: workspaceId,
      conversation_id: talks[index % 2],
      number: 10 + index,
      speaker: 'visitor',
      source: 'typed',
      text,
    }))
    await backend.serviceClient().from('conversation_turns').insert(asked).throwOnError()
    expect(await ask('get_step_exits', { p_demo_id: demoId, p_step_id: stepIds[0] })).toEqual({
      devices: [
        { device: 'phone', visits: 2 },
        { device: 'desktop', visits: 1 },
      ],
      questions: [
        { text: 'Does it work offline?', talks: 2 },
        { text: 'And the price?', talks: 1 },
      ],
    })
    expect(await ask('get_step_exits', { p_demo_id: demoId, p_step_id: stepIds[1], p_link: 'none' })).toEqual({
      devices: [],
      questions: [],
    })
    const stranger = await backend.signUp()
    const range = { p_demo_id: demoId, p_step_id: stepIds[0], p_from: today(), p_to: today() }
    expect((await stranger.client.rpc('get_step_exits', range)).status).toBe(403)
  })

  it('answers a whole page in one report, each part as the function of its name does', async () => {
    const { demoId } = tracked
    const yesterday = new Date(Date.parse(today()) - 86_400_000).toISOString().slice(0, 10)
    const before = { p_from: yesterday, p_to: yesterday }
    const report = async (filters: Row): Promise<unknown> => ask('get_visit_report', filters)
    const by = (filters: Row) => (p_by: string) => ask('get_visit_breakdown', { ...filters, p_by, p_limit: 200 })

    const workspace = await report(whole())
    const [source, device, link, traffic, demos] = await Promise.all(
      ['source', 'device', 'link', 'traffic', 'demo'].map(by(whole())),
    )
    expect(workspace).toEqual({
      totals: (await ask('get_visit_totals', whole()))[0],
      totals_before: (await ask('get_visit_totals', { ...whole(), ...before }))[0],
      median: (await ask('get_visit_median', whole()))[0],
      days: await ask('get_visit_days', whole()),
      days_before: await ask('get_visit_days', { ...whole(), ...before }),
      reasons: await ask('get_traffic_reasons', whole()),
      by: { source, device, link, traffic, demo: demos },
      demo: null,
    })

    const filters = { ...whole(), p_demo_id: demoId, p_traffic: 'all', p_version: 1 }
    const { p_workspace_id: _, ...ofDemo } = filters
    expect(await report(filters)).toMatchObject({
      totals: (await ask('get_visit_totals', filters))[0],
      by: { version: await by({ ...filters, p_version: null })('version') },
      demo: {
        steps: await ask('get_step_funnel', ofDemo),
        paths: await ask('get_visit_paths', { ...ofDemo, p_limit: 10 }),
        cards: await ask('get_card_figures', ofDemo),
        outcomes: await ask('get_talk_outcomes', ofDemo),
      },
    })
  })

  it('reads the story of one session', async () => {
    const { data } = await tracked.owner.client
      .rpc('get_visit_story', { p_workspace_id: tracked.workspaceId, p_session_id: 'v8' })
      .throwOnError()
    expect((data as readonly Row[]).map((event) => event['event_type'])).toEqual([
      'page_view',
      'step_viewed',
      'time_spent',
      'click',
    ])
  })

  it('of another workspace gets no answer', async () => {
    const { owner, workspaceId, demoId, stepIds } = tracked
    const other = await makeTrackedDemo(backend)
    const range = { p_from: today(), p_to: today() }
    const calls: readonly (readonly [string, Row])[] = [
      ['get_visit_totals', { ...range, p_workspace_id: workspaceId }],
      ['get_visit_report', { ...range, p_workspace_id: workspaceId }],
      ['get_visit_median', { ...range, p_workspace_id: workspaceId }],
      ['get_visit_days', { ...range, p_workspace_id: workspaceId }],
      ['get_visit_breakdown', { ...range, p_workspace_id: workspaceId, p_by: 'source' }],
      ['get_traffic_reasons', { ...range, p_workspace_id: workspaceId }],
      ['get_step_funnel', { ...range, p_demo_id: demoId }],
      ['get_click_heatmap', { ...range, p_demo_id: demoId, p_step_id: stepIds[0] }],
      ['get_visit_paths', { ...range, p_demo_id: demoId }],
      ['get_visit_story', { p_workspace_id: workspaceId, p_session_id: 'v1' }],
      ['erase_tracking_session', { p_workspace_id: workspaceId, p_session_id: 'v1' }],
    ]
    for (const [name, parameters] of calls) {
      expect([name, (await other.owner.client.rpc(name, parameters)).error?.code]).toEqual([name, '42501'])
      expect([name, (await backend.anonClient().rpc(name, parameters)).error?.code]).toEqual([name, '42501'])
    }
    expect((await owner.client.rpc('get_visit_story', calls[9]![1])).data).toHaveLength(9)
  })
})

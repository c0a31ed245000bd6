import { createHash, randomUUID } from 'node:crypto'

import type { Database } from '#backend/database/database.ts'

export interface GeneratedWorkspace {
  readonly workspaceId: string
  readonly demoId: string
  readonly stepId: string
  /** A lead created by `generateEvents`. */
  readonly leadId: string
  /** A user who may read all of it. */
  readonly ownerId: string
}

/** One workspace with 20 demos of five steps with a card each, and partitions for the weeks of `generateEvents`. */
export async function generateWorkspace(database: Database): Promise<GeneratedWorkspace> {
  const [workspaceId, ownerId] = [randomUUID(), randomUUID()]
  const run = runner(database)
  await run(`insert into public.workspaces (id, name) values ($1, 'Generated')`, [workspaceId])
  await run(`insert into auth.users (id, email) values ($1::uuid, 'owner@example.com')`, [ownerId])
  await run(`insert into public.workspace_members values ($1, $2, 'owner')`, [workspaceId, ownerId])
  await run(
    `with made as (
      insert into public.demos (workspace_id, name) select $1, 'Demo ' || n from generate_series(1, 20) n returning id
    )
    insert into public.demo_steps (demo_id, "order", screenshot_url)
    select id, n, 'x.png' from made cross join generate_series(1, 5) n`,
    [workspaceId],
  )
  await run(
    `insert into public.step_cards (step_id, type, title, x_percent, y_percent, width_percent, height_percent)
     select s.id, case s."order" when 5 then 'lead' else 'click' end, 'Card', 10, 10, 20, 20
     from public.demo_steps s where s.workspace_id = $1`,
    [workspaceId],
  )
  await run('select public.create_tracking_partitions(current_date - 100, 16)')
  const [step] = await run(
    `select d.id as demo_id, s.id as step_id from public.demos d join public.demo_steps s on s.demo_id = d.id
     where d.workspace_id = $1 and s."order" = 2 order by d.id limit 1`,
    [workspaceId],
  )
  return {
    workspaceId,
    demoId: String(step?.['demo_id']),
    stepId: String(step?.['step_id']),
    leadId: subjectOf('lead', 3),
    ownerId,
  }
}

/**
 * Writes events `from` to `to` of a deterministic stream: ten events a visit, spread over 90 days, the demos, their
 * plain URL and two links, three versions, four sources, three devices; one visit in ten is a bot's. Each visit sees a
 * card; of a hundred, twenty see another, sixty follow one, one submits a lead, fifteen talk with the agent and get
 * three answers. Rolled up in steps that fit the statement timeout, as by a server.
 */
export async function generateEvents(
  database: Database,
  { workspaceId }: GeneratedWorkspace,
  range: { readonly from: number; readonly to: number },
  tell: (done: number) => void,
): Promise<void> {
  const run = runner(database)
  const bite = database.kind === 'pglite' ? 5_000 : 50_000
  for (let at = range.from; at < range.to; at += bite) {
    const last = Math.min(at + bite, range.to) - 1
    await run(insertLeadsAndTalks, [workspaceId, Math.ceil(at / 10), Math.floor(last / 10)])
    await run(insertBite, [workspaceId, at, last])
    await run('select public.roll_up_tracking(1)')
    tell(Math.min(at + bite, range.to))
  }
}

function runner(database: Database) {
  return async (text: string, values: readonly unknown[] = []) => {
    const [result] = await database.transaction('system', [{ text, values }])
    return result?.rows ?? []
  }
}

/** The id of the record left by this visit, as `subjects` below computes it. */
function subjectOf(kind: 'lead' | 'talk', visit: number): string {
  return createHash('md5')
    .update(`${kind} ${visit}`)
    .digest('hex')
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const places = `
  places as (
    select array_agg(distinct s.demo_id) as demos, array_agg(s.id order by s.demo_id, s."order") as steps,
      array_agg(c.id order by s.demo_id, s."order") as cards
    from public.demo_steps s join public.step_cards c on c.step_id = s.id where s.workspace_id = $1
  )`

/** The other records of these visits, for the visit's demo and time. */
const insertLeadsAndTalks = `
  with ${places},
  made as (
    select visit, p.demos[visit % 20 + 1] as demo_id, p.cards[(visit % 20) * 5 + 5] as card_id,
      now() - make_interval(secs => (visit * 7919 % 7776000)::integer) as at
    from generate_series($2::bigint, $3::bigint) visit cross join places p
  ),
  leads as (
    insert into public.leads (id, workspace_id, demo_id, demo_name, card_id, card_title, session_id, email, name, created_at)
    select md5('lead ' || visit)::uuid, $1, demo_id, 'Demo', card_id, 'Card', 'session ' || visit,
      'visitor-' || visit || '@example.com', 'Visitor ' || visit, at
    from made where ${hasKind('lead')}
  ),
  talks as (
    insert into public.conversations (id, workspace_id, demo_id, mode, consent_at)
    select md5('talk ' || visit)::uuid, $1, demo_id, 'text', at from made where ${hasKind('talk')}
    returning id
  )
  insert into public.conversation_turns (workspace_id, conversation_id, number, speaker, text, source, outcome)
  select $1, t.id, n, case n % 2 when 1 then 'visitor' else 'agent' end, repeat('What was said. ', 8) || case when n = 1 and hashtext(t.id::text) & 7 = 0 then t.id || '@example.com' else '' end,
    case n % 2 when 1 then 'typed' else 'agent' end,
    case when n % 2 = 0 then (array['answered', 'answered', 'unknown', 'human', 'booked'])[(hashtext(t.id::text || n) & 7) % 5 + 1] end
  from talks t cross join generate_series(1, 6) n`

/** Of a hundred visits to each demo one submits a lead, fifteen talk with the agent, sixty follow a card. */
function hasKind(kind: 'lead' | 'talk' | 'follow'): string {
  if (kind === 'lead') return 'visit / 20 % 100 = 0'
  return `visit / 20 % 20 between ${kind === 'talk' ? '1 and 3' : '4 and 15'}`
}

const insertBite = `
  with ${places},
  made as (
    select n, n / 10 as visit, n % 10 as number, (n / 10) % 20 as demo,
      now() - make_interval(secs => ((n / 10) * 7919 % 7776000)::integer - n % 10) as at
    from generate_series($2::bigint, $3::bigint) n
  )
  insert into tracking.events (
    id, day, event_type, session_id, page_url, "timestamp", occurred_at, time_spent, workspace_id, demo_id, step_id,
    demo_version, subject_id, link, image_x, image_y, source, referrer, viewport_width, viewport_height, device, browser, visitor,
    traffic, traffic_reason
  )
  select gen_random_uuid(), (at at time zone 'UTC')::date,
    case when number <> 8 then (array['page_view', 'step_viewed', 'click', 'demo_started', 'step_viewed', 'card_shown',
        'step_viewed', 'time_spent', '', 'demo_completed'])[number + 1]
      when ${hasKind('lead')} then 'lead_submitted' when ${hasKind('talk')} then 'agent_opened'
      when ${hasKind('follow')} then 'card_clicked' else 'card_shown' end,
    'session ' || visit, 'https://demos.example.com/demo/' || p.demos[demo + 1] || '/play', at, at,
    case when number = 7 then (visit % 90)::integer end,
    $1, p.demos[demo + 1], p.steps[demo * 5 + 1 + (number / 2)], (visit / 7 % 3 + 1)::integer,
    case when number = 5 then p.cards[demo * 5 + 3] when number <> 8 then null
      when ${hasKind('lead')} then md5('lead ' || visit)::uuid when ${hasKind('talk')} then md5('talk ' || visit)::uuid
      when ${hasKind('follow')} then p.cards[demo * 5 + 3] else p.cards[demo * 5 + 5] end,
    case when visit / 3 % 3 = 0 then '' else 'link ' || demo || ' ' || visit / 3 % 3 end,
    case when number = 2 then (visit * 13 % 100)::real end, case when number = 2 then (visit * 29 % 100)::real end,
    (array['direct', 'google.com', 'newsletter', 'linkedin.com'])[visit % 4 + 1], 'https://www.google.com/', 1440, 900,
    (array['desktop', 'desktop', 'phone', 'tablet'])[(visit / 4) % 4 + 1], 'Chrome', 'visitor ' || visit / 2,
    case when (visit / 2 + visit / 20) % 10 = 0 then 'bot' else 'human' end,
    case when (visit / 2 + visit / 20) % 10 = 0 then (array['A monitor: pingdom', 'A declared bot: Googlebot'])[visit % 2 + 1] end
  from made cross join places p`

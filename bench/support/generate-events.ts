import { randomUUID } from 'node:crypto'

import type { Database } from '#server/database/database.ts'

export interface GeneratedWorkspace {
  readonly workspaceId: string
  readonly demoId: string
}

/**
 * Fills the tables with `events` of the last 90 days: ten of a visit, 20 demos of one workspace, five steps each, three
 * devices, four sources, one robot in ten. Rolled up as a server would, in bites that fit a statement's deadline.
 */
export async function generateEvents(
  database: Database,
  events: number,
  tell: (done: number) => void,
): Promise<GeneratedWorkspace> {
  const workspaceId = randomUUID()
  const run = (text: string, values: readonly unknown[] = []) => database.transaction('system', [{ text, values }])
  await run(`insert into public.workspaces (id, name) values ($1, 'Generated')`, [workspaceId])
  await run(
    `with made as (
      insert into public.demos (workspace_id, name) select $1, 'Demo ' || n from generate_series(1, 20) n returning id
    )
    insert into public.demo_steps (demo_id, "order", screenshot_url)
    select id, n, 'x.png' from made cross join generate_series(1, 5) n`,
    [workspaceId],
  )
  await run('select public.make_tracking_partitions(current_date - 100, 16)')
  for (let from = 0; from < events; from += biteEvents) {
    await run(insertBite, [workspaceId, from, Math.min(from + biteEvents, events) - 1])
    await run('select public.roll_up_tracking(1)')
    tell(from + biteEvents)
  }
  await run('analyze')
  const [demo] = await run('select id from public.demos where workspace_id = $1 order by id limit 1', [workspaceId])
  return { workspaceId, demoId: String(demo?.rows[0]?.['id']) }
}

const biteEvents = 1_000

const insertBite = `
  with places as (
    select array_agg(distinct d.id) as demos, array_agg(s.id order by s.demo_id, s."order") as steps
    from public.demos d join public.demo_steps s on s.demo_id = d.id where d.workspace_id = $1
  ),
  made as (
    select n, n / 10 as visit, n % 10 as number, (n / 10) % 20 as demo,
      now() - make_interval(secs => ((n / 10) * 7919 % 7776000)::integer - n % 10) as at
    from generate_series($2::bigint, $3::bigint) n
  )
  insert into tracking.events (
    id, day, event_type, session_id, page_url, "timestamp", occurred_at, time_spent, workspace_id, demo_id, step_id,
    image_x, image_y, source, device, browser, visitor, traffic
  )
  select gen_random_uuid(), (at at time zone 'UTC')::date,
    (array['page_view', 'step_viewed', 'click', 'demo_started', 'step_viewed', 'click', 'step_viewed', 'time_spent',
      'time_spent', 'demo_completed'])[number + 1],
    'session ' || visit, 'https://demos.example.com/', at, at, case when number in (7, 8) then (visit % 90)::integer end,
    $1, p.demos[demo + 1], p.steps[demo * 5 + 1 + (number / 2)],
    case when number in (2, 5) then (visit * 13 % 100)::real end, case when number in (2, 5) then (visit * 29 % 100)::real end,
    (array['direct', 'google.com', 'newsletter', 'linkedin.com'])[visit % 4 + 1],
    (array['desktop', 'desktop', 'phone', 'tablet'])[(visit / 4) % 4 + 1], 'Chrome', 'visitor ' || visit / 2,
    case when visit % 10 = 0 then 'bot' else 'human' end
  from made cross join places p`

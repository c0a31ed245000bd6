import { randomUUID } from 'node:crypto'

import type { Database } from '#server/database/database.ts'

export interface GeneratedWorkspace {
  readonly workspaceId: string
  readonly demoId: string
  readonly stepId: string
}

/** One workspace with 20 demos of five steps each, and tables for the weeks that `generateEvents` writes into. */
export async function generateWorkspace(database: Database): Promise<GeneratedWorkspace> {
  const workspaceId = randomUUID()
  const run = runner(database)
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
  const [step] = await run(
    `select d.id as demo_id, s.id as step_id from public.demos d join public.demo_steps s on s.demo_id = d.id
     where d.workspace_id = $1 and s."order" = 2 order by d.id limit 1`,
    [workspaceId],
  )
  return { workspaceId, demoId: String(step?.['demo_id']), stepId: String(step?.['step_id']) }
}

/**
 * Writes the events numbered `from` to `to` of a stream that looks the same wherever it is cut: ten events of a visit,
 * spread over 90 days, the demos, their plain address and two links, three versions, four sources, three devices; one
 * visit in ten is a robot's. Rolled up as a server would, in bites that fit a statement's deadline.
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
    await run(insertBite, [workspaceId, at, Math.min(at + bite, range.to) - 1])
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
    demo_version, link, image_x, image_y, source, referrer, viewport_width, viewport_height, device, browser, visitor,
    traffic, traffic_reason
  )
  select gen_random_uuid(), (at at time zone 'UTC')::date,
    (array['page_view', 'step_viewed', 'click', 'demo_started', 'step_viewed', 'click', 'step_viewed', 'time_spent',
      'time_spent', 'demo_completed'])[number + 1],
    'session ' || visit, 'https://demos.example.com/demo/' || p.demos[demo + 1] || '/play', at, at,
    case when number in (7, 8) then (visit % 90)::integer end,
    $1, p.demos[demo + 1], p.steps[demo * 5 + 1 + (number / 2)], (visit / 7 % 3 + 1)::integer,
    case when visit / 3 % 3 = 0 then '' else 'link ' || demo || ' ' || visit / 3 % 3 end,
    case when number in (2, 5) then (visit * 13 % 100)::real end, case when number in (2, 5) then (visit * 29 % 100)::real end,
    (array['direct', 'google.com', 'newsletter', 'linkedin.com'])[visit % 4 + 1], 'https://www.google.com/', 1440, 900,
    (array['desktop', 'desktop', 'phone', 'tablet'])[(visit / 4) % 4 + 1], 'Chrome', 'visitor ' || visit / 2,
    case when (visit / 2 + visit / 20) % 10 = 0 then 'bot' else 'human' end,
    case when (visit / 2 + visit / 20) % 10 = 0 then (array['A monitor: pingdom', 'A robot that says so: Googlebot'])[visit % 2 + 1] end
  from made cross join places p`

import pino from 'pino'

import { openOperatorDatabase } from '#server/operator/operator-database.ts'
import { loadConfig } from '#server/settings/config.ts'

/** Demos besides "Book a shipment": the step that they begin with, their steps, status and visits. */
const demos = [
  ['Track a pallet to the door', 8, 6, 'active', 212],
  ['What a kilo costs', 7, 5, 'active', 148],
  ['Customs in one form', 5, 7, 'active', 96],
  ['All bookings in one list', 4, 6, 'draft', 0],
  ['Compare carriers', 3, 5, 'active', 61],
] as const

/** $1 to $5: the columns of `demos`. Older demos come last, as in the list. */
const addDemos = `
  with sample as (
    select d.* from public.demos d join public.users u on u.id = d.owner_id
    where u.email = 'author@example.com' and d.name = 'Book a shipment'
  ),
  named as (
    select gen_random_uuid() as id, * from unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::int[])
      with ordinality as named (name, first, steps, status, visits, n)
  ),
  made as (
    insert into public.demos (id, workspace_id, owner_id, name, look, status, created_at, updated_at)
    select n.id, s.workspace_id, s.owner_id, n.name, s.look, n.status, now() - n.n * interval '4 days', now()
    from named n cross join sample s
    returning id
  )
  insert into public.demo_steps (
    demo_id, "order", title, description, screenshot_url, alt, width, height, click_x, click_y, look
  )
  select m.id, row_number() over (partition by m.id order by (t."order" + 8 - n.first) % 8), t.title, t.description,
    t.screenshot_url, t.alt, t.width, t.height, t.click_x, t.click_y, t.look
  from made m join named n on n.id = m.id cross join sample s
  join public.demo_steps t on t.demo_id = s.id and (t."order" + 8 - n.first) % 8 < n.steps`

const dress = `
  with sample as (
    update public.demos d set is_sample = false, created_at = now() - interval '1 day'
    from public.users u where u.id = d.owner_id and u.email = 'author@example.com' and d.name = 'Book a shipment'
    returning d.workspace_id
  )
  update public.workspaces w set name = 'Tidelane' from sample s where w.id = s.workspace_id`

/**
 * $1 names, $2 visits in four weeks; more of them recently, and fewer reach each further step. Only the first demo is
 * watched right now.
 */
const addVisits = `
  with visited as (
    select d.id as demo_id, d.workspace_id, w.name, n, now() - n * n * interval '27 days' / w.visits / w.visits
        - case when w.place > 1 then interval '1 hour' else '0' end as at,
      n * 37 % 10 as reach, (select count(*) from public.demo_steps s where s.demo_id = d.id) as steps
    from unnest($1::text[], $2::int[]) with ordinality as w (name, visits, place)
    join public.workspaces k on k.name = 'Tidelane'
    join public.demos d on d.workspace_id = k.id and d.name = w.name
    cross join generate_series(1, w.visits) n
  )
  insert into tracking.events (
    id, day, event_type, session_id, page_url, "timestamp", occurred_at, workspace_id, demo_id, step_id, source,
    device, browser, visitor, traffic
  )
  select gen_random_uuid(), (v.at at time zone 'UTC')::date, kind, v.name || n, 'https://tidelane.example/', v.at, v.at,
    v.workspace_id, v.demo_id, s.id, 'direct', 'desktop', 'Chrome', v.name || n, 'human'
  from visited v
  join public.demo_steps s on s.demo_id = v.demo_id and s."order" <= greatest(1, least(v.steps, v.reach + 3))
  cross join lateral unnest(case s."order" when 1 then array['page_view', 'demo_started', 'step_viewed']
    when v.steps then array['step_viewed', 'demo_completed'] else array['step_viewed'] end) kind`

/** Turns the signed-up author's workspace into that of a team with demos that people watch. */
export async function fillTourWorkspace(dataDir: string): Promise<void> {
  const database = await openOperatorDatabase(loadConfig({ DATA_DIR: dataDir }), pino({ level: 'fatal' }))
  const column = (index: 0 | 1 | 2 | 3 | 4) => demos.map((demo) => demo[index])
  try {
    await database.transaction('system', [
      { text: addDemos, values: [column(0), column(1), column(2), column(3), column(4)] },
      { text: dress },
      { text: 'select public.create_tracking_partitions(current_date - 35, 10)' },
      {
        text: addVisits,
        values: [
          ['Book a shipment', ...column(0)],
          [374, ...column(4)],
        ],
      },
    ])
    // Planner statistics don't include the current transaction's rows.
    await database.transaction('system', [{ text: 'select public.roll_up_tracking(20000)' }])
  } finally {
    await database.close()
  }
}

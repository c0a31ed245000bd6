import type { Database } from '#backend/database/database.ts'

/**
 * Analytics queries whose answers differ from the finest totals and the visits, for two dozen suitable filters: each
 * query reads the smallest sufficient table.
 */
export async function findFigureDifferences(database: Database): Promise<readonly unknown[]> {
  const [result] = await database.transaction('system', [{ text: comparison }])
  return result?.rows ?? []
}

const where = (
  row: string,
) => `${row}.workspace_id = f.workspace_id and (f.demo_id is null or ${row}.demo_id = f.demo_id)
  and (f.link is null or ${row}.link = f.link) and (f.version is null or ${row}.demo_version = f.version)
  and (f.traffic = 'all' or ${row}.traffic = f.traffic)`
const asked = `f.workspace_id, '-infinity', 'infinity', f.demo_id, f.link, f.traffic, f.version`

const comparison = `
  with filters as (
    select distinct d.workspace_id, case when m & 1 = 1 then d.demo_id end as demo_id,
      case when m & 2 = 2 then d.link end as link, case when m & 4 = 4 then d.demo_version end as version,
      case when m & 8 = 8 then d.traffic else 'all' end as traffic
    from tracking.daily_visits d cross join generate_series(0, 15) m
  ),
  tried as (select * from filters f order by num_nulls(f.demo_id, f.link, f.version) = 3 desc, md5(f::text) limit 24),
  answers as (
    select 'totals' as question, f as filter, (
      select array[t.visits, t.uniques, t.views, t.clicks, t.seconds, t.engage_shown, (t.engaged ->> 'hits')::bigint,
        (t.completed ->> 'n')::bigint, (t.leads ->> 'hits')::bigint, (t.agent_talks ->> 'hits')::bigint,
        (t.engage_accepted ->> 'hits')::bigint, 2 * t.median_seconds, t.median_n]::text
      from public.get_visit_totals(${asked}) t
    ) as answer, (
      select array[sum(d.visits), sum(case when f.demo_id is null then d.workspace_uniques else d.uniques end),
        sum(d.views), sum(d.clicks), sum(d.seconds), sum(d.engage_shown), sum(d.engaged),
        coalesce(sum(d.visits) filter (where d.demo_id is not null), 0), sum(d.leads), sum(d.agent_talks),
        -- No more than were shown, as a message may be lost.
        least(sum(d.engage_accepted), sum(d.engage_shown)), m.twice, m.n]::text
      from tracking.daily_visits d, lateral (
        select 2 * percentile_cont(0.5) within group (order by v.seconds) as twice, count(*) as n
        from public.visits v where ${where('v')}
      ) m
      where ${where('d')} group by m.twice, m.n
    ) as expected
    from tried f
    union all
    select 'days', f, (
      select array_agg((t.day, t.visits, t.uniques, t.seconds)::text order by t.day)::text
      from public.get_visit_days(${asked}) t
    ), (
      select array_agg(g::text order by g.day)::text from (
        select d.day, sum(d.visits), sum(case when f.demo_id is null then d.workspace_uniques else d.uniques end),
          sum(d.seconds)
        from tracking.daily_visits d where ${where('d')} group by 1 having sum(d.visits) > 0
      ) g
    )
    from tried f
    union all
    select 'by ' || b.name, f, (
      select array_agg((t.key, t.visits, t.uniques, (t.completed ->> 'n')::bigint, t.seconds)::text order by t.key)::text
      from public.get_visit_breakdown(b.name, ${asked}, 1000) t
    ), (
      select array_agg(g::text order by g.key)::text from (
        select to_jsonb(d) ->> b.keyed_by as key, sum(d.visits),
          sum(case when f.demo_id is null and b.name <> 'demo' then d.workspace_uniques else d.uniques end),
          coalesce(sum(d.visits) filter (where d.demo_id is not null), 0), sum(d.seconds)
        from tracking.daily_visits d where ${where('d')} group by 1 having sum(d.visits) > 0
      ) g
    )
    from tried f cross join (values ('source', 'source'), ('device', 'device'), ('link', 'link'), ('demo', 'demo_id'),
      ('version', 'demo_version'), ('traffic', 'traffic')) b (name, keyed_by)
    where b.name <> 'traffic' or f.traffic = 'all'
  )
  select * from answers a where a.answer is distinct from a.expected`

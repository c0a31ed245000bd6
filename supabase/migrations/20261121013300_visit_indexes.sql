-- What the pages ask of visits themselves (medians, paths, why somebody is not counted) read every visit of the period from
-- the table, which at ten million events was ten times over budget. These indexes hold what is filtered by and what is
-- asked, so that visits are read from the table only where a path is told.

drop index public.visits_by_day;
create index visits_by_day on public.visits (workspace_id, day) include (traffic, demo_id, link, demo_version, seconds);
drop index public.visits_by_demo;
create index visits_by_demo on public.visits (demo_id, day)
  include (id, traffic, link, demo_version, seconds, workspace_id);
-- A link belongs to one demo; most visits come by none, or by one of few.
create index visits_by_link on public.visits (link, day)
  include (workspace_id, traffic, demo_id, demo_version, seconds) where link <> '';
-- What is not a person's is a small part.
create index visits_not_human on public.visits (workspace_id, day)
  include (traffic, traffic_reason, demo_id, link, demo_version, seconds) where traffic <> 'human';

-- The ways that visitors took through the steps, as ids in the order in which they first saw them, the commonest first;
-- share.n is the number of visits looked at: the newest, at most 2,000.
create or replace function public.get_visit_paths(
  p_demo_id uuid, p_from date, p_to date, p_link text default null, p_traffic text default 'human',
  p_version integer default null, p_limit integer default 20
)
returns table (step_ids jsonb, share jsonb, completed jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.demand_demo_member(p_demo_id);
  return query
  -- Found by an index alone, and only then read: a filter may leave few of many.
  with found as materialized (
    select v.id from public.visits v
    where v.demo_id = p_demo_id and v.day between p_from and p_to and (p_link is null or v.link = p_link)
      and (p_traffic = 'all' or v.traffic = p_traffic) and (p_version is null or v.demo_version = p_version)
    order by v.day desc
    limit 2000
  ),
  newest as materialized (
    select jsonb_path_query_array(v.steps, '$[*] ? (@.views > 0).step_id') as path,
      v.completed_at is not null as is_completed
    from found f cross join lateral (select w.* from public.visits w where w.id = f.id offset 0) v
  )
  select n.path, public.rate_of(count(*), (select count(*) from newest)),
    public.rate_of(count(*) filter (where n.is_completed), count(*))
  from newest n group by n.path
  order by count(*) desc, n.path
  limit greatest(1, least(p_limit, 200));
end
$$;

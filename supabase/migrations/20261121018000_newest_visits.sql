-- Medians are of the newest 2,000 visits, as ways through the steps are, so that what they cost does not grow with the visits;
-- their interval says what that leaves open. Newest is by the moment they began, where it was by the day alone, and which visits
-- of a day were taken was up to the order in the table.

drop index public.visits_by_day;
create index visits_by_day on public.visits (workspace_id, day, started_at, id)
  include (traffic, demo_id, link, demo_version, seconds);
drop index public.visits_by_demo;
create index visits_by_demo on public.visits (demo_id, day, started_at, id)
  include (traffic, link, demo_version, seconds, workspace_id, path_key, completed_at);
drop index public.visits_by_link;
create index visits_by_link on public.visits (link, day, started_at, id)
  include (workspace_id, traffic, demo_id, demo_version, seconds) where link <> '';
-- Of one class that is not a person's, without passing over all the others; people's visits are not in these.
drop index public.visits_not_human;
create index visits_not_human on public.visits (workspace_id, traffic, day, started_at, id)
  include (demo_id, link, demo_version, seconds) where traffic <> 'human';
create index visits_not_human_by_demo on public.visits (demo_id, traffic, day, started_at, id)
  include (link, demo_version, seconds, workspace_id, path_key, completed_at) where traffic <> 'human';

-- The newest 2,000 of these visits; without a workspace, those of the demo. Becomes a part of the statement that asks.
create function tracking.newest_visits(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid, p_link text, p_traffic text, p_version integer
)
returns table (id uuid, seconds integer, path_key uuid, completed_at timestamptz)
language sql stable
as $$
  select v.id, v.seconds, v.path_key, v.completed_at from public.visits v
  where (p_workspace_id is null or v.workspace_id = p_workspace_id) and v.day between p_from and p_to
    and (p_demo_id is null or v.demo_id = p_demo_id) and (p_link is null or v.link = p_link)
    and (p_traffic = 'all' or v.traffic = p_traffic) and (p_version is null or v.demo_version = p_version)
  order by v.day desc, v.started_at desc, v.id desc
  limit 2000
$$;

-- Their seconds, the fewest first.
create or replace function tracking.newest_seconds(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid, p_link text, p_traffic text, p_version integer
)
returns integer[]
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return array(
    select n.seconds
    from tracking.newest_visits(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version) n
    order by n.seconds
  );
end
$$;

-- As before, of the same visits as the medians.
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
  with ways as (
    select n.path_key, (array_agg(n.id))[1] as example, count(*) as visits, count(n.completed_at) as completed,
      sum(count(*)) over ()::bigint as n
    from tracking.newest_visits(null, p_from, p_to, p_demo_id, p_link, p_traffic, p_version) n
    group by n.path_key
    order by 3 desc, 1
    limit greatest(1, least(p_limit, 200))
  )
  select s.path, public.rate_of(w.visits, w.n), public.rate_of(w.completed, w.visits)
  from ways w
  cross join lateral (
    select jsonb_path_query_array(v.steps, '$[*] ? (@.views > 0).step_id') as path
    from public.visits v where v.id = w.example offset 0
  ) s
  order by w.visits desc, s.path;
end
$$;

revoke execute on function tracking.newest_visits(uuid, date, date, uuid, text, text, integer)
  from public, anon, authenticated;

-- The ways that visitors took through the steps were read from whole visits, two thousand of them for each question. Now a
-- visit has a key of its way, an index holds that, and the steps are read of one visit for each way that is told.

alter table public.visits add column path_key uuid not null
  generated always as (md5(jsonb_path_query_array(steps, '$[*] ? (@.views > 0).step_id')::text)::uuid) stored;

drop index public.visits_by_demo;
create index visits_by_demo on public.visits (demo_id, day)
  include (id, traffic, link, demo_version, seconds, workspace_id, path_key, completed_at);

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
  with newest as (
    select v.id, v.path_key, v.completed_at from public.visits v
    where v.demo_id = p_demo_id and v.day between p_from and p_to and (p_link is null or v.link = p_link)
      and (p_traffic = 'all' or v.traffic = p_traffic) and (p_version is null or v.demo_version = p_version)
    order by v.day desc
    limit 2000
  ),
  ways as (
    select n.path_key, (array_agg(n.id))[1] as example, count(*) as visits, count(n.completed_at) as completed,
      sum(count(*)) over ()::bigint as n
    from newest n group by n.path_key
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

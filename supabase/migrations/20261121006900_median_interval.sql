-- Where the median of get_visit_totals() may lie: the seconds of the visits at the ranks n/2 ± 0.98 √n, which is the
-- 95 % interval of a median whatever the seconds look like. Of the same newest 5,000 visits. Null below six of them,
-- as then even the shortest and the longest don't enclose it with 95 %.
create function public.get_visit_median(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null, p_link text default null,
  p_traffic text default 'human', p_version integer default null
)
returns table (low integer, high integer, n bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.demand_member(p_workspace_id);
  return query
  with newest as (
    select v.seconds from public.visits v
    where v.workspace_id = p_workspace_id and v.day between p_from and p_to
      and (p_demo_id is null or v.demo_id = p_demo_id) and (p_link is null or v.link = p_link)
      and (p_traffic = 'all' or v.traffic = p_traffic) and (p_version is null or v.demo_version = p_version)
    order by v.day desc
    limit 5000
  ),
  ranked as (
    select o.seconds, row_number() over (order by o.seconds) as rank, count(*) over () as n from newest o
  )
  select
    min(r.seconds) filter (where r.n >= 6 and r.rank >= greatest(1, floor(r.n / 2.0 - 0.98 * sqrt(r.n)))),
    max(r.seconds) filter (where r.n >= 6 and r.rank <= least(r.n, ceil(1 + r.n / 2.0 + 0.98 * sqrt(r.n)))),
    count(*)
  from ranked r;
end
$$;

revoke execute on function public.get_visit_median(uuid, date, date, uuid, text, text, integer) from public, anon;
grant execute on function public.get_visit_median(uuid, date, date, uuid, text, text, integer)
  to authenticated, service_role;

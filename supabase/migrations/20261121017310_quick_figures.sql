-- What the analytics pages ask, answered as before, from what is already added up.

-- As before, without numerics, whose division is slow.
create or replace function public.wilson_bound(p_hits bigint, p_n bigint, p_side integer) returns double precision
language sql immutable
as $$
  select case when p_n > 0 then greatest(0, least(1, (
    p_hits::double precision / p_n + double precision '1.9207294' / p_n
    + p_side * double precision '1.959964' * sqrt((
      p_hits::double precision / p_n * (1 - p_hits::double precision / p_n) + double precision '0.9603647' / p_n
    ) / p_n)
  ) / (1 + double precision '3.8414588' / p_n))) end
$$;

-- As before, but such that it becomes a part of the statement that asks: calling it cost more than what it does. And with
-- no more hits than n: a message may be lost, and anybody may post that a demo was completed where none is; of more hits
-- than n there is no interval, and so the pages got an error.
create or replace function public.rate_of(p_hits bigint, p_n bigint) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'hits', least(p_hits, p_n), 'n', p_n,
    'rate', case when p_n > 0 then least(p_hits, p_n)::double precision / p_n end,
    'low', public.wilson_bound(least(p_hits, p_n), p_n, -1), 'high', public.wilson_bound(least(p_hits, p_n), p_n, 1)
  )
$$;

-- Which part of a workspace's visits these filters leave, if they leave one that is kept by itself.
create function tracking.part_asked(p_demo_id uuid, p_link text, p_version integer) returns text
language sql immutable
as $$
  select case
    when p_demo_id is not null then null
    when p_link is null and p_version is null then 'all'
    when p_version is null then 'link'
    when p_link is null then 'version'
  end
$$;

-- The rows that the totals of these visits add up from, several of a day. The functions here are written to become a part of
-- the statement that asks: what they are asked with is known when it is planned, and so only the table in question is read.
create function tracking.totals_of(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid, p_link text, p_traffic text, p_version integer
)
returns table (
  day date, visits bigint, uniques bigint, views bigint, engaged bigint, demo_visits bigint, completed bigint,
  leads bigint, agent_talks bigint, engage_shown bigint, engage_accepted bigint, clicks bigint, seconds bigint
)
language sql stable
as $$
  select d.day, d.visits, d.uniques, d.views, d.engaged, d.demo_visits, d.completed, d.leads, d.agent_talks,
    d.engage_shown, d.engage_accepted, d.clicks, d.seconds
  from tracking.daily_parts d
  where d.part = tracking.part_asked(p_demo_id, p_link, p_version)
    and d.key = coalesce(p_link, p_version::text, '')
    and d.workspace_id = p_workspace_id and d.day between p_from and p_to
    and (p_traffic = 'all' or d.traffic = p_traffic)
  union all
  select d.day, d.visits, case when p_demo_id is null then d.workspace_uniques else d.uniques end, d.views, d.engaged,
    case when d.demo_id is null then 0 else d.visits end, d.completed, d.leads, d.agent_talks, d.engage_shown,
    d.engage_accepted, d.clicks, d.seconds
  from tracking.daily_totals d
  where tracking.part_asked(p_demo_id, p_link, p_version) is null
    and d.workspace_id = p_workspace_id and d.day between p_from and p_to
    and (p_demo_id is null or d.demo_id = p_demo_id) and (p_link is null or d.link = p_link)
    and (p_traffic = 'all' or d.traffic = p_traffic) and (p_version is null or d.demo_version = p_version)
$$;

-- Seconds of the newest of these visits, the shortest first.
create function tracking.newest_seconds(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid, p_link text, p_traffic text, p_version integer
)
returns integer[]
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return array(
    select n.seconds from (
      select v.seconds from public.visits v
      where v.workspace_id = p_workspace_id and v.day between p_from and p_to
        and (p_demo_id is null or v.demo_id = p_demo_id) and (p_link is null or v.link = p_link)
        and (p_traffic = 'all' or v.traffic = p_traffic) and (p_version is null or v.demo_version = p_version)
      order by v.day desc
      limit 5000
    ) n
    order by n.seconds
  );
end
$$;

create or replace function public.get_visit_totals(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null, p_link text default null,
  p_traffic text default 'human', p_version integer default null
)
returns table (
  visits bigint, uniques bigint, views bigint, engaged jsonb, completed jsonb, leads jsonb, agent_talks jsonb,
  engage_shown bigint, engage_accepted jsonb, clicks bigint, seconds bigint, median_seconds double precision,
  median_n bigint
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_total record;
  v_seconds integer[];
begin
  perform tracking.demand_member(p_workspace_id);
  select coalesce(sum(d.visits), 0)::bigint as visits, coalesce(sum(d.uniques), 0)::bigint as uniques,
    coalesce(sum(d.views), 0)::bigint as views, coalesce(sum(d.engaged), 0)::bigint as engaged,
    coalesce(sum(d.demo_visits), 0)::bigint as demo_visits, coalesce(sum(d.completed), 0)::bigint as completed,
    coalesce(sum(d.leads), 0)::bigint as leads, coalesce(sum(d.agent_talks), 0)::bigint as agent_talks,
    coalesce(sum(d.engage_shown), 0)::bigint as engage_shown,
    coalesce(sum(d.engage_accepted), 0)::bigint as engage_accepted, coalesce(sum(d.clicks), 0)::bigint as clicks,
    coalesce(sum(d.seconds), 0)::bigint as seconds
  into v_total
  from tracking.totals_of(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version) d;
  v_seconds := tracking.newest_seconds(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version);

  -- One by one: each is planned once for a connection, while a statement with all of them was planned at each call.
  visits := v_total.visits;
  uniques := v_total.uniques;
  views := v_total.views;
  engaged := public.rate_of(v_total.engaged, v_total.visits);
  completed := public.rate_of(v_total.completed, v_total.demo_visits);
  leads := public.rate_of(v_total.leads, v_total.visits);
  agent_talks := public.rate_of(v_total.agent_talks, v_total.visits);
  engage_shown := v_total.engage_shown;
  engage_accepted := public.rate_of(v_total.engage_accepted, v_total.engage_shown);
  clicks := v_total.clicks;
  seconds := v_total.seconds;
  median_n := cardinality(v_seconds);
  -- The one in the middle, or the mean of the two.
  median_seconds := (v_seconds[(median_n + 1) / 2]::double precision + v_seconds[median_n / 2 + 1]) / 2;
  return next;
end
$$;

create or replace function public.get_visit_median(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null, p_link text default null,
  p_traffic text default 'human', p_version integer default null
)
returns table (low integer, high integer, n bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seconds integer[];
  v_n integer;
begin
  perform tracking.demand_member(p_workspace_id);
  v_seconds := tracking.newest_seconds(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version);
  v_n := cardinality(v_seconds);
  n := v_n;
  if v_n >= 6 then
    low := v_seconds[greatest(1, floor(v_n / 2.0 - 0.98 * sqrt(v_n)))::integer];
    high := v_seconds[least(v_n, ceil(1 + v_n / 2.0 + 0.98 * sqrt(v_n)))::integer];
  end if;
  return next;
end
$$;

create or replace function public.get_visit_days(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null, p_link text default null,
  p_traffic text default 'human', p_version integer default null
)
returns table (
  day date, visits bigint, uniques bigint, views bigint, engaged bigint, completed bigint, leads bigint,
  agent_talks bigint, seconds bigint
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.demand_member(p_workspace_id);
  return query
  select d.day, sum(d.visits)::bigint, sum(d.uniques)::bigint, sum(d.views)::bigint, sum(d.engaged)::bigint,
    sum(d.completed)::bigint, sum(d.leads)::bigint, sum(d.agent_talks)::bigint, sum(d.seconds)::bigint
  from tracking.totals_of(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version) d
  group by d.day having sum(d.visits) > 0
  order by d.day;
end
$$;

create or replace function public.get_visit_breakdown(
  p_by text, p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null, p_link text default null,
  p_traffic text default 'human', p_version integer default null, p_limit integer default 50
)
returns table (
  key text, visits bigint, uniques bigint, views bigint, engaged jsonb, completed jsonb, leads jsonb,
  agent_talks jsonb, seconds bigint
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_asked text := tracking.part_asked(p_demo_id, p_link, p_version);
  v_part text := case when p_by = 'traffic' then v_asked when v_asked = 'all' then p_by end;
begin
  perform tracking.demand_member(p_workspace_id);
  if p_by not in ('source', 'device', 'link', 'demo', 'version', 'traffic') then
    raise exception 'Visits can be broken down by source, device, link, demo, version or traffic, not by "%"', p_by
      using errcode = '22023';
  end if;
  return query
  select g.key, g.visits, g.uniques, g.views, public.rate_of(g.engaged, g.visits),
    public.rate_of(g.completed, g.demo_visits), public.rate_of(g.leads, g.visits),
    public.rate_of(g.agent_talks, g.visits), g.seconds
  from (
    select c.key, sum(c.visits)::bigint as visits, sum(c.uniques)::bigint as uniques, sum(c.views)::bigint as views,
      sum(c.engaged)::bigint as engaged, sum(c.demo_visits)::bigint as demo_visits,
      sum(c.completed)::bigint as completed, sum(c.leads)::bigint as leads, sum(c.agent_talks)::bigint as agent_talks,
      sum(c.seconds)::bigint as seconds
    from (
      select case p_by when 'traffic' then d.traffic when 'demo' then nullif(d.key, '') else d.key end as key,
        d.traffic, d.visits, d.uniques, d.views, d.engaged, d.demo_visits, d.completed, d.leads, d.agent_talks,
        d.seconds
      from tracking.daily_parts d
      where d.part = v_part and (p_by <> 'traffic' or d.key = coalesce(p_link, p_version::text, ''))
        and d.workspace_id = p_workspace_id and d.day between p_from and p_to
      union all
      select case p_by when 'link' then d.link when 'demo' then d.demo_id::text when 'version' then d.demo_version::text
          else d.traffic end,
        d.traffic, d.visits, case when p_demo_id is null and p_by <> 'demo' then d.workspace_uniques else d.uniques end,
        d.views, d.engaged, case when d.demo_id is null then 0 else d.visits end, d.completed, d.leads, d.agent_talks,
        d.seconds
      from tracking.daily_totals d
      where v_part is null and p_by not in ('source', 'device')
        and d.workspace_id = p_workspace_id and d.day between p_from and p_to
        and (p_demo_id is null or d.demo_id = p_demo_id) and (p_link is null or d.link = p_link)
        and (p_version is null or d.demo_version = p_version)
      union all
      select case p_by when 'source' then d.source else d.device end,
        d.traffic, d.visits, case when p_demo_id is null then d.workspace_uniques else d.uniques end, d.views,
        d.engaged, case when d.demo_id is null then 0 else d.visits end, d.completed, d.leads, d.agent_talks, d.seconds
      from tracking.daily_visits d
      where v_part is null and p_by in ('source', 'device')
        and d.workspace_id = p_workspace_id and d.day between p_from and p_to
        and (p_demo_id is null or d.demo_id = p_demo_id) and (p_link is null or d.link = p_link)
        and (p_version is null or d.demo_version = p_version)
    ) c
    where p_traffic = 'all' or p_by = 'traffic' or c.traffic = p_traffic
    group by 1 having sum(c.visits) > 0
  ) g
  order by g.visits desc, g.key
  limit greatest(1, least(p_limit, 1000));
end
$$;

-- Why visits were classed as they were, the commonest reason first.
create or replace function public.get_traffic_reasons(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null
)
returns table (traffic text, reason text, visits bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.demand_member(p_workspace_id);
  return query
  select d.traffic, d.reason, sum(d.visits)::bigint from tracking.daily_reasons d
  where d.workspace_id = p_workspace_id and d.day between p_from and p_to
    and (p_demo_id is null or d.demo_id = p_demo_id)
  group by 1, 2 having sum(d.visits) > 0
  order by 3 desc, 1, 2;
end
$$;

revoke execute on function
  tracking.part_asked(uuid, text, integer),
  tracking.totals_of(uuid, date, date, uuid, text, text, integer),
  tracking.newest_seconds(uuid, date, date, uuid, text, text, integer)
  from public, anon, authenticated;

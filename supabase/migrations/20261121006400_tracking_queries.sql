-- What the analytics pages ask. Days are UTC and both ends count; a null demo means the whole workspace, a null link or
-- version all of them; traffic is 'human' unless asked otherwise, 'all' for everything. Every rate comes with the number
-- it is a part of, and with the 95 % Wilson interval. Only members of the workspace get an answer.

-- The lower (p_side -1) or upper (1) end of the 95 % Wilson score interval of p_hits of p_n; null without any.
create function public.wilson_bound(p_hits bigint, p_n bigint, p_side integer) returns double precision
language sql immutable
as $$
  select case when p_n > 0 then greatest(0, least(1, (
    p_hits::double precision / p_n + 1.9207294 / p_n
    + p_side * 1.959964 * sqrt(
      (p_hits::double precision / p_n * (1 - p_hits::double precision / p_n) + 0.9603647 / p_n) / p_n
    )
  ) / (1 + 3.8414588 / p_n))) end
$$;

-- {hits, n, rate, low, high}; rate and interval are null when n is 0.
create function public.rate_of(p_hits bigint, p_n bigint) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'hits', p_hits, 'n', p_n,
    'rate', case when p_n > 0 then p_hits::double precision / p_n end,
    'low', public.wilson_bound(p_hits, p_n, -1), 'high', public.wilson_bound(p_hits, p_n, 1)
  )
$$;

create function tracking.demand_member(p_workspace_id uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if coalesce(auth.role(), 'service_role') <> 'service_role' and not public.is_member(p_workspace_id, 'viewer') then
    raise exception 'Only members of the workspace may see what its visitors did' using errcode = '42501';
  end if;
end
$$;

create function tracking.demand_demo_member(p_demo_id uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform tracking.demand_member((select d.workspace_id from public.demos d where d.id = p_demo_id));
end
$$;

-- One row: what visitors did between two days. The median is of the newest median_n visits, at most 5,000.
create function public.get_visit_totals(
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
begin
  perform tracking.demand_member(p_workspace_id);
  return query
  with total as (
    select coalesce(sum(d.visits), 0)::bigint as visits,
      coalesce(sum(case when p_demo_id is null then d.workspace_uniques else d.uniques end), 0)::bigint as uniques,
      coalesce(sum(d.views), 0)::bigint as views, coalesce(sum(d.engaged), 0)::bigint as engaged,
      coalesce(sum(d.visits) filter (where d.demo_id is not null), 0)::bigint as demo_visits,
      coalesce(sum(d.completed), 0)::bigint as completed, coalesce(sum(d.leads), 0)::bigint as leads,
      coalesce(sum(d.agent_talks), 0)::bigint as agent_talks,
      coalesce(sum(d.engage_shown), 0)::bigint as engage_shown,
      coalesce(sum(d.engage_accepted), 0)::bigint as engage_accepted, coalesce(sum(d.clicks), 0)::bigint as clicks,
      coalesce(sum(d.seconds), 0)::bigint as seconds
    from tracking.daily_visits d
    where d.workspace_id = p_workspace_id and d.day between p_from and p_to
      and (p_demo_id is null or d.demo_id = p_demo_id) and (p_link is null or d.link = p_link)
      and (p_traffic = 'all' or d.traffic = p_traffic) and (p_version is null or d.demo_version = p_version)
  ),
  newest as (
    select v.seconds from public.visits v
    where v.workspace_id = p_workspace_id and v.day between p_from and p_to
      and (p_demo_id is null or v.demo_id = p_demo_id) and (p_link is null or v.link = p_link)
      and (p_traffic = 'all' or v.traffic = p_traffic) and (p_version is null or v.demo_version = p_version)
    order by v.day desc
    limit 5000
  )
  select t.visits, t.uniques, t.views, public.rate_of(t.engaged, t.visits), public.rate_of(t.completed, t.demo_visits),
    public.rate_of(t.leads, t.visits), public.rate_of(t.agent_talks, t.visits), t.engage_shown,
    public.rate_of(t.engage_accepted, t.engage_shown), t.clicks, t.seconds,
    (select percentile_cont(0.5) within group (order by n.seconds) from newest n),
    (select count(*) from newest)
  from total t;
end
$$;

-- One row for each day that has visits, oldest first.
create function public.get_visit_days(
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
  select d.day, sum(d.visits)::bigint,
    sum(case when p_demo_id is null then d.workspace_uniques else d.uniques end)::bigint, sum(d.views)::bigint,
    sum(d.engaged)::bigint, sum(d.completed)::bigint, sum(d.leads)::bigint, sum(d.agent_talks)::bigint,
    sum(d.seconds)::bigint
  from tracking.daily_visits d
  where d.workspace_id = p_workspace_id and d.day between p_from and p_to
    and (p_demo_id is null or d.demo_id = p_demo_id) and (p_link is null or d.link = p_link)
    and (p_traffic = 'all' or d.traffic = p_traffic) and (p_version is null or d.demo_version = p_version)
  group by d.day having sum(d.visits) > 0
  order by d.day;
end
$$;

-- The same by 'source', 'device', 'link', 'demo', 'version' or 'traffic', the most visited first.
create function public.get_visit_breakdown(
  p_by text, p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null, p_link text default null,
  p_traffic text default 'human', p_version integer default null, p_limit integer default 50
)
returns table (
  key text, visits bigint, uniques bigint, views bigint, engaged jsonb, completed jsonb, leads jsonb,
  agent_talks jsonb, seconds bigint
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
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
    select
      case p_by when 'source' then d.source when 'device' then d.device when 'link' then d.link
        when 'demo' then d.demo_id::text when 'version' then d.demo_version::text else d.traffic end as key,
      sum(d.visits)::bigint as visits,
      sum(case when p_demo_id is null and p_by <> 'demo' then d.workspace_uniques else d.uniques end)::bigint as uniques,
      sum(d.views)::bigint as views, sum(d.engaged)::bigint as engaged, sum(d.completed)::bigint as completed,
      coalesce(sum(d.visits) filter (where d.demo_id is not null), 0)::bigint as demo_visits,
      sum(d.leads)::bigint as leads, sum(d.agent_talks)::bigint as agent_talks, sum(d.seconds)::bigint as seconds
    from tracking.daily_visits d
    where d.workspace_id = p_workspace_id and d.day between p_from and p_to
      and (p_demo_id is null or d.demo_id = p_demo_id) and (p_link is null or d.link = p_link)
      and (p_traffic = 'all' or p_by = 'traffic' or d.traffic = p_traffic)
      and (p_version is null or d.demo_version = p_version)
    group by 1 having sum(d.visits) > 0
  ) g
  order by g.visits desc, g.key
  limit greatest(1, least(p_limit, 1000));
end
$$;

-- One row for each step of the demo as it is now, in order: how many of the demo's visits reached it, how many of those
-- went no further (`left_here`), how often it was shown and for how many seconds.
create function public.get_step_funnel(
  p_demo_id uuid, p_from date, p_to date, p_link text default null, p_traffic text default 'human',
  p_version integer default null
)
returns table (
  step_id uuid, step_order integer, title text, reached jsonb, left_here jsonb, views bigint, seconds bigint
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.demand_demo_member(p_demo_id);
  return query
  with counted as (
    select d.step_id, sum(d.reached)::bigint as reached, sum(d.views)::bigint as views,
      sum(d.seconds)::bigint as seconds, sum(d.exits)::bigint as exits
    from tracking.daily_steps d
    where d.demo_id = p_demo_id and d.day between p_from and p_to and (p_link is null or d.link = p_link)
      and (p_traffic = 'all' or d.traffic = p_traffic) and (p_version is null or d.demo_version = p_version)
    group by 1
  ),
  total as (
    select coalesce(sum(d.visits), 0)::bigint as visits from tracking.daily_visits d
    where d.demo_id = p_demo_id and d.day between p_from and p_to and (p_link is null or d.link = p_link)
      and (p_traffic = 'all' or d.traffic = p_traffic) and (p_version is null or d.demo_version = p_version)
  )
  select s.id, row_number() over (order by s."order", s.id)::integer, s.title,
    public.rate_of(coalesce(c.reached, 0), t.visits),
    public.rate_of(coalesce(c.exits, 0), coalesce(c.reached, 0)), coalesce(c.views, 0), coalesce(c.seconds, 0)
  from public.demo_steps s cross join total t left join counted c on c.step_id = s.id
  where s.demo_id = p_demo_id
  order by 2;
end
$$;

-- Clicks on a step's picture: cells of 2 by 2 percent, counted from 0 at the top left, the most clicked first.
create function public.get_click_heatmap(
  p_demo_id uuid, p_step_id uuid, p_from date, p_to date, p_link text default null, p_traffic text default 'human',
  p_version integer default null
)
returns table (cell_x integer, cell_y integer, clicks bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.demand_demo_member(p_demo_id);
  return query
  select d.cell_x::integer, d.cell_y::integer, sum(d.clicks)::bigint
  from tracking.daily_clicks d
  where d.demo_id = p_demo_id and d.step_id = p_step_id and d.day between p_from and p_to
    and (p_link is null or d.link = p_link) and (p_traffic = 'all' or d.traffic = p_traffic)
    and (p_version is null or d.demo_version = p_version)
  group by 1, 2 having sum(d.clicks) > 0
  order by 3 desc, 1, 2;
end
$$;

-- The ways that visitors took through the steps, as ids in the order in which they first saw them, the commonest first;
-- share.n is the number of visits looked at: the newest, at most 5,000.
create function public.get_visit_paths(
  p_demo_id uuid, p_from date, p_to date, p_link text default null, p_traffic text default 'human',
  p_version integer default null, p_limit integer default 20
)
returns table (step_ids jsonb, share jsonb, completed jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.demand_demo_member(p_demo_id);
  return query
  with newest as materialized (
    select jsonb_path_query_array(v.steps, '$[*] ? (@.views > 0).step_id') as path,
      v.completed_at is not null as is_completed
    from public.visits v
    where v.demo_id = p_demo_id and v.day between p_from and p_to and (p_link is null or v.link = p_link)
      and (p_traffic = 'all' or v.traffic = p_traffic) and (p_version is null or v.demo_version = p_version)
    order by v.day desc
    limit 5000
  )
  select n.path, public.rate_of(count(*), (select count(*) from newest)),
    public.rate_of(count(*) filter (where n.is_completed), count(*))
  from newest n group by n.path
  order by count(*) desc, n.path
  limit greatest(1, least(p_limit, 200));
end
$$;

-- Why visits were classed as they were, the commonest reason first.
create function public.get_traffic_reasons(p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null)
returns table (traffic text, reason text, visits bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.demand_member(p_workspace_id);
  return query
  select v.traffic, v.traffic_reason, count(*) from public.visits v
  where v.workspace_id = p_workspace_id and v.day between p_from and p_to and v.traffic <> 'human'
    and (p_demo_id is null or v.demo_id = p_demo_id)
  group by 1, 2 order by 3 desc, 1, 2;
end
$$;

-- Everything one session did in a workspace, oldest first, at most 1,000 events: for the page of a lead.
create function public.get_visit_story(p_workspace_id uuid, p_session_id text)
returns table (
  occurred_at timestamptz, event_type text, page_url text, demo_id uuid, step_id uuid, subject_id uuid,
  time_spent integer, element_clicked text, link text, source text, traffic text, traffic_reason text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform tracking.demand_member(p_workspace_id);
  return query
  select e.occurred_at, e.event_type, e.page_url, e.demo_id, e.step_id, e.subject_id, e.time_spent, e.element_clicked,
    e.link, e.source, e.traffic, e.traffic_reason
  from tracking.events e
  where e.session_id = p_session_id and e.workspace_id = p_workspace_id
  order by e.occurred_at, e.received_at, e.id
  limit 1000;
end
$$;

do $$
declare
  v_function regprocedure;
begin
  for v_function in
    select p.oid::regprocedure from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname in (
      'wilson_bound', 'rate_of', 'get_visit_totals', 'get_visit_days', 'get_visit_breakdown', 'get_step_funnel',
      'get_click_heatmap', 'get_visit_paths', 'get_traffic_reasons', 'get_visit_story'
    )
  loop
    execute format('revoke execute on function %s from public, anon', v_function);
    execute format('grant execute on function %s to authenticated, service_role', v_function);
  end loop;
end
$$;
revoke execute on function tracking.demand_member(uuid), tracking.demand_demo_member(uuid)
  from public, anon, authenticated;

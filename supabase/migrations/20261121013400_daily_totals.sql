-- Totals of a day without where a visit came from and with what: one visit in two has a source and device of its own, so
-- adding up daily_visits read about as much as the visits themselves. Everything but the lists of sources and devices is
-- answered from these.
create table tracking.daily_totals (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  day date not null,
  demo_id uuid references public.demos (id) on delete cascade,
  demo_version integer not null,
  link text not null,
  traffic text not null,
  visits bigint not null,
  uniques bigint not null,
  workspace_uniques bigint not null,
  views bigint not null,
  engaged bigint not null,
  completed bigint not null,
  leads bigint not null,
  agent_talks bigint not null,
  engage_shown bigint not null,
  engage_accepted bigint not null,
  clicks bigint not null,
  seconds bigint not null,
  unique nulls not distinct (workspace_id, day, demo_id, demo_version, link, traffic)
);
create index daily_totals_by_demo on tracking.daily_totals (demo_id, day);
alter table tracking.daily_totals enable row level security;
revoke all on tracking.daily_totals from public, anon, authenticated;
grant all on tracking.daily_totals to service_role;

insert into tracking.daily_totals (
  workspace_id, day, demo_id, demo_version, link, traffic, visits, uniques, workspace_uniques, views, engaged, completed, leads, agent_talks, engage_shown, engage_accepted, clicks, seconds
)
select d.workspace_id, d.day, d.demo_id, d.demo_version, d.link, d.traffic,
  sum(d.visits), sum(d.uniques), sum(d.workspace_uniques), sum(d.views), sum(d.engaged), sum(d.completed), sum(d.leads), sum(d.agent_talks), sum(d.engage_shown), sum(d.engage_accepted), sum(d.clicks), sum(d.seconds)
from tracking.daily_visits d group by 1, 2, 3, 4, 5, 6;

-- Takes visits out of the totals of days as they were, and puts them in as they are.
create or replace function tracking.count_visits(p_before public.visits[], p_after public.visits[]) returns void
language plpgsql set search_path = ''
as $$
begin
  with changed as materialized (
    select c.workspace_id, c.day, c.demo_id, c.demo_version, c.link, c.source, c.device, c.traffic,
      sum(c.sign) as visits, sum(c.sign * c.first_of_demo::integer) as uniques,
      sum(c.sign * c.first_of_workspace::integer) as workspace_uniques, sum(c.sign * c.page_views) as views,
      sum(c.sign * c.engaged::integer) as engaged,
      sum(c.sign * (c.completed_at is not null)::integer) as completed,
      sum(c.sign * (c.lead_at is not null)::integer) as leads,
      sum(c.sign * (c.agent_at is not null)::integer) as agent_talks,
      sum(c.sign * (c.engage_shown_at is not null)::integer) as engage_shown,
      sum(c.sign * (c.engage_accepted_at is not null)::integer) as engage_accepted,
      sum(c.sign * c.clicks) as clicks, sum(c.sign * c.seconds) as seconds
    from (select -1 as sign, b.* from unnest(p_before) b union all select 1, a.* from unnest(p_after) a) c
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ),
  finer as (
    insert into tracking.daily_visits as d (
      workspace_id, day, demo_id, demo_version, link, source, device, traffic, visits, uniques, workspace_uniques, views, engaged, completed, leads, agent_talks, engage_shown, engage_accepted, clicks, seconds
    )
    select c.* from changed c order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (workspace_id, day, demo_id, demo_version, link, source, device, traffic) do update set
    visits = d.visits + excluded.visits,
    uniques = d.uniques + excluded.uniques,
    workspace_uniques = d.workspace_uniques + excluded.workspace_uniques,
    views = d.views + excluded.views,
    engaged = d.engaged + excluded.engaged,
    completed = d.completed + excluded.completed,
    leads = d.leads + excluded.leads,
    agent_talks = d.agent_talks + excluded.agent_talks,
    engage_shown = d.engage_shown + excluded.engage_shown,
    engage_accepted = d.engage_accepted + excluded.engage_accepted,
    clicks = d.clicks + excluded.clicks,
    seconds = d.seconds + excluded.seconds
  )
  insert into tracking.daily_totals as d (
    workspace_id, day, demo_id, demo_version, link, traffic, visits, uniques, workspace_uniques, views, engaged, completed, leads, agent_talks, engage_shown, engage_accepted, clicks, seconds
  )
  select c.workspace_id, c.day, c.demo_id, c.demo_version, c.link, c.traffic,
    sum(c.visits), sum(c.uniques), sum(c.workspace_uniques), sum(c.views), sum(c.engaged), sum(c.completed), sum(c.leads), sum(c.agent_talks), sum(c.engage_shown), sum(c.engage_accepted), sum(c.clicks), sum(c.seconds)
  from changed c group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (workspace_id, day, demo_id, demo_version, link, traffic) do update set
    visits = d.visits + excluded.visits,
    uniques = d.uniques + excluded.uniques,
    workspace_uniques = d.workspace_uniques + excluded.workspace_uniques,
    views = d.views + excluded.views,
    engaged = d.engaged + excluded.engaged,
    completed = d.completed + excluded.completed,
    leads = d.leads + excluded.leads,
    agent_talks = d.agent_talks + excluded.agent_talks,
    engage_shown = d.engage_shown + excluded.engage_shown,
    engage_accepted = d.engage_accepted + excluded.engage_accepted,
    clicks = d.clicks + excluded.clicks,
    seconds = d.seconds + excluded.seconds;
end
$$;

-- Forgets what was derived for a day and derives it again from the day's events, as far as they are rolled up.
create or replace function public.rebuild_tracking_day(p_day date) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_next xid8;
begin
  select p.next_xid into v_next from tracking.progress p for update;
  perform set_config('tracking.keeps_totals', 'on', true);
  delete from public.visits v where v.day = p_day;
  perform set_config('tracking.keeps_totals', 'off', true);
  delete from tracking.daily_visits d where d.day = p_day;
  delete from tracking.daily_totals d where d.day = p_day;
  delete from tracking.daily_steps d where d.day = p_day;
  delete from tracking.daily_clicks d where d.day = p_day;
  return tracking.take_in('0', v_next, p_day, p_day);
end
$$;

-- As before, from the smaller table.
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
    from tracking.daily_totals d
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
  select d.day, sum(d.visits)::bigint,
    sum(case when p_demo_id is null then d.workspace_uniques else d.uniques end)::bigint, sum(d.views)::bigint,
    sum(d.engaged)::bigint, sum(d.completed)::bigint, sum(d.leads)::bigint, sum(d.agent_talks)::bigint,
    sum(d.seconds)::bigint
  from tracking.daily_totals d
  where d.workspace_id = p_workspace_id and d.day between p_from and p_to
    and (p_demo_id is null or d.demo_id = p_demo_id) and (p_link is null or d.link = p_link)
    and (p_traffic = 'all' or d.traffic = p_traffic) and (p_version is null or d.demo_version = p_version)
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
    from (
      select t.workspace_id, t.day, t.demo_id, t.demo_version, t.link, t.traffic, null as source, null as device,
        t.visits, t.uniques, t.workspace_uniques, t.views, t.engaged, t.completed, t.leads, t.agent_talks, t.seconds
      from tracking.daily_totals t where p_by not in ('source', 'device')
      union all
      select t.workspace_id, t.day, t.demo_id, t.demo_version, t.link, t.traffic, t.source, t.device,
        t.visits, t.uniques, t.workspace_uniques, t.views, t.engaged, t.completed, t.leads, t.agent_talks, t.seconds
      from tracking.daily_visits t where p_by in ('source', 'device')
    ) d
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

create or replace function public.get_step_funnel(
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
    select coalesce(sum(d.visits), 0)::bigint as visits from tracking.daily_totals d
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

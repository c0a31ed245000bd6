-- Totals of a day that need no adding up. A workspace's day is hundreds of rows of daily_totals (demos, versions, links),
-- and a question about a year read them all for one number. Here is a row for each answer instead: all visits of a day, or
-- those by one source, device, link, demo or version.

create table tracking.daily_parts (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  day date not null,
  -- 'all', or what the visits are told apart by; `key` is empty for 'all', and for the visits of no demo.
  part text not null check (part in ('all', 'source', 'device', 'link', 'demo', 'version')),
  key text not null,
  traffic text not null,
  visits bigint not null,
  -- Visitors of the demo where the part is a demo, else visitors of the workspace, each once.
  uniques bigint not null,
  views bigint not null,
  engaged bigint not null,
  demo_visits bigint not null,
  completed bigint not null,
  leads bigint not null,
  agent_talks bigint not null,
  engage_shown bigint not null,
  engage_accepted bigint not null,
  clicks bigint not null,
  seconds bigint not null,
  -- One part, all keys of the days …
  primary key (workspace_id, part, day, key, traffic)
) with (fillfactor = 75);
-- … or one key, which may be one of thousands of links.
create index daily_parts_by_key on tracking.daily_parts (workspace_id, part, key, day);

-- Why the visits that aren't people's are not.
create table tracking.daily_reasons (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  day date not null,
  demo_id uuid references public.demos (id) on delete cascade,
  traffic text not null,
  reason text,
  visits bigint not null,
  unique nulls not distinct (workspace_id, day, demo_id, traffic, reason)
);
create index daily_reasons_by_demo on tracking.daily_reasons (demo_id, day);

alter table tracking.daily_parts enable row level security;
alter table tracking.daily_reasons enable row level security;
revoke all on tracking.daily_parts, tracking.daily_reasons from public, anon, authenticated;
grant all on tracking.daily_parts, tracking.daily_reasons to service_role;

-- The parts that a visit belongs to.
create function tracking.parts_of(p_source text, p_device text, p_link text, p_demo_id uuid, p_version integer)
returns table (part text, key text)
language sql immutable
as $$
  values ('all', ''), ('source', p_source), ('device', p_device), ('link', p_link),
    ('demo', coalesce(p_demo_id::text, '')), ('version', p_version::text)
$$;

insert into tracking.daily_parts (
  workspace_id, part, day, key, traffic,
  visits, uniques, views, engaged, demo_visits, completed, leads, agent_talks, engage_shown, engage_accepted,
  clicks, seconds
)
select c.workspace_id, p.part, c.day, p.key, c.traffic,
  sum(c.visits), sum(case p.part when 'demo' then c.uniques else c.workspace_uniques end), sum(c.views),
  sum(c.engaged), coalesce(sum(c.visits) filter (where c.demo_id is not null), 0), sum(c.completed), sum(c.leads),
  sum(c.agent_talks), sum(c.engage_shown), sum(c.engage_accepted), sum(c.clicks), sum(c.seconds)
from tracking.daily_visits c
cross join lateral tracking.parts_of(c.source, c.device, c.link, c.demo_id, c.demo_version) p
group by 1, 2, 3, 4, 5;

insert into tracking.daily_reasons (workspace_id, day, demo_id, traffic, reason, visits)
select v.workspace_id, v.day, v.demo_id, v.traffic, v.traffic_reason, count(*) from public.visits v
where v.traffic <> 'human' group by 1, 2, 3, 4, 5;

-- Takes visits out of the totals of days as they were, and puts them in as they are.
create or replace function tracking.count_visits(p_before public.visits[], p_after public.visits[]) returns void
language plpgsql set search_path = ''
as $$
begin
  with changed as materialized (
    select c.workspace_id, c.day, c.demo_id, c.demo_version, c.link, c.source, c.device, c.traffic, c.traffic_reason,
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
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ),
  finer as (
    insert into tracking.daily_visits as d (
      workspace_id, day, demo_id, demo_version, link, source, device, traffic,
      visits, uniques, workspace_uniques, views, engaged, completed, leads, agent_talks, engage_shown,
      engage_accepted, clicks, seconds
    )
    select c.workspace_id, c.day, c.demo_id, c.demo_version, c.link, c.source, c.device, c.traffic,
      sum(c.visits), sum(c.uniques), sum(c.workspace_uniques), sum(c.views), sum(c.engaged), sum(c.completed),
      sum(c.leads), sum(c.agent_talks), sum(c.engage_shown), sum(c.engage_accepted), sum(c.clicks), sum(c.seconds)
    from changed c group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
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
  ),
  coarser as (
    insert into tracking.daily_totals as d (
      workspace_id, day, demo_id, demo_version, link, traffic,
      visits, uniques, workspace_uniques, views, engaged, completed, leads, agent_talks, engage_shown,
      engage_accepted, clicks, seconds
    )
    select c.workspace_id, c.day, c.demo_id, c.demo_version, c.link, c.traffic,
      sum(c.visits), sum(c.uniques), sum(c.workspace_uniques), sum(c.views), sum(c.engaged), sum(c.completed),
      sum(c.leads), sum(c.agent_talks), sum(c.engage_shown), sum(c.engage_accepted), sum(c.clicks),
      sum(c.seconds)
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
      seconds = d.seconds + excluded.seconds
  ),
  reasons as (
    insert into tracking.daily_reasons as d (workspace_id, day, demo_id, traffic, reason, visits)
    select c.workspace_id, c.day, c.demo_id, c.traffic, c.traffic_reason, sum(c.visits)
    from changed c where c.traffic <> 'human'
    group by 1, 2, 3, 4, 5 having sum(c.visits) <> 0 order by 1, 2, 3, 4, 5
    on conflict (workspace_id, day, demo_id, traffic, reason) do update set visits = d.visits + excluded.visits
  )
  insert into tracking.daily_parts as d (
    workspace_id, part, day, key, traffic,
    visits, uniques, views, engaged, demo_visits, completed, leads, agent_talks, engage_shown, engage_accepted,
    clicks, seconds
  )
  select c.workspace_id, p.part, c.day, p.key, c.traffic,
    sum(c.visits), sum(case p.part when 'demo' then c.uniques else c.workspace_uniques end), sum(c.views),
    sum(c.engaged), coalesce(sum(c.visits) filter (where c.demo_id is not null), 0), sum(c.completed),
    sum(c.leads), sum(c.agent_talks), sum(c.engage_shown), sum(c.engage_accepted), sum(c.clicks), sum(c.seconds)
  from changed c
  cross join lateral tracking.parts_of(c.source, c.device, c.link, c.demo_id, c.demo_version) p
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (workspace_id, part, day, key, traffic) do update set
    visits = d.visits + excluded.visits,
    uniques = d.uniques + excluded.uniques,
    views = d.views + excluded.views,
    engaged = d.engaged + excluded.engaged,
    demo_visits = d.demo_visits + excluded.demo_visits,
    completed = d.completed + excluded.completed,
    leads = d.leads + excluded.leads,
    agent_talks = d.agent_talks + excluded.agent_talks,
    engage_shown = d.engage_shown + excluded.engage_shown,
    engage_accepted = d.engage_accepted + excluded.engage_accepted,
    clicks = d.clicks + excluded.clicks,
    seconds = d.seconds + excluded.seconds;
end
$$;

-- A demo that goes takes its daily totals along, also of days whose visits are no longer kept; then its workspace has had
-- them no more.
create function tracking.totals_removed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update tracking.daily_parts d set
    visits = d.visits - g.visits,
    uniques = d.uniques - g.uniques,
    views = d.views - g.views,
    engaged = d.engaged - g.engaged,
    demo_visits = d.demo_visits - g.demo_visits,
    completed = d.completed - g.completed,
    leads = d.leads - g.leads,
    agent_talks = d.agent_talks - g.agent_talks,
    engage_shown = d.engage_shown - g.engage_shown,
    engage_accepted = d.engage_accepted - g.engage_accepted,
    clicks = d.clicks - g.clicks,
    seconds = d.seconds - g.seconds
  from (
    select c.workspace_id, p.part, c.day, p.key, c.traffic,
      sum(c.visits) as visits, sum(case p.part when 'demo' then c.uniques else c.workspace_uniques end) as
      uniques, sum(c.views) as views, sum(c.engaged) as engaged, coalesce(sum(c.visits) filter (where c.demo_id
      is not null), 0) as demo_visits, sum(c.completed) as completed, sum(c.leads) as leads, sum(c.agent_talks)
      as agent_talks, sum(c.engage_shown) as engage_shown, sum(c.engage_accepted) as engage_accepted,
      sum(c.clicks) as clicks, sum(c.seconds) as seconds
    from removed c
    cross join lateral tracking.parts_of(c.source, c.device, c.link, c.demo_id, c.demo_version) p
    group by 1, 2, 3, 4, 5
  ) g
  where d.workspace_id = g.workspace_id and d.part = g.part and d.day = g.day and d.key = g.key
    and d.traffic = g.traffic;
  return null;
end
$$;
create trigger totals_removed after delete on tracking.daily_visits
  referencing old table as removed
  for each statement execute function tracking.totals_removed();

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
  delete from tracking.daily_parts d where d.day = p_day;
  delete from tracking.daily_reasons d where d.day = p_day;
  delete from tracking.daily_visits d where d.day = p_day;
  delete from tracking.daily_totals d where d.day = p_day;
  delete from tracking.daily_steps d where d.day = p_day;
  delete from tracking.daily_clicks d where d.day = p_day;
  return tracking.take_in('0', v_next, p_day, p_day);
end
$$;

revoke execute on function tracking.parts_of(text, text, text, uuid, integer), tracking.totals_removed()
  from public, anon, authenticated;

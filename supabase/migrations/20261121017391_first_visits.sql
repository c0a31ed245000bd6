-- Which visit is a visitor's first of the day was found by ordering all of that visitor's visits again with each roll-up: many
-- people behind one address with one browser, or one program that makes up sessions, made each roll-up longer than the
-- one before. Now each of the places that a batch touched is asked for its first visit, by an index in that order.

-- Where a visitor counts once; without demo and link, in the workspace.
create type tracking.visit_group as (
  workspace_id uuid, day date, visitor text, traffic text, demo_id uuid, link text
);

drop index public.visits_by_visitor;
create index visits_by_visitor on public.visits (visitor, traffic, demo_id, link, started_at, session_id);
-- One of each demo and link that a visitor came to.
create index visits_first on public.visits (visitor) where first_of_demo or first_of_workspace;

create function tracking.visit_groups_of(p_sessions text[]) returns tracking.visit_group[]
language plpgsql set search_path = ''
as $$
begin
  return array(
    select distinct row(v.workspace_id, v.day, v.visitor, v.traffic, v.demo_id, v.link)::tracking.visit_group
    from unnest(p_sessions) s (session_id)
    cross join lateral (select v.* from public.visits v where v.session_id = s.session_id offset 0) v
  );
end
$$;

create function tracking.mark_first_of(p_groups tracking.visit_group[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off set jit = off
as $$
begin
  with groups as materialized (
    select distinct g.* from unnest(p_groups) g
  ),
  first as materialized (
    select g.*, f.id from groups g
    cross join lateral (
      (select v.id from public.visits v
       where v.visitor = g.visitor and v.traffic = g.traffic and v.demo_id = g.demo_id and v.link = g.link
         and v.workspace_id = g.workspace_id and v.day = g.day
       order by v.started_at, v.session_id limit 1)
      union all
      (select v.id from public.visits v
       where g.demo_id is null and v.visitor = g.visitor and v.traffic = g.traffic and v.demo_id is null
         and v.link = g.link and v.workspace_id = g.workspace_id and v.day = g.day
       order by v.started_at, v.session_id limit 1)
    ) f
  ),
  marked as (
    select f.id, true as is_first from first f
    union all
    select v.id, false from first f
    cross join lateral (
      select v.id from public.visits v
      where v.visitor = f.visitor and (v.first_of_demo or v.first_of_workspace) and v.first_of_demo
        and v.traffic = f.traffic and v.demo_id is not distinct from f.demo_id and v.link = f.link
        and v.workspace_id = f.workspace_id and v.day = f.day and v.id <> f.id
      offset 0
    ) v
  )
  update public.visits v set first_of_demo = m.is_first from marked m
  where v.id = m.id and v.first_of_demo <> m.is_first;

  -- The first in the workspace is the first at one of its demos.
  update public.visits v set first_of_workspace = f.is_first
  from (
    select c.id, c.first_of_workspace,
      c.first_of_demo and row_number() over (
        partition by c.workspace_id, c.day, c.visitor, c.traffic
        order by c.first_of_demo desc, c.started_at, c.session_id, c.demo_id nulls first
      ) = 1 as is_first
    from (select distinct g.visitor from unnest(p_groups) g) g
    cross join lateral (
      select v.* from public.visits v where v.visitor = g.visitor and (v.first_of_demo or v.first_of_workspace) offset 0
    ) c
  ) f
  where v.id = f.id and f.first_of_workspace <> f.is_first;
end
$$;

-- Adds the events of these transactions and days to visits and totals. Each event may be taken in only once. What the
-- events of a visit come to is gathered for each step first and for the visit then, so that nothing need be joined.
create or replace function tracking.take_in(p_from_xid xid8, p_to_xid xid8, p_from_day date, p_to_day date) returns integer
language plpgsql set search_path = '' set timezone = 'UTC' set plan_cache_mode = 'force_generic_plan'
  set enable_seqscan = off set jit = off
as $$
declare
  v_events integer;
  v_from_day date;
  v_to_day date;
  v_sessions text[];
  v_groups tracking.visit_group[];
begin
  -- The days are few, and with them the tables that the statements below need look at.
  select count(*)::integer, min(e.day), max(e.day), array_agg(distinct e.session_id)
  into v_events, v_from_day, v_to_day, v_sessions
  from tracking.events e
  where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between p_from_day and p_to_day;
  if v_events = 0 then
    return 0;
  end if;

  -- A visit may lose its visitor to an earlier event; where it was before must be looked at too.
  v_groups := tracking.visit_groups_of(v_sessions);

  insert into public.visits as v (
    workspace_id, demo_id, session_id, day, started_at, last_seen_at, entry_event_id, visitor, demo_version, link,
    source, utm_medium, utm_campaign, device, browser, entry_url, traffic, traffic_reason, page_views, clicks, seconds,
    steps, steps_seen, exit_step_id, exit_at, started, completed_at, lead_at, agent_at, engage_shown_at,
    engage_accepted_at
  )
  with by_step as materialized (
    select e.workspace_id, e.session_id, e.day, e.demo_id, e.step_id,
      (array_agg(e order by e.occurred_at, e.id))[1] as entry,
      max(e.occurred_at) as last_seen_at,
      (array_agg(array[e.traffic, e.traffic_reason]
        order by tracking.traffic_rank(e.traffic) desc, e.traffic_reason nulls last))[1:1] as class,
      count(*) filter (where e.event_type = 'page_view') as page_views,
      count(*) filter (where e.event_type = 'click') as clicks,
      coalesce(sum(e.time_spent) filter (where e.event_type = 'time_spent'), 0) as seconds,
      count(*) filter (where e.event_type = 'step_viewed') as views,
      min(e.occurred_at) filter (where e.event_type = 'step_viewed') as first_viewed_at,
      max(e.occurred_at) filter (where e.event_type = 'step_viewed') as last_viewed_at,
      e.step_id is not null and bool_or(e.event_type in ('step_viewed', 'time_spent')) as is_step,
      bool_or(e.event_type = 'demo_started') as started,
      min(e.occurred_at) filter (where e.event_type = 'demo_completed') as completed_at,
      min(e.occurred_at) filter (where e.event_type = 'lead_submitted') as lead_at,
      min(e.occurred_at) filter (where e.event_type = 'agent_opened') as agent_at,
      min(e.occurred_at) filter (where e.event_type = 'engage_shown') as engage_shown_at,
      min(e.occurred_at) filter (where e.event_type = 'engage_accepted') as engage_accepted_at
    from tracking.events e
    where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between v_from_day and v_to_day
      and e.workspace_id is not null
    group by 1, 2, 3, 4, 5
  ),
  by_visit as (
    select s.workspace_id, s.session_id, s.day, s.demo_id,
      (array_agg(s.entry order by (s.entry).occurred_at, (s.entry).id))[1] as entry,
      max(s.last_seen_at) as last_seen_at,
      (array_agg(s.class
        order by tracking.traffic_rank(s.class[1][1]) desc, s.class[1][2] nulls last))[1:1] as class,
      sum(s.page_views)::integer as page_views, sum(s.clicks)::integer as clicks, sum(s.seconds)::integer as seconds,
      jsonb_agg(
        jsonb_build_object('step_id', s.step_id, 'at', s.first_viewed_at, 'views', s.views, 'seconds', s.seconds)
        order by s.first_viewed_at, s.step_id
      ) filter (where s.is_step) as steps,
      (count(*) filter (where s.is_step and s.views > 0))::integer as steps_seen,
      (array_agg(s.step_id order by s.last_viewed_at desc, s.step_id desc)
        filter (where s.step_id is not null and s.views > 0))[1] as exit_step_id,
      max(s.last_viewed_at) filter (where s.step_id is not null) as exit_at,
      bool_or(s.started) as started, min(s.completed_at) as completed_at, min(s.lead_at) as lead_at,
      min(s.agent_at) as agent_at, min(s.engage_shown_at) as engage_shown_at,
      min(s.engage_accepted_at) as engage_accepted_at
    from by_step s group by 1, 2, 3, 4
  )
  select s.workspace_id, s.demo_id, s.session_id, s.day, (s.entry).occurred_at, s.last_seen_at, (s.entry).id,
    coalesce((s.entry).visitor, 'session ' || s.session_id), (s.entry).demo_version, (s.entry).link, (s.entry).source,
    (s.entry).utm_medium, (s.entry).utm_campaign, (s.entry).device, (s.entry).browser, (s.entry).page_url,
    s.class[1][1][1], s.class[1][1][2], s.page_views, s.clicks, s.seconds, coalesce(s.steps, '[]'), s.steps_seen,
    s.exit_step_id, s.exit_at, s.started, s.completed_at, s.lead_at, s.agent_at, s.engage_shown_at, s.engage_accepted_at
  from by_visit s
  where exists (select from public.workspaces w where w.id = s.workspace_id offset 0)
    and (s.demo_id is null or exists (select from public.demos d where d.id = s.demo_id offset 0))
  order by s.workspace_id, s.session_id, s.day, s.demo_id
  on conflict (workspace_id, session_id, day, demo_id) do update set
    (started_at, entry_event_id, visitor, demo_version, link, source, utm_medium, utm_campaign, device, browser,
      entry_url) = (
      select b.* from (values
        (v.started_at, v.entry_event_id, v.visitor, v.demo_version, v.link, v.source, v.utm_medium, v.utm_campaign,
          v.device, v.browser, v.entry_url),
        (excluded.started_at, excluded.entry_event_id, excluded.visitor, excluded.demo_version, excluded.link,
          excluded.source, excluded.utm_medium, excluded.utm_campaign, excluded.device, excluded.browser,
          excluded.entry_url)
      ) as b order by 1, 2 limit 1
    ),
    (traffic, traffic_reason) = (
      select b.traffic, b.reason from (values (v.traffic, v.traffic_reason), (excluded.traffic, excluded.traffic_reason))
        as b (traffic, reason)
      order by tracking.traffic_rank(b.traffic) desc, b.reason nulls last limit 1
    ),
    (exit_step_id, exit_at) = (
      select b.step_id, b.at from (values (v.exit_step_id, v.exit_at), (excluded.exit_step_id, excluded.exit_at))
        as b (step_id, at)
      order by b.at desc nulls last, b.step_id desc limit 1
    ),
    last_seen_at = greatest(v.last_seen_at, excluded.last_seen_at),
    page_views = v.page_views + excluded.page_views,
    clicks = v.clicks + excluded.clicks,
    seconds = v.seconds + excluded.seconds,
    (steps, steps_seen) = (
      select m.steps, (select count(*) from jsonb_to_recordset(m.steps) as s (views integer) where s.views > 0)
      from (select tracking.merge_steps(v.steps, excluded.steps) as steps offset 0) m
    ),
    started = v.started or excluded.started,
    completed_at = least(v.completed_at, excluded.completed_at),
    lead_at = least(v.lead_at, excluded.lead_at),
    agent_at = least(v.agent_at, excluded.agent_at),
    engage_shown_at = least(v.engage_shown_at, excluded.engage_shown_at),
    engage_accepted_at = least(v.engage_accepted_at, excluded.engage_accepted_at);

  perform tracking.mark_first_of(v_groups || tracking.visit_groups_of(v_sessions));

  insert into tracking.daily_clicks as d (
    workspace_id, demo_id, day, demo_version, link, traffic, step_id, cell_x, cell_y, clicks
  )
  select e.workspace_id, e.demo_id, e.day, e.demo_version, e.link, e.traffic, e.step_id,
    least(49, floor(e.image_x / 2))::smallint, least(49, floor(e.image_y / 2))::smallint, count(*)
  from tracking.events e
  where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between v_from_day and v_to_day
    and e.event_type = 'click' and e.step_id is not null and e.image_x is not null and e.image_y is not null
    and exists (select from public.workspaces w where w.id = e.workspace_id offset 0)
    and exists (select from public.demos d where d.id = e.demo_id offset 0)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (demo_id, step_id, day, demo_version, link, traffic, cell_x, cell_y)
  do update set clicks = d.clicks + excluded.clicks;

  return v_events;
end
$$;

drop function tracking.visitors_of(text[]);

-- As before, for the few visits of one session.
create or replace function public.erase_tracking_session(p_workspace_id uuid, p_session_id text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_erased integer;
  v_groups tracking.visit_group[];
  v_next xid8;
begin
  if coalesce(auth.role(), 'service_role') <> 'service_role' and not public.is_member(p_workspace_id, 'admin') then
    raise exception 'Only admins of the workspace may erase what a visitor did' using errcode = '42501';
  end if;
  perform tracking.store_inbox_of(p_session_id);
  delete from tracking.inbox i where i.refused is not null and i.events -> 0 ->> 'session_id' = p_session_id;
  -- Nothing is rolled up meanwhile, so what is subtracted is exactly what was added.
  select p.next_xid into v_next from tracking.progress p for update;
  v_groups := tracking.visit_groups_of(array[p_session_id]);
  update tracking.daily_clicks d set clicks = d.clicks - c.clicks
  from (
    select e.demo_id, e.step_id, e.day, e.demo_version, e.link, e.traffic,
      least(49, floor(e.image_x / 2))::smallint as cell_x, least(49, floor(e.image_y / 2))::smallint as cell_y,
      count(*) as clicks
    from tracking.events e
    where e.session_id = p_session_id and e.workspace_id = p_workspace_id and e.ingest_xid < v_next
      and e.event_type = 'click' and e.step_id is not null and e.image_x is not null and e.image_y is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ) c
  where d.demo_id = c.demo_id and d.step_id = c.step_id and d.day = c.day and d.demo_version = c.demo_version
    and d.link = c.link and d.traffic = c.traffic and d.cell_x = c.cell_x and d.cell_y = c.cell_y;
  delete from public.visits v where v.workspace_id = p_workspace_id and v.session_id = p_session_id;
  delete from tracking.events e where e.workspace_id = p_workspace_id and e.session_id = p_session_id;
  get diagnostics v_erased = row_count;
  perform tracking.mark_first_of(v_groups);
  return v_erased;
end
$$;

drop function tracking.mark_first_visits(text[]);
revoke execute on function tracking.visit_groups_of(text[]), tracking.mark_first_of(tracking.visit_group[])
  from public, anon, authenticated;

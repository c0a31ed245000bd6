-- The roll-up as before, planned once for a connection instead of at each call: planning took ten times as long as a small
-- batch itself. A plan that is kept knows neither how large a batch is nor how large the tables have become, so it goes by
-- indexes only, and what it looks up by a key can't become a join that reads a whole table (`offset 0`). Without just-in-time
-- compilation: the price that is put on reading a table as a whole would start the compiler for a table of one row.

create function tracking.visitors_of(p_sessions text[]) returns text[]
language plpgsql set search_path = ''
as $$
begin
  return array(
    select distinct v.visitor from unnest(p_sessions) s (session_id)
    cross join lateral (select v.visitor from public.visits v where v.session_id = s.session_id offset 0) v
  );
end
$$;

create or replace function tracking.mark_first_visits(p_visitors text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.visits v
  set first_of_demo = f.is_first_of_demo, first_of_workspace = f.is_first_of_workspace
  from (
    select c.id,
      row_number() over (
        partition by c.workspace_id, c.day, c.visitor, c.traffic, c.demo_id, c.link
        order by c.started_at, c.session_id
      ) = 1 as is_first_of_demo,
      row_number() over (
        partition by c.workspace_id, c.day, c.visitor, c.traffic
        order by c.started_at, c.session_id, c.demo_id nulls first
      ) = 1 as is_first_of_workspace
    from public.visits c where c.visitor = any (p_visitors)
  ) f
  where v.id = f.id
    and (v.first_of_demo <> f.is_first_of_demo or v.first_of_workspace <> f.is_first_of_workspace);
end
$$;

create or replace function tracking.count_steps(p_before public.visits[], p_after public.visits[]) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into tracking.daily_steps as d (
    workspace_id, demo_id, day, demo_version, link, traffic, step_id, reached, views, seconds, exits
  )
  select c.workspace_id, c.demo_id, c.day, c.demo_version, c.link, c.traffic, s.step_id,
    sum(c.sign * (s.views > 0)::integer), sum(c.sign * s.views), sum(c.sign * s.seconds),
    sum(c.sign * (c.exit_step_id is not distinct from s.step_id)::integer)
  from (select -1 as sign, b.* from unnest(p_before) b union all select 1, a.* from unnest(p_after) a) c
  cross join lateral jsonb_to_recordset(c.steps) as s (step_id uuid, views integer, seconds integer)
  where c.demo_id is not null
  group by 1, 2, 3, 4, 5, 6, 7
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (demo_id, day, demo_version, link, traffic, step_id) do update set
    reached = d.reached + excluded.reached, views = d.views + excluded.views, seconds = d.seconds + excluded.seconds,
    exits = d.exits + excluded.exits;
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
  v_visitors text[];
begin
  -- The days are few, and with them the tables that the statements below need look at.
  select count(*)::integer, min(e.day), max(e.day), array_agg(distinct e.session_id)
  into v_events, v_from_day, v_to_day, v_sessions
  from tracking.events e
  where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between p_from_day and p_to_day;
  if v_events = 0 then
    return 0;
  end if;

  -- A visit may lose its visitor to an earlier event; those who had it before must be looked at too.
  v_visitors := tracking.visitors_of(v_sessions);

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

  perform tracking.mark_first_visits(v_visitors || tracking.visitors_of(v_sessions));

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

alter function public.roll_up_tracking(integer) set plan_cache_mode = 'force_generic_plan';
alter function public.roll_up_tracking(integer) set enable_seqscan = off;
alter function public.roll_up_tracking(integer) set jit = off;

create or replace function public.has_tracking_backlog() returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
  set enable_seqscan = off set jit = off
as $$
begin
  return exists (
    select from tracking.events e where e.ingest_xid >= (select p.next_xid from tracking.progress p)
  );
end
$$;

revoke execute on function tracking.visitors_of(text[]) from public, anon, authenticated;

-- The roll-up as before, in time that grows with the number of events and no faster. It used to join what it had gathered
-- for each visit, and because nothing is known of how many visits a batch holds, went through all of it for each.

-- A visit is written again when it is found to be its visitor's first; with room on its page, its indexes needn't be.
alter table public.visits set (fillfactor = 75);

-- Puts visits into the totals of steps as they are, and takes them out as they were.
create function tracking.count_steps(p_before public.visits[], p_after public.visits[]) returns void
language sql set search_path = ''
as $$
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
    exits = d.exits + excluded.exits
$$;

-- Takes visits out of the totals of days as they were, and puts them in as they are.
create or replace function tracking.count_visits(p_before public.visits[], p_after public.visits[]) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into tracking.daily_visits as d (
    workspace_id, day, demo_id, demo_version, link, source, device, traffic, visits, uniques, workspace_uniques, views,
    engaged, completed, leads, agent_talks, engage_shown, engage_accepted, clicks, seconds
  )
  select c.workspace_id, c.day, c.demo_id, c.demo_version, c.link, c.source, c.device, c.traffic,
    sum(c.sign), sum(c.sign * c.first_of_demo::integer), sum(c.sign * c.first_of_workspace::integer),
    sum(c.sign * c.page_views), sum(c.sign * c.engaged::integer),
    sum(c.sign * (c.completed_at is not null)::integer), sum(c.sign * (c.lead_at is not null)::integer),
    sum(c.sign * (c.agent_at is not null)::integer), sum(c.sign * (c.engage_shown_at is not null)::integer),
    sum(c.sign * (c.engage_accepted_at is not null)::integer), sum(c.sign * c.clicks), sum(c.sign * c.seconds)
  from (select -1 as sign, b.* from unnest(p_before) b union all select 1, a.* from unnest(p_after) a) c
  group by 1, 2, 3, 4, 5, 6, 7, 8
  order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (workspace_id, day, demo_id, demo_version, link, source, device, traffic) do update set
    visits = d.visits + excluded.visits, uniques = d.uniques + excluded.uniques,
    workspace_uniques = d.workspace_uniques + excluded.workspace_uniques, views = d.views + excluded.views,
    engaged = d.engaged + excluded.engaged, completed = d.completed + excluded.completed,
    leads = d.leads + excluded.leads, agent_talks = d.agent_talks + excluded.agent_talks,
    engage_shown = d.engage_shown + excluded.engage_shown,
    engage_accepted = d.engage_accepted + excluded.engage_accepted, clicks = d.clicks + excluded.clicks,
    seconds = d.seconds + excluded.seconds;
end
$$;

-- Whoever changes visits keeps the totals right, except the job that lets old visits go and leaves their totals. Steps are
-- counted again only where they, or what they are counted under, changed.
create or replace function tracking.visits_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_before public.visits[] := '{}';
  v_after public.visits[] := '{}';
begin
  if current_setting('tracking.keeps_totals', true) = 'on' then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    v_before := array(select row(v.*)::public.visits from visits_before v);
  end if;
  if tg_op <> 'DELETE' then
    v_after := array(select row(v.*)::public.visits from visits_after v);
  end if;
  if v_before = '{}' and v_after = '{}' then
    return null;
  end if;
  perform tracking.count_visits(v_before, v_after);
  if tg_op = 'UPDATE' then
    select coalesce(array_agg(row(b.*)::public.visits), '{}'), coalesce(array_agg(row(a.*)::public.visits), '{}')
    into v_before, v_after
    from visits_before b join visits_after a on a.id = b.id
    where (b.workspace_id, b.demo_id, b.day, b.demo_version, b.link, b.traffic, b.steps, b.exit_step_id)
      is distinct from (a.workspace_id, a.demo_id, a.day, a.demo_version, a.link, a.traffic, a.steps, a.exit_step_id);
  end if;
  perform tracking.count_steps(v_before, v_after);
  return null;
end
$$;

-- Adds the events of these transactions and days to visits and totals. Each event may be taken in only once. What the
-- events of a visit come to is gathered for each step first and for the visit then, so that nothing need be joined.
create or replace function tracking.take_in(p_from_xid xid8, p_to_xid xid8, p_from_day date, p_to_day date) returns integer
language plpgsql set search_path = '' set timezone = 'UTC' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_events integer;
  v_from_day date;
  v_to_day date;
  v_visitors text[];
begin
  -- The days are few, and with them the tables that the statements below need look at.
  select count(*)::integer, min(e.day), max(e.day) into v_events, v_from_day, v_to_day from tracking.events e
  where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between p_from_day and p_to_day;
  if v_events = 0 then
    return 0;
  end if;

  -- A visit may lose its visitor to an earlier event; those who had it before must be looked at too.
  v_visitors := array(
    select distinct v.visitor from public.visits v
    where v.session_id in (
      select e.session_id from tracking.events e
      where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between v_from_day and v_to_day
    )
  );

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
      and e.workspace_id in (select w.id from public.workspaces w)
      and (e.demo_id is null or e.demo_id in (select d.id from public.demos d))
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

  perform tracking.mark_first_visits(v_visitors || array(
    select distinct v.visitor from public.visits v
    where v.session_id in (
      select e.session_id from tracking.events e
      where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between v_from_day and v_to_day
    )
  ));

  insert into tracking.daily_clicks as d (
    workspace_id, demo_id, day, demo_version, link, traffic, step_id, cell_x, cell_y, clicks
  )
  select e.workspace_id, e.demo_id, e.day, e.demo_version, e.link, e.traffic, e.step_id,
    least(49, floor(e.image_x / 2))::smallint, least(49, floor(e.image_y / 2))::smallint, count(*)
  from tracking.events e join public.demos d on d.id = e.demo_id
  where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between v_from_day and v_to_day
    and e.event_type = 'click' and e.step_id is not null and e.image_x is not null and e.image_y is not null
    and e.workspace_id in (select w.id from public.workspaces w)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (demo_id, step_id, day, demo_version, link, traffic, cell_x, cell_y)
  do update set clicks = d.clicks + excluded.clicks;

  return v_events;
end
$$;

revoke execute on function tracking.count_steps(public.visits[], public.visits[]) from public, anon, authenticated;

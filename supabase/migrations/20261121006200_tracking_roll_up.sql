-- From events to visits, and from visits to daily totals. A visit is a function of its events alone, whatever order they
-- came in and however they were cut into batches, so counting a day again from its events gives the same.

-- What counts more when the events of one visit were classed differently.
create function tracking.traffic_rank(p_traffic text) returns integer
language sql immutable
as $$
  select array_position(array['human', 'unknown', 'preview', 'scanner', 'bot', 'self'], p_traffic)
$$;

create function tracking.merge_steps(p_known jsonb, p_more jsonb) returns jsonb
language sql immutable set search_path = '' set timezone = 'UTC'
as $$
  select case when p_more = '[]' then p_known else coalesce(
    jsonb_agg(jsonb_build_object('step_id', m.step_id, 'at', m.at, 'views', m.views, 'seconds', m.seconds)
      order by m.at, m.step_id), '[]') end
  from (
    select s.step_id, min(s.at) as at, sum(s.views) as views, sum(s.seconds) as seconds
    from jsonb_to_recordset(p_known || p_more) as s (step_id uuid, at timestamptz, views integer, seconds integer)
    group by s.step_id
  ) m
$$;

-- Takes visits out of the daily totals as they were, and puts them in as they are.
create function tracking.count_visits(p_before public.visits[], p_after public.visits[]) returns void
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

-- Whoever changes visits keeps the totals right, except the job that lets old visits go and leaves their totals.
create function tracking.visits_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('tracking.keeps_totals', true) = 'on' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform tracking.count_visits('{}', array(select row(v.*)::public.visits from visits_after v));
  elsif tg_op = 'UPDATE' then
    perform tracking.count_visits(array(select row(v.*)::public.visits from visits_before v), array(select row(v.*)::public.visits from visits_after v));
  else
    perform tracking.count_visits(array(select row(v.*)::public.visits from visits_before v), '{}');
  end if;
  return null;
end
$$;

create trigger visits_added after insert on public.visits
  referencing new table as visits_after
  for each statement execute function tracking.visits_changed();
create trigger visits_altered after update on public.visits
  referencing old table as visits_before new table as visits_after
  for each statement execute function tracking.visits_changed();
create trigger visits_removed after delete on public.visits
  referencing old table as visits_before
  for each statement execute function tracking.visits_changed();

-- Which visits are a visitor's first of the day, in each of the days and classes of traffic that they appear in.
create function tracking.mark_first_visits(p_visitors text[]) returns void
language sql set search_path = ''
as $$
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
    and (v.first_of_demo <> f.is_first_of_demo or v.first_of_workspace <> f.is_first_of_workspace)
$$;

-- Adds the events of these transactions and days to visits and totals. Each event may be taken in only once.
create function tracking.take_in(p_from_xid xid8, p_to_xid xid8, p_from_day date, p_to_day date) returns integer
language plpgsql set search_path = '' set timezone = 'UTC' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_events integer;
  v_visitors text[];
begin
  select count(*)::integer into v_events from tracking.events e
  where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between p_from_day and p_to_day;
  if v_events = 0 then
    return 0;
  end if;

  -- A visit may lose its visitor to an earlier event; those who had it before must be looked at too.
  v_visitors := array(
    select distinct v.visitor from public.visits v
    where v.session_id in (
      select e.session_id from tracking.events e
      where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between p_from_day and p_to_day
    )
  );

  insert into public.visits as v (
    workspace_id, demo_id, session_id, day, started_at, last_seen_at, entry_event_id, visitor, demo_version, link,
    source, utm_medium, utm_campaign, device, browser, entry_url, traffic, traffic_reason, page_views, clicks, seconds,
    steps, steps_seen, exit_step_id, exit_at, started, completed_at, lead_at, agent_at, engage_shown_at,
    engage_accepted_at
  )
  with taken as materialized (
    select e.* from tracking.events e
    join public.workspaces w on w.id = e.workspace_id
    left join public.demos d on d.id = e.demo_id
    where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between p_from_day and p_to_day
      and (e.demo_id is null or d.id is not null)
  ),
  entries as (
    select distinct on (workspace_id, session_id, day, demo_id) * from taken
    order by workspace_id, session_id, day, demo_id, occurred_at, id
  ),
  sums as (
    select workspace_id, session_id, day, demo_id, max(occurred_at) as last_seen_at,
      count(*) filter (where event_type = 'page_view')::integer as page_views,
      count(*) filter (where event_type = 'click')::integer as clicks,
      coalesce(sum(time_spent) filter (where event_type = 'time_spent'), 0)::integer as seconds,
      bool_or(event_type = 'demo_started') as started,
      min(occurred_at) filter (where event_type = 'demo_completed') as completed_at,
      min(occurred_at) filter (where event_type = 'lead_submitted') as lead_at,
      min(occurred_at) filter (where event_type = 'agent_opened') as agent_at,
      min(occurred_at) filter (where event_type = 'engage_shown') as engage_shown_at,
      min(occurred_at) filter (where event_type = 'engage_accepted') as engage_accepted_at
    from taken group by 1, 2, 3, 4
  ),
  classes as (
    select distinct on (workspace_id, session_id, day, demo_id) workspace_id, session_id, day, demo_id, traffic,
      traffic_reason
    from taken
    order by workspace_id, session_id, day, demo_id, tracking.traffic_rank(traffic) desc, traffic_reason nulls last
  ),
  exits as (
    select distinct on (workspace_id, session_id, day, demo_id) workspace_id, session_id, day, demo_id, step_id,
      occurred_at
    from taken where event_type = 'step_viewed' and step_id is not null
    order by workspace_id, session_id, day, demo_id, occurred_at desc, step_id desc
  ),
  steps as (
    select s.workspace_id, s.session_id, s.day, s.demo_id,
      jsonb_agg(jsonb_build_object('step_id', s.step_id, 'at', s.at, 'views', s.views, 'seconds', s.seconds)
        order by s.at, s.step_id) as steps,
      count(*) filter (where s.views > 0)::integer as steps_seen
    from (
      select workspace_id, session_id, day, demo_id, step_id,
        min(occurred_at) filter (where event_type = 'step_viewed') as at,
        count(*) filter (where event_type = 'step_viewed') as views,
        coalesce(sum(time_spent) filter (where event_type = 'time_spent'), 0) as seconds
      from taken where step_id is not null and event_type in ('step_viewed', 'time_spent')
      group by 1, 2, 3, 4, 5
    ) s
    group by 1, 2, 3, 4
  )
  select e.workspace_id, e.demo_id, e.session_id, e.day, e.occurred_at, s.last_seen_at, e.id,
    coalesce(e.visitor, 'session ' || e.session_id), e.demo_version, e.link, e.source, e.utm_medium, e.utm_campaign,
    e.device, e.browser, e.page_url, c.traffic, c.traffic_reason, s.page_views, s.clicks, s.seconds,
    coalesce(p.steps, '[]'), coalesce(p.steps_seen, 0), x.step_id, x.occurred_at, s.started, s.completed_at, s.lead_at,
    s.agent_at, s.engage_shown_at, s.engage_accepted_at
  from entries e
  join sums s on s.workspace_id = e.workspace_id and s.session_id = e.session_id and s.day = e.day
    and s.demo_id is not distinct from e.demo_id
  join classes c on c.workspace_id = e.workspace_id and c.session_id = e.session_id and c.day = e.day
    and c.demo_id is not distinct from e.demo_id
  left join exits x on x.workspace_id = e.workspace_id and x.session_id = e.session_id and x.day = e.day
    and x.demo_id is not distinct from e.demo_id
  left join steps p on p.workspace_id = e.workspace_id and p.session_id = e.session_id and p.day = e.day
    and p.demo_id is not distinct from e.demo_id
  order by e.workspace_id, e.session_id, e.day, e.demo_id
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
    steps = tracking.merge_steps(v.steps, excluded.steps),
    steps_seen = (
      select count(*) from jsonb_to_recordset(tracking.merge_steps(v.steps, excluded.steps)) as m (views integer)
      where m.views > 0
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
      where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between p_from_day and p_to_day
    )
  ));

  insert into tracking.daily_clicks as d (
    workspace_id, demo_id, day, demo_version, link, traffic, step_id, cell_x, cell_y, clicks
  )
  select e.workspace_id, e.demo_id, e.day, e.demo_version, e.link, e.traffic, e.step_id,
    least(49, floor(e.image_x / 2))::smallint, least(49, floor(e.image_y / 2))::smallint, count(*)
  from tracking.events e join public.demos d on d.id = e.demo_id
  where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between p_from_day and p_to_day
    and e.event_type = 'click' and e.step_id is not null and e.image_x is not null and e.image_y is not null
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (demo_id, step_id, day, demo_version, link, traffic, cell_x, cell_y)
  do update set clicks = d.clicks + excluded.clicks;

  return v_events;
end
$$;

-- Rolls up about p_most of the events that are new, oldest first, and answers how many; 0 when there are none, or when
-- another process is at it. A transaction is taken in once no older one is running any more: then it is complete.
create function public.roll_up_tracking(p_most integer default 2000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_from xid8;
  v_to xid8;
  v_last xid8;
begin
  select p.next_xid into v_from from tracking.progress p for update skip locked;
  if not found then
    return 0;
  end if;
  v_to := pg_snapshot_xmin(pg_current_snapshot());
  -- A database that was moved counts its transactions anew. What was rolled up stays so; the rest becomes new.
  if v_to < v_from then
    update tracking.events e set ingest_xid = pg_current_xact_id() where e.ingest_xid >= v_from;
    update tracking.events e set ingest_xid = '3' where e.ingest_xid >= v_to and e.ingest_xid < v_from;
    update tracking.progress set next_xid = v_to;
    return 0;
  end if;
  select e.ingest_xid into v_last from tracking.events e
  where e.ingest_xid >= v_from and e.ingest_xid < v_to
  order by e.ingest_xid offset greatest(1, p_most) - 1 limit 1;
  if v_last is not null then
    v_to := (v_last::text::bigint + 1)::text::xid8;
  end if;
  if v_to <= v_from then
    return 0;
  end if;
  update tracking.progress set next_xid = v_to;
  return tracking.take_in(v_from, v_to, '-infinity', 'infinity');
end
$$;

-- Whether events wait to be rolled up; some may have to wait for a transaction that is older than theirs.
create function public.has_tracking_backlog() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from tracking.events e where e.ingest_xid >= (select p.next_xid from tracking.progress p)
  )
$$;

-- Forgets what was derived for a day and derives it again from the day's events, as far as they are rolled up.
create function public.rebuild_tracking_day(p_day date) returns integer
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
  delete from tracking.daily_steps d where d.day = p_day;
  delete from tracking.daily_clicks d where d.day = p_day;
  return tracking.take_in('0', v_next, p_day, p_day);
end
$$;

-- The days there are events of, oldest first.
create function public.tracking_days() returns setof date
language sql stable security definer set search_path = ''
as $$
  with recursive days as (
    (select min(e.day) as day from tracking.events e)
    union all
    select (select min(e.day) from tracking.events e where e.day > d.day) from days d where d.day is not null
  )
  select d.day from days d where d.day is not null
$$;

revoke execute on function public.roll_up_tracking(integer), public.rebuild_tracking_day(date), public.tracking_days(),
  public.has_tracking_backlog(), tracking.traffic_rank(text), tracking.merge_steps(jsonb, jsonb), tracking.visits_changed(),
  tracking.count_visits(public.visits[], public.visits[]), tracking.mark_first_visits(text[]),
  tracking.take_in(xid8, xid8, date, date) from public, anon, authenticated;
grant execute on function public.roll_up_tracking(integer), public.rebuild_tracking_day(date), public.tracking_days(),
  public.has_tracking_backlog() to service_role;

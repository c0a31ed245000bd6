-- Rolls events up into visits. A visit depends only on its events, not on their order or batches, so rebuilding a day
-- gives the same result.

-- If the events of a visit were classified differently, the highest rank wins.
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

create function tracking.merge_cards(p_known uuid[], p_more uuid[]) returns uuid[]
language sql immutable set search_path = ''
as $$
  select array(select distinct u.id from unnest(p_known || p_more) u (id) order by u.id)
$$;

-- Keeps the same 20, whatever the order.
create function tracking.merge_talks(p_known uuid[], p_more uuid[]) returns uuid[]
language sql immutable set search_path = ''
as $$
  select array(select distinct u.id from unnest(p_known || p_more) u (id) order by u.id limit 20)
$$;

-- The demo's cards among these ids and among the cards of these leads, given as comma-separated text.
create function tracking.find_cards(p_demo_id uuid, p_cards text, p_leads text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select distinct c.id
    from (
      select unnest(string_to_array(p_cards, ',')::uuid[])
      union all
      select l.card_id from unnest(string_to_array(p_leads, ',')::uuid[]) g (id)
      cross join lateral (select l.card_id from public.leads l where l.id = g.id offset 0) l
    ) given (id)
    cross join lateral (select c.id from public.step_cards c where c.id = given.id and c.demo_id = p_demo_id offset 0) c
    order by c.id
  );
end
$$;

-- Adds the events of these transactions and days to visits and clicks. An event may be added only once. Aggregates by
-- step and then by visit, which needs no join.
create function tracking.roll_up_events(p_from_xid xid8, p_to_xid xid8, p_from_day date, p_to_day date) returns integer
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
  -- Few days, so that the statements below read few partitions.
  select count(*)::integer, min(e.day), max(e.day), array_agg(distinct e.session_id)
  into v_events, v_from_day, v_to_day, v_sessions
  from tracking.events e
  where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between p_from_day and p_to_day;
  if v_events = 0 then
    return 0;
  end if;

  -- An earlier event may change a visit's visitor, so the previous groups are recounted too.
  v_groups := tracking.find_visit_groups(v_sessions);

  insert into public.visits as v (
    workspace_id, demo_id, session_id, day, started_at, last_seen_at, entry_event_id, visitor, demo_version, link,
    source, utm_medium, utm_campaign, device, browser, entry_url, traffic, traffic_reason, page_views, clicks, seconds,
    steps, steps_seen, exit_step_id, exit_at, started, completed_at, lead_at, agent_at, engage_shown_at,
    engage_accepted_at, cards_shown, cards_followed, talk_ids
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
      min(e.occurred_at) filter (where e.event_type = 'engage_accepted') as engage_accepted_at,
      string_agg(e.subject_id::text, ',') filter (where e.event_type in ('card_shown', 'card_clicked')) as shown,
      string_agg(e.subject_id::text, ',') filter (where e.event_type = 'card_clicked') as followed,
      string_agg(e.subject_id::text, ',') filter (where e.event_type = 'lead_submitted') as leads,
      string_agg(e.subject_id::text, ',') filter (where e.event_type = 'agent_opened') as talks
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
      min(s.engage_accepted_at) as engage_accepted_at,
      string_agg(s.shown, ',') as shown, string_agg(s.followed, ',') as followed, string_agg(s.leads, ',') as leads,
      string_agg(s.talks, ',') as talks
    from by_step s group by 1, 2, 3, 4
  )
  select s.workspace_id, s.demo_id, s.session_id, s.day, (s.entry).occurred_at, s.last_seen_at, (s.entry).id,
    coalesce((s.entry).visitor, 'session ' || s.session_id), (s.entry).demo_version, (s.entry).link, (s.entry).source,
    (s.entry).utm_medium, (s.entry).utm_campaign, (s.entry).device, (s.entry).browser, (s.entry).page_url,
    s.class[1][1][1], s.class[1][1][2], s.page_views, s.clicks, s.seconds, coalesce(s.steps, '[]'), s.steps_seen,
    s.exit_step_id, s.exit_at, s.started, s.completed_at, s.lead_at, s.agent_at, s.engage_shown_at,
    s.engage_accepted_at,
    case when coalesce(s.shown, s.leads) is null then '{}' else tracking.find_cards(s.demo_id, s.shown, s.leads) end,
    case when coalesce(s.followed, s.leads) is null then '{}'
      else tracking.find_cards(s.demo_id, s.followed, s.leads) end,
    case when s.talks is null then '{}' else tracking.merge_talks('{}', string_to_array(s.talks, ',')::uuid[]) end
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
      select b.traffic, b.reason
      from (values (v.traffic, v.traffic_reason), (excluded.traffic, excluded.traffic_reason)) as b (traffic, reason)
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
    engage_accepted_at = least(v.engage_accepted_at, excluded.engage_accepted_at),
    cards_shown = case when excluded.cards_shown = '{}' then v.cards_shown
      else tracking.merge_cards(v.cards_shown, excluded.cards_shown) end,
    cards_followed = case when excluded.cards_followed = '{}' then v.cards_followed
      else tracking.merge_cards(v.cards_followed, excluded.cards_followed) end,
    talk_ids = case when excluded.talk_ids = '{}' then v.talk_ids
      else tracking.merge_talks(v.talk_ids, excluded.talk_ids) end;

  perform tracking.mark_first_visits(v_groups || tracking.find_visit_groups(v_sessions));

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

-- Rolls up about p_limit new events, oldest first, and returns how many; 0 if none are left or another process is busy.
-- Takes a transaction's events once no older transaction is running.
create function public.roll_up_tracking(p_limit integer default 2000) returns integer
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
  set enable_seqscan = off set jit = off
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
  -- A restored database restarts its transaction ids: what was rolled up stays, the rest becomes new.
  if v_to < v_from then
    update tracking.events e set ingest_xid = pg_current_xact_id() where e.ingest_xid >= v_from;
    update tracking.events e set ingest_xid = '3' where e.ingest_xid >= v_to and e.ingest_xid < v_from;
    update tracking.progress set next_xid = v_to;
    return 0;
  end if;
  select e.ingest_xid into v_last from tracking.events e
  where e.ingest_xid >= v_from and e.ingest_xid < v_to
  order by e.ingest_xid offset greatest(1, p_limit) - 1 limit 1;
  if v_last is not null then
    v_to := (v_last::text::bigint + 1)::text::xid8;
  end if;
  if v_to <= v_from then
    return 0;
  end if;
  update tracking.progress set next_xid = v_to;
  return tracking.roll_up_events(v_from, v_to, '-infinity', 'infinity');
end
$$;

-- Whether events wait to be stored or rolled up.
create function public.has_tracking_backlog() returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
  set enable_seqscan = off set jit = off
as $$
begin
  return exists (select from tracking.inbox i where i.refused is null)
    or exists (select from tracking.events e where e.ingest_xid >= (select p.next_xid from tracking.progress p));
end
$$;

-- Deletes what was derived for a day and derives it again from the events that are rolled up.
create function public.rebuild_tracking_day(p_day date) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_next xid8;
begin
  select p.next_xid into v_next from tracking.progress p for update;
  perform set_config('tracking.skips_totals', 'on', true);
  delete from public.visits v where v.day = p_day;
  perform set_config('tracking.skips_totals', 'off', true);
  delete from tracking.daily_parts d where d.day = p_day;
  delete from tracking.daily_reasons d where d.day = p_day;
  delete from tracking.daily_visits d where d.day = p_day;
  delete from tracking.daily_totals d where d.day = p_day;
  delete from tracking.daily_steps d where d.day = p_day;
  delete from tracking.daily_cards d where d.day = p_day;
  delete from tracking.daily_clicks d where d.day = p_day;
  return tracking.roll_up_events('0', v_next, p_day, p_day);
end
$$;

-- The days that have events, oldest first.
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

revoke execute on function
  public.roll_up_tracking(integer), public.has_tracking_backlog(), public.rebuild_tracking_day(date),
  public.tracking_days()
from public, anon, authenticated;
revoke execute on function
  tracking.traffic_rank(text), tracking.merge_steps(jsonb, jsonb), tracking.merge_cards(uuid[], uuid[]),
  tracking.merge_talks(uuid[], uuid[]), tracking.find_cards(uuid, text, text),
  tracking.roll_up_events(xid8, xid8, date, date)
from public;
grant execute on function
  public.roll_up_tracking(integer), public.has_tracking_backlog(), public.rebuild_tracking_day(date),
  public.tracking_days()
to service_role;

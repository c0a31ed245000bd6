-- How events are received and stored.

-- Stores batches of events, each event once, and returns how many were new. The workspace is found from the event's
-- link, demo or owner, never taken from the browser; a link's token is stored as its id, because the token opens it.
create function tracking.store_events(p_batches json[]) returns integer
language plpgsql set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off
  set jit = off
as $$
declare
  v_stored integer;
begin
  with given as (
    select distinct on (e.id) e.*, (e.occurred_at at time zone 'UTC')::date as day
    from unnest(p_batches) b (events) cross join lateral json_to_recordset(b.events) as e (
      id uuid, event_type text, session_id text, page_url text, "timestamp" timestamptz, occurred_at timestamptz,
      received_at timestamptz, user_id uuid, time_spent integer, click_x integer, click_y integer,
      element_clicked text, viewport_width integer, viewport_height integer, image_x real, image_y real,
      owner_id uuid, demo_id uuid, step_id uuid, subject_id uuid, link text, source text, referrer text,
      utm_medium text, utm_campaign text, device text, browser text, consent text, visitor text, traffic text,
      traffic_reason text
    )
    order by e.id
  ),
  -- Ordered by id, so that two batches with the same events wait instead of deadlocking.
  fresh as (
    insert into tracking.seen_events (id) select id from given order by id
    on conflict do nothing
    returning id
  ),
  stored as (
    insert into tracking.events (
      id, day, event_type, session_id, page_url, "timestamp", occurred_at, received_at, user_id, time_spent, click_x,
      click_y, element_clicked, viewport_width, viewport_height, image_x, image_y, owner_id, workspace_id, demo_id,
      demo_version, step_id, subject_id, link, source, referrer, utm_medium, utm_campaign, device, browser, consent,
      visitor, traffic, traffic_reason
    )
    select
      g.id, g.day, g.event_type, g.session_id, g.page_url, g."timestamp", g.occurred_at,
      coalesce(g.received_at, clock_timestamp()), g.user_id, g.time_spent, g.click_x, g.click_y, g.element_clicked,
      g.viewport_width, g.viewport_height, g.image_x, g.image_y, g.owner_id, coalesce(d.workspace_id, o.workspace_id),
      d.id, coalesce(d.version, 0), s.id, g.subject_id, coalesce(l.id::text, ''), coalesce(g.source, 'direct'),
      g.referrer, g.utm_medium, g.utm_campaign, coalesce(g.device, 'unknown'), coalesce(g.browser, 'unknown'),
      g.consent, g.visitor,
      case when m.is_self then 'self' else coalesce(g.traffic, 'unknown') end,
      case when m.is_self then 'A member of the workspace' else g.traffic_reason end
    from given g
    join fresh f on f.id = g.id
    -- `limit` keeps each of these an index lookup.
    left join lateral (
      select l.id, l.demo_id from public.share_links l where l.token = g.link limit 1
    ) l on true
    left join lateral (
      select d.id, d.workspace_id, coalesce(d.published_version, d.version) as version from public.demos d
      where d.id = coalesce(l.demo_id, g.demo_id) limit 1
    ) d on true
    left join lateral (
      select s.id from public.demo_steps s where s.id = g.step_id and s.demo_id = d.id limit 1
    ) s on true
    left join lateral (
      select m.workspace_id from public.workspace_members m
      where d.id is null and m.user_id = g.owner_id and m.role = 'owner'
      order by m.created_at, m.workspace_id limit 1
    ) o on true
    left join lateral (
      select true as is_self from public.workspace_members m
      where m.workspace_id = coalesce(d.workspace_id, o.workspace_id) and m.user_id in (
        select g.user_id
        union all
        select b.user_id from tracking.own_browsers b where b.day = g.day and b.visitor = g.visitor
      )
      limit 1
    ) m on true
    returning 1
  )
  select count(*)::integer into v_stored from stored;
  return v_stored;
end
$$;

-- Stores events that the server has checked and classified.
create function public.record_tracking_events(p_events json) returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  return tracking.store_events(array[p_events]);
end
$$;

-- Accepts a batch for record_tracking_events; drain_tracking_inbox stores it soon after.
create function public.queue_tracking_events(p_events json, p_size integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into tracking.inbox (events, size) values (p_events, p_size);
end
$$;

-- Stores these rows of the inbox, which the caller has locked. Sets aside events that the database refuses.
create function tracking.store_inbox(p_ids bigint[]) returns integer
language plpgsql set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off set jit = off
as $$
declare
  v_batches json[];
  v_size integer;
  v_event json;
begin
  with taken as (
    delete from tracking.inbox i where i.id = any (p_ids) returning i.events, i.size
  )
  select array_agg(t.events), coalesce(sum(t.size), 0)::integer into v_batches, v_size from taken t;
  begin
    perform tracking.store_events(v_batches);
  exception when data_exception or integrity_constraint_violation or program_limit_exceeded then
    for v_event in
      select e.value from unnest(v_batches) b (events) cross join lateral json_array_elements(b.events) e
    loop
      begin
        perform tracking.store_events(array[json_build_array(v_event)]);
      exception when data_exception or integrity_constraint_violation or program_limit_exceeded then
        insert into tracking.inbox (events, size, refused) values (json_build_array(v_event), 1, sqlerrm);
      end;
    end loop;
  end;
  return v_size;
end
$$;

-- Stores the inbox's events of a session, waiting for other processes that are storing them.
create function tracking.store_session_inbox(p_session_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform tracking.store_inbox(array(
    select i.id from tracking.inbox i
    where i.refused is null and strpos(i.events::text, to_json(p_session_id)::text) > 0
    order by i.id for update
  ));
end
$$;

-- Stores about p_limit waiting events, oldest first, and returns how many; 0 if none wait or others store them.
-- If nobody else uses the database, truncates the empty inbox instead of waiting for a vacuum.
create function public.drain_tracking_inbox(p_limit integer default 2000, p_can_truncate boolean default false)
returns integer
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
  set enable_seqscan = off set jit = off
as $$
declare
  v_row record;
  v_ids bigint[] := '{}';
  v_size integer := 0;
begin
  for v_row in
    select i.id, i.size from tracking.inbox i where i.refused is null order by i.id for update skip locked
  loop
    v_ids := v_ids || v_row.id;
    v_size := v_size + v_row.size;
    exit when v_size >= p_limit;
  end loop;
  if v_size = 0 then
    return 0;
  end if;
  v_size := tracking.store_inbox(v_ids);
  if p_can_truncate and v_size < p_limit and pg_total_relation_size('tracking.inbox') > 8 * 1024 * 1024
    and not exists (select from tracking.inbox)
  then
    truncate tracking.inbox;
  end if;
  return v_size;
end
$$;

-- The events that drain_tracking_inbox set aside after this id, for the server's log.
create function public.refused_tracking_events(p_after bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with refused as materialized (
    select i.id, i.size, left(i.refused, 200) as reason from tracking.inbox i
    where i.refused is not null and i.id > p_after
  ),
  reasons as (
    select r.reason, sum(r.size) as events from refused r group by 1 order by 2 desc, 1 limit 5
  )
  select jsonb_build_object(
    'events', coalesce(sum(r.size), 0),
    'last', coalesce(max(r.id), p_after),
    'reasons', (select coalesce(jsonb_object_agg(s.reason, s.events), '{}') from reasons s)
  )
  from refused r
$$;

-- The secret that visitors of this day are hashed with; all server processes share it.
create function public.tracking_day_secret(p_day date) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_secret text;
begin
  insert into tracking.day_secrets (day, secret) values (p_day, gen_random_uuid()::text || gen_random_uuid()::text)
  on conflict do nothing;
  select s.secret into v_secret from tracking.day_secrets s where s.day = p_day;
  return v_secret;
end
$$;

-- Remembers the browsers of signed-in members, so that their own visits don't count as interest.
create function public.record_own_browsers(p_browsers jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into tracking.own_browsers (day, visitor, user_id)
  select distinct b.day, b.visitor, b.user_id
  from jsonb_to_recordset(p_browsers) as b (day date, visitor text, user_id uuid)
  on conflict do nothing
$$;

-- The table of spec §7, which anybody may insert into. Our server takes such inserts before they get here; the last
-- three columns are only for events that a tracker posts to Supabase's own rest/v1.
create view public.user_tracking_events with (security_invoker = true) as
  select id, event_type, session_id, page_url, "timestamp", user_id, time_spent, click_x, click_y, element_clicked,
    viewport_width, viewport_height, image_x, image_y, owner_id, demo_id, step_id, subject_id, link, source, referrer,
    utm_medium, utm_campaign, consent, occurred_at, received_at, workspace_id, demo_version, device, browser, traffic,
    traffic_reason, null::timestamptz as sent_at, null::boolean as automated, null::text as utm_source
  from tracking.events;

-- Events from rest/v1 itself: nobody has checked the browser, so they aren't classified.
create function tracking.insert_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- As in server/tracking/complete-event.ts: even a wrong clock knows how long ago the event was.
  v_age interval := coalesce(new.sent_at, now()) - new.timestamp;
begin
  perform public.record_tracking_events(json_build_array(
    to_jsonb(new) - 'workspace_id' - 'received_at' || jsonb_build_object(
      'id', coalesce(new.id, gen_random_uuid()),
      'user_id', auth.uid(),
      'occurred_at', case when v_age between interval '0' and interval '1 day' then now() - v_age else now() end,
      'source', coalesce(nullif(lower(trim(new.utm_source)), ''), new.source),
      'traffic', case when new.automated then 'bot' else 'unknown' end,
      'traffic_reason', case when new.automated then 'A browser driven by a program (navigator.webdriver)'
        else 'Written past the server, which has not seen the browser' end
    )
  ));
  return new;
end
$$;

create trigger user_tracking_events_insert instead of insert on public.user_tracking_events
  for each row execute function tracking.insert_event();

revoke all on public.user_tracking_events from anon, authenticated;
grant insert on public.user_tracking_events to anon, authenticated;
grant select on public.user_tracking_events to authenticated;
grant all on public.user_tracking_events to service_role;

revoke execute on function
  public.record_tracking_events(json), public.queue_tracking_events(json, integer),
  public.drain_tracking_inbox(integer, boolean), public.refused_tracking_events(bigint),
  public.tracking_day_secret(date), public.record_own_browsers(jsonb)
from public, anon, authenticated;
revoke execute on function
  tracking.store_events(json[]), tracking.store_inbox(bigint[]), tracking.store_session_inbox(text),
  tracking.insert_event()
from public;
grant execute on function
  public.record_tracking_events(json), public.queue_tracking_events(json, integer),
  public.drain_tracking_inbox(integer, boolean), public.refused_tracking_events(bigint),
  public.tracking_day_secret(date), public.record_own_browsers(jsonb)
to service_role;

-- How events come in.

-- Stores events that the server has checked and classed, each once however often it is sent, and answers how many were
-- new. Which workspace an event belongs to is found here, from its link, its demo or its owner; what a browser claims about
-- it decides nothing. A link is named by its token and kept by its id, because the token opens the demo. In order of ids, so that two batches with the same events wait for each other instead of both failing.
create function public.record_tracking_events(p_events jsonb) returns integer
language sql security definer set search_path = ''
as $$
  with given as (
    select distinct on (e.id) e.*
    from jsonb_to_recordset(p_events) as e (
      id uuid, event_type text, session_id text, page_url text, "timestamp" timestamptz, occurred_at timestamptz,
      received_at timestamptz, user_id uuid, time_spent integer, click_x integer, click_y integer,
      element_clicked text, viewport_width integer, viewport_height integer, image_x real, image_y real,
      owner_id uuid, demo_id uuid, step_id uuid, subject_id uuid, link text, source text, referrer text,
      utm_medium text, utm_campaign text, device text, browser text, consent text, visitor text, traffic text,
      traffic_reason text
    )
    order by e.id
  ),
  fresh as (
    insert into tracking.seen_events (id) select id from given order by id
    on conflict do nothing
    returning id
  ),
  placed as (
    select g.*, d.id as found_demo_id, coalesce(d.published_version, d.version, 0) as demo_version,
      coalesce(d.workspace_id, o.workspace_id) as workspace_id, s.id as found_step_id,
      coalesce(l.id::text, '') as found_link
    from given g
    join fresh f on f.id = g.id
    left join public.share_links l on l.token = g.link
    left join public.demos d on d.id = coalesce(l.demo_id, g.demo_id)
    left join public.demo_steps s on s.id = g.step_id and s.demo_id = d.id
    left join lateral (
      select m.workspace_id from public.workspace_members m
      where m.user_id = g.owner_id and m.role = 'owner'
      order by m.created_at, m.workspace_id limit 1
    ) o on d.id is null and g.owner_id is not null
  ),
  judged as (
    select p.*, exists (
      select 1 from public.workspace_members m
      where m.workspace_id = p.workspace_id and (
        m.user_id = p.user_id
        or m.user_id in (
          select b.user_id from tracking.own_browsers b
          where b.visitor = p.visitor and b.day = (p.occurred_at at time zone 'UTC')::date
        )
      )
    ) as is_self
    from placed p
  ),
  stored as (
    insert into tracking.events (
      id, day, event_type, session_id, page_url, "timestamp", occurred_at, received_at, user_id, time_spent, click_x,
      click_y, element_clicked, viewport_width, viewport_height, image_x, image_y, owner_id, workspace_id, demo_id,
      demo_version, step_id, subject_id, link, source, referrer, utm_medium, utm_campaign, device, browser, consent,
      visitor, traffic, traffic_reason
    )
    select
      id, (occurred_at at time zone 'UTC')::date, event_type, session_id, page_url, "timestamp", occurred_at,
      coalesce(received_at, clock_timestamp()), user_id, time_spent, click_x, click_y, element_clicked, viewport_width,
      viewport_height, image_x, image_y, owner_id, workspace_id, found_demo_id, demo_version, found_step_id, subject_id,
      found_link, coalesce(source, 'direct'), referrer, utm_medium, utm_campaign, coalesce(device, 'unknown'),
      coalesce(browser, 'unknown'), consent, visitor,
      case when is_self then 'self' else coalesce(traffic, 'unknown') end,
      case when is_self then 'A member of the workspace' else traffic_reason end
    from judged
    returning 1
  )
  select count(*)::integer from stored
$$;

-- The secret that turns an address and a browser into a visitor of this day; the same for every server process.
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

-- Notes in which browsers members are signed in, so that their own visits don't pass for interest.
create function public.note_own_browsers(p_browsers jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into tracking.own_browsers (day, visitor, user_id)
  select distinct b.day, b.visitor, b.user_id
  from jsonb_to_recordset(p_browsers) as b (day date, visitor text, user_id uuid)
  on conflict do nothing
$$;

-- The table of spec §7 as rest/v1 shows it: anybody may add to it, members read what belongs to their workspaces.
create view public.user_tracking_events with (security_invoker = true) as
  select id, event_type, session_id, page_url, "timestamp", user_id, time_spent, click_x, click_y, element_clicked,
    viewport_width, viewport_height, image_x, image_y, owner_id, demo_id, step_id, subject_id, link, source, referrer,
    utm_medium, utm_campaign, consent, occurred_at, received_at, workspace_id, demo_version, device, browser, traffic,
    traffic_reason
  from tracking.events;

-- Where our own server stands before the table, it takes the events. This is for those who write to the database's own
-- rest/v1, past the server: nobody has looked at the browser there, so the events say that they are not classed.
create function tracking.insert_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.record_tracking_events(jsonb_build_array(
    to_jsonb(new) - 'workspace_id' - 'received_at' || jsonb_build_object(
      'id', coalesce(new.id, gen_random_uuid()),
      'user_id', auth.uid(),
      'occurred_at', case
        when new.timestamp between now() - interval '1 day' and now() + interval '1 minute' then least(new.timestamp, now())
        else now()
      end,
      'traffic', 'unknown',
      'traffic_reason', 'Written past the server, which has not seen the browser'
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

revoke execute on function public.record_tracking_events(jsonb), public.tracking_day_secret(date),
  public.note_own_browsers(jsonb), tracking.insert_event() from public, anon, authenticated;
grant execute on function public.record_tracking_events(jsonb), public.tracking_day_secret(date),
  public.note_own_browsers(jsonb) to service_role;

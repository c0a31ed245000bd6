-- As before, in half the time. Each event looks up its link, demo, step, owner and members by their keys: as joins, the plan
-- that is kept read every demo and every link of the installation for each batch. And json instead of jsonb, which is
-- read once and needs no sorting of its keys; what is not in an event is null.
drop function public.record_tracking_events(jsonb);

create function public.record_tracking_events(p_events json) returns integer
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off
  set jit = off
as $$
declare
  v_stored integer;
begin
  with given as (
    select distinct on (e.id) e.*, (e.occurred_at at time zone 'UTC')::date as day
    from json_to_recordset(p_events) as e (
      id uuid, event_type text, session_id text, page_url text, "timestamp" timestamptz, occurred_at timestamptz,
      received_at timestamptz, user_id uuid, time_spent integer, click_x integer, click_y integer,
      element_clicked text, viewport_width integer, viewport_height integer, image_x real, image_y real,
      owner_id uuid, demo_id uuid, step_id uuid, subject_id uuid, link text, source text, referrer text,
      utm_medium text, utm_campaign text, device text, browser text, consent text, visitor text, traffic text,
      traffic_reason text
    )
    order by e.id
  ),
  -- In order of ids, so that two batches with the same events wait for each other instead of both failing.
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
    -- A limit keeps each of these a search by key.
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

revoke execute on function public.record_tracking_events(json) from public, anon, authenticated;
grant execute on function public.record_tracking_events(json) to service_role;

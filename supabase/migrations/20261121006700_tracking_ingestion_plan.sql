-- As before, but planned once for a connection: a function in SQL is planned at each call, which took a third of the time of
-- a small batch. A plan that is kept may not lean on tables being empty when it was made, so it goes by their indexes.
create or replace function public.record_tracking_events(p_events jsonb) returns integer
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off
as $$
declare
  v_stored integer;
begin
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
  select count(*)::integer into v_stored from stored;
  return v_stored;
end
$$;

-- A tracker's post is taken as it is where it reaches the database's own rest/v1, past our server: with the time of sending,
-- by which a wrong clock is corrected, and with what a driven browser says of itself. Neither is kept.
create or replace view public.user_tracking_events with (security_invoker = true) as
  select id, event_type, session_id, page_url, "timestamp", user_id, time_spent, click_x, click_y, element_clicked,
    viewport_width, viewport_height, image_x, image_y, owner_id, demo_id, step_id, subject_id, link, source, referrer,
    utm_medium, utm_campaign, consent, occurred_at, received_at, workspace_id, demo_version, device, browser, traffic,
    traffic_reason, null::timestamptz as sent_at, null::boolean as automated, null::text as utm_source
  from tracking.events;

create or replace function tracking.insert_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- As server/tracking/complete-event.ts has it: the visitor's clock knows how long ago an event was.
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

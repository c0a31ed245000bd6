-- Whether the page of a shared demo is still up to date, without reading the demo's texts.

-- {id, stamp, bytes} of the demo that the caller's link opens; null if it opens none. The stamp changes with everything that
-- the page shows: xmin and ctid name the version of a row. The bytes are those of the texts, approximately.
create function public.shared_demo_state() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', d.id,
    'stamp', md5(jsonb_build_array(
      d.id, d.xmin::text, d.ctid::text, public.workspace_brand(d.workspace_id), public.shared_link_variables(),
      s.versions, c.versions, p.versions
    )::text),
    'bytes', coalesce(s.bytes, 0) + coalesce(c.bytes, 0)
  )
  from public.demos d,
    lateral (
      select string_agg(t.xmin::text || t.ctid::text, ',' order by t.id) as versions,
        sum(
          300 + octet_length(t.screenshot_url) + octet_length(t.look::text) + coalesce(octet_length(t.title), 0)
          + coalesce(octet_length(t.description), 0) + coalesce(octet_length(t.alt), 0)
          + coalesce(octet_length(t.narration ->> 'text'), 0)
        ) as bytes
      from public.demo_steps t where t.demo_id = d.id
    ) s,
    lateral (
      select string_agg(t.xmin::text || t.ctid::text, ',' order by t.id) as versions,
        sum(600 + octet_length(t.title) + octet_length(t.description) + octet_length(t.format::text)) as bytes
      from public.step_cards t where t.demo_id = d.id
    ) c,
    lateral (
      select string_agg(t.xmin::text || t.ctid::text, ',' order by t.id) as versions
      from public.snapshots t
      where t.workspace_id = d.workspace_id and t.picture in (
        select q.screenshot_url from public.demo_steps q where q.demo_id = d.id
      )
    ) p
  where d.id = public.shared_active_demo_id()
$$;

revoke execute on function public.shared_demo_state() from public, anon, authenticated;
grant execute on function public.shared_demo_state() to anon, authenticated, service_role;

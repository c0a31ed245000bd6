-- What drain_tracking_inbox set aside, for the server's log: it was kept without a word.

create function public.refused_tracking_events(p_after bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with refused as materialized (
    select i.id, i.size, left(i.refused, 200) as reason from tracking.inbox i where i.refused is not null and i.id > p_after
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
revoke execute on function public.refused_tracking_events(bigint) from public, anon, authenticated;
grant execute on function public.refused_tracking_events(bigint) to service_role;

create index inbox_refused on tracking.inbox (id) where refused is not null;

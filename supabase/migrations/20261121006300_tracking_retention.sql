-- A table for each week of events, made ahead and dropped when its last day is old enough.

create function public.make_tracking_partitions(p_from date default current_date, p_weeks integer default 4)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_start date;
  v_name text;
  v_made integer := 0;
begin
  -- Two processes that start together would make the same tables.
  perform pg_advisory_xact_lock(7830211906);
  for v_start in
    select (date_trunc('week', p_from)::date + 7 * n) from generate_series(0, greatest(0, least(p_weeks, 520))) n
  loop
    v_name := 'events_' || to_char(v_start, 'YYYYMMDD');
    if to_regclass('tracking.' || v_name) is not null then
      continue;
    end if;
    execute format('create table tracking.%I (like tracking.events including defaults including constraints)', v_name);
    execute format('alter table tracking.%I enable row level security', v_name);
    execute format('revoke all on tracking.%I from anon, authenticated', v_name);
    execute format(
      'with moved as (delete from tracking.events_other where day >= %L and day < %L returning *)
       insert into tracking.%I select * from moved', v_start, v_start + 7, v_name);
    execute format('alter table tracking.events attach partition tracking.%I for values from (%L) to (%L)',
      v_name, v_start, v_start + 7);
    v_made := v_made + 1;
  end loop;
  return v_made;
end
$$;

-- Lets events and visits go that are older than p_days; daily totals stay. Answers how many weeks of events went.
create function public.drop_old_tracking(p_days integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_before date := current_date - greatest(1, p_days);
  v_name text;
  v_dropped integer := 0;
begin
  for v_name in
    select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'tracking.events'::regclass and c.relname ~ '^events_\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 <= v_before
  loop
    execute format('drop table tracking.%I', v_name);
    v_dropped := v_dropped + 1;
  end loop;
  delete from tracking.events_other e where e.day < v_before;
  perform set_config('tracking.keeps_totals', 'on', true);
  delete from public.visits v where v.day < v_before;
  perform set_config('tracking.keeps_totals', 'off', true);
  delete from tracking.seen_events s where s.seen_at < now() - interval '3 days';
  delete from tracking.day_secrets s where s.day < current_date - 1;
  delete from tracking.own_browsers b where b.day < current_date - 1;
  return v_dropped;
end
$$;

-- Removes everything a session left, for whoever asks to be forgotten: events, visits, and what they added to totals.
create function public.erase_tracking_session(p_workspace_id uuid, p_session_id text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_erased integer;
  v_visitors text[];
  v_next xid8;
begin
  if coalesce(auth.role(), 'service_role') <> 'service_role' and not public.is_member(p_workspace_id, 'admin') then
    raise exception 'Only admins of the workspace may erase what a visitor did' using errcode = '42501';
  end if;
  -- Nothing is rolled up meanwhile, so what is subtracted is exactly what was added.
  select p.next_xid into v_next from tracking.progress p for update;
  v_visitors := array(
    select v.visitor from public.visits v where v.workspace_id = p_workspace_id and v.session_id = p_session_id
  );
  update tracking.daily_clicks d set clicks = d.clicks - c.clicks
  from (
    select e.demo_id, e.step_id, e.day, e.demo_version, e.link, e.traffic,
      least(49, floor(e.image_x / 2))::smallint as cell_x, least(49, floor(e.image_y / 2))::smallint as cell_y,
      count(*) as clicks
    from tracking.events e
    where e.session_id = p_session_id and e.workspace_id = p_workspace_id and e.ingest_xid < v_next
      and e.event_type = 'click' and e.step_id is not null and e.image_x is not null and e.image_y is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ) c
  where d.demo_id = c.demo_id and d.step_id = c.step_id and d.day = c.day and d.demo_version = c.demo_version
    and d.link = c.link and d.traffic = c.traffic and d.cell_x = c.cell_x and d.cell_y = c.cell_y;
  delete from public.visits v where v.workspace_id = p_workspace_id and v.session_id = p_session_id;
  delete from tracking.events e where e.workspace_id = p_workspace_id and e.session_id = p_session_id;
  get diagnostics v_erased = row_count;
  perform tracking.mark_first_visits(v_visitors);
  return v_erased;
end
$$;

select public.make_tracking_partitions();

revoke execute on function public.make_tracking_partitions(date, integer), public.drop_old_tracking(integer),
  public.erase_tracking_session(uuid, text) from public, anon, authenticated;
grant execute on function public.make_tracking_partitions(date, integer), public.drop_old_tracking(integer) to service_role;
grant execute on function public.erase_tracking_session(uuid, text) to authenticated, service_role;

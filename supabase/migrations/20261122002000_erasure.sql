-- Erases a person's data: one tracked session, or everything linked to a lead.

-- Erases a session's events and visits, and subtracts them from totals. Returns how many events.
create function public.erase_tracking_session(p_workspace_id uuid, p_session_id text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_erased integer;
  v_groups tracking.visit_group[];
  v_next xid8;
begin
  if coalesce(auth.role(), 'service_role') <> 'service_role' and not public.is_member(p_workspace_id, 'admin') then
    raise exception 'Only admins of the workspace may erase what a visitor did' using errcode = '42501';
  end if;
  perform tracking.store_session_inbox(p_session_id);
  delete from tracking.inbox i where i.refused is not null and i.events -> 0 ->> 'session_id' = p_session_id;
  -- Blocks the roll-up, so that exactly what was added is subtracted.
  select p.next_xid into v_next from tracking.progress p for update;
  v_groups := tracking.find_visit_groups(array[p_session_id]);
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
  perform tracking.mark_first_visits(v_groups);
  return v_erased;
end
$$;

-- The leads of the same person: with the same address or number.
create function tracking.find_same_leads(p_lead public.leads) returns setof public.leads
language sql stable rows 3 set search_path = ''
as $$
  select l.* from public.leads l where l.id = (p_lead).id
  union
  select l.* from public.leads l
  where l.workspace_id = (p_lead).workspace_id and lower(l.email) = lower((p_lead).email)
  union
  -- Colleagues with other addresses may share a number.
  select l.* from public.leads l
  where l.workspace_id = (p_lead).workspace_id and l.phone = (p_lead).phone
    and (l.email is null or (p_lead).email is null)
$$;

-- The parts before the @ of all addresses in a text. The index finds turns that may contain an address.
create function tracking.extract_address_names(p_text text) returns text[]
language sql immutable parallel safe
as $$
  select array(select lower(m[1]) from regexp_matches(p_text, '([[:alnum:]._%+-]*)@', 'g') m)
$$;

create index conversation_turns_by_address on public.conversation_turns using gin (tracking.extract_address_names(text))
  where speaker = 'visitor' and strpos(text, '@') > 0;

-- Uses kept plans and indexes only: planning for every week of events took longer than the lookup.
create function tracking.find_lead_conversations(p_lead public.leads) returns setof uuid
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off
  set jit = off
as $$
declare
  v_workspace_id uuid := (p_lead).workspace_id;
  v_email text := (p_lead).email;
begin
  return query
  -- Conversations in their visits, those that gave their leads, those that booked their meetings, and those that
  -- contain their address.
  select c.id
  from (select distinct l.session_id as id from tracking.find_same_leads(p_lead) l where l.session_id is not null) s
  join tracking.events e on e.session_id = s.id and e.workspace_id = v_workspace_id and e.event_type = 'agent_opened'
  join public.conversations c on c.id = e.subject_id and c.workspace_id = v_workspace_id
  union
  select l.conversation_id from tracking.find_same_leads(p_lead) l where l.conversation_id is not null
  union
  select m.conversation_id from public.meetings m
  where m.workspace_id = v_workspace_id and lower(m.email) = lower(v_email) and m.conversation_id is not null
  union
  select t.conversation_id from public.conversation_turns t
  where t.speaker = 'visitor' and strpos(t.text, '@') > 0
    and tracking.extract_address_names(t.text) @> tracking.extract_address_names(v_email)
    and t.workspace_id = v_workspace_id
    -- The whole address, not the end of a longer one.
    and lower(t.text) ~ ('(^|[^[:alnum:]._%+-])'
      || regexp_replace(lower(v_email), '([][(){}.*+?|^$\\-])', '\\\1', 'g') || '($|[^[:alnum:]_-])');
end
$$;

-- Counts what erase_lead would erase.
create function public.get_lead_traces(p_lead_id uuid)
returns table (leads bigint, visits bigint, events bigint, conversations bigint, meetings bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
  set enable_seqscan = off set jit = off
as $$
declare
  v_lead public.leads;
begin
  select l.* into v_lead from public.leads l where l.id = p_lead_id;
  if v_lead.id is null or not public.is_member(v_lead.workspace_id, 'viewer') then
    raise exception 'Lead not found' using errcode = 'PT404';
  end if;
  return query
  with sessions as materialized (
    select distinct l.session_id as id from tracking.find_same_leads(v_lead) l where l.session_id is not null
  )
  select
    (select count(*) from tracking.find_same_leads(v_lead)),
    (select count(*) from public.visits v
     where v.workspace_id = v_lead.workspace_id and v.session_id in (select s.id from sessions s)),
    (select count(*) from tracking.events e
     where e.workspace_id = v_lead.workspace_id and e.session_id in (select s.id from sessions s)),
    (select count(*) from tracking.find_lead_conversations(v_lead)),
    (select count(*) from public.meetings m
     where m.workspace_id = v_lead.workspace_id
       and (lower(m.email) = lower(v_lead.email) or m.lead_id = v_lead.id));
end
$$;

-- Erases the leads of the same person, their sessions, conversations and meetings. Returns how many leads.
create function public.erase_lead(p_lead_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_lead public.leads;
  v_leads uuid[];
  v_sessions text[];
  v_session text;
  v_erased integer;
begin
  select l.* into v_lead from public.leads l where l.id = p_lead_id;
  if v_lead.id is null or not public.is_member(v_lead.workspace_id, 'viewer') then
    raise exception 'Lead not found' using errcode = 'PT404';
  end if;
  if not public.is_member(v_lead.workspace_id, 'admin') then
    raise exception 'Only admins of the workspace may erase a lead' using errcode = '42501';
  end if;
  v_leads := array(select l.id from tracking.find_same_leads(v_lead) l);
  v_sessions := array(
    select distinct l.session_id from public.leads l where l.id = any (v_leads) and l.session_id is not null
  );
  foreach v_session in array v_sessions loop
    perform tracking.store_session_inbox(v_session);
  end loop;
  -- Conversations first: meetings and events identify them.
  delete from public.conversations c
  where c.id in (select tracking.find_lead_conversations(v_lead));
  delete from public.meetings m
  where m.workspace_id = v_lead.workspace_id and (lower(m.email) = lower(v_lead.email) or m.lead_id = any (v_leads));
  -- Others named them as a guest.
  update public.meetings m
  set guests = array(select g.address from unnest(m.guests) g (address) where lower(g.address) <> lower(v_lead.email))
  where m.workspace_id = v_lead.workspace_id
    and lower(v_lead.email) in (select lower(g.address) from unnest(m.guests) g (address));
  foreach v_session in array v_sessions loop
    perform public.erase_tracking_session(v_lead.workspace_id, v_session);
  end loop;
  delete from public.leads l where l.id = any (v_leads);
  get diagnostics v_erased = row_count;
  return v_erased;
end
$$;

-- Hashes of recently erased addresses, so that servers also remove mails from their outbox folder.
create table tracking.erased_addresses (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  erased_at timestamptz not null default now()
);

create index erased_addresses_by_time on tracking.erased_addresses (erased_at);
alter table tracking.erased_addresses enable row level security;
revoke all on tracking.erased_addresses from public, anon, authenticated;

create function tracking.record_erased_addresses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from tracking.erased_addresses e where e.erased_at < now() - interval '90 days';
  insert into tracking.erased_addresses (hash)
  select distinct encode(sha256(convert_to(lower(g.email), 'UTF8')), 'hex') from gone g where g.email <> ''
  on conflict (hash) do update set erased_at = excluded.erased_at;
  if found then
    notify erased_addresses;
  end if;
  return null;
end
$$;

create trigger users_erased after delete on public.users
  referencing old table as gone for each statement execute function tracking.record_erased_addresses();

create trigger leads_erased after delete on public.leads
  referencing old table as gone for each statement execute function tracking.record_erased_addresses();

-- {hash: time of erasure}
create function public.erased_addresses() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(e.hash, e.erased_at), '{}') from tracking.erased_addresses e
$$;

revoke execute on function
  public.erase_tracking_session(uuid, text), public.get_lead_traces(uuid), public.erase_lead(uuid),
  public.erased_addresses()
from public, anon, authenticated;
revoke execute on function
  tracking.find_same_leads(public.leads), tracking.find_lead_conversations(public.leads),
  tracking.record_erased_addresses()
from public;
grant execute on function
  public.erase_tracking_session(uuid, text), public.get_lead_traces(uuid), public.erase_lead(uuid)
to authenticated, service_role;
grant execute on function public.erased_addresses() to service_role;

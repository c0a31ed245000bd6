-- Meetings among what erasing a lead removes.

-- How much erase_lead would remove, for whoever is about to.
drop function public.get_lead_traces(uuid);
create function public.get_lead_traces(p_lead_id uuid)
returns table (leads bigint, visits bigint, events bigint, conversations bigint, meetings bigint)
language plpgsql stable security definer set search_path = ''
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
    select s.id from tracking.sessions_of_lead(v_lead.workspace_id, v_lead.email) s (id)
  )
  select
    (select count(*) from public.leads l
     where l.workspace_id = v_lead.workspace_id and lower(l.email) = lower(v_lead.email)),
    (select count(*) from public.visits v
     where v.workspace_id = v_lead.workspace_id and v.session_id in (select s.id from sessions s)),
    (select count(*) from tracking.events e
     where e.workspace_id = v_lead.workspace_id and e.session_id in (select s.id from sessions s)),
    (select count(*) from tracking.conversations_of_lead(v_lead.workspace_id, v_lead.email)),
    (select count(*) from public.meetings m
     where m.workspace_id = v_lead.workspace_id and lower(m.email) = lower(v_lead.email));
end
$$;

-- What waits in the inbox is stored first: which talks belong to a visit, its events say.
create or replace function public.erase_lead(p_lead_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_lead public.leads;
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
  delete from public.meetings m
  where m.workspace_id = v_lead.workspace_id and lower(m.email) = lower(v_lead.email);
  v_sessions := array(select tracking.sessions_of_lead(v_lead.workspace_id, v_lead.email));
  foreach v_session in array v_sessions loop
    perform tracking.store_inbox_of(v_session);
  end loop;
  -- Talks first: the events of a visit say which are its own.
  delete from public.conversations c
  where c.id in (select tracking.conversations_of_lead(v_lead.workspace_id, v_lead.email));
  foreach v_session in array v_sessions loop
    perform public.erase_tracking_session(v_lead.workspace_id, v_session);
  end loop;
  delete from public.leads l
  where l.workspace_id = v_lead.workspace_id and lower(l.email) = lower(v_lead.email);
  get diagnostics v_erased = row_count;
  return v_erased;
end
$$;

revoke execute on function public.get_lead_traces(uuid) from public, anon, authenticated;
grant execute on function public.get_lead_traces(uuid) to authenticated;

-- What a lead's person left in the workspace: what erasing removes is found, and counted beforehand, in one place.

create function tracking.sessions_of_lead(p_workspace_id uuid, p_email text) returns setof text
language sql stable set search_path = ''
as $$
  select distinct l.session_id from public.leads l
  where l.workspace_id = p_workspace_id and lower(l.email) = lower(p_email) and l.session_id is not null
$$;

-- Talks in their visits, and talks in which the visitor wrote the address: who is not tracked may have said it there.
create function tracking.conversations_of_lead(p_workspace_id uuid, p_email text) returns setof uuid
language sql stable set search_path = ''
as $$
  select c.id from public.conversations c
  where c.workspace_id = p_workspace_id and (
    c.id in (
      select e.subject_id from tracking.events e
      where e.session_id in (select tracking.sessions_of_lead(p_workspace_id, p_email))
        and e.workspace_id = p_workspace_id and e.event_type = 'agent_opened'
    )
    or exists (
      select from public.conversation_turns t
      where t.conversation_id = c.id and t.speaker = 'visitor'
        -- The address itself, not one that ends like it.
        and lower(t.text) ~ ('(^|[^[:alnum:]._%+-])'
          || regexp_replace(lower(p_email), '([][(){}.*+?|^$\\-])', '\\\1', 'g') || '($|[^[:alnum:]_-])')
    )
  )
$$;

revoke execute on function tracking.sessions_of_lead(uuid, text), tracking.conversations_of_lead(uuid, text)
  from public, anon, authenticated;

-- How much erase_lead would remove, for whoever is about to.
create function public.get_lead_traces(p_lead_id uuid)
returns table (leads bigint, visits bigint, events bigint, conversations bigint)
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
    (select count(*) from tracking.conversations_of_lead(v_lead.workspace_id, v_lead.email));
end
$$;

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
  -- Talks first: the events of a visit say which are its own.
  delete from public.conversations c
  where c.id in (select tracking.conversations_of_lead(v_lead.workspace_id, v_lead.email));
  v_sessions := array(select tracking.sessions_of_lead(v_lead.workspace_id, v_lead.email));
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

-- Erasing a lead left the talk in which a meeting was booked, where the visitor was not tracked and had said the address
-- instead of writing it.

create or replace function tracking.conversations_of_lead(p_workspace_id uuid, p_email text) returns setof uuid
language sql stable set search_path = ''
as $$
  -- Talks in their visits, talks that brought them a meeting, and talks in which they wrote the address.
  select c.id
  from tracking.sessions_of_lead(p_workspace_id, p_email) s (id)
  join tracking.events e on e.session_id = s.id and e.workspace_id = p_workspace_id and e.event_type = 'agent_opened'
  join public.conversations c on c.id = e.subject_id and c.workspace_id = p_workspace_id
  union
  select m.conversation_id from public.meetings m
  where m.workspace_id = p_workspace_id and lower(m.email) = lower(p_email) and m.conversation_id is not null
  union
  select t.conversation_id from public.conversation_turns t
  where t.speaker = 'visitor' and strpos(t.text, '@') > 0
    and tracking.address_names(t.text) @> tracking.address_names(p_email) and t.workspace_id = p_workspace_id
    -- The address itself, not one that ends like it.
    and lower(t.text) ~ ('(^|[^[:alnum:]._%+-])'
      || regexp_replace(lower(p_email), '([][(){}.*+?|^$\\-])', '\\\1', 'g') || '($|[^[:alnum:]_-])')
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
  v_sessions := array(select tracking.sessions_of_lead(v_lead.workspace_id, v_lead.email));
  foreach v_session in array v_sessions loop
    perform tracking.store_inbox_of(v_session);
  end loop;
  -- Talks first: meetings, and the events of a visit, say which are its own.
  delete from public.conversations c
  where c.id in (select tracking.conversations_of_lead(v_lead.workspace_id, v_lead.email));
  delete from public.meetings m
  where m.workspace_id = v_lead.workspace_id and lower(m.email) = lower(v_lead.email);
  foreach v_session in array v_sessions loop
    perform public.erase_tracking_session(v_lead.workspace_id, v_session);
  end loop;
  delete from public.leads l
  where l.workspace_id = v_lead.workspace_id and lower(l.email) = lower(v_lead.email);
  get diagnostics v_erased = row_count;
  return v_erased;
end
$$;

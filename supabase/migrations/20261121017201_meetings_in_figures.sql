-- Meetings among what erasing a lead removes, and among what the agent's talks came to.

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

-- For each way an answer of the agent ended: in how many of the talks it did, and how often.
create or replace function public.get_talk_outcomes(
  p_demo_id uuid, p_from date, p_to date, p_link text default null, p_traffic text default 'human',
  p_version integer default null
)
returns table (outcome text, talks jsonb, turns bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.demand_demo_member(p_demo_id);
  return query
  with opened as materialized (
    select distinct c.id
    from tracking.newest_visits(p_demo_id, p_from, p_to, p_link, p_traffic, p_version) n
    cross join lateral (
      select e.subject_id from tracking.events e
      where e.session_id = n.session_id and e.day = n.day and e.demo_id = p_demo_id and e.event_type = 'agent_opened'
    ) e
    join public.conversations c on c.id = e.subject_id and c.demo_id = p_demo_id
  )
  select t.outcome, public.rate_of(count(distinct t.conversation_id), (select count(*) from opened)), count(*)
  from public.conversation_turns t
  where t.conversation_id in (select o.id from opened o) and t.speaker = 'agent'
    and t.outcome in ('answered', 'unknown', 'human', 'contact', 'declined', 'booked')
  group by t.outcome
  order by count(*) desc, t.outcome;
end
$$;

-- What a lead left is looked for by indexes only, with plans that are kept: planning for every week of events took longer
-- than looking.

create or replace function tracking.conversations_of_lead(p_workspace_id uuid, p_email text) returns setof uuid
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off
  set jit = off
as $$
begin
  return query
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
      || regexp_replace(lower(p_email), '([][(){}.*+?|^$\\-])', '\\\1', 'g') || '($|[^[:alnum:]_-])');
end
$$;

alter function public.get_lead_traces(uuid) set plan_cache_mode = 'force_generic_plan';
alter function public.get_lead_traces(uuid) set enable_seqscan = off;
alter function public.get_lead_traces(uuid) set jit = off;

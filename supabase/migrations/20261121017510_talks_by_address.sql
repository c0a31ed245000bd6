-- Which talks name a lead's address was asked of every text that any visitor of the workspace had written. Few of those
-- hold an address at all; an index knows by which name before the @.

create function tracking.address_names(p_text text) returns text[]
language sql immutable parallel safe
as $$
  select array(select lower(m[1]) from regexp_matches(p_text, '([[:alnum:]._%+-]*)@', 'g') m)
$$;

create index conversation_turns_by_address on public.conversation_turns using gin (tracking.address_names(text))
  where speaker = 'visitor' and strpos(text, '@') > 0;

-- One person's, of a handful of visits; told because a thousand is what would be thought.
alter function tracking.sessions_of_lead(uuid, text) rows 3;

-- Talks in their visits, and talks in which the visitor wrote the address: who is not tracked may have said it there.
create or replace function tracking.conversations_of_lead(p_workspace_id uuid, p_email text) returns setof uuid
language sql stable set search_path = ''
as $$
  select c.id
  from tracking.sessions_of_lead(p_workspace_id, p_email) s (id)
  join tracking.events e on e.session_id = s.id and e.workspace_id = p_workspace_id and e.event_type = 'agent_opened'
  join public.conversations c on c.id = e.subject_id and c.workspace_id = p_workspace_id
  union
  select t.conversation_id from public.conversation_turns t
  where t.speaker = 'visitor' and strpos(t.text, '@') > 0
    and tracking.address_names(t.text) @> tracking.address_names(p_email) and t.workspace_id = p_workspace_id
    -- The address itself, not one that ends like it.
    and lower(t.text) ~ ('(^|[^[:alnum:]._%+-])'
      || regexp_replace(lower(p_email), '([][(){}.*+?|^$\\-])', '\\\1', 'g') || '($|[^[:alnum:]_-])')
$$;

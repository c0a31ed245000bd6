-- A conversation counts once its visitor has said something, in every figure, as the inbox lists it. Agents also greet
-- visitors who then only watch.

create function public.has_visitor_spoken(p_conversation_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.conversation_turns t where t.conversation_id = p_conversation_id and t.speaker = 'visitor'
  )
$$;

create or replace function public.get_agent_news(p_workspace_id uuid, p_since timestamptz)
returns table (agent_id uuid, talks integer, answered integer, meetings integer)
language sql stable set search_path = ''
as $$
  with talks as (
    select c.agent_id, count(*)::integer as talks,
      count(*) filter (
        where coalesce((c.outcomes ->> 'unknown')::integer, 0) + coalesce((c.outcomes ->> 'unsure')::integer, 0) = 0
      )::integer as answered
    from public.conversations c
    where c.workspace_id = p_workspace_id and c.started_at > p_since and public.has_visitor_spoken(c.id)
    group by 1
  ),
  booked as (
    select m.agent_id, count(*)::integer as meetings
    from public.meetings m
    where m.workspace_id = p_workspace_id and m.created_at > p_since and m.status <> 'cancelled'
    group by 1
  )
  select a.id, coalesce(t.talks, 0), coalesce(t.answered, 0), coalesce(b.meetings, 0)
  from public.agents a left join talks t on t.agent_id = a.id left join booked b on b.agent_id = a.id
  where a.workspace_id = p_workspace_id
  order by 2 desc, 4 desc, a.is_default desc, 1
$$;

-- Runs with the caller's rights: non-members see no rows.
create or replace function public.get_agent_figures(p_workspace_id uuid)
returns table (
  agent_id uuid, talks integer, talks_by_day integer[], asked integer, answered integer, meetings integer,
  leads integer, talking integer
)
language sql stable set search_path = ''
as $$
  with recent as (
    select c.agent_id, c.outcomes, 27 - least(27, extract(day from now() - c.started_at)::integer) as day,
      public.has_visitor_spoken(c.id) as is_said, c.ended_at is null and c.started_at > now() - interval '30 minutes' as is_open
    from public.conversations c
    where c.workspace_id = p_workspace_id and c.agent_id is not null and c.started_at > now() - interval '28 days'
  ),
  sums as (
    select r.agent_id, count(*) filter (where r.is_said)::integer as talks,
      count(*) filter (where r.is_open)::integer as talking,
      coalesce(sum((r.outcomes ->> 'answered')::integer), 0)::integer as answered,
      coalesce(sum(
        coalesce((r.outcomes ->> 'unknown')::integer, 0) + coalesce((r.outcomes ->> 'unsure')::integer, 0)
      ), 0)::integer as unanswered
    from recent r group by r.agent_id
  ),
  booked as (
    select m.agent_id, count(*)::integer as meetings
    from public.meetings m
    where m.workspace_id = p_workspace_id and m.status <> 'cancelled' and m.created_at > now() - interval '28 days'
    group by m.agent_id
  ),
  -- Leads of a talk, and of a meeting the agent booked.
  contacts as (
    select c.agent_id, l.id from public.leads l join public.conversations c on c.id = l.conversation_id
    where l.workspace_id = p_workspace_id and l.created_at > now() - interval '28 days'
    union
    select m.agent_id, m.lead_id from public.meetings m
    where m.workspace_id = p_workspace_id and m.lead_id is not null and m.created_at > now() - interval '28 days'
  )
  select a.id, coalesce(s.talks, 0),
    (
      select array_agg(
        (select count(*)::integer from recent r where r.agent_id = a.id and r.day = d.day and r.is_said) order by d.day
      )
      from generate_series(0, 27) d (day)
    ),
    coalesce(s.answered + s.unanswered, 0), coalesce(s.answered, 0), coalesce(b.meetings, 0),
    (select count(*)::integer from contacts t where t.agent_id = a.id),
    coalesce(s.talking, 0)
  from public.agents a
  left join sums s on s.agent_id = a.id
  left join booked b on b.agent_id = a.id
  where a.workspace_id = p_workspace_id
$$;

revoke execute on function public.has_visitor_spoken(uuid) from public, anon;
grant execute on function public.has_visitor_spoken(uuid) to authenticated, service_role;

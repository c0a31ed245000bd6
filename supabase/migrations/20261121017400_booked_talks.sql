-- Talks that ended with a meeting, too: the replacement in …17340 forgot them.

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
    from tracking.events e
    join tracking.newest_visits(p_demo_id, p_from, p_to, p_link, p_traffic, p_version) n
      on n.session_id = e.session_id and n.day = e.day
    join public.conversations c on c.id = e.subject_id and c.demo_id = p_demo_id
    where e.demo_id = p_demo_id and e.day between p_from and p_to and e.event_type = 'agent_opened'
  )
  select t.outcome, public.rate_of(count(distinct t.conversation_id), (select count(*) from opened)), count(*)
  from public.conversation_turns t
  where t.conversation_id in (select o.id from opened o) and t.speaker = 'agent'
    and t.outcome in ('answered', 'unknown', 'human', 'contact', 'declined', 'booked')
  group by t.outcome
  order by count(*) desc, t.outcome;
end
$$;

-- What a workspace's agents did in the last 28 days, and which of them is the default.

-- Runs with the caller's rights: non-members see no rows.
create function public.get_agent_figures(p_workspace_id uuid)
returns table (
  agent_id uuid, talks integer, talks_by_day integer[], asked integer, answered integer, meetings integer,
  leads integer, talking integer
)
language sql stable set search_path = ''
as $$
  with recent as (
    select c.agent_id, c.outcomes, 27 - least(27, extract(day from now() - c.started_at)::integer) as day,
      c.ended_at is null and c.started_at > now() - interval '30 minutes' as is_open
    from public.conversations c
    where c.workspace_id = p_workspace_id and c.agent_id is not null and c.started_at > now() - interval '28 days'
  ),
  sums as (
    select r.agent_id, count(*)::integer as talks, count(*) filter (where r.is_open)::integer as talking,
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
      select array_agg((select count(*)::integer from recent r where r.agent_id = a.id and r.day = d.day) order by d.day)
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

-- Runs with the caller's rights. One call, as a workspace has at most one default agent at any time.
create function public.set_default_agent(p_agent_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.agents a set is_default = false
  where a.is_default and a.id <> p_agent_id
    and a.workspace_id = (select b.workspace_id from public.agents b where b.id = p_agent_id);
  update public.agents a set is_default = true where a.id = p_agent_id;
  if not found then
    raise exception 'You can’t change this agent.' using errcode = '42501';
  end if;
end
$$;

revoke execute on function public.get_agent_figures(uuid), public.set_default_agent(uuid) from public, anon;
grant execute on function public.get_agent_figures(uuid), public.set_default_agent(uuid)
to authenticated, service_role;

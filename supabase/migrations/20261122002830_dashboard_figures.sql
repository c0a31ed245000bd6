-- Figures of each demo for the dashboard and the demo list: the last 28 days, in 14 parts of two days, and current
-- visitors.

create function public.get_demo_activity(p_workspace_id uuid)
returns table (demo_id uuid, visits bigint, completed jsonb, parts integer[], finished_parts integer[], watching integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today date := (now() at time zone 'UTC')::date;
begin
  perform tracking.require_member(p_workspace_id);
  return query
  with counted as (
    select t.demo_id, (27 - (v_today - t.day)) / 2 as part, sum(t.visits)::bigint as visits,
      sum(t.completed)::bigint as completed
    from tracking.daily_totals t
    where t.workspace_id = p_workspace_id and t.demo_id is not null and t.traffic = 'human'
      and t.day between v_today - 27 and v_today
    group by 1, 2
  ),
  present as (
    select v.demo_id, count(*)::integer as watching
    from public.visits v
    where v.workspace_id = p_workspace_id and v.last_seen_at > now() - interval '2 minutes'
      and v.demo_id is not null and v.traffic = 'human'
    group by 1
  ),
  sums as (
    select c.demo_id, sum(c.visits)::bigint as visits, sum(c.completed)::bigint as completed
    from counted c group by 1
  )
  select coalesce(s.demo_id, p.demo_id), coalesce(s.visits, 0), public.rate_of(coalesce(s.completed, 0), coalesce(s.visits, 0)),
    line.visits, line.finished, coalesce(p.watching, 0)
  from sums s full join present p on p.demo_id = s.demo_id
  cross join lateral (
    select array_agg(coalesce(c.visits, 0)::integer order by n.part) as visits,
      array_agg(coalesce(c.completed, 0)::integer order by n.part) as finished
    from generate_series(0, 13) n (part)
    left join counted c on c.part = n.part and c.demo_id = coalesce(s.demo_id, p.demo_id)
  ) line
  order by 2 desc, 1
  limit 1000;
end
$$;

-- The agents' figures since a given time. A conversation counts as answered if no question was left open. Runs with the
-- caller's rights.
create function public.get_agent_news(p_workspace_id uuid, p_since timestamptz)
returns table (agent_id uuid, talks integer, answered integer, meetings integer)
language sql stable set search_path = ''
as $$
  with talks as (
    select c.agent_id, count(*)::integer as talks,
      count(*) filter (
        where coalesce((c.outcomes ->> 'unknown')::integer, 0) + coalesce((c.outcomes ->> 'unsure')::integer, 0) = 0
      )::integer as answered
    from public.conversations c
    where c.workspace_id = p_workspace_id and c.started_at > p_since and c.turn_count > 0
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

revoke execute on function
  public.get_demo_activity(uuid), public.get_agent_news(uuid, timestamptz) from public, anon;
grant execute on function
  public.get_demo_activity(uuid), public.get_agent_news(uuid, timestamptz) to authenticated, service_role;

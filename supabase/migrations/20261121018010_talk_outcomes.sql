-- A conversation keeps how often each outcome its agent's answers had, beside how many turns it has, so that what talks came to
-- is told by one row of each and not by all that was said in them.

alter table public.conversations add column outcomes jsonb not null default '{}'
  check (jsonb_typeof(outcomes) = 'object');

create or replace function public.count_conversation_turns() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.conversations c
  set turn_count = greatest(c.turn_count, added.last_number),
    outcomes = case when added.outcomes is null then c.outcomes else (
      select jsonb_object_agg(o.name, o.turns) from (
        select k.name, sum(k.turns) as turns from (
          select e.key as name, e.value::integer as turns from jsonb_each_text(c.outcomes) e
          union all
          select u.name, 1 from unnest(added.outcomes) u (name)
        ) k
        group by k.name
      ) o
    ) end
  from (
    select t.conversation_id, max(t.number) as last_number,
      array_agg(t.outcome) filter (where t.speaker = 'agent' and t.outcome is not null) as outcomes
    from added_turns t group by t.conversation_id
  ) added
  where c.id = added.conversation_id;
  return null;
end
$$;

-- What the turns of a conversation come to.
create function tracking.outcomes_of(p_conversation_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(o.outcome, o.turns), '{}') from (
    select t.outcome, count(*) as turns from public.conversation_turns t
    where t.conversation_id = p_conversation_id and t.speaker = 'agent' and t.outcome is not null
    group by t.outcome
  ) o
$$;

-- Counts the outcomes of all conversations again, and answers how many had others. Those alone are locked, and counted once more
-- under the lock: somebody may be talking.
create function public.recount_conversation_outcomes() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_ids uuid[] := array(
    select c.id from public.conversations c where c.outcomes is distinct from tracking.outcomes_of(c.id)
  );
begin
  perform from public.conversations c where c.id = any (v_ids) order by c.id for no key update;
  update public.conversations c set outcomes = tracking.outcomes_of(c.id) where c.id = any (v_ids);
  return cardinality(v_ids);
end
$$;

select public.recount_conversation_outcomes();

-- For each way an answer of the agent ended, also with a meeting: in how many of the talks of the newest 1,000 visits with
-- one it did, and how often.
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
  -- Many talks come to the same, so that each such answer is taken apart once.
  with alike as materialized (
    select c.outcomes, count(*) as talks from public.conversations c
    where c.demo_id = p_demo_id and c.id = any (array(
      select unnest(v.talk_ids) from (
        select v.talk_ids from public.visits v
        where v.demo_id = p_demo_id and v.day between p_from and p_to and (p_link is null or v.link = p_link)
          and (p_traffic = 'all' or v.traffic = p_traffic) and (p_version is null or v.demo_version = p_version)
          and v.talk_ids <> '{}'
        order by v.day desc, v.started_at desc, v.id desc
        limit 1000
      ) v
    ))
    group by c.outcomes
  )
  select o.name, public.rate_of(sum(a.talks)::bigint, (select sum(n.talks)::bigint from alike n)),
    sum(a.talks * o.turns::integer)::bigint
  from alike a cross join lateral jsonb_each_text(a.outcomes) o (name, turns)
  where o.name in ('answered', 'unknown', 'human', 'contact', 'declined', 'booked')
  group by o.name
  order by 3 desc, o.name;
end
$$;

drop index public.visits_with_talk;
create index visits_with_talk on public.visits (demo_id, day, started_at, id)
  include (traffic, link, demo_version, talk_ids) where talk_ids <> '{}';
-- It was there for this question alone, and each answer paid for it.
drop index public.conversation_turns_by_outcome;

revoke execute on function tracking.outcomes_of(uuid), public.recount_conversation_outcomes()
  from public, anon, authenticated;
grant execute on function public.recount_conversation_outcomes() to service_role;

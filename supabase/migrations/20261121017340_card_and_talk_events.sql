-- What came of cards and talks was looked for among all the events of the newest visits; from some size on, the plan was to
-- read every event there is. Those that tell of cards and talks are few, and now have an index of their own; and with the
-- days in the question, the tables of other weeks aren't even planned for.

create index events_of_cards_and_talks on tracking.events (demo_id, day, session_id) include (event_type, subject_id)
  where event_type in ('card_shown', 'card_clicked', 'lead_submitted', 'agent_opened');

-- As before, but such that it becomes a part of the statement that asks.
create or replace function tracking.newest_visits(
  p_demo_id uuid, p_from date, p_to date, p_link text, p_traffic text, p_version integer
)
returns table (session_id text, day date)
language sql stable
as $$
  select v.session_id, v.day from public.visits v
  where v.demo_id = p_demo_id and v.day between p_from and p_to and (p_link is null or v.link = p_link)
    and (p_traffic = 'all' or v.traffic = p_traffic) and (p_version is null or v.demo_version = p_version)
  order by v.day desc
  limit 2000
$$;

-- For each card of the demo now: `shown` of the visits, and `followed` (clicked, or its form sent) of those.
create or replace function public.get_card_figures(
  p_demo_id uuid, p_from date, p_to date, p_link text default null, p_traffic text default 'human',
  p_version integer default null
)
returns table (card_id uuid, card_type text, title text, step_order integer, shown jsonb, followed jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.demand_demo_member(p_demo_id);
  return query
  with newest as materialized (
    select n.session_id, n.day from tracking.newest_visits(p_demo_id, p_from, p_to, p_link, p_traffic, p_version) n
  ),
  done as (
    select coalesce(l.card_id, e.subject_id) as card, bool_or(e.event_type = 'card_shown') as is_shown,
      bool_or(e.event_type <> 'card_shown') as is_followed
    from tracking.events e
    join newest n on n.session_id = e.session_id and n.day = e.day
    left join public.leads l on e.event_type = 'lead_submitted' and l.id = e.subject_id
    where e.demo_id = p_demo_id and e.day between p_from and p_to
      and e.event_type in ('card_shown', 'card_clicked', 'lead_submitted')
    group by 1, n.session_id, n.day
  ),
  counted as (
    select d.card, count(*) filter (where d.is_shown) as shown, count(*) filter (where d.is_followed) as followed
    from done d group by d.card
  )
  select c.id, c.type, c.title, s.order, public.rate_of(coalesce(d.shown, 0), (select count(*) from newest)),
    -- A message may be lost; nobody follows what was not shown.
    public.rate_of(least(coalesce(d.followed, 0), coalesce(d.shown, 0)), coalesce(d.shown, 0))
  from public.step_cards c
  join public.demo_steps s on s.id = c.step_id
  left join counted d on d.card = c.id
  where c.demo_id = p_demo_id
  order by s.order, c.position, c.id;
end
$$;

-- For each way an answer of the agent ended, also with a meeting: in how many of the talks it did, and how often.
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

-- What came of cards, kept as it happens: which cards a visit saw and followed stands in the visit, and triggers add it up for
-- each day, as they do for steps. It was read from the events of the newest two thousand visits at each question.

alter table public.visits
  -- Cards of the demo that were there when the visit was; who followed one has seen it, though that message may be lost.
  add column cards_shown uuid[] not null default '{}',
  add column cards_followed uuid[] not null default '{}',
  -- Talks with the agent, twenty at most: anybody may say that there was one.
  add column talk_ids uuid[] not null default '{}';

create table tracking.daily_cards (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  demo_id uuid not null references public.demos (id) on delete cascade,
  day date not null,
  demo_version integer not null,
  link text not null,
  traffic text not null,
  card_id uuid not null,
  -- Visits that saw the card, and visits that followed it or sent its form.
  shown bigint not null,
  followed bigint not null,
  primary key (demo_id, day, demo_version, link, traffic, card_id)
);
create index daily_cards_by_workspace on tracking.daily_cards (workspace_id);
alter table tracking.daily_cards enable row level security;
revoke all on tracking.daily_cards from public, anon, authenticated;
grant all on tracking.daily_cards to service_role;

-- Of these ids, as texts with commas between them, those of the demo's cards; and the cards of these leads.
create function tracking.cards_of(p_demo_id uuid, p_cards text, p_leads text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select distinct c.id
    from (
      select unnest(string_to_array(p_cards, ',')::uuid[])
      union all
      select l.card_id from unnest(string_to_array(p_leads, ',')::uuid[]) g (id)
      cross join lateral (select l.card_id from public.leads l where l.id = g.id offset 0) l
    ) given (id)
    cross join lateral (select c.id from public.step_cards c where c.id = given.id and c.demo_id = p_demo_id offset 0) c
    order by c.id
  );
end
$$;

create function tracking.merge_cards(p_known uuid[], p_more uuid[]) returns uuid[]
language sql immutable set search_path = ''
as $$
  select array(select distinct u.id from unnest(p_known || p_more) u (id) order by u.id)
$$;

-- The same twenty in whatever order they are told of.
create function tracking.merge_talks(p_known uuid[], p_more uuid[]) returns uuid[]
language sql immutable set search_path = ''
as $$
  select array(select distinct u.id from unnest(p_known || p_more) u (id) order by u.id limit 20)
$$;

-- Puts visits into the totals of cards as they are, and takes them out as they were.
create function tracking.count_cards(p_before public.visits[], p_after public.visits[]) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into tracking.daily_cards as d (
    workspace_id, demo_id, day, demo_version, link, traffic, card_id, shown, followed
  )
  select c.workspace_id, c.demo_id, c.day, c.demo_version, c.link, c.traffic, s.card_id,
    sum(c.sign), sum(c.sign * (s.card_id = any (c.cards_followed))::integer)
  from (
    select -1 as sign, b.* from unnest(p_before) b where b.cards_shown <> '{}'
    union all
    select 1, a.* from unnest(p_after) a where a.cards_shown <> '{}'
  ) c
  cross join lateral unnest(c.cards_shown) s (card_id)
  where c.demo_id is not null
  group by 1, 2, 3, 4, 5, 6, 7
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (demo_id, day, demo_version, link, traffic, card_id) do update set
    shown = d.shown + excluded.shown, followed = d.followed + excluded.followed;
end
$$;

-- Whoever changes visits keeps the totals right, except the job that lets old visits go and leaves their totals. Steps and
-- cards are counted again only where they, or what they are counted under, changed. A demo or workspace that
-- goes takes its totals along (tracking.totals_removed), so its visits are taken out of none.
create or replace function tracking.visits_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_groups tracking.visit_group[];
  v_before public.visits[] := '{}';
  v_after public.visits[] := '{}';
begin
  if current_setting('tracking.keeps_totals', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    v_before := array(select row(v.*)::public.visits from visits_before v);
  elsif tg_op = 'DELETE' then
    v_before := array(
      select row(v.*)::public.visits from visits_before v
      where exists (select from public.workspaces w where w.id = v.workspace_id)
        and (v.demo_id is null or exists (select from public.demos d where d.id = v.demo_id))
    );
    -- Who came to a demo that is gone first, and then to another, is counted there now.
    v_groups := array(
      select distinct row(v.workspace_id, v.day, v.visitor, v.traffic, v.demo_id, v.link)::tracking.visit_group
      from visits_before v
      where v.first_of_workspace and v.demo_id is not null
        and not exists (select from public.demos d where d.id = v.demo_id)
        and exists (select from public.visits o where o.visitor = v.visitor and o.workspace_id = v.workspace_id)
    );
    if v_groups <> '{}' then
      perform tracking.mark_first_of(v_groups);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    v_after := array(select row(v.*)::public.visits from visits_after v);
  end if;
  if v_before = '{}' and v_after = '{}' then
    return null;
  end if;
  perform tracking.count_visits(v_before, v_after);
  if tg_op = 'UPDATE' then
    select coalesce(array_agg(row(b.*)::public.visits), '{}'), coalesce(array_agg(row(a.*)::public.visits), '{}')
    into v_before, v_after
    from visits_before b join visits_after a on a.id = b.id
    where (b.workspace_id, b.demo_id, b.day, b.demo_version, b.link, b.traffic, b.steps, b.exit_step_id,
        b.cards_shown, b.cards_followed)
      is distinct from (a.workspace_id, a.demo_id, a.day, a.demo_version, a.link, a.traffic, a.steps, a.exit_step_id,
        a.cards_shown, a.cards_followed);
  end if;
  perform tracking.count_steps(v_before, v_after);
  perform tracking.count_cards(v_before, v_after);
  return null;
end
$$;

-- Adds the events of these transactions and days to visits and totals. Each event may be taken in only once. What the
-- events of a visit come to is gathered for each step first and for the visit then, so that nothing need be joined.
create or replace function tracking.take_in(p_from_xid xid8, p_to_xid xid8, p_from_day date, p_to_day date) returns integer
language plpgsql set search_path = '' set timezone = 'UTC' set plan_cache_mode = 'force_generic_plan'
  set enable_seqscan = off set jit = off
as $$
declare
  v_events integer;
  v_from_day date;
  v_to_day date;
  v_sessions text[];
  v_groups tracking.visit_group[];
begin
  -- The days are few, and with them the tables that the statements below need look at.
  select count(*)::integer, min(e.day), max(e.day), array_agg(distinct e.session_id)
  into v_events, v_from_day, v_to_day, v_sessions
  from tracking.events e
  where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between p_from_day and p_to_day;
  if v_events = 0 then
    return 0;
  end if;

  -- A visit may lose its visitor to an earlier event; where it was before must be looked at too.
  v_groups := tracking.visit_groups_of(v_sessions);

  insert into public.visits as v (
    workspace_id, demo_id, session_id, day, started_at, last_seen_at, entry_event_id, visitor, demo_version, link,
    source, utm_medium, utm_campaign, device, browser, entry_url, traffic, traffic_reason, page_views, clicks, seconds,
    steps, steps_seen, exit_step_id, exit_at, started, completed_at, lead_at, agent_at, engage_shown_at,
    engage_accepted_at, cards_shown, cards_followed, talk_ids
  )
  with by_step as materialized (
    select e.workspace_id, e.session_id, e.day, e.demo_id, e.step_id,
      (array_agg(e order by e.occurred_at, e.id))[1] as entry,
      max(e.occurred_at) as last_seen_at,
      (array_agg(array[e.traffic, e.traffic_reason]
        order by tracking.traffic_rank(e.traffic) desc, e.traffic_reason nulls last))[1:1] as class,
      count(*) filter (where e.event_type = 'page_view') as page_views,
      count(*) filter (where e.event_type = 'click') as clicks,
      coalesce(sum(e.time_spent) filter (where e.event_type = 'time_spent'), 0) as seconds,
      count(*) filter (where e.event_type = 'step_viewed') as views,
      min(e.occurred_at) filter (where e.event_type = 'step_viewed') as first_viewed_at,
      max(e.occurred_at) filter (where e.event_type = 'step_viewed') as last_viewed_at,
      e.step_id is not null and bool_or(e.event_type in ('step_viewed', 'time_spent')) as is_step,
      bool_or(e.event_type = 'demo_started') as started,
      min(e.occurred_at) filter (where e.event_type = 'demo_completed') as completed_at,
      min(e.occurred_at) filter (where e.event_type = 'lead_submitted') as lead_at,
      min(e.occurred_at) filter (where e.event_type = 'agent_opened') as agent_at,
      min(e.occurred_at) filter (where e.event_type = 'engage_shown') as engage_shown_at,
      min(e.occurred_at) filter (where e.event_type = 'engage_accepted') as engage_accepted_at,
      string_agg(e.subject_id::text, ',') filter (where e.event_type in ('card_shown', 'card_clicked')) as shown,
      string_agg(e.subject_id::text, ',') filter (where e.event_type = 'card_clicked') as followed,
      string_agg(e.subject_id::text, ',') filter (where e.event_type = 'lead_submitted') as leads,
      string_agg(e.subject_id::text, ',') filter (where e.event_type = 'agent_opened') as talks
    from tracking.events e
    where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between v_from_day and v_to_day
      and e.workspace_id is not null
    group by 1, 2, 3, 4, 5
  ),
  by_visit as (
    select s.workspace_id, s.session_id, s.day, s.demo_id,
      (array_agg(s.entry order by (s.entry).occurred_at, (s.entry).id))[1] as entry,
      max(s.last_seen_at) as last_seen_at,
      (array_agg(s.class
        order by tracking.traffic_rank(s.class[1][1]) desc, s.class[1][2] nulls last))[1:1] as class,
      sum(s.page_views)::integer as page_views, sum(s.clicks)::integer as clicks, sum(s.seconds)::integer as seconds,
      jsonb_agg(
        jsonb_build_object('step_id', s.step_id, 'at', s.first_viewed_at, 'views', s.views, 'seconds', s.seconds)
        order by s.first_viewed_at, s.step_id
      ) filter (where s.is_step) as steps,
      (count(*) filter (where s.is_step and s.views > 0))::integer as steps_seen,
      (array_agg(s.step_id order by s.last_viewed_at desc, s.step_id desc)
        filter (where s.step_id is not null and s.views > 0))[1] as exit_step_id,
      max(s.last_viewed_at) filter (where s.step_id is not null) as exit_at,
      bool_or(s.started) as started, min(s.completed_at) as completed_at, min(s.lead_at) as lead_at,
      min(s.agent_at) as agent_at, min(s.engage_shown_at) as engage_shown_at,
      min(s.engage_accepted_at) as engage_accepted_at,
      string_agg(s.shown, ',') as shown, string_agg(s.followed, ',') as followed, string_agg(s.leads, ',') as leads,
      string_agg(s.talks, ',') as talks
    from by_step s group by 1, 2, 3, 4
  )
  select s.workspace_id, s.demo_id, s.session_id, s.day, (s.entry).occurred_at, s.last_seen_at, (s.entry).id,
    coalesce((s.entry).visitor, 'session ' || s.session_id), (s.entry).demo_version, (s.entry).link, (s.entry).source,
    (s.entry).utm_medium, (s.entry).utm_campaign, (s.entry).device, (s.entry).browser, (s.entry).page_url,
    s.class[1][1][1], s.class[1][1][2], s.page_views, s.clicks, s.seconds, coalesce(s.steps, '[]'), s.steps_seen,
    s.exit_step_id, s.exit_at, s.started, s.completed_at, s.lead_at, s.agent_at, s.engage_shown_at, s.engage_accepted_at,
    case when coalesce(s.shown, s.leads) is null then '{}' else tracking.cards_of(s.demo_id, s.shown, s.leads) end,
    case when coalesce(s.followed, s.leads) is null then '{}' else tracking.cards_of(s.demo_id, s.followed, s.leads) end,
    case when s.talks is null then '{}' else tracking.merge_talks('{}', string_to_array(s.talks, ',')::uuid[]) end
  from by_visit s
  where exists (select from public.workspaces w where w.id = s.workspace_id offset 0)
    and (s.demo_id is null or exists (select from public.demos d where d.id = s.demo_id offset 0))
  order by s.workspace_id, s.session_id, s.day, s.demo_id
  on conflict (workspace_id, session_id, day, demo_id) do update set
    (started_at, entry_event_id, visitor, demo_version, link, source, utm_medium, utm_campaign, device, browser,
      entry_url) = (
      select b.* from (values
        (v.started_at, v.entry_event_id, v.visitor, v.demo_version, v.link, v.source, v.utm_medium, v.utm_campaign,
          v.device, v.browser, v.entry_url),
        (excluded.started_at, excluded.entry_event_id, excluded.visitor, excluded.demo_version, excluded.link,
          excluded.source, excluded.utm_medium, excluded.utm_campaign, excluded.device, excluded.browser,
          excluded.entry_url)
      ) as b order by 1, 2 limit 1
    ),
    (traffic, traffic_reason) = (
      select b.traffic, b.reason from (values (v.traffic, v.traffic_reason), (excluded.traffic, excluded.traffic_reason))
        as b (traffic, reason)
      order by tracking.traffic_rank(b.traffic) desc, b.reason nulls last limit 1
    ),
    (exit_step_id, exit_at) = (
      select b.step_id, b.at from (values (v.exit_step_id, v.exit_at), (excluded.exit_step_id, excluded.exit_at))
        as b (step_id, at)
      order by b.at desc nulls last, b.step_id desc limit 1
    ),
    last_seen_at = greatest(v.last_seen_at, excluded.last_seen_at),
    page_views = v.page_views + excluded.page_views,
    clicks = v.clicks + excluded.clicks,
    seconds = v.seconds + excluded.seconds,
    (steps, steps_seen) = (
      select m.steps, (select count(*) from jsonb_to_recordset(m.steps) as s (views integer) where s.views > 0)
      from (select tracking.merge_steps(v.steps, excluded.steps) as steps offset 0) m
    ),
    started = v.started or excluded.started,
    completed_at = least(v.completed_at, excluded.completed_at),
    lead_at = least(v.lead_at, excluded.lead_at),
    agent_at = least(v.agent_at, excluded.agent_at),
    engage_shown_at = least(v.engage_shown_at, excluded.engage_shown_at),
    engage_accepted_at = least(v.engage_accepted_at, excluded.engage_accepted_at),
    cards_shown = case when excluded.cards_shown = '{}' then v.cards_shown
      else tracking.merge_cards(v.cards_shown, excluded.cards_shown) end,
    cards_followed = case when excluded.cards_followed = '{}' then v.cards_followed
      else tracking.merge_cards(v.cards_followed, excluded.cards_followed) end,
    talk_ids = case when excluded.talk_ids = '{}' then v.talk_ids
      else tracking.merge_talks(v.talk_ids, excluded.talk_ids) end;

  perform tracking.mark_first_of(v_groups || tracking.visit_groups_of(v_sessions));

  insert into tracking.daily_clicks as d (
    workspace_id, demo_id, day, demo_version, link, traffic, step_id, cell_x, cell_y, clicks
  )
  select e.workspace_id, e.demo_id, e.day, e.demo_version, e.link, e.traffic, e.step_id,
    least(49, floor(e.image_x / 2))::smallint, least(49, floor(e.image_y / 2))::smallint, count(*)
  from tracking.events e
  where e.ingest_xid >= p_from_xid and e.ingest_xid < p_to_xid and e.day between v_from_day and v_to_day
    and e.event_type = 'click' and e.step_id is not null and e.image_x is not null and e.image_y is not null
    and exists (select from public.workspaces w where w.id = e.workspace_id offset 0)
    and exists (select from public.demos d where d.id = e.demo_id offset 0)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (demo_id, step_id, day, demo_version, link, traffic, cell_x, cell_y)
  do update set clicks = d.clicks + excluded.clicks;

  return v_events;
end
$$;

-- Forgets what was derived for a day and derives it again from the day's events, as far as they are rolled up.
create or replace function public.rebuild_tracking_day(p_day date) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_next xid8;
begin
  select p.next_xid into v_next from tracking.progress p for update;
  perform set_config('tracking.keeps_totals', 'on', true);
  delete from public.visits v where v.day = p_day;
  perform set_config('tracking.keeps_totals', 'off', true);
  delete from tracking.daily_parts d where d.day = p_day;
  delete from tracking.daily_reasons d where d.day = p_day;
  delete from tracking.daily_visits d where d.day = p_day;
  delete from tracking.daily_totals d where d.day = p_day;
  delete from tracking.daily_steps d where d.day = p_day;
  delete from tracking.daily_cards d where d.day = p_day;
  delete from tracking.daily_clicks d where d.day = p_day;
  return tracking.take_in('0', v_next, p_day, p_day);
end
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
  with counted as (
    select d.card_id as card, sum(d.shown)::bigint as shown, sum(d.followed)::bigint as followed
    from tracking.daily_cards d
    where d.demo_id = p_demo_id and d.day between p_from and p_to and (p_link is null or d.link = p_link)
      and (p_traffic = 'all' or d.traffic = p_traffic) and (p_version is null or d.demo_version = p_version)
    group by 1
  ),
  total as (
    select coalesce(sum(d.visits), 0)::bigint as visits from tracking.daily_totals d
    where d.demo_id = p_demo_id and d.day between p_from and p_to and (p_link is null or d.link = p_link)
      and (p_traffic = 'all' or d.traffic = p_traffic) and (p_version is null or d.demo_version = p_version)
  )
  select c.id, c.type, c.title, s.order, public.rate_of(coalesce(d.shown, 0), t.visits),
    public.rate_of(coalesce(d.followed, 0), coalesce(d.shown, 0))
  from public.step_cards c
  join public.demo_steps s on s.id = c.step_id
  cross join total t
  left join counted d on d.card = c.id
  where c.demo_id = p_demo_id
  order by s.order, c.position, c.id;
end
$$;

-- For each way an answer of the agent ended, also with a meeting: in how many of the talks of the newest 500 visits with
-- one it did, and how often. How a talk ends is known after the visit is counted, so that it is asked of the talks themselves.
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
  with newest as (
    select v.talk_ids from public.visits v
    where v.demo_id = p_demo_id and v.day between p_from and p_to and (p_link is null or v.link = p_link)
      and (p_traffic = 'all' or v.traffic = p_traffic) and (p_version is null or v.demo_version = p_version)
      and v.talk_ids <> '{}'
    order by v.day desc
    limit 500
  ),
  opened as materialized (
    select c.id from (select distinct u.id from newest n cross join lateral unnest(n.talk_ids) u (id)) t
    cross join lateral (
      select c.id from public.conversations c where c.id = t.id and c.demo_id = p_demo_id offset 0
    ) c
  )
  select t.outcome, public.rate_of(count(distinct o.id), (select count(*) from opened)), count(*)
  from opened o
  cross join lateral (
    select t.outcome from public.conversation_turns t
    where t.conversation_id = o.id and t.speaker = 'agent'
      and t.outcome in ('answered', 'unknown', 'human', 'contact', 'declined', 'booked')
    offset 0
  ) t
  group by t.outcome
  order by count(*) desc, t.outcome;
end
$$;

create index visits_with_talk on public.visits (demo_id, day) include (traffic, link, demo_version, talk_ids)
  where talk_ids <> '{}';
create index conversation_turns_by_outcome on public.conversation_turns (conversation_id, outcome)
  where speaker = 'agent';

-- The visits there are. An event that is not rolled up yet adds nothing when it is added again.
select set_config('tracking.keeps_totals', 'on', true);
update public.visits v set
  cards_shown = tracking.cards_of(v.demo_id, g.shown, g.leads),
  cards_followed = tracking.cards_of(v.demo_id, g.followed, g.leads),
  talk_ids = case when g.talks is null then '{}' else tracking.merge_talks('{}', string_to_array(g.talks, ',')::uuid[]) end
from (
  select e.workspace_id, e.session_id, e.day, e.demo_id,
    string_agg(e.subject_id::text, ',') filter (where e.event_type in ('card_shown', 'card_clicked')) as shown,
    string_agg(e.subject_id::text, ',') filter (where e.event_type = 'card_clicked') as followed,
    string_agg(e.subject_id::text, ',') filter (where e.event_type = 'lead_submitted') as leads,
    string_agg(e.subject_id::text, ',') filter (where e.event_type = 'agent_opened') as talks
  from tracking.events e
  where e.event_type in ('card_shown', 'card_clicked', 'lead_submitted', 'agent_opened') and e.demo_id is not null
  group by 1, 2, 3, 4
) g
where v.workspace_id = g.workspace_id and v.session_id = g.session_id and v.day = g.day and v.demo_id = g.demo_id;
select set_config('tracking.keeps_totals', 'off', true);
insert into tracking.daily_cards (workspace_id, demo_id, day, demo_version, link, traffic, card_id, shown, followed)
select v.workspace_id, v.demo_id, v.day, v.demo_version, v.link, v.traffic, s.card_id, count(*),
  count(*) filter (where s.card_id = any (v.cards_followed))
from public.visits v cross join lateral unnest(v.cards_shown) s (card_id)
where v.demo_id is not null
group by 1, 2, 3, 4, 5, 6, 7;

-- Nothing looks for these among the events any more.
drop index tracking.events_of_cards_and_talks;
drop function tracking.newest_visits(uuid, date, date, text, text, integer);

revoke execute on function tracking.cards_of(uuid, text, text), tracking.merge_cards(uuid[], uuid[]),
  tracking.merge_talks(uuid[], uuid[]), tracking.count_cards(public.visits[], public.visits[])
  from public, anon, authenticated;

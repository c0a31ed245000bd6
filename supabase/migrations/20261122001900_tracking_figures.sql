-- The queries of the analytics pages. Days are UTC and inclusive; a null demo, link or version means all; traffic is
-- 'human' by default and 'all' for everything. Every rate comes with its n and the 95 % Wilson interval. Members only.

-- The lower (p_side -1) or upper (1) end of the 95 % Wilson score interval; null if p_n is 0. Floating point, because
-- dividing numerics is slow.
create function public.wilson_bound(p_hits bigint, p_n bigint, p_side integer) returns double precision
language sql immutable
as $$
  select case when p_n > 0 then greatest(0, least(1, (
    p_hits::double precision / p_n + double precision '1.9207294' / p_n
    + p_side * double precision '1.959964' * sqrt((
      p_hits::double precision / p_n * (1 - p_hits::double precision / p_n) + double precision '0.9603647' / p_n
    ) / p_n)
  ) / (1 + double precision '3.8414588' / p_n))) end
$$;

-- {hits, n, rate, low, high}; rate and interval are null if n is 0. Hits are capped at n, since events can get lost.
-- Without `set search_path`, so that PostgreSQL inlines it.
create function public.rate_of(p_hits bigint, p_n bigint) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'hits', least(p_hits, p_n), 'n', p_n,
    'rate', case when p_n > 0 then least(p_hits, p_n)::double precision / p_n end,
    'low', public.wilson_bound(least(p_hits, p_n), p_n, -1), 'high', public.wilson_bound(least(p_hits, p_n), p_n, 1)
  )
$$;

create function tracking.require_member(p_workspace_id uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if coalesce(auth.role(), 'service_role') <> 'service_role' and not public.is_member(p_workspace_id, 'viewer') then
    raise exception 'Only members of the workspace may see what its visitors did' using errcode = '42501';
  end if;
end
$$;

create function tracking.require_demo_member(p_demo_id uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform tracking.require_member((select d.workspace_id from public.demos d where d.id = p_demo_id));
end
$$;

-- The part of daily_parts that answers these filters, or null if none does.
create function tracking.choose_part(p_demo_id uuid, p_link text, p_version integer) returns text
language sql immutable
as $$
  select case
    when p_demo_id is not null then null
    when p_link is null and p_version is null then 'all'
    when p_version is null then 'link'
    when p_link is null then 'version'
  end
$$;

-- The rows that the totals of these visits add up from, several per day. PostgreSQL inlines this and the functions
-- below, and so reads only the table that the filters need.
create function tracking.select_totals(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid, p_link text, p_traffic text, p_version integer
)
returns table (
  day date, visits bigint, uniques bigint, views bigint, engaged bigint, demo_visits bigint, completed bigint,
  leads bigint, agent_talks bigint, engage_shown bigint, engage_accepted bigint, clicks bigint, seconds bigint
)
language sql stable
as $$
  select d.day, d.visits, d.uniques, d.views, d.engaged, d.demo_visits, d.completed, d.leads, d.agent_talks,
    d.engage_shown, d.engage_accepted, d.clicks, d.seconds
  from tracking.daily_parts d
  where d.part = tracking.choose_part(p_demo_id, p_link, p_version)
    and d.key = coalesce(p_link, p_version::text, '')
    and d.workspace_id = p_workspace_id and d.day between p_from and p_to
    and (p_traffic = 'all' or d.traffic = p_traffic)
  union all
  select d.day, d.visits, case when p_demo_id is null then d.workspace_uniques else d.uniques end, d.views, d.engaged,
    case when d.demo_id is null then 0 else d.visits end, d.completed, d.leads, d.agent_talks, d.engage_shown,
    d.engage_accepted, d.clicks, d.seconds
  from tracking.daily_totals d
  where tracking.choose_part(p_demo_id, p_link, p_version) is null
    and d.workspace_id = p_workspace_id and d.day between p_from and p_to
    and (p_demo_id is null or d.demo_id = p_demo_id) and (p_link is null or d.link = p_link)
    and (p_traffic = 'all' or d.traffic = p_traffic) and (p_version is null or d.demo_version = p_version)
$$;

-- The newest 2,000 of these visits; without a workspace, those of the demo. Inlined.
create function tracking.newest_visits(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid, p_link text, p_traffic text, p_version integer
)
returns table (id uuid, seconds integer, path_key uuid, completed_at timestamptz)
language sql stable
as $$
  select v.id, v.seconds, v.path_key, v.completed_at from public.visits v
  where (p_workspace_id is null or v.workspace_id = p_workspace_id) and v.day between p_from and p_to
    and (p_demo_id is null or v.demo_id = p_demo_id) and (p_link is null or v.link = p_link)
    and (p_traffic = 'all' or v.traffic = p_traffic) and (p_version is null or v.demo_version = p_version)
  order by v.day desc, v.started_at desc, v.id desc
  limit 2000
$$;

-- Their seconds, in ascending order.
create function tracking.newest_seconds(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid, p_link text, p_traffic text, p_version integer
)
returns integer[]
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return array(
    select n.seconds
    from tracking.newest_visits(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version) n
    order by n.seconds
  );
end
$$;

-- One row of totals. The median is of the newest median_n visits, 2,000 at most.
create function public.get_visit_totals(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null, p_link text default null,
  p_traffic text default 'human', p_version integer default null
)
returns table (
  visits bigint, uniques bigint, views bigint, engaged jsonb, completed jsonb, leads jsonb, agent_talks jsonb,
  engage_shown bigint, engage_accepted jsonb, clicks bigint, seconds bigint, median_seconds double precision,
  median_n bigint
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_total record;
  v_seconds integer[];
begin
  perform tracking.require_member(p_workspace_id);
  select coalesce(sum(d.visits), 0)::bigint as visits, coalesce(sum(d.uniques), 0)::bigint as uniques,
    coalesce(sum(d.views), 0)::bigint as views, coalesce(sum(d.engaged), 0)::bigint as engaged,
    coalesce(sum(d.demo_visits), 0)::bigint as demo_visits, coalesce(sum(d.completed), 0)::bigint as completed,
    coalesce(sum(d.leads), 0)::bigint as leads, coalesce(sum(d.agent_talks), 0)::bigint as agent_talks,
    coalesce(sum(d.engage_shown), 0)::bigint as engage_shown,
    coalesce(sum(d.engage_accepted), 0)::bigint as engage_accepted, coalesce(sum(d.clicks), 0)::bigint as clicks,
    coalesce(sum(d.seconds), 0)::bigint as seconds
  into v_total
  from tracking.select_totals(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version) d;
  v_seconds := tracking.newest_seconds(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version);

  -- Separately, because each is planned once per connection; one statement was planned at each call.
  visits := v_total.visits;
  uniques := v_total.uniques;
  views := v_total.views;
  engaged := public.rate_of(v_total.engaged, v_total.visits);
  completed := public.rate_of(v_total.completed, v_total.demo_visits);
  leads := public.rate_of(v_total.leads, v_total.visits);
  agent_talks := public.rate_of(v_total.agent_talks, v_total.visits);
  engage_shown := v_total.engage_shown;
  engage_accepted := public.rate_of(v_total.engage_accepted, v_total.engage_shown);
  clicks := v_total.clicks;
  seconds := v_total.seconds;
  median_n := cardinality(v_seconds);
  -- The middle one, or the mean of the middle two.
  median_seconds := (v_seconds[(median_n + 1) / 2]::double precision + v_seconds[median_n / 2 + 1]) / 2;
  return next;
end
$$;

-- The 95 % interval of that median: the seconds at the ranks n/2 ± 0.98 √n. Null below six visits, where even the
-- shortest and the longest don't enclose it with 95 %.
create function public.get_visit_median(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null, p_link text default null,
  p_traffic text default 'human', p_version integer default null
)
returns table (low integer, high integer, n bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seconds integer[];
  v_n integer;
begin
  perform tracking.require_member(p_workspace_id);
  v_seconds := tracking.newest_seconds(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version);
  v_n := cardinality(v_seconds);
  n := v_n;
  if v_n >= 6 then
    low := v_seconds[greatest(1, floor(v_n / 2.0 - 0.98 * sqrt(v_n)))::integer];
    high := v_seconds[least(v_n, ceil(1 + v_n / 2.0 + 0.98 * sqrt(v_n)))::integer];
  end if;
  return next;
end
$$;

-- One row for each day that has visits, oldest first.
create function public.get_visit_days(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null, p_link text default null,
  p_traffic text default 'human', p_version integer default null
)
returns table (
  day date, visits bigint, uniques bigint, views bigint, engaged bigint, completed bigint, leads bigint,
  agent_talks bigint, seconds bigint
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.require_member(p_workspace_id);
  return query
  select d.day, sum(d.visits)::bigint, sum(d.uniques)::bigint, sum(d.views)::bigint, sum(d.engaged)::bigint,
    sum(d.completed)::bigint, sum(d.leads)::bigint, sum(d.agent_talks)::bigint, sum(d.seconds)::bigint
  from tracking.select_totals(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version) d
  group by d.day having sum(d.visits) > 0
  order by d.day;
end
$$;

-- The same by 'source', 'device', 'link', 'demo', 'version' or 'traffic', most visited first.
create function public.get_visit_breakdown(
  p_by text, p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null, p_link text default null,
  p_traffic text default 'human', p_version integer default null, p_limit integer default 50
)
returns table (
  key text, visits bigint, uniques bigint, views bigint, engaged jsonb, completed jsonb, leads jsonb,
  agent_talks jsonb, seconds bigint
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_asked text := tracking.choose_part(p_demo_id, p_link, p_version);
  v_part text := case when p_by = 'traffic' then v_asked when v_asked = 'all' then p_by end;
begin
  perform tracking.require_member(p_workspace_id);
  if p_by not in ('source', 'device', 'link', 'demo', 'version', 'traffic') then
    raise exception 'Visits can be broken down by source, device, link, demo, version or traffic, not by "%"', p_by
      using errcode = '22023';
  end if;
  return query
  select g.key, g.visits, g.uniques, g.views, public.rate_of(g.engaged, g.visits),
    public.rate_of(g.completed, g.demo_visits), public.rate_of(g.leads, g.visits),
    public.rate_of(g.agent_talks, g.visits), g.seconds
  from (
    select c.key, sum(c.visits)::bigint as visits, sum(c.uniques)::bigint as uniques, sum(c.views)::bigint as views,
      sum(c.engaged)::bigint as engaged, sum(c.demo_visits)::bigint as demo_visits,
      sum(c.completed)::bigint as completed, sum(c.leads)::bigint as leads, sum(c.agent_talks)::bigint as agent_talks,
      sum(c.seconds)::bigint as seconds
    from (
      select case p_by when 'traffic' then d.traffic when 'demo' then nullif(d.key, '') else d.key end as key,
        d.traffic, d.visits, d.uniques, d.views, d.engaged, d.demo_visits, d.completed, d.leads, d.agent_talks,
        d.seconds
      from tracking.daily_parts d
      where d.part = v_part and (p_by <> 'traffic' or d.key = coalesce(p_link, p_version::text, ''))
        and d.workspace_id = p_workspace_id and d.day between p_from and p_to
      union all
      select case p_by when 'link' then d.link when 'demo' then d.demo_id::text when 'version' then d.demo_version::text
          else d.traffic end,
        d.traffic, d.visits, case when p_demo_id is null and p_by <> 'demo' then d.workspace_uniques else d.uniques end,
        d.views, d.engaged, case when d.demo_id is null then 0 else d.visits end, d.completed, d.leads, d.agent_talks,
        d.seconds
      from tracking.daily_totals d
      where v_part is null and p_by not in ('source', 'device')
        and d.workspace_id = p_workspace_id and d.day between p_from and p_to
        and (p_demo_id is null or d.demo_id = p_demo_id) and (p_link is null or d.link = p_link)
        and (p_version is null or d.demo_version = p_version)
      union all
      select case p_by when 'source' then d.source else d.device end,
        d.traffic, d.visits, case when p_demo_id is null then d.workspace_uniques else d.uniques end, d.views,
        d.engaged, case when d.demo_id is null then 0 else d.visits end, d.completed, d.leads, d.agent_talks, d.seconds
      from tracking.daily_visits d
      where v_part is null and p_by in ('source', 'device')
        and d.workspace_id = p_workspace_id and d.day between p_from and p_to
        and (p_demo_id is null or d.demo_id = p_demo_id) and (p_link is null or d.link = p_link)
        and (p_version is null or d.demo_version = p_version)
    ) c
    where p_traffic = 'all' or p_by = 'traffic' or c.traffic = p_traffic
    group by 1 having sum(c.visits) > 0
  ) g
  order by g.visits desc, g.key
  limit greatest(1, least(p_limit, 1000));
end
$$;

-- One row for each step of the demo now, in order: visits that reached it, visits that ended on it (`left_here`), views
-- and seconds.
create function public.get_step_funnel(
  p_demo_id uuid, p_from date, p_to date, p_link text default null, p_traffic text default 'human',
  p_version integer default null
)
returns table (
  step_id uuid, step_order integer, title text, reached jsonb, left_here jsonb, views bigint, seconds bigint
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.require_demo_member(p_demo_id);
  return query
  with counted as (
    select d.step_id, sum(d.reached)::bigint as reached, sum(d.views)::bigint as views,
      sum(d.seconds)::bigint as seconds, sum(d.exits)::bigint as exits
    from tracking.daily_steps d
    where d.demo_id = p_demo_id and d.day between p_from and p_to and (p_link is null or d.link = p_link)
      and (p_traffic = 'all' or d.traffic = p_traffic) and (p_version is null or d.demo_version = p_version)
    group by 1
  ),
  total as (
    select coalesce(sum(d.visits), 0)::bigint as visits from tracking.daily_totals d
    where d.demo_id = p_demo_id and d.day between p_from and p_to and (p_link is null or d.link = p_link)
      and (p_traffic = 'all' or d.traffic = p_traffic) and (p_version is null or d.demo_version = p_version)
  )
  select s.id, row_number() over (order by s."order", s.id)::integer, s.title,
    public.rate_of(coalesce(c.reached, 0), t.visits),
    public.rate_of(coalesce(c.exits, 0), coalesce(c.reached, 0)), coalesce(c.views, 0), coalesce(c.seconds, 0)
  from public.demo_steps s cross join total t left join counted c on c.step_id = s.id
  where s.demo_id = p_demo_id
  order by 2;
end
$$;

-- Clicks on a step's picture in cells of 2 by 2 percent, counted from 0 at the top left, most clicked first.
create function public.get_click_heatmap(
  p_demo_id uuid, p_step_id uuid, p_from date, p_to date, p_link text default null, p_traffic text default 'human',
  p_version integer default null
)
returns table (cell_x integer, cell_y integer, clicks bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.require_demo_member(p_demo_id);
  return query
  select d.cell_x::integer, d.cell_y::integer, sum(d.clicks)::bigint
  from tracking.daily_clicks d
  where d.demo_id = p_demo_id and d.step_id = p_step_id and d.day between p_from and p_to
    and (p_link is null or d.link = p_link) and (p_traffic = 'all' or d.traffic = p_traffic)
    and (p_version is null or d.demo_version = p_version)
  group by 1, 2 having sum(d.clicks) > 0
  order by 3 desc, 1, 2;
end
$$;

-- Paths through the steps as ids, in the order first seen, most frequent first; share.n is the number of visits read.
create function public.get_visit_paths(
  p_demo_id uuid, p_from date, p_to date, p_link text default null, p_traffic text default 'human',
  p_version integer default null, p_limit integer default 20
)
returns table (step_ids jsonb, share jsonb, completed jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.require_demo_member(p_demo_id);
  return query
  with ways as (
    select n.path_key, (array_agg(n.id))[1] as example, count(*) as visits, count(n.completed_at) as completed,
      sum(count(*)) over ()::bigint as n
    from tracking.newest_visits(null, p_from, p_to, p_demo_id, p_link, p_traffic, p_version) n
    group by n.path_key
    order by 3 desc, 1
    limit greatest(1, least(p_limit, 200))
  )
  select s.path, public.rate_of(w.visits, w.n), public.rate_of(w.completed, w.visits)
  from ways w
  cross join lateral (
    select jsonb_path_query_array(v.steps, '$[*] ? (@.views > 0).step_id') as path
    from public.visits v where v.id = w.example offset 0
  ) s
  order by w.visits desc, s.path;
end
$$;

-- Why visits were classified as they were, most frequent first.
create function public.get_traffic_reasons(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null
)
returns table (traffic text, reason text, visits bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.require_member(p_workspace_id);
  return query
  select d.traffic, d.reason, sum(d.visits)::bigint from tracking.daily_reasons d
  where d.workspace_id = p_workspace_id and d.day between p_from and p_to
    and (p_demo_id is null or d.demo_id = p_demo_id)
  group by 1, 2 having sum(d.visits) > 0
  order by 3 desc, 1, 2;
end
$$;

-- For each card of the demo now: `shown` of all visits, and `followed` (clicked, or its form sent) of those.
create function public.get_card_figures(
  p_demo_id uuid, p_from date, p_to date, p_link text default null, p_traffic text default 'human',
  p_version integer default null
)
returns table (card_id uuid, card_type text, title text, step_order integer, shown jsonb, followed jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.require_demo_member(p_demo_id);
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

-- For each outcome of the agent's answers, and for booked meetings: in how many conversations of the newest 1,000
-- visits with one it occurred, and how often.
create function public.get_talk_outcomes(
  p_demo_id uuid, p_from date, p_to date, p_link text default null, p_traffic text default 'human',
  p_version integer default null
)
returns table (outcome text, talks jsonb, turns bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform tracking.require_demo_member(p_demo_id);
  return query
  -- Groups equal outcomes first, so that each is parsed once.
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

-- A whole analytics page in one call: the period, the previous period and, for a demo, its steps, paths, cards and
-- conversations. Runs as the caller; each function it calls checks membership.
create function public.get_visit_report(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null, p_link text default null,
  p_traffic text default 'human', p_version integer default null
)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_before_to date := p_from - 1;
  v_before_from date := p_from - (p_to - p_from + 1);
  v_by jsonb := '{}';
  v_breakdown text;
  v_demo jsonb;
begin
  foreach v_breakdown in array array[
    'source', 'device', 'link', 'traffic', case when p_demo_id is null then 'demo' else 'version' end
  ] loop
    v_by := v_by || jsonb_build_object(v_breakdown, (
      select coalesce(jsonb_agg(b), '[]')
      -- Lists all versions, for the filter.
      from public.get_visit_breakdown(
        v_breakdown, p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic,
        case when v_breakdown <> 'version' then p_version end, 200
      ) b
    ));
  end loop;
  if p_demo_id is not null then
    v_demo := jsonb_build_object(
      'steps', (
        select coalesce(jsonb_agg(s), '[]')
        from public.get_step_funnel(p_demo_id, p_from, p_to, p_link, p_traffic, p_version) s
      ),
      'paths', (
        select coalesce(jsonb_agg(p), '[]')
        from public.get_visit_paths(p_demo_id, p_from, p_to, p_link, p_traffic, p_version, 10) p
      ),
      'cards', (
        select coalesce(jsonb_agg(c), '[]')
        from public.get_card_figures(p_demo_id, p_from, p_to, p_link, p_traffic, p_version) c
      ),
      'outcomes', (
        select coalesce(jsonb_agg(o), '[]')
        from public.get_talk_outcomes(p_demo_id, p_from, p_to, p_link, p_traffic, p_version) o
      )
    );
  end if;
  return jsonb_build_object(
    'totals', (
      select to_jsonb(t)
      from public.get_visit_totals(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version) t
    ),
    'totals_before', (
      select to_jsonb(t)
      from public.get_visit_totals(
        p_workspace_id, v_before_from, v_before_to, p_demo_id, p_link, p_traffic, p_version
      ) t
    ),
    'median', (
      select to_jsonb(m)
      from public.get_visit_median(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version) m
    ),
    'days', (
      select coalesce(jsonb_agg(d), '[]')
      from public.get_visit_days(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version) d
    ),
    'days_before', (
      select coalesce(jsonb_agg(d), '[]')
      from public.get_visit_days(
        p_workspace_id, v_before_from, v_before_to, p_demo_id, p_link, p_traffic, p_version
      ) d
    ),
    'reasons', (
      select coalesce(jsonb_agg(r), '[]') from public.get_traffic_reasons(p_workspace_id, p_from, p_to, p_demo_id) r
    ),
    'by', v_by,
    'demo', v_demo
  );
end
$$;

-- What one session did in a workspace, oldest first, at most 1,000 events, for the page of a lead.
create function public.get_visit_story(p_workspace_id uuid, p_session_id text)
returns table (
  occurred_at timestamptz, event_type text, page_url text, demo_id uuid, step_id uuid, subject_id uuid,
  time_spent integer, element_clicked text, link text, source text, traffic text, traffic_reason text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform tracking.require_member(p_workspace_id);
  return query
  select e.occurred_at, e.event_type, e.page_url, e.demo_id, e.step_id, e.subject_id, e.time_spent, e.element_clicked,
    e.link, e.source, e.traffic, e.traffic_reason
  from tracking.events e
  where e.session_id = p_session_id and e.workspace_id = p_workspace_id
  order by e.occurred_at, e.received_at, e.id
  limit 1000;
end
$$;

revoke execute on function
  public.wilson_bound(bigint, bigint, integer), public.rate_of(bigint, bigint),
  public.get_visit_totals(uuid, date, date, uuid, text, text, integer),
  public.get_visit_median(uuid, date, date, uuid, text, text, integer),
  public.get_visit_days(uuid, date, date, uuid, text, text, integer),
  public.get_visit_breakdown(text, uuid, date, date, uuid, text, text, integer, integer),
  public.get_step_funnel(uuid, date, date, text, text, integer),
  public.get_click_heatmap(uuid, uuid, date, date, text, text, integer),
  public.get_visit_paths(uuid, date, date, text, text, integer, integer),
  public.get_traffic_reasons(uuid, date, date, uuid), public.get_card_figures(uuid, date, date, text, text, integer),
  public.get_talk_outcomes(uuid, date, date, text, text, integer),
  public.get_visit_report(uuid, date, date, uuid, text, text, integer), public.get_visit_story(uuid, text)
from public, anon, authenticated;
revoke execute on function
  tracking.require_member(uuid), tracking.require_demo_member(uuid), tracking.choose_part(uuid, text, integer),
  tracking.select_totals(uuid, date, date, uuid, text, text, integer),
  tracking.newest_visits(uuid, date, date, uuid, text, text, integer),
  tracking.newest_seconds(uuid, date, date, uuid, text, text, integer)
from public;
grant execute on function
  public.wilson_bound(bigint, bigint, integer), public.rate_of(bigint, bigint),
  public.get_visit_totals(uuid, date, date, uuid, text, text, integer),
  public.get_visit_median(uuid, date, date, uuid, text, text, integer),
  public.get_visit_days(uuid, date, date, uuid, text, text, integer),
  public.get_visit_breakdown(text, uuid, date, date, uuid, text, text, integer, integer),
  public.get_step_funnel(uuid, date, date, text, text, integer),
  public.get_click_heatmap(uuid, uuid, date, date, text, text, integer),
  public.get_visit_paths(uuid, date, date, text, text, integer, integer),
  public.get_traffic_reasons(uuid, date, date, uuid), public.get_card_figures(uuid, date, date, text, text, integer),
  public.get_talk_outcomes(uuid, date, date, text, text, integer),
  public.get_visit_report(uuid, date, date, uuid, text, text, integer), public.get_visit_story(uuid, text)
to authenticated, service_role;

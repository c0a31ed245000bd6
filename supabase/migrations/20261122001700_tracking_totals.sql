-- Keeps the daily totals equal to the visits: triggers subtract visits as they were and add them as they are.

-- The rows of daily_parts that a visit counts in.
create function tracking.visit_parts(p_source text, p_device text, p_link text, p_demo_id uuid, p_version integer)
returns table (part text, key text)
language sql immutable
as $$
  values ('all', ''), ('source', p_source), ('device', p_device), ('link', p_link),
    ('demo', coalesce(p_demo_id::text, '')), ('version', p_version::text)
$$;

create function tracking.count_visits(p_before public.visits[], p_after public.visits[]) returns void
language plpgsql set search_path = ''
as $$
begin
  with changed as materialized (
    select c.workspace_id, c.day, c.demo_id, c.demo_version, c.link, c.source, c.device, c.traffic, c.traffic_reason,
      sum(c.sign) as visits, sum(c.sign * c.first_of_demo::integer) as uniques,
      sum(c.sign * c.first_of_workspace::integer) as workspace_uniques, sum(c.sign * c.page_views) as views,
      sum(c.sign * c.engaged::integer) as engaged,
      sum(c.sign * (c.completed_at is not null)::integer) as completed,
      sum(c.sign * (c.lead_at is not null)::integer) as leads,
      sum(c.sign * (c.agent_at is not null)::integer) as agent_talks,
      sum(c.sign * (c.engage_shown_at is not null)::integer) as engage_shown,
      sum(c.sign * (c.engage_accepted_at is not null)::integer) as engage_accepted,
      sum(c.sign * c.clicks) as clicks, sum(c.sign * c.seconds) as seconds
    from (select -1 as sign, b.* from unnest(p_before) b union all select 1, a.* from unnest(p_after) a) c
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ),
  finer as (
    insert into tracking.daily_visits as d (
      workspace_id, day, demo_id, demo_version, link, source, device, traffic,
      visits, uniques, workspace_uniques, views, engaged, completed, leads, agent_talks, engage_shown,
      engage_accepted, clicks, seconds
    )
    select c.workspace_id, c.day, c.demo_id, c.demo_version, c.link, c.source, c.device, c.traffic,
      sum(c.visits), sum(c.uniques), sum(c.workspace_uniques), sum(c.views), sum(c.engaged), sum(c.completed),
      sum(c.leads), sum(c.agent_talks), sum(c.engage_shown), sum(c.engage_accepted), sum(c.clicks), sum(c.seconds)
    from changed c group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (workspace_id, day, demo_id, demo_version, link, source, device, traffic) do update set
      visits = d.visits + excluded.visits,
      uniques = d.uniques + excluded.uniques,
      workspace_uniques = d.workspace_uniques + excluded.workspace_uniques,
      views = d.views + excluded.views,
      engaged = d.engaged + excluded.engaged,
      completed = d.completed + excluded.completed,
      leads = d.leads + excluded.leads,
      agent_talks = d.agent_talks + excluded.agent_talks,
      engage_shown = d.engage_shown + excluded.engage_shown,
      engage_accepted = d.engage_accepted + excluded.engage_accepted,
      clicks = d.clicks + excluded.clicks,
      seconds = d.seconds + excluded.seconds
  ),
  coarser as (
    insert into tracking.daily_totals as d (
      workspace_id, day, demo_id, demo_version, link, traffic,
      visits, uniques, workspace_uniques, views, engaged, completed, leads, agent_talks, engage_shown,
      engage_accepted, clicks, seconds
    )
    select c.workspace_id, c.day, c.demo_id, c.demo_version, c.link, c.traffic,
      sum(c.visits), sum(c.uniques), sum(c.workspace_uniques), sum(c.views), sum(c.engaged), sum(c.completed),
      sum(c.leads), sum(c.agent_talks), sum(c.engage_shown), sum(c.engage_accepted), sum(c.clicks),
      sum(c.seconds)
    from changed c group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (workspace_id, day, demo_id, demo_version, link, traffic) do update set
      visits = d.visits + excluded.visits,
      uniques = d.uniques + excluded.uniques,
      workspace_uniques = d.workspace_uniques + excluded.workspace_uniques,
      views = d.views + excluded.views,
      engaged = d.engaged + excluded.engaged,
      completed = d.completed + excluded.completed,
      leads = d.leads + excluded.leads,
      agent_talks = d.agent_talks + excluded.agent_talks,
      engage_shown = d.engage_shown + excluded.engage_shown,
      engage_accepted = d.engage_accepted + excluded.engage_accepted,
      clicks = d.clicks + excluded.clicks,
      seconds = d.seconds + excluded.seconds
  ),
  reasons as (
    insert into tracking.daily_reasons as d (workspace_id, day, demo_id, traffic, reason, visits)
    select c.workspace_id, c.day, c.demo_id, c.traffic, c.traffic_reason, sum(c.visits)
    from changed c where c.traffic <> 'human'
    group by 1, 2, 3, 4, 5 having sum(c.visits) <> 0 order by 1, 2, 3, 4, 5
    on conflict (workspace_id, day, demo_id, traffic, reason) do update set visits = d.visits + excluded.visits
  )
  insert into tracking.daily_parts as d (
    workspace_id, part, day, key, traffic,
    visits, uniques, views, engaged, demo_visits, completed, leads, agent_talks, engage_shown, engage_accepted,
    clicks, seconds
  )
  select c.workspace_id, p.part, c.day, p.key, c.traffic,
    sum(c.visits), sum(case p.part when 'demo' then c.uniques else c.workspace_uniques end), sum(c.views),
    sum(c.engaged), coalesce(sum(c.visits) filter (where c.demo_id is not null), 0), sum(c.completed),
    sum(c.leads), sum(c.agent_talks), sum(c.engage_shown), sum(c.engage_accepted), sum(c.clicks), sum(c.seconds)
  from changed c
  cross join lateral tracking.visit_parts(c.source, c.device, c.link, c.demo_id, c.demo_version) p
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (workspace_id, part, day, key, traffic) do update set
    visits = d.visits + excluded.visits,
    uniques = d.uniques + excluded.uniques,
    views = d.views + excluded.views,
    engaged = d.engaged + excluded.engaged,
    demo_visits = d.demo_visits + excluded.demo_visits,
    completed = d.completed + excluded.completed,
    leads = d.leads + excluded.leads,
    agent_talks = d.agent_talks + excluded.agent_talks,
    engage_shown = d.engage_shown + excluded.engage_shown,
    engage_accepted = d.engage_accepted + excluded.engage_accepted,
    clicks = d.clicks + excluded.clicks,
    seconds = d.seconds + excluded.seconds;
end
$$;

create function tracking.count_steps(p_before public.visits[], p_after public.visits[]) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into tracking.daily_steps as d (
    workspace_id, demo_id, day, demo_version, link, traffic, step_id, reached, views, seconds, exits
  )
  select c.workspace_id, c.demo_id, c.day, c.demo_version, c.link, c.traffic, s.step_id,
    sum(c.sign * (s.views > 0)::integer), sum(c.sign * s.views), sum(c.sign * s.seconds),
    sum(c.sign * (c.exit_step_id is not distinct from s.step_id)::integer)
  from (select -1 as sign, b.* from unnest(p_before) b union all select 1, a.* from unnest(p_after) a) c
  cross join lateral jsonb_to_recordset(c.steps) as s (step_id uuid, views integer, seconds integer)
  where c.demo_id is not null
  group by 1, 2, 3, 4, 5, 6, 7
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (demo_id, day, demo_version, link, traffic, step_id) do update set
    reached = d.reached + excluded.reached, views = d.views + excluded.views, seconds = d.seconds + excluded.seconds,
    exits = d.exits + excluded.exits;
end
$$;

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

-- The visits among which a visitor counts once; without demo and link, those of the workspace.
create type tracking.visit_group as (
  workspace_id uuid, day date, visitor text, traffic text, demo_id uuid, link text
);

create function tracking.find_visit_groups(p_sessions text[]) returns tracking.visit_group[]
language plpgsql set search_path = ''
as $$
begin
  return array(
    select distinct row(v.workspace_id, v.day, v.visitor, v.traffic, v.demo_id, v.link)::tracking.visit_group
    from unnest(p_sessions) s (session_id)
    cross join lateral (select v.* from public.visits v where v.session_id = s.session_id offset 0) v
  );
end
$$;

-- Marks the first visit of each group. Looks it up by index: a visitor may have any number of visits.
create function tracking.mark_first_visits(p_groups tracking.visit_group[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off set jit = off
as $$
begin
  with groups as materialized (
    select distinct g.* from unnest(p_groups) g
  ),
  first as materialized (
    select g.*, f.id from groups g
    cross join lateral (
      (select v.id from public.visits v
       where v.visitor = g.visitor and v.traffic = g.traffic and v.demo_id = g.demo_id and v.link = g.link
         and v.workspace_id = g.workspace_id and v.day = g.day
       order by v.started_at, v.session_id limit 1)
      union all
      (select v.id from public.visits v
       where g.demo_id is null and v.visitor = g.visitor and v.traffic = g.traffic and v.demo_id is null
         and v.link = g.link and v.workspace_id = g.workspace_id and v.day = g.day
       order by v.started_at, v.session_id limit 1)
    ) f
  ),
  marked as (
    select f.id, true as is_first from first f
    union all
    select v.id, false from first f
    cross join lateral (
      select v.id from public.visits v
      where v.visitor = f.visitor and (v.first_of_demo or v.first_of_workspace) and v.first_of_demo
        and v.traffic = f.traffic and v.demo_id is not distinct from f.demo_id and v.link = f.link
        and v.workspace_id = f.workspace_id and v.day = f.day and v.id <> f.id
      offset 0
    ) v
  )
  update public.visits v set first_of_demo = m.is_first from marked m
  where v.id = m.id and v.first_of_demo <> m.is_first;

  -- The first visit to the workspace is one of the first visits to its demos.
  update public.visits v set first_of_workspace = f.is_first
  from (
    select c.id, c.first_of_workspace,
      c.first_of_demo and row_number() over (
        partition by c.workspace_id, c.day, c.visitor, c.traffic
        order by c.first_of_demo desc, c.started_at, c.session_id, c.demo_id nulls first
      ) = 1 as is_first
    from (select distinct g.visitor from unnest(p_groups) g) g
    cross join lateral (
      select v.* from public.visits v where v.visitor = g.visitor and (v.first_of_demo or v.first_of_workspace) offset 0
    ) c
  ) f
  where v.id = f.id and f.first_of_workspace <> f.is_first;
end
$$;

-- Keeps the totals, unless a job deletes old visits and sets tracking.skips_totals. Steps and cards are counted only
-- where they changed. Visits of a deleted demo or workspace are skipped, since its totals are deleted with it.
create function tracking.update_totals() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_groups tracking.visit_group[];
  v_before public.visits[] := '{}';
  v_after public.visits[] := '{}';
begin
  if current_setting('tracking.skips_totals', true) = 'on' then
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
    -- A visitor counted at the deleted demo is now counted at the next demo they visited.
    v_groups := array(
      select distinct row(v.workspace_id, v.day, v.visitor, v.traffic, v.demo_id, v.link)::tracking.visit_group
      from visits_before v
      where v.first_of_workspace and v.demo_id is not null
        and not exists (select from public.demos d where d.id = v.demo_id)
        and exists (select from public.visits o where o.visitor = v.visitor and o.workspace_id = v.workspace_id)
    );
    if v_groups <> '{}' then
      perform tracking.mark_first_visits(v_groups);
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

create trigger visits_added after insert on public.visits
  referencing new table as visits_after
  for each statement execute function tracking.update_totals();

create trigger visits_altered after update on public.visits
  referencing old table as visits_before new table as visits_after
  for each statement execute function tracking.update_totals();

create trigger visits_removed after delete on public.visits
  referencing old table as visits_before
  for each statement execute function tracking.update_totals();

-- Subtracts a deleted demo's totals from its workspace's, also those of days whose visits were dropped.
create function tracking.subtract_removed_totals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update tracking.daily_parts d set
    visits = d.visits - g.visits,
    uniques = d.uniques - g.uniques,
    views = d.views - g.views,
    engaged = d.engaged - g.engaged,
    demo_visits = d.demo_visits - g.demo_visits,
    completed = d.completed - g.completed,
    leads = d.leads - g.leads,
    agent_talks = d.agent_talks - g.agent_talks,
    engage_shown = d.engage_shown - g.engage_shown,
    engage_accepted = d.engage_accepted - g.engage_accepted,
    clicks = d.clicks - g.clicks,
    seconds = d.seconds - g.seconds
  from (
    select c.workspace_id, p.part, c.day, p.key, c.traffic,
      sum(c.visits) as visits, sum(case p.part when 'demo' then c.uniques else c.workspace_uniques end) as
      uniques, sum(c.views) as views, sum(c.engaged) as engaged, coalesce(sum(c.visits) filter (where c.demo_id
      is not null), 0) as demo_visits, sum(c.completed) as completed, sum(c.leads) as leads, sum(c.agent_talks)
      as agent_talks, sum(c.engage_shown) as engage_shown, sum(c.engage_accepted) as engage_accepted,
      sum(c.clicks) as clicks, sum(c.seconds) as seconds
    from removed c
    cross join lateral tracking.visit_parts(c.source, c.device, c.link, c.demo_id, c.demo_version) p
    group by 1, 2, 3, 4, 5
  ) g
  where d.workspace_id = g.workspace_id and d.part = g.part and d.day = g.day and d.key = g.key
    and d.traffic = g.traffic;
  return null;
end
$$;

create trigger subtract_removed_totals after delete on tracking.daily_visits
  referencing old table as removed
  for each statement execute function tracking.subtract_removed_totals();

revoke execute on function
  tracking.visit_parts(text, text, text, uuid, integer), tracking.count_visits(public.visits[], public.visits[]),
  tracking.count_steps(public.visits[], public.visits[]), tracking.count_cards(public.visits[], public.visits[]),
  tracking.find_visit_groups(text[]), tracking.mark_first_visits(tracking.visit_group[]), tracking.update_totals(),
  tracking.subtract_removed_totals()
from public;

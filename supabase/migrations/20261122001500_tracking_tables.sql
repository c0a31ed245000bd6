-- Visitors' actions: raw events in weekly partitions, the visits they roll up into, and daily totals of visits.
-- Only record_tracking_events writes events, only the roll-up writes the rest.

-- Spec §3. No foreign keys: an event may outlive its demo until it is dropped, and checking three keys would cost more
-- than writing the row.
create table tracking.events (
  id uuid not null,
  -- The UTC day of occurred_at. Whatever is derived from the event belongs to this day, so days are rebuilt one by one.
  day date not null,
  event_type text not null check (event_type in (
    'page_view', 'time_spent', 'click', 'demo_started', 'step_viewed', 'demo_completed', 'card_shown', 'card_clicked',
    'lead_submitted', 'agent_opened', 'engage_shown', 'engage_accepted'
  )),
  session_id text not null check (length(session_id) between 1 and 100),
  page_url text not null check (length(page_url) between 1 and 2000),
  -- By the visitor's clock.
  timestamp timestamptz not null,
  -- The same moment by our clock.
  occurred_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  user_id uuid,
  time_spent integer check (time_spent between 0 and 86400),
  click_x integer check (abs(click_x) <= 100000),
  click_y integer check (abs(click_y) <= 1000000),
  element_clicked text check (length(element_clicked) <= 300),
  viewport_width integer check (viewport_width between 0 and 100000),
  viewport_height integer check (viewport_height between 0 and 100000),
  -- The position on the step's picture, in percent.
  image_x real check (image_x between 0 and 100),
  image_y real check (image_y between 0 and 100),
  owner_id uuid,
  workspace_id uuid,
  demo_id uuid,
  demo_version integer not null default 0,
  step_id uuid,
  -- The card, lead or conversation that the event is about.
  subject_id uuid,
  -- The id of the share link; empty for the demo's own address.
  link text not null default '' check (length(link) <= 100),
  -- utm_source, the referrer's host, or 'direct'.
  source text not null default 'direct' check (length(source) between 1 and 100),
  referrer text check (length(referrer) <= 2000),
  utm_medium text check (length(utm_medium) <= 200),
  utm_campaign text check (length(utm_campaign) <= 200),
  device text not null default 'unknown' check (device in ('desktop', 'phone', 'tablet', 'unknown')),
  browser text not null default 'unknown' check (length(browser) <= 40),
  consent text check (length(consent) <= 40),
  -- Address and browser, hashed with the day's secret, so that visitors can't be followed across days.
  visitor text,
  traffic text not null default 'unknown'
    check (traffic in ('human', 'unknown', 'preview', 'scanner', 'bot', 'self')),
  traffic_reason text check (length(traffic_reason) <= 200),
  -- The inserting transaction. The roll-up takes only those older than every running one, so it misses no late commit.
  ingest_xid xid8 not null default pg_current_xact_id()
) partition by range (day);

create index events_by_arrival on tracking.events (ingest_xid);
create index events_by_session on tracking.events (session_id);
alter table tracking.events enable row level security;
revoke all on tracking.events from public, anon, authenticated;
grant select on tracking.events to authenticated;
grant all on tracking.events to service_role;

create policy "members read events" on tracking.events
  for select to authenticated using (workspace_id in (select public.own_workspace_ids()));

-- Events of weeks without a partition; they move when theirs is created.
create table tracking.events_other partition of tracking.events default;

alter table tracking.events_other enable row level security;
revoke all on tracking.events_other from public, anon, authenticated;
grant all on tracking.events_other to service_role;

-- Creates a partition for each week, named after its Monday.
create function public.create_tracking_partitions(p_from date default current_date, p_weeks integer default 4)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_start date;
  v_name text;
  v_made integer := 0;
begin
  -- Locks out other processes, which would create the same tables.
  perform pg_advisory_xact_lock(7830211906);
  for v_start in
    select (date_trunc('week', p_from)::date + 7 * n) from generate_series(0, greatest(0, least(p_weeks, 520))) n
  loop
    v_name := 'events_' || to_char(v_start, 'YYYYMMDD');
    if to_regclass('tracking.' || v_name) is not null then
      continue;
    end if;
    execute format('create table tracking.%I (like tracking.events including defaults including constraints)', v_name);
    execute format('alter table tracking.%I enable row level security', v_name);
    execute format('revoke all on tracking.%I from anon, authenticated', v_name);
    execute format(
      'with moved as (delete from tracking.events_other where day >= %L and day < %L returning *)
       insert into tracking.%I select * from moved', v_start, v_start + 7, v_name);
    execute format('alter table tracking.events attach partition tracking.%I for values from (%L) to (%L)',
      v_name, v_start, v_start + 7);
    v_made := v_made + 1;
  end loop;
  return v_made;
end
$$;

-- Ids received in the last days, so that a repeated event counts once, whichever process receives it.
create table tracking.seen_events (
  id uuid primary key,
  seen_at timestamptz not null default now()
);

create index seen_events_by_age on tracking.seen_events using brin (seen_at);
alter table tracking.seen_events enable row level security;
revoke all on tracking.seen_events from public, anon, authenticated;
grant all on tracking.seen_events to service_role;

-- The secret that visitors of a day are hashed with. Deleted after two days, so that no hash leads back to an address.
create table tracking.day_secrets (
  day date primary key,
  secret text not null
);

alter table tracking.day_secrets enable row level security;
revoke all on tracking.day_secrets from public, anon, authenticated;
grant all on tracking.day_secrets to service_role;

-- Browsers in which members were signed in on a day.
create table tracking.own_browsers (
  day date not null,
  visitor text not null,
  user_id uuid not null,
  primary key (day, visitor, user_id)
);

alter table tracking.own_browsers enable row level security;
revoke all on tracking.own_browsers from public, anon, authenticated;
grant all on tracking.own_browsers to service_role;

-- Batches acknowledged but not stored yet. One row per commit costs a quarter of storing small batches event by event.
create table tracking.inbox (
  id bigint generated by default as identity primary key,
  received_at timestamptz not null default now(),
  -- The argument of record_tracking_events, and its number of events.
  events json not null,
  size integer not null,
  -- Why the database refused this one event, kept for the operator. Events that the server lets through don't fail.
  refused text
) with (
  -- Rows are short-lived, so autovacuum triggers on a fixed row count, not a fraction of the table.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1,
  toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 20000
);

-- Read once and deleted, so compression isn't worth the time.
alter table tracking.inbox alter column events set storage external;

create index inbox_refused on tracking.inbox (id) where refused is not null;
alter table tracking.inbox enable row level security;
revoke all on tracking.inbox from public, anon, authenticated;

-- How far events are rolled up. One row; whoever locks it does the work.
create table tracking.progress (
  is_only boolean primary key default true check (is_only),
  next_xid xid8 not null
);

insert into tracking.progress (next_xid) values ('3');
alter table tracking.progress enable row level security;
revoke all on tracking.progress from public, anon, authenticated;
grant all on tracking.progress to service_role;

-- What one browser session did on one UTC day with one demo, or on the author's own site.
create table public.visits (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- Null for pages of the author's own site.
  demo_id uuid references public.demos (id) on delete cascade,
  session_id text not null,
  day date not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The first event, which decides the columns up to entry_url.
  entry_event_id uuid not null,
  visitor text not null,
  demo_version integer not null,
  link text not null,
  source text not null,
  utm_medium text,
  utm_campaign text,
  device text not null,
  browser text not null,
  entry_url text not null,
  traffic text not null,
  traffic_reason text,
  page_views integer not null default 0,
  clicks integer not null default 0,
  seconds integer not null default 0,
  -- [{step_id, at, views, seconds}], ordered by when they were first seen.
  steps jsonb not null default '[]',
  steps_seen integer not null default 0,
  exit_step_id uuid,
  exit_at timestamptz,
  started boolean not null default false,
  completed_at timestamptz,
  lead_at timestamptz,
  agent_at timestamptz,
  engage_shown_at timestamptz,
  engage_accepted_at timestamptz,
  -- Whether it is the visitor's first visit of the day to the demo by this link, and to the workspace.
  first_of_demo boolean not null default false,
  first_of_workspace boolean not null default false,
  engaged boolean not null generated always as (
    started or steps_seen >= 2 or lead_at is not null or agent_at is not null or engage_accepted_at is not null
    or (demo_id is null and (page_views >= 2 or clicks >= 1 or seconds >= 10))
  ) stored,
  -- The same for visits that saw the same steps in the same order.
  path_key uuid not null
    generated always as (md5(jsonb_path_query_array(steps, '$[*] ? (@.views > 0).step_id')::text)::uuid) stored,
  -- Cards of the demo. A followed card was also shown, even if that event was lost.
  cards_shown uuid[] not null default '{}',
  cards_followed uuid[] not null default '{}',
  -- Conversations, 20 at most, since any client can claim one.
  talk_ids uuid[] not null default '{}',
  unique nulls not distinct (workspace_id, session_id, day, demo_id)
) with (
  -- Room to update a visit on its page, and frequent vacuums, so that figures are read from indexes alone.
  fillfactor = 75, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02
);

-- The covering indexes hold what figures filter by and read, so that the table is read for few visits.
create index visits_by_day on public.visits (workspace_id, day, started_at, id)
  include (traffic, demo_id, link, demo_version, seconds);
create index visits_by_time on public.visits (workspace_id, last_seen_at desc);
create index visits_by_demo on public.visits (demo_id, day, started_at, id)
  include (traffic, link, demo_version, seconds, workspace_id, path_key, completed_at);
create index visits_by_link on public.visits (link, day, started_at, id)
  include (workspace_id, traffic, demo_id, demo_version, seconds) where link <> '';
create index visits_not_human on public.visits (workspace_id, traffic, day, started_at, id)
  include (demo_id, link, demo_version, seconds) where traffic <> 'human';
create index visits_not_human_by_demo on public.visits (demo_id, traffic, day, started_at, id)
  include (link, demo_version, seconds, workspace_id, path_key, completed_at) where traffic <> 'human';
create index visits_by_visitor on public.visits (visitor, traffic, demo_id, link, started_at, session_id);
create index visits_first on public.visits (visitor) where first_of_demo or first_of_workspace;
create index visits_by_session on public.visits (session_id);
create index visits_with_talk on public.visits (demo_id, day, started_at, id)
  include (traffic, link, demo_version, talk_ids) where talk_ids <> '{}';
alter table public.visits enable row level security;
revoke all on public.visits from anon, authenticated;
grant select on public.visits to authenticated;
grant all on public.visits to service_role;

create policy "members read visits" on public.visits
  for select to authenticated using (workspace_id in (select public.own_workspace_ids()));

-- Daily totals. `uniques` counts visitors of the demo, `workspace_uniques` each visitor of the workspace once.
create table tracking.daily_visits (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  day date not null,
  demo_id uuid references public.demos (id) on delete cascade,
  demo_version integer not null,
  link text not null,
  source text not null,
  device text not null,
  traffic text not null,
  visits bigint not null,
  uniques bigint not null,
  workspace_uniques bigint not null,
  views bigint not null,
  engaged bigint not null,
  completed bigint not null,
  leads bigint not null,
  agent_talks bigint not null,
  engage_shown bigint not null,
  engage_accepted bigint not null,
  clicks bigint not null,
  seconds bigint not null,
  unique nulls not distinct (workspace_id, day, demo_id, demo_version, link, source, device, traffic)
);

create index daily_visits_by_demo on tracking.daily_visits (demo_id, day);
alter table tracking.daily_visits enable row level security;
revoke all on tracking.daily_visits from public, anon, authenticated;
grant all on tracking.daily_visits to service_role;

-- The same without source and device, which most visits don't share: far fewer rows for all other figures.
create table tracking.daily_totals (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  day date not null,
  demo_id uuid references public.demos (id) on delete cascade,
  demo_version integer not null,
  link text not null,
  traffic text not null,
  visits bigint not null,
  uniques bigint not null,
  workspace_uniques bigint not null,
  views bigint not null,
  engaged bigint not null,
  completed bigint not null,
  leads bigint not null,
  agent_talks bigint not null,
  engage_shown bigint not null,
  engage_accepted bigint not null,
  clicks bigint not null,
  seconds bigint not null,
  unique nulls not distinct (workspace_id, day, demo_id, demo_version, link, traffic)
);

create index daily_totals_by_demo on tracking.daily_totals (demo_id, day);
alter table tracking.daily_totals enable row level security;
revoke all on tracking.daily_totals from public, anon, authenticated;
grant all on tracking.daily_totals to service_role;

-- The totals of a whole workspace by one property, so that a question about a year reads one row per day.
create table tracking.daily_parts (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  day date not null,
  -- 'all', or the property; `key` is its value, empty for 'all' and for visits without a demo.
  part text not null check (part in ('all', 'source', 'device', 'link', 'demo', 'version')),
  key text not null,
  traffic text not null,
  visits bigint not null,
  -- Visitors of the demo if the part is 'demo', else visitors of the workspace, each once.
  uniques bigint not null,
  views bigint not null,
  engaged bigint not null,
  demo_visits bigint not null,
  completed bigint not null,
  leads bigint not null,
  agent_talks bigint not null,
  engage_shown bigint not null,
  engage_accepted bigint not null,
  clicks bigint not null,
  seconds bigint not null,
  primary key (workspace_id, part, day, key, traffic)
) with (fillfactor = 75);

-- For one key among thousands of links; the primary key serves all keys of a day.
create index daily_parts_by_key on tracking.daily_parts (workspace_id, part, key, day);
alter table tracking.daily_parts enable row level security;
revoke all on tracking.daily_parts from public, anon, authenticated;
grant all on tracking.daily_parts to service_role;

-- Why visits weren't classed as human.
create table tracking.daily_reasons (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  day date not null,
  demo_id uuid references public.demos (id) on delete cascade,
  traffic text not null,
  reason text,
  visits bigint not null,
  unique nulls not distinct (workspace_id, day, demo_id, traffic, reason)
);

create index daily_reasons_by_demo on tracking.daily_reasons (demo_id, day);
alter table tracking.daily_reasons enable row level security;
revoke all on tracking.daily_reasons from public, anon, authenticated;
grant all on tracking.daily_reasons to service_role;

create table tracking.daily_steps (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  demo_id uuid not null references public.demos (id) on delete cascade,
  day date not null,
  demo_version integer not null,
  link text not null,
  traffic text not null,
  step_id uuid not null,
  -- Visits that saw the step, times it was shown, seconds on it, visits that ended on it.
  reached bigint not null,
  views bigint not null,
  seconds bigint not null,
  exits bigint not null,
  primary key (demo_id, day, demo_version, link, traffic, step_id)
);

alter table tracking.daily_steps enable row level security;
revoke all on tracking.daily_steps from public, anon, authenticated;
grant all on tracking.daily_steps to service_role;

create table tracking.daily_cards (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  demo_id uuid not null references public.demos (id) on delete cascade,
  day date not null,
  demo_version integer not null,
  link text not null,
  traffic text not null,
  card_id uuid not null,
  -- Visits that saw the card, and visits that clicked it or sent its form.
  shown bigint not null,
  followed bigint not null,
  primary key (demo_id, day, demo_version, link, traffic, card_id)
);

create index daily_cards_by_workspace on tracking.daily_cards (workspace_id);
alter table tracking.daily_cards enable row level security;
revoke all on tracking.daily_cards from public, anon, authenticated;
grant all on tracking.daily_cards to service_role;

-- Clicks on a step's picture, on a grid of 50 by 50.
create table tracking.daily_clicks (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  demo_id uuid not null references public.demos (id) on delete cascade,
  day date not null,
  demo_version integer not null,
  link text not null,
  traffic text not null,
  step_id uuid not null,
  cell_x smallint not null check (cell_x between 0 and 49),
  cell_y smallint not null check (cell_y between 0 and 49),
  clicks bigint not null,
  primary key (demo_id, step_id, day, demo_version, link, traffic, cell_x, cell_y)
);

alter table tracking.daily_clicks enable row level security;
revoke all on tracking.daily_clicks from public, anon, authenticated;
grant all on tracking.daily_clicks to service_role;

-- Deletes events and visits older than p_days; daily totals stay. Returns how many weeks of events were dropped.
create function public.drop_old_tracking(p_days integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_before date := current_date - greatest(1, p_days);
  v_name text;
  v_dropped integer := 0;
begin
  for v_name in
    select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'tracking.events'::regclass and c.relname ~ '^events_\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 <= v_before
  loop
    execute format('drop table tracking.%I', v_name);
    v_dropped := v_dropped + 1;
  end loop;
  delete from tracking.events_other e where e.day < v_before;
  delete from tracking.inbox i where i.refused is not null and i.received_at < v_before;
  perform set_config('tracking.skips_totals', 'on', true);
  delete from public.visits v where v.day < v_before;
  perform set_config('tracking.skips_totals', 'off', true);
  delete from tracking.seen_events s where s.seen_at < now() - interval '3 days';
  delete from tracking.day_secrets s where s.day < current_date - 1;
  delete from tracking.own_browsers b where b.day < current_date - 1;
  return v_dropped;
end
$$;

select public.create_tracking_partitions();

revoke execute on function
  public.create_tracking_partitions(date, integer), public.drop_old_tracking(integer)
from public, anon, authenticated;
grant execute on function
  public.create_tracking_partitions(date, integer), public.drop_old_tracking(integer)
to service_role;

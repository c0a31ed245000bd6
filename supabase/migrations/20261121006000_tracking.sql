-- What visitors did: raw events, and the visits they add up to. Nothing here is written by a browser directly: events come
-- through record_tracking_events, visits and daily totals out of the events by roll_up_tracking.

create schema tracking;
revoke all on schema tracking from public;
grant usage on schema tracking to anon, authenticated, service_role;

-- Spec §3, and what makes the events usable. No foreign keys: an event outlives the demo it is about until the next
-- night's tidying, and checking three keys would cost more than writing the row.
create table tracking.events (
  id uuid not null,
  -- Of occurred_at, in UTC. Everything that is derived from an event belongs to this day, so that a day can be counted
  -- again, or given up, without its neighbours.
  day date not null,
  event_type text not null check (event_type in (
    'page_view', 'time_spent', 'click', 'demo_started', 'step_viewed', 'demo_completed', 'card_shown', 'card_clicked',
    'lead_submitted', 'agent_opened', 'engage_shown', 'engage_accepted'
  )),
  session_id text not null check (length(session_id) between 1 and 100),
  page_url text not null check (length(page_url) between 1 and 2000),
  -- As the visitor's clock had it.
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
  -- Where on the step's picture, in percent.
  image_x real check (image_x between 0 and 100),
  image_y real check (image_y between 0 and 100),
  owner_id uuid,
  workspace_id uuid,
  demo_id uuid,
  demo_version integer not null default 0,
  step_id uuid,
  -- The card, lead or conversation an event is about.
  subject_id uuid,
  -- The id of the share link that was followed; empty for the plain address.
  link text not null default '' check (length(link) <= 100),
  -- Where the visitor came from: utm_source, the host of the referrer, or "direct".
  source text not null default 'direct' check (length(source) between 1 and 100),
  referrer text check (length(referrer) <= 2000),
  utm_medium text check (length(utm_medium) <= 200),
  utm_campaign text check (length(utm_campaign) <= 200),
  device text not null default 'unknown' check (device in ('desktop', 'phone', 'tablet', 'unknown')),
  browser text not null default 'unknown' check (length(browser) <= 40),
  consent text check (length(consent) <= 40),
  -- A visitor for one day: made of address and browser with a secret that is thrown away, so days can't be joined.
  visitor text,
  traffic text not null default 'unknown'
    check (traffic in ('human', 'unknown', 'preview', 'scanner', 'bot', 'self')),
  traffic_reason text check (length(traffic_reason) <= 200),
  -- In which transaction it came: what is older than every running transaction is complete, so nothing that is
  -- committed late is ever passed over.
  ingest_xid xid8 not null default pg_current_xact_id()
) partition by range (day);

create index events_by_arrival on tracking.events (ingest_xid);
create index events_by_session on tracking.events (session_id);

-- A table of a week has the name of its Monday. Rows that no week fits land here and move when theirs is made.
create table tracking.events_other partition of tracking.events default;

-- What has been taken in lately, so that an event sent twice counts once, whichever process it reaches.
create table tracking.seen_events (
  id uuid primary key,
  seen_at timestamptz not null default now()
);
create index seen_events_by_age on tracking.seen_events using brin (seen_at);

-- The secret of a day; gone two days later, and with it the way from a visitor back to an address.
create table tracking.day_secrets (
  day date primary key,
  secret text not null
);

-- Browsers in which a member of a workspace was signed in on a day.
create table tracking.own_browsers (
  day date not null,
  visitor text not null,
  user_id uuid not null,
  primary key (day, visitor, user_id)
);

-- How far the events are rolled up. One row; who holds its lock does the work.
create table tracking.progress (
  is_only boolean primary key default true check (is_only),
  next_xid xid8 not null
);
insert into tracking.progress (next_xid) values ('3');

-- What one browser session did with one demo, or on the author's own site, on one day (UTC).
create table public.visits (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- Null for pages of the author's own site.
  demo_id uuid references public.demos (id) on delete cascade,
  session_id text not null,
  day date not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- What the first event said; a visit keeps where it came from.
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
  -- [{step_id, at, views, seconds}] in the order in which they were first seen.
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
  -- Whether this is the visitor's first visit of the day: to the demo by this link, and to the workspace.
  first_of_demo boolean not null default false,
  first_of_workspace boolean not null default false,
  engaged boolean not null generated always as (
    started or steps_seen >= 2 or lead_at is not null or agent_at is not null or engage_accepted_at is not null
    or (demo_id is null and (page_views >= 2 or clicks >= 1 or seconds >= 10))
  ) stored,
  unique nulls not distinct (workspace_id, session_id, day, demo_id)
);

create index visits_by_day on public.visits (workspace_id, day);
create index visits_by_time on public.visits (workspace_id, last_seen_at desc);
create index visits_by_demo on public.visits (demo_id, day);
create index visits_by_visitor on public.visits (visitor);
create index visits_by_session on public.visits (session_id);

alter table public.visits enable row level security;
revoke all on public.visits from anon, authenticated;
grant select on public.visits to authenticated;
grant all on public.visits to service_role;

-- The workspaces of the caller, asked once for a statement instead of once for each row.
create function public.own_workspace_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select m.workspace_id from public.workspace_members m
  where m.user_id = auth.uid() and public.is_member(m.workspace_id, 'viewer')
$$;
revoke execute on function public.own_workspace_ids() from public, anon;
grant execute on function public.own_workspace_ids() to authenticated, service_role;

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

create table tracking.daily_steps (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  demo_id uuid not null references public.demos (id) on delete cascade,
  day date not null,
  demo_version integer not null,
  link text not null,
  traffic text not null,
  step_id uuid not null,
  -- Visits that saw the step, how often it was shown, seconds on it, and visits that saw nothing after it.
  reached bigint not null,
  views bigint not null,
  seconds bigint not null,
  exits bigint not null,
  primary key (demo_id, day, demo_version, link, traffic, step_id)
);

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

alter table tracking.events enable row level security;
alter table tracking.events_other enable row level security;
alter table tracking.seen_events enable row level security;
alter table tracking.day_secrets enable row level security;
alter table tracking.own_browsers enable row level security;
alter table tracking.progress enable row level security;
alter table tracking.daily_visits enable row level security;
alter table tracking.daily_steps enable row level security;
alter table tracking.daily_clicks enable row level security;
revoke all on all tables in schema tracking from public, anon, authenticated;
grant all on all tables in schema tracking to service_role;
grant select on tracking.events to authenticated;

create policy "members read events" on tracking.events
  for select to authenticated using (workspace_id in (select public.own_workspace_ids()));

do $$
begin
  if exists (select 1 from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.visits;
  end if;
end
$$;

-- Agents, and the chatbot settings that the tracker reads (spec §3, §7).

create table public.agents (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  slug text not null default 'leo' constraint agents_slug_size check (length(slug) <= 80),
  name text not null default 'Leo' check (btrim(name) <> '' and length(name) <= 80),
  voice text not null default 'male_professional' constraint agents_voice_size check (length(voice) <= 80),
  personality text not null default 'professional'
    check (personality in ('professional', 'friendly', 'consultative', 'enthusiastic')),
  sales_process text check (length(sales_process) <= 20000),
  demo_script text check (length(demo_script) <= 50000),
  welcome_message text check (length(welcome_message) <= 280),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The demo it presents when no page names one (spec §3, demoUrl).
  demo_id uuid references public.demos (id) on delete set null,
  -- Presents the demos that no agent is assigned to.
  is_default boolean not null default false,
  -- The hue of the agent's face, in degrees.
  hue integer not null default 292 check (hue between 0 and 359),
  -- {goals, questions, disqualifiers, objections}, parsed from sales_process; null until somebody edits the lists.
  sales_rules jsonb check (jsonb_typeof(sales_rules) = 'object' and length(sales_rules::text) <= 40000),
  never_say text[] not null default '{}'
    check (length(never_say::text) <= 8000 and array_position(never_say, null) is null),
  -- The speed of its voice; 1 is the voice's normal pace.
  speed numeric(3, 2) not null default 1 check (speed between 0.8 and 1.2),
  -- [{word, say}].
  pronunciations jsonb not null default '[]'
    check (jsonb_typeof(pronunciations) = 'array' and length(pronunciations::text) <= 20000),
  -- The languages it speaks and understands; the first is its main one.
  languages text[] not null default '{en}'
    check (languages <@ array['en', 'de', 'fr', 'es'] and cardinality(languages) between 1 and 4),
  -- What visitors talk to; null: the draft, until something is published.
  published_version integer,
  unique (workspace_id, slug),
  -- The target of availability's foreign key.
  constraint agents_of_workspace unique (id, workspace_id)
);

create index agents_by_demo on public.agents (demo_id) where demo_id is not null;
create unique index agents_one_default on public.agents (workspace_id) where is_default;
alter table public.agents enable row level security;
revoke all on public.agents from anon, authenticated;
grant select, insert, delete, update (
  id, slug, name, voice, personality, sales_process, demo_script, welcome_message, created_at, updated_at, demo_id,
  is_default, hue, sales_rules, never_say, speed, pronunciations, languages
) on public.agents to authenticated;
grant all on public.agents to service_role;

create policy "members read agents" on public.agents
  for select to authenticated using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
create policy "editors add agents" on public.agents
  for insert to authenticated with check (public.is_member(workspace_id, 'editor'));
create policy "editors change agents" on public.agents
  for update to authenticated using (public.is_member(workspace_id, 'editor'))
  with check (public.is_member(workspace_id, 'editor'));
create policy "admins remove agents" on public.agents
  for delete to authenticated using (public.is_member(workspace_id, 'admin'));

-- Security definer, so that the error can't reveal whether somebody else's demo exists.
create function public.check_agent_demo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.demos d where d.id = new.demo_id and d.workspace_id = new.workspace_id) then
    raise exception 'The agent''s demo has to be one of its workspace.' using errcode = '23514';
  end if;
  return new;
end
$$;

create trigger agent_demo_in_workspace before insert or update of demo_id, workspace_id on public.agents
  for each row when (new.demo_id is not null) execute function public.check_agent_demo();

create trigger forbid_id_change before update on public.agents
  for each row execute function public.forbid_id_change();
create trigger retire_ids after delete on public.agents referencing old table as old_rows
  for each statement execute function public.retire_ids();
create trigger refuse_retired_ids after insert on public.agents referencing new table as new_rows
  for each statement execute function public.refuse_retired_ids();

-- Visitors read every column of this table: never add anything private.
create table public.chatbot_settings (
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  agent_id text not null default 'leo' constraint chatbot_settings_agent_size check (length(agent_id) <= 80),
  auto_engage boolean not null default false,
  engage_timeout integer not null default 30 check (engage_timeout between 1 and 3600),
  -- The demo that the agent presents when it speaks first (spec §7, auto-engage).
  demo_id uuid references public.demos (id) on delete set null,
  primary key (user_id, agent_id)
);

alter table public.chatbot_settings enable row level security;
revoke all on public.chatbot_settings from anon, authenticated;
grant select on public.chatbot_settings to anon;
grant select, insert, update, delete on public.chatbot_settings to authenticated;
grant all on public.chatbot_settings to service_role;

create policy "people keep their own chatbot settings" on public.chatbot_settings
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- Nobody may offer somebody else's demo.
create function public.check_engage_demo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.demo_id is not null and not exists (
    select 1 from public.demos d join public.workspace_members m on m.workspace_id = d.workspace_id
    where d.id = new.demo_id and m.user_id = new.user_id
  ) then
    raise exception 'Choose a demo of your own workspace' using errcode = '22023';
  end if;
  return new;
end
$$;

create trigger chatbot_settings_demo before insert or update of demo_id on public.chatbot_settings
  for each row execute function public.check_engage_demo();

-- A value that the request names. The embedded server copies it from the query's exact filters (`email=eq.…`); on
-- Supabase, where policies can't see the query, the tracker sends this header.
create function public.request_filter(p_column text) returns text
language sql stable set search_path = ''
as $$ select public.request_header('x-named-' || replace(p_column, '_', '-')) $$;

-- Whether the tracker may find this person: their address is proven and they have chatbot settings.
create function public.can_tracker_find(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.chatbot_settings s where s.user_id = p_user_id and s.agent_id = 'leo')
    and public.can_rely_on_email(p_user_id)
$$;

-- Visitors find an owner only by the exact email address, so there is nothing to list. Filtering needs both columns.
grant select (id, email) on public.users to anon;

create policy "the tracker finds an owner by their exact email" on public.users
  for select to anon using (
    email = (select public.request_filter('email')) and public.can_tracker_find(id)
  );

create policy "the tracker reads the settings of the owner it found" on public.chatbot_settings
  for select to anon using (
    agent_id = 'leo' and user_id::text = (select public.request_filter('user_id'))
  );

revoke execute on function
  public.check_agent_demo(), public.check_engage_demo(), public.request_filter(text), public.can_tracker_find(uuid)
from public, anon, authenticated;
grant execute on function
  public.request_filter(text), public.can_tracker_find(uuid)
to anon, authenticated, service_role;

-- The agent and what it said. The server writes conversations (service role); members read them; visitors never do.

create table public.agents (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  slug text not null default 'leo',
  name text not null default 'Leo' check (btrim(name) <> '' and length(name) <= 80),
  voice text not null default 'male_professional',
  personality text not null default 'professional'
    check (personality in ('professional', 'friendly', 'consultative', 'enthusiastic')),
  sales_process text check (length(sales_process) <= 20000),
  demo_script text check (length(demo_script) <= 50000),
  welcome_message text check (length(welcome_message) <= 280),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (workspace_id, slug)
);

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  demo_id uuid not null references public.demos (id) on delete cascade,
  agent_id uuid references public.agents (id) on delete set null,
  mode text not null check (mode in ('text', 'voice')),
  language text not null default 'en',
  -- When the visitor was told that this is an AI and agreed to the talk being stored.
  consent_at timestamptz not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text,
  turn_count integer not null default 0
);

create index conversations_by_workspace on public.conversations (workspace_id, started_at desc);
create index conversations_by_demo on public.conversations (demo_id, started_at desc);

create table public.conversation_turns (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  number integer not null check (number >= 1),
  speaker text not null check (speaker in ('visitor', 'agent')),
  text text not null,
  source text not null check (source in ('typed', 'voice', 'button', 'agent')),
  outcome text,
  cited_steps integer[] not null default '{}',
  step_order integer,
  interrupted boolean not null default false,
  created_at timestamptz not null default now(),
  unique (conversation_id, number)
);

alter table public.agents enable row level security;
alter table public.conversations enable row level security;
alter table public.conversation_turns enable row level security;

revoke all on public.agents, public.conversations, public.conversation_turns from anon, authenticated;
grant select, insert, update, delete on public.agents to authenticated;
grant select, delete on public.conversations to authenticated;
grant select on public.conversation_turns to authenticated;
grant all on public.agents, public.conversations, public.conversation_turns to service_role;

create policy "members read agents" on public.agents
  for select to authenticated using (public.is_member(workspace_id, 'viewer'));
create policy "editors add agents" on public.agents
  for insert to authenticated with check (public.is_member(workspace_id, 'editor'));
create policy "editors change agents" on public.agents
  for update to authenticated using (public.is_member(workspace_id, 'editor'))
  with check (public.is_member(workspace_id, 'editor'));
create policy "admins remove agents" on public.agents
  for delete to authenticated using (public.is_member(workspace_id, 'admin'));

create policy "members read conversations" on public.conversations
  for select to authenticated using (public.is_member(workspace_id, 'viewer'));
create policy "admins remove conversations" on public.conversations
  for delete to authenticated using (public.is_member(workspace_id, 'admin'));
create policy "members read turns" on public.conversation_turns
  for select to authenticated using (public.is_member(workspace_id, 'viewer'));

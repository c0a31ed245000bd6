-- What a person has set: onboarding and the chatbot (spec §3).

create table public.onboarding_data (
  user_id uuid primary key default auth.uid() references public.users (id) on delete cascade,
  -- Passwords never land here, whatever a form sends.
  form_data jsonb not null default '{}' check (jsonb_typeof(form_data) = 'object' and not form_data ? 'password'),
  current_step integer not null default 0 check (current_step >= 0),
  updated_at timestamptz not null default now()
);

create table public.chatbot_settings (
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  agent_id text not null default 'leo',
  auto_engage boolean not null default false,
  engage_timeout integer not null default 30 check (engage_timeout between 1 and 3600),
  primary key (user_id, agent_id)
);

alter table public.onboarding_data enable row level security;
alter table public.chatbot_settings enable row level security;

revoke all on public.onboarding_data, public.chatbot_settings from anon, authenticated;
grant select, insert, update, delete on public.onboarding_data, public.chatbot_settings to authenticated;
grant all on public.onboarding_data, public.chatbot_settings to service_role;

create policy "people keep their own onboarding" on public.onboarding_data
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "people keep their own chatbot settings" on public.chatbot_settings
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- What people tell those who run this installation. Each sees their own; nobody changes what was said.

create table public.feedback (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  kind text not null check (kind in ('idea', 'problem', 'praise')),
  text text not null check (btrim(text) <> '' and length(text) <= 5000),
  -- Where in the application it was written, without the origin.
  page text check (length(page) <= 500),
  created_at timestamptz not null default now()
);

create index feedback_by_user on public.feedback (user_id, created_at desc);

alter table public.feedback enable row level security;
revoke all on public.feedback from anon, authenticated;
grant select, insert on public.feedback to authenticated;
grant all on public.feedback to service_role;

create policy "people read what they said" on public.feedback
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people speak for themselves" on public.feedback
  for insert to authenticated with check (user_id = (select auth.uid()));

-- Who there is: people, their workspaces, and the one question every policy asks.

-- Spec §3. Kept by the sign-up trigger; an anonymous caller never lists it.
create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  email text,
  created_at timestamptz not null default now()
);

create table public.workspaces (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  credits integer not null default 4750,
  created_at timestamptz not null default now()
);

create table public.workspace_members (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);

create index workspace_members_by_user on public.workspace_members (user_id);

create function public.role_rank(p_role text) returns integer
language sql immutable
as $$
  select case p_role when 'owner' then 4 when 'admin' then 3 when 'editor' then 2 when 'viewer' then 1 else 0 end
$$;

-- Security definer, because the answer must not depend on the policies that ask it.
create function public.is_member(p_workspace_id uuid, p_least_role text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.workspace_members m
    where m.workspace_id = p_workspace_id
      and m.user_id = auth.uid()
      and public.role_rank(m.role) >= public.role_rank(p_least_role)
  )
$$;

-- The workspace new work lands in: the caller's oldest membership that may edit.
create function public.default_workspace_id() returns uuid
language sql stable security definer set search_path = ''
as $$
  select m.workspace_id from public.workspace_members m
  where m.user_id = auth.uid() and public.role_rank(m.role) >= 2
  order by m.created_at, m.workspace_id
  limit 1
$$;

alter table public.users enable row level security;
alter table public.workspaces enable row level security;
alter table public.workspace_members enable row level security;

-- Supabase grants everything on a new table to every client role; what holds here is what is granted after this.
revoke all on public.users, public.workspaces, public.workspace_members from anon, authenticated;
grant select on public.users, public.workspaces, public.workspace_members to authenticated;
grant update (name) on public.workspaces to authenticated;
grant all on public.users, public.workspaces, public.workspace_members to service_role;

create policy "people read themselves" on public.users
  for select to authenticated using (id = (select auth.uid()));

create policy "members read their workspace" on public.workspaces
  for select to authenticated using (public.is_member(id, 'viewer'));

create policy "admins rename their workspace" on public.workspaces
  for update to authenticated using (public.is_member(id, 'admin')) with check (public.is_member(id, 'admin'));

create policy "members read who else is in" on public.workspace_members
  for select to authenticated using (public.is_member(workspace_id, 'viewer'));

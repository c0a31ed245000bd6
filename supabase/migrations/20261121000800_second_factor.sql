-- A workspace may demand a second factor: to a session that has shown only one it is closed, whatever the role.

alter table public.workspaces add column requires_aal2 boolean not null default false;

create or replace function public.is_member(p_workspace_id uuid, p_least_role text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
    where m.workspace_id = p_workspace_id
      and m.user_id = auth.uid()
      and public.role_rank(m.role) >= public.role_rank(p_least_role)
      and (not w.requires_aal2 or auth.jwt() ->> 'aal' in ('aal2', 'aal3'))
  )
$$;

create or replace function public.default_workspace_id() returns uuid
language sql stable security definer set search_path = ''
as $$
  select m.workspace_id from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
  where m.user_id = auth.uid() and public.role_rank(m.role) >= 2
    and (not w.requires_aal2 or auth.jwt() ->> 'aal' in ('aal2', 'aal3'))
  order by m.created_at, m.workspace_id
  limit 1
$$;

-- What a session would see after a second factor, so that a page can ask for it instead of showing nothing.
create function public.locked_workspaces() returns table (id uuid, name text)
language sql stable security definer set search_path = ''
as $$
  select w.id, w.name from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
  where m.user_id = auth.uid() and w.requires_aal2
    and coalesce(auth.jwt() ->> 'aal', 'aal1') not in ('aal2', 'aal3')
  order by m.created_at, m.workspace_id
$$;

-- Who demands a second factor must have shown one, or the next thing they see is a workspace closed to themselves.
create function public.guard_requires_aal2() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.requires_aal2 and auth.role() = 'authenticated'
    and coalesce(auth.jwt() ->> 'aal', 'aal1') not in ('aal2', 'aal3') then
    raise exception 'Sign in with a second factor before you demand one of the workspace' using errcode = '42501';
  end if;
  return new;
end
$$;

create trigger workspaces_guard_requires_aal2 before update of requires_aal2 on public.workspaces
  for each row when (new.requires_aal2 and not old.requires_aal2) execute function public.guard_requires_aal2();

grant update (requires_aal2) on public.workspaces to authenticated;
revoke execute on function public.locked_workspaces(), public.guard_requires_aal2() from public, anon, authenticated;
grant execute on function public.locked_workspaces() to authenticated;

-- How people join a workspace, change roles and leave.

-- Pending invitations. The mailed link holds a token; only its hash is stored.
create table public.workspace_invitations (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  email text not null check (email = lower(email) and public.is_email_address(email)),
  role text not null check (role in ('admin', 'editor', 'viewer')),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  invited_by uuid references public.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (workspace_id, email)
);

create index workspace_invitations_by_inviter on public.workspace_invitations (invited_by);
alter table public.workspace_invitations enable row level security;
revoke all on public.workspace_invitations from anon, authenticated;
grant select, delete on public.workspace_invitations to authenticated;
grant all on public.workspace_invitations to service_role;

create policy "admins read invitations" on public.workspace_invitations
  for select to authenticated using (public.is_member(workspace_id, 'admin'));
create policy "admins withdraw invitations" on public.workspace_invitations
  for delete to authenticated using (public.is_member(workspace_id, 'admin'));

-- A workspace without an owner could never be managed again. Only checked for people: an account that an administrator
-- deletes takes its memberships with it.
create function public.require_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.role = 'owner' and auth.role() = 'authenticated' and (tg_op = 'DELETE' or new.role <> 'owner') then
    -- Locks the workspace, so that two owners can't leave at the same time.
    perform 1 from public.workspaces w where w.id = old.workspace_id for update;
    if found and not exists (
      select 1 from public.workspace_members m
      where m.workspace_id = old.workspace_id and m.role = 'owner' and m.user_id <> old.user_id
    ) then
      raise exception 'A workspace needs an owner. Make another member an owner first.' using errcode = '42501';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

create trigger workspace_members_require_owner before update of role or delete on public.workspace_members
  for each row execute function public.require_owner();

-- Otherwise a removed admin could return through an invitation to an address of their own.
create function public.withdraw_own_invitations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.workspace_invitations i
  where i.workspace_id = old.workspace_id and i.invited_by = old.user_id;
  return null;
end
$$;

create trigger workspace_members_withdraw_invitations after delete on public.workspace_members
  for each row execute function public.withdraw_own_invitations();
create trigger workspace_members_withdraw_invitations_of_demoted after update of role on public.workspace_members
  for each row when (new.role not in ('owner', 'admin')) execute function public.withdraw_own_invitations();

-- The members, for members. Only admins see who has a second factor; API keys see nobody.
create function public.workspace_people(p_workspace_id uuid) returns table (
  user_id uuid, email text, first_name text, role text, joined_at timestamptz, has_second_factor boolean
)
language sql stable security definer set search_path = ''
as $$
  select m.user_id, u.email, u.first_name, m.role, m.created_at,
    case when public.is_member(p_workspace_id, 'admin') then exists (
      select 1 from auth.mfa_factors f where f.user_id = m.user_id and f.status = 'verified'
    ) end
  from public.workspace_members m join public.users u on u.id = m.user_id
  where m.workspace_id = p_workspace_id and auth.uid() is not null and public.is_member(p_workspace_id, 'viewer')
  order by public.role_rank(m.role) desc, m.created_at, m.user_id
$$;

-- Creates or renews an invitation; the previous link stops working. The server mails the link.
create function public.invite_to_workspace(p_workspace_id uuid, p_email text, p_role text, p_token_hash text)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_email text := lower(btrim(p_email));
  v_invitation public.workspace_invitations;
begin
  if not public.is_member(p_workspace_id, 'admin') then
    return jsonb_build_object('outcome', 'not_allowed');
  end if;
  -- The mail is sent in the caller's name.
  if not public.can_rely_on_email(auth.uid()) then
    return jsonb_build_object('outcome', 'address_not_proven');
  end if;
  if public.is_email_address(v_email) is not true then
    return jsonb_build_object('outcome', 'bad_email');
  end if;
  if p_role is null or p_role not in ('admin', 'editor', 'viewer') then
    return jsonb_build_object('outcome', 'bad_role');
  end if;
  if exists (
    select 1 from public.workspace_members m join public.users u on u.id = m.user_id
    where m.workspace_id = p_workspace_id and lower(u.email) = v_email
  ) then
    return jsonb_build_object('outcome', 'member_already');
  end if;
  -- Locks the inviter's membership: whoever ends it meanwhile finds this invitation and withdraws it.
  perform 1 from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = auth.uid() and m.role in ('owner', 'admin') for share;
  if not found then
    return jsonb_build_object('outcome', 'not_allowed');
  end if;
  -- Locks the workspace, so that parallel calls count each other.
  perform 1 from public.workspaces w where w.id = p_workspace_id for update;
  delete from public.workspace_invitations i where i.workspace_id = p_workspace_id and i.expires_at <= now();
  if exists (
    select 1 from public.workspace_invitations i
    where i.workspace_id = p_workspace_id and i.email = v_email and i.created_at > now() - interval '1 minute'
  ) then
    return jsonb_build_object('outcome', 'too_soon');
  end if;
  if (
    select count(*) from public.workspace_invitations i where i.workspace_id = p_workspace_id and i.email <> v_email
  ) >= 100 then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  insert into public.workspace_invitations (workspace_id, email, role, token_hash, invited_by, expires_at)
  values (p_workspace_id, v_email, p_role, p_token_hash, auth.uid(), now() + interval '7 days')
  on conflict (workspace_id, email) do update
  set role = excluded.role, token_hash = excluded.token_hash, invited_by = excluded.invited_by, created_at = now(),
    expires_at = excluded.expires_at
  returning * into v_invitation;
  return jsonb_build_object(
    'outcome', 'ok', 'id', v_invitation.id, 'email', v_email, 'role', p_role, 'expires_at', v_invitation.expires_at,
    'workspace_name', (select w.name from public.workspaces w where w.id = p_workspace_id),
    'inviter', (select coalesce(u.first_name, u.email) from public.users u where u.id = auth.uid())
  );
end
$$;

create function public.find_invitation(p_token text) returns public.workspace_invitations
language sql stable set search_path = ''
as $$
  select i from public.workspace_invitations i
  where i.token_hash = encode(sha256(convert_to(p_token, 'utf8')), 'hex') and i.expires_at > now()
$$;

-- What the invitation page shows before sign-in. The token is the permission.
create function public.get_invitation(p_token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'workspace_name', w.name, 'email', i.email, 'role', i.role, 'expires_at', i.expires_at,
    'inviter', (select coalesce(u.first_name, u.email) from public.users u where u.id = i.invited_by)
  )
  from public.find_invitation(p_token) i join public.workspaces w on w.id = i.workspace_id
$$;

-- Needs the mailed token, and an account whose proven address is the invited one: a forwarded link is useless to others.
create function public.accept_invitation(p_token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_invitation public.workspace_invitations := public.find_invitation(p_token);
begin
  if auth.uid() is null or v_invitation.id is null then
    return jsonb_build_object('outcome', 'no_such_invitation');
  end if;
  if not exists (select 1 from auth.users a where a.id = auth.uid() and lower(a.email) = v_invitation.email) then
    return jsonb_build_object('outcome', 'other_address', 'email', v_invitation.email);
  end if;
  if not public.can_rely_on_email(auth.uid()) then
    return jsonb_build_object('outcome', 'address_not_proven', 'email', v_invitation.email);
  end if;
  delete from public.workspace_invitations i where i.id = v_invitation.id;
  if not found then
    return jsonb_build_object('outcome', 'no_such_invitation');
  end if;
  insert into public.workspace_members (workspace_id, user_id, role)
  values (v_invitation.workspace_id, auth.uid(), v_invitation.role)
  on conflict do nothing;
  return jsonb_build_object('outcome', 'ok', 'workspace_id', v_invitation.workspace_id);
end
$$;

revoke execute on function
  public.require_owner(), public.withdraw_own_invitations(), public.workspace_people(uuid),
  public.invite_to_workspace(uuid, text, text, text), public.find_invitation(text), public.get_invitation(text),
  public.accept_invitation(text)
from public, anon, authenticated;
grant execute on function public.get_invitation(text) to anon, authenticated, service_role;
grant execute on function
  public.workspace_people(uuid), public.invite_to_workspace(uuid, text, text, text), public.accept_invitation(text)
to authenticated, service_role;
grant execute on function public.find_invitation(text) to service_role;

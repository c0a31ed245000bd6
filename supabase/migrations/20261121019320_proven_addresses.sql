-- Whether an account's e-mail address is really its person's. `email_confirmed_at` says only that nothing more is asked:
-- without a mail server every address counts as confirmed. What proves it stands where Supabase Auth keeps it too, with the
-- identity that has the address: a code or link of a mail, a provider that vouches for it, an administrator.

create function public.has_proven_email(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from auth.users u join auth.identities i on i.user_id = u.id and i.email = lower(u.email)
    where u.id = p_user_id and u.email_confirmed_at is not null
      -- Identities of older versions of Supabase Auth don't say it.
      and coalesce(i.identity_data ->> 'email_verified', 'true') = 'true'
  )
$$;

-- Whether addresses can be proven here at all. The embedded server writes down at its start what its settings say.
create table public.address_rules (
  is_only boolean primary key default true check (is_only),
  are_proven boolean not null default true
);

insert into public.address_rules default values;
alter table public.address_rules enable row level security;
revoke all on public.address_rules from anon, authenticated;
grant all on public.address_rules to service_role;

-- What every right asks that goes with an address. Where nothing can prove one, an address is whoever has taken it.
create function public.may_rely_on_email(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.has_proven_email(p_user_id) or (
    exists (select 1 from public.address_rules r where not r.are_proven)
    and exists (select 1 from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null)
  )
$$;

-- Accounts that were confirmed without a mail ever sent to them. Not on Supabase, which has kept it right.
do $$
begin
  if to_regclass('auth.provider_flows') is not null then
    update auth.identities i set identity_data = i.identity_data || '{"email_verified": false}'
    from auth.users u
    where u.id = i.user_id and i.provider = 'email' and u.confirmation_sent_at is null and u.recovery_sent_at is null
      and u.email_change_sent_at is null and u.invited_at is null
      -- An administrator, who is no account, has vouched for these.
      and u.id::text not in (
        select e.payload -> 'traits' ->> 'user_id' from auth.audit_log_entries e
        where e.payload ->> 'actor_id' = '00000000-0000-0000-0000-000000000000'
          and e.payload ->> 'action' = 'user_signedup' and e.payload -> 'traits' ->> 'user_id' is not null
      );
  end if;
end
$$;

-- Workspaces of an account that was reset because its address was proven late. They may be its owner's work or a
-- stranger's trap, so the owner restores or deletes them.
create table public.set_aside_memberships (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  set_aside_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);

create index set_aside_memberships_by_user on public.set_aside_memberships (user_id);
alter table public.set_aside_memberships enable row level security;
revoke all on public.set_aside_memberships from anon, authenticated;
grant all on public.set_aside_memberships to service_role;

create function public.give_first_workspace(p_user_id uuid, p_email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := gen_random_uuid();
begin
  insert into public.workspaces (id, name)
  values (v_id, left(coalesce(nullif(split_part(p_email, '@', 1), ''), 'My'), 180) || '''s workspace');
  insert into public.workspace_members (workspace_id, user_id, role) values (v_id, p_user_id, 'owner');
  insert into public.agents (workspace_id) values (v_id);
  perform public.copy_sample_demo(v_id, p_user_id);
end
$$;

create or replace function public.handle_new_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.users (id, email) values (new.id, new.email);
  perform public.give_first_workspace(new.id, new.email);
  return new;
end
$$;

-- What the account was in goes aside, and it begins with a workspace of its own as a new one does. The answers of the
-- wizard and the tracker's settings go: what they say of an agent stands with the agent.
create function public.set_memberships_aside(p_user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.set_aside_memberships (workspace_id, user_id, role)
  select m.workspace_id, m.user_id, m.role from public.workspace_members m where m.user_id = p_user_id
  on conflict (workspace_id, user_id) do update set role = excluded.role, set_aside_at = excluded.set_aside_at;
  delete from public.workspace_members m where m.user_id = p_user_id;
  delete from public.onboarding_data o where o.user_id = p_user_id;
  delete from public.chatbot_settings s where s.user_id = p_user_id;
  perform public.give_first_workspace(u.id, u.email) from public.users u where u.id = p_user_id;
end
$$;

create function public.set_aside_workspaces() returns table (
  workspace_id uuid, name text, role text, demos integer, others integer
)
language sql stable security definer set search_path = ''
as $$
  select s.workspace_id, w.name, s.role,
    (select count(*)::integer from public.demos d where d.workspace_id = s.workspace_id and not d.is_sample),
    (select count(*)::integer from public.workspace_members m where m.workspace_id = s.workspace_id)
  from public.set_aside_memberships s join public.workspaces w on w.id = s.workspace_id
  where s.user_id = auth.uid() and public.has_proven_email(auth.uid())
  order by s.set_aside_at, w.name, w.id
$$;

-- Revokes API keys and open invitations, which would let others in unseen. Members stay, and are listed as ever.
create function public.restore_workspace(p_workspace_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_membership public.set_aside_memberships;
begin
  delete from public.set_aside_memberships s
  where s.workspace_id = p_workspace_id and s.user_id = auth.uid() and public.has_proven_email(auth.uid())
  returning s.* into v_membership;
  if v_membership.workspace_id is null then
    return jsonb_build_object('outcome', 'not_there');
  end if;
  if v_membership.role in ('owner', 'admin') then
    delete from public.workspace_keys k
    where k.workspace_id = p_workspace_id and k.created_at <= v_membership.set_aside_at;
    delete from public.workspace_invitations i
    where i.workspace_id = p_workspace_id and i.created_at <= v_membership.set_aside_at;
  end if;
  insert into public.workspace_members (workspace_id, user_id, role)
  values (p_workspace_id, auth.uid(), v_membership.role)
  on conflict do nothing;
  return jsonb_build_object('outcome', 'ok');
end
$$;

-- Deletes a workspace that was set aside; one that others are in stays theirs.
create function public.discard_set_aside_workspace(p_workspace_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.workspaces w where w.id = p_workspace_id for update;
  delete from public.set_aside_memberships s
  where s.workspace_id = p_workspace_id and s.user_id = auth.uid() and public.has_proven_email(auth.uid());
  if not found then
    return jsonb_build_object('outcome', 'not_there');
  end if;
  delete from public.workspaces w
  where w.id = p_workspace_id
    and not exists (select 1 from public.workspace_members m where m.workspace_id = w.id)
    and not exists (select 1 from public.set_aside_memberships s where s.workspace_id = w.id);
  return jsonb_build_object('outcome', 'ok');
end
$$;

-- As before, and with what the account has set aside and nobody else is in.
create or replace function public.remove_lonely_workspaces() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_ids uuid[] := array(
    select m.workspace_id from public.workspace_members m where m.user_id = old.id
    union select s.workspace_id from public.set_aside_memberships s where s.user_id = old.id
  );
begin
  -- Members who come or go meanwhile wait for this to end: of two last members removed side by side the second one sees
  -- the first one gone.
  perform 1 from public.workspaces w where w.id = any (v_ids) order by w.id for update;
  delete from public.workspaces w
  where w.id = any (v_ids)
    and not exists (
      select 1 from public.workspace_members other where other.workspace_id = w.id and other.user_id <> old.id
    )
    and not exists (
      select 1 from public.set_aside_memberships other where other.workspace_id = w.id and other.user_id <> old.id
    );
  return old;
end
$$;

-- The token says that the mail was read, the account's own proven address by whom. A forwarded link lets nobody in.
create or replace function public.accept_invitation(p_token text) returns jsonb
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
  if not public.may_rely_on_email(auth.uid()) then
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

-- The tracker finds an owner by e-mail: not one who only claims it.
create or replace function public.answers_tracker(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.chatbot_settings s where s.user_id = p_user_id and s.agent_id = 'leo')
    and public.may_rely_on_email(p_user_id)
$$;

-- As before, but invitations to the address go only with whose address it is.
create or replace function public.delete_own_account() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := auth.uid();
  v_email text;
  v_blocked jsonb;
begin
  select u.email into v_email from public.users u where u.id = v_id for update;
  if not found then
    return jsonb_build_object('outcome', 'no_such_account');
  end if;
  if exists (select 1 from auth.mfa_factors f where f.user_id = v_id and f.status = 'verified')
    and coalesce(auth.jwt() ->> 'aal', 'aal1') not in ('aal2', 'aal3') then
    return jsonb_build_object('outcome', 'second_factor_needed');
  end if;
  if not exists (
    select 1 from jsonb_array_elements(coalesce(auth.jwt() -> 'amr', '[]')) method
    where (method ->> 'timestamp')::double precision > extract(epoch from now()) - 600
  ) then
    return jsonb_build_object('outcome', 'recent_sign_in_needed');
  end if;
  -- Members who come or go meanwhile wait for this to end.
  perform 1 from public.workspaces w
  where w.id in (select m.workspace_id from public.workspace_members m where m.user_id = v_id)
  order by w.id for update;
  select jsonb_agg(p.name) into v_blocked from public.account_deletion_plan() p where p.fate = 'hand_over';
  if v_blocked is not null then
    return jsonb_build_object('outcome', 'hand_over_needed', 'workspaces', v_blocked);
  end if;
  delete from public.workspaces w
  where w.id in (select p.workspace_id from public.account_deletion_plan() p where p.fate = 'delete');
  delete from public.workspace_invitations i where i.email = lower(v_email) and public.may_rely_on_email(v_id);
  update public.audit_log l set detail = l.detail - 'email' where l.detail ->> 'email' = lower(v_email);
  insert into public.audit_log (workspace_id, action)
  select p.workspace_id, 'account_deleted' from public.account_deletion_plan() p;
  delete from auth.users u where u.id = v_id;
  begin
    update auth.audit_log_entries e set
      payload = (e.payload::jsonb || '{"actor_username": ""}')::json, ip_address = ''
    where e.payload ->> 'actor_id' = v_id::text;
  exception when insufficient_privilege then
    null;
  end;
  return jsonb_build_object('outcome', 'ok');
end
$$;

revoke execute on function
  public.has_proven_email(uuid), public.may_rely_on_email(uuid), public.give_first_workspace(uuid, text),
  public.set_memberships_aside(uuid), public.set_aside_workspaces(), public.restore_workspace(uuid),
  public.discard_set_aside_workspace(uuid)
from public, anon, authenticated;
grant execute on function
  public.set_aside_workspaces(), public.restore_workspace(uuid), public.discard_set_aside_workspace(uuid)
to authenticated;

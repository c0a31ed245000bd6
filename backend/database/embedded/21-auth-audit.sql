-- The audit log of accounts, sessions and codes, with Supabase Auth's table and columns.

create table if not exists auth.audit_log_entries (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  payload json,
  created_at timestamptz,
  ip_address varchar(64) not null default ''
);

create index if not exists audit_log_entries_by_time on auth.audit_log_entries (created_at desc);
-- One user's entries, newest first: read for each member by a workspace's audit log, and for the account itself on
-- deletion.
create index if not exists audit_log_entries_by_actor
  on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc);

alter table auth.audit_log_entries enable row level security;

create or replace function auth.write_audit(
  p_action text, p_user_id uuid, p_ip text, p_now timestamptz, p_traits jsonb default '{}'
) returns void
language sql set search_path = ''
as $$
  insert into auth.audit_log_entries (payload, created_at, ip_address)
  select
    json_build_object(
      'action', p_action,
      'actor_id', coalesce(p_user_id, '00000000-0000-0000-0000-000000000000'::uuid),
      'actor_username', coalesce(nullif(u.email, ''), nullif(u.phone, ''), ''),
      'actor_via_sso', coalesce(u.is_sso_user, false),
      'log_type', case
        when p_action in ('login', 'logout', 'login_failed', 'invite_accepted') then 'account'
        when p_action like 'token\_%' then 'token'
        when p_action in ('user_signedup', 'user_invited', 'user_deleted') then 'team'
        when p_action like 'identity\_%' then 'identity'
        when p_action like '%factor%' or p_action in ('challenge_created', 'verification_attempted') then 'factor'
        else 'user'
      end,
      'traits', p_traits
    ),
    p_now, left(coalesce(p_ip, ''), 64)
  from (select 1) one left join auth.users u on u.id = p_user_id
$$;

-- Logs every sign-in and sign-out: each creates or removes a session.
create or replace function auth.audit_session() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform auth.write_audit('login', new.user_id, host(new.ip), new.created_at, jsonb_build_object('session_id', new.id));
  elsif exists (select 1 from auth.users u where u.id = old.user_id) then
    perform auth.write_audit('logout', old.user_id, host(old.ip), now(), jsonb_build_object('session_id', old.id));
  end if;
  return null;
end
$$;

create or replace trigger sessions_audit after insert or delete on auth.sessions
  for each row execute function auth.audit_session();

create or replace function auth.audit_refresh() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform auth.write_audit(
    'token_refreshed', new.user_id::uuid, null, new.created_at, jsonb_build_object('session_id', new.session_id)
  );
  return null;
end
$$;

create or replace trigger refresh_tokens_audit after insert on auth.refresh_tokens
  for each row when (new.parent is not null) execute function auth.audit_refresh();

create or replace function auth.audit_user() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    perform auth.write_audit('user_updated_password', new.id, null, new.updated_at);
  else
    perform auth.write_audit('user_deleted', null, null, now(), jsonb_build_object('user_id', old.id));
  end if;
  return null;
end
$$;

create or replace trigger users_audit_password after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password and new.deleted_at is null) execute function auth.audit_user();
create or replace trigger users_audit_deleted after delete on auth.users
  for each row execute function auth.audit_user();

select auth.revoke_client_access();

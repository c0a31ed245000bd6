-- Codes, links, PKCE and the audit log: what sign-in does over more than one request. Tables and columns are Supabase
-- Auth's. Each procedure takes one object and does all it does in one transaction; `now` is the server's clock.

do $$
begin
  if to_regtype('auth.code_challenge_method') is null then
    create type auth.code_challenge_method as enum ('s256', 'plain');
  end if;
  if to_regtype('auth.one_time_token_type') is null then
    create type auth.one_time_token_type as enum (
      'confirmation_token', 'reauthentication_token', 'recovery_token', 'email_change_token_new',
      'email_change_token_current', 'phone_change_token'
    );
  end if;
end
$$;

-- Supabase allows nulls here, and accounts that come from there have them.
alter table auth.users
  alter column aud drop not null, alter column role drop not null, alter column confirmation_token drop not null,
  alter column recovery_token drop not null, alter column email_change_token_new drop not null,
  alter column email_change drop not null, alter column raw_app_meta_data drop not null,
  alter column raw_user_meta_data drop not null, alter column created_at drop not null,
  alter column updated_at drop not null, alter column phone_change drop not null,
  alter column phone_change_token drop not null, alter column email_change_token_current drop not null,
  alter column email_change_confirm_status drop not null, alter column reauthentication_token drop not null;
alter table auth.identities alter column created_at drop not null, alter column updated_at drop not null;
alter table auth.sessions
  alter column created_at drop not null, alter column updated_at drop not null, alter column aal drop not null;
alter table auth.refresh_tokens
  alter column user_id drop not null, alter column revoked drop not null, alter column created_at drop not null,
  alter column updated_at drop not null;

create table if not exists auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz,
  updated_at timestamptz,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  invite_token text,
  referrer text,
  oauth_client_state_id uuid,
  linking_target_id uuid,
  email_optional boolean not null default false
);

create index if not exists idx_auth_code on auth.flow_state (auth_code);
create index if not exists idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);
create index if not exists flow_state_created_at_idx on auth.flow_state (created_at desc);

create table if not exists auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null default now(),
  updated_at timestamp not null default now()
);

create index if not exists one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
create index if not exists one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);
create unique index if not exists one_time_tokens_user_id_token_type_key
  on auth.one_time_tokens (user_id, token_type);

create table if not exists auth.audit_log_entries (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  payload json,
  created_at timestamptz,
  ip_address varchar(64) not null default ''
);

create index if not exists audit_log_entries_by_time on auth.audit_log_entries (created_at desc);

alter table auth.flow_state enable row level security;
alter table auth.one_time_tokens enable row level security;
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

-- Sign-in and sign-out are noted wherever they happen: every way in makes a session, every way out removes one.
create or replace function auth.note_session() returns trigger
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

create or replace trigger sessions_note after insert or delete on auth.sessions
  for each row execute function auth.note_session();

create or replace function auth.note_refresh() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform auth.write_audit(
    'token_refreshed', new.user_id::uuid, null, new.created_at, jsonb_build_object('session_id', new.session_id)
  );
  return null;
end
$$;

create or replace trigger refresh_tokens_note after insert on auth.refresh_tokens
  for each row when (new.parent is not null) execute function auth.note_refresh();

create or replace function auth.note_user() returns trigger
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

create or replace trigger users_note_password after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password and new.deleted_at is null) execute function auth.note_user();
create or replace trigger users_note_deleted after delete on auth.users
  for each row execute function auth.note_user();

create or replace function auth.one_time_hash(p_address text, p_otp text) returns text
language sql immutable set search_path = ''
as $$ select encode(sha224(convert_to(p_address || p_otp, 'utf8')), 'hex') $$;

-- The last of a kind replaces the one before it.
create or replace function auth.put_one_time_token(
  p_user_id uuid, p_type auth.one_time_token_type, p_relates_to text, p_hash text, p_now timestamptz
) returns void
language sql set search_path = ''
as $$
  insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
  values (p_user_id, p_type, p_hash, p_relates_to, p_now at time zone 'utc', p_now at time zone 'utc')
  on conflict (user_id, token_type) do update
  set token_hash = excluded.token_hash, relates_to = excluded.relates_to, created_at = excluded.created_at,
    updated_at = excluded.updated_at
$$;

create or replace function auth.seconds_to_wait(p_sent_at timestamptz, p_interval_seconds integer, p_now timestamptz)
returns integer
language sql immutable set search_path = ''
as $$
  select greatest(0, ceil(extract(epoch from p_sent_at + make_interval(secs => p_interval_seconds) - p_now)))::integer
$$;

create or replace function auth.too_soon(p_sent_at timestamptz, p jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when w.seconds > 0 then jsonb_build_object('outcome', 'too_soon', 'seconds', w.seconds) end
  from (
    select coalesce(auth.seconds_to_wait(
      p_sent_at, (p ->> 'interval_seconds')::integer, (p ->> 'now')::timestamptz
    ), 0) as seconds
  ) w
$$;

-- Remembers who may trade the code that a link will give. Nothing to remember outside PKCE.
create or replace function auth.add_flow_state(p_user_id uuid, p_provider text, p_method text, p jsonb) returns void
language sql set search_path = ''
as $$
  delete from auth.flow_state
  where created_at < (p ->> 'now')::timestamptz - interval '2 days' and p ->> 'code_challenge' is not null;
  insert into auth.flow_state (
    user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method, created_at,
    updated_at
  )
  select
    p_user_id, gen_random_uuid()::text, (p ->> 'code_challenge_method')::auth.code_challenge_method,
    p ->> 'code_challenge', p_provider, p_method, (p ->> 'now')::timestamptz, (p ->> 'now')::timestamptz
  where p ->> 'code_challenge' is not null
$$;

create or replace function auth.link_hash(p_address text, p_otp text, p jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case when p ->> 'code_challenge' is null then '' else 'pkce_' end || auth.one_time_hash(p_address, p_otp)
$$;

create or replace function auth.has_verified_factor(p_user_id uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_answer boolean := false;
begin
  if to_regclass('auth.mfa_factors') is not null then
    execute 'select exists (select 1 from auth.mfa_factors where user_id = $1 and status = ''verified'')'
    into v_answer using p_user_id;
  end if;
  return v_answer;
end
$$;

create or replace function auth.find_user(p_provider text, p_address text) returns setof auth.users
language sql set search_path = ''
as $$
  select u.* from auth.users u
  where case p_provider when 'phone' then u.phone = p_address else u.email = p_address end
    and not u.is_sso_user and u.deleted_at is null
  for update
$$;

-- A new account that is not confirmed. `p` brings provider, address, encrypted_password and data.
create or replace function auth.add_user(p jsonb) returns auth.users
language plpgsql set search_path = ''
as $$
declare
  v_id uuid := coalesce((p ->> 'id')::uuid, gen_random_uuid());
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_provider text := p ->> 'provider';
  v_data jsonb := coalesce(nullif(p -> 'data', 'null'), '{}');
  v_identity jsonb := jsonb_build_object('sub', v_id, 'email_verified', false, 'phone_verified', false)
    || jsonb_build_object(v_provider, p ->> 'address');
  v_user auth.users;
begin
  insert into auth.users (
    id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data, created_at, updated_at
  )
  values (
    v_id, 'authenticated', coalesce(p ->> 'role', 'authenticated'),
    case v_provider when 'email' then p ->> 'address' end, case v_provider when 'phone' then p ->> 'address' end,
    coalesce(p ->> 'encrypted_password', ''),
    jsonb_build_object('provider', v_provider, 'providers', jsonb_build_array(v_provider)) ||
      coalesce(nullif(p -> 'app_metadata', 'null'), '{}'),
    v_data || v_identity, v_now, v_now
  )
  returning * into v_user;
  insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values (v_id::text, v_id, v_data || v_identity, v_provider, v_now, v_now, v_now);
  return v_user;
end
$$;

-- Gives the account this address, proven: the identity that goes with it follows.
create or replace function auth.confirm_address(
  p_user_id uuid, p_provider text, p_address text, p_now timestamptz
) returns auth.users
language plpgsql set search_path = ''
as $$
declare
  v_user auth.users;
  v_proof jsonb := jsonb_build_object(p_provider, p_address, p_provider || '_verified', true);
begin
  -- What was sent to an address proves nothing about another.
  delete from auth.one_time_tokens t using auth.users u
  where u.id = p_user_id and t.user_id = u.id and t.relates_to <> p_address
    and t.relates_to = case p_provider when 'email' then u.email else u.phone end;
  update auth.users u set
    email = case p_provider when 'email' then p_address else u.email end,
    email_confirmed_at = case
      when p_provider = 'email' and (u.email is distinct from p_address or u.email_confirmed_at is null) then p_now
      else u.email_confirmed_at
    end,
    phone = case p_provider when 'phone' then p_address else u.phone end,
    phone_confirmed_at = case
      when p_provider = 'phone' and (u.phone is distinct from p_address or u.phone_confirmed_at is null) then p_now
      else u.phone_confirmed_at
    end,
    is_anonymous = false,
    raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || v_proof,
    raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object(
      'provider', coalesce(u.raw_app_meta_data ->> 'provider', p_provider),
      'providers', (
        select jsonb_agg(distinct each.name)
        from (
          select jsonb_array_elements_text(coalesce(u.raw_app_meta_data -> 'providers', '[]')) as name
          union select p_provider
        ) each
      )
    ),
    updated_at = p_now
  where u.id = p_user_id
  returning u.* into v_user;
  insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values (
    p_user_id::text, p_user_id,
    jsonb_build_object('sub', p_user_id, 'email_verified', false, 'phone_verified', false) || v_proof, p_provider,
    p_now, p_now, p_now
  )
  on conflict (provider_id, provider) do update
  set identity_data = auth.identities.identity_data || v_proof, updated_at = p_now;
  return v_user;
end
$$;

create or replace function auth.start_session(p_user_id uuid, p_method text, p jsonb) returns jsonb
language sql set search_path = ''
as $$
  select auth.open_session(
    p_user_id, p_method, p ->> 'refresh_token', p ->> 'user_agent', p ->> 'ip', (p ->> 'now')::timestamptz
  )
$$;

-- A code by mail or text that proves the address of a new account.
create or replace function auth.ask_for_confirmation(p_user auth.users, p_provider text, p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_wait jsonb := auth.too_soon(p_user.confirmation_sent_at, p);
  v_address text := case p_provider when 'phone' then p_user.phone else p_user.email end;
  v_hash text := auth.link_hash(v_address, p ->> 'otp', p);
begin
  if v_wait is not null then
    return v_wait;
  end if;
  update auth.users set confirmation_token = v_hash, confirmation_sent_at = v_now, updated_at = v_now
  where id = p_user.id returning * into p_user;
  perform auth.put_one_time_token(p_user.id, 'confirmation_token', v_address, v_hash, v_now);
  perform auth.add_flow_state(p_user.id, p_provider, coalesce(p ->> 'flow_method', 'email/signup'), p);
  perform auth.write_audit('user_confirmation_requested', p_user.id, p ->> 'ip', v_now);
  return jsonb_build_object(
    'outcome', 'sent', 'kind', 'confirmation', 'token_hash', v_hash, 'user', auth.user_json(p_user), 'address', v_address
  );
end
$$;

-- A code by mail that stands for the password, to sign in with or to set a new one.
create or replace function auth.ask_for_recovery(p_user auth.users, p_kind text, p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_wait jsonb := auth.too_soon(p_user.recovery_sent_at, p);
  v_hash text := auth.link_hash(p_user.email, p ->> 'otp', p);
begin
  if v_wait is not null then
    return v_wait;
  end if;
  update auth.users set recovery_token = v_hash, recovery_sent_at = v_now, updated_at = v_now
  where id = p_user.id returning * into p_user;
  perform auth.put_one_time_token(p_user.id, 'recovery_token', p_user.email, v_hash, v_now);
  perform auth.add_flow_state(p_user.id, 'email', case p_kind when 'recovery' then 'recovery' else 'magiclink' end, p);
  perform auth.write_audit('user_recovery_requested', p_user.id, p ->> 'ip', v_now);
  return jsonb_build_object(
    'outcome', 'sent', 'kind', p_kind, 'token_hash', v_hash, 'user', auth.user_json(p_user), 'address', p_user.email
  );
end
$$;

-- POST /signup. Answers `ok` with a session, `sent`, `repeated` (whoever asks must not learn it) or `user_already_exists`.
create or replace function auth.begin_sign_up(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_provider text := p ->> 'provider';
  v_is_autoconfirmed boolean := (p ->> 'is_autoconfirmed')::boolean;
  v_user auth.users;
  v_answer jsonb;
begin
  select * into v_user from auth.find_user(v_provider, p ->> 'address');
  if found then
    -- Where nothing has to be proven, an account that waits, such as an invited one, is not given to whoever asks first.
    if v_is_autoconfirmed
      or (case v_provider when 'email' then v_user.email_confirmed_at else v_user.phone_confirmed_at end) is not null then
      perform auth.write_audit('user_repeated_signup', v_user.id, p ->> 'ip', v_now);
      return jsonb_build_object('outcome', case when v_is_autoconfirmed then 'user_already_exists' else 'repeated' end);
    end if;
    -- Neither password nor data of an account that waits is changed: whoever asks has not proven anything yet.
  else
    v_user := auth.add_user(p);
  end if;
  if v_is_autoconfirmed then
    perform auth.confirm_address(v_user.id, v_provider, p ->> 'address', v_now);
    perform auth.write_audit(
      'user_signedup', v_user.id, p ->> 'ip', v_now, jsonb_build_object('provider', v_provider)
    );
    return auth.start_session(v_user.id, 'password', p);
  end if;
  v_answer := auth.ask_for_confirmation(v_user, v_provider, p);
  -- What an administrator wrote into an invitation is not shown to whoever knows its address.
  if v_user.invited_at is not null and v_answer ? 'user' then
    v_answer := jsonb_set(jsonb_set(v_answer, '{user,identities}', '[]'), '{user,user_metadata}', '{}');
  end if;
  return v_answer;
end
$$;

create or replace function auth.sign_up_anonymously(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_id uuid := gen_random_uuid();
  v_now timestamptz := (p ->> 'now')::timestamptz;
begin
  insert into auth.users (
    id, aud, role, encrypted_password, raw_app_meta_data, raw_user_meta_data, is_anonymous, created_at, updated_at
  )
  values (
    v_id, 'authenticated', 'authenticated', '', '{}', coalesce(nullif(p -> 'data', 'null'), '{}'), true, v_now, v_now
  );
  perform auth.write_audit('user_signedup', v_id, p ->> 'ip', v_now, '{"provider": "anonymous"}');
  return auth.start_session(v_id, 'anonymous', p);
end
$$;

-- POST /otp. Makes the account when there is none and `create_user` allows it.
create or replace function auth.request_otp(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_provider text := p ->> 'provider';
  v_user auth.users;
begin
  select * into v_user from auth.find_user(v_provider, p ->> 'address');
  if not found then
    if not (p ->> 'create_user')::boolean then
      return jsonb_build_object('outcome', 'otp_disabled');
    end if;
    if (p ->> 'is_signup_disabled')::boolean then
      return jsonb_build_object('outcome', 'signup_disabled');
    end if;
    v_user := auth.add_user(p);
    if (p ->> 'is_autoconfirmed')::boolean then
      v_user := auth.confirm_address(v_user.id, v_provider, p ->> 'address', v_now);
      perform auth.write_audit(
        'user_signedup', v_user.id, p ->> 'ip', v_now, jsonb_build_object('provider', v_provider)
      );
    end if;
  end if;
  if v_provider = 'phone' or v_user.email_confirmed_at is null then
    return auth.ask_for_confirmation(v_user, v_provider, p);
  end if;
  return auth.ask_for_recovery(v_user, 'magic_link', p);
end
$$;

-- POST /recover. An unknown address is noted too, so that either way one row is written.
create or replace function auth.request_recovery(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_user auth.users;
begin
  select * into v_user from auth.find_user('email', p ->> 'address');
  if not found then
    perform auth.write_audit('user_recovery_requested', null, p ->> 'ip', (p ->> 'now')::timestamptz);
    return jsonb_build_object('outcome', 'unknown');
  end if;
  return auth.ask_for_recovery(v_user, 'recovery', p);
end
$$;

-- Codes for a new mail address: one to it, and one to the old address when the change is secure.
create or replace function auth.ask_for_email_change(p_user auth.users, p_email text, p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_wait jsonb := auth.too_soon(p_user.email_change_sent_at, p);
  v_hash text := auth.link_hash(p_email, p ->> 'otp', p);
  v_is_secure boolean := (p ->> 'is_change_secure')::boolean and coalesce(p_user.email, '') <> '';
  v_current text := case when v_is_secure then auth.link_hash(p_user.email, p ->> 'otp_current', p) else '' end;
begin
  if v_wait is not null then
    return v_wait;
  end if;
  update auth.users set
    email_change = p_email, email_change_token_new = v_hash, email_change_token_current = v_current,
    email_change_sent_at = v_now, email_change_confirm_status = 0, updated_at = v_now
  where id = p_user.id;
  perform auth.put_one_time_token(p_user.id, 'email_change_token_new', p_email, v_hash, v_now);
  delete from auth.one_time_tokens where user_id = p_user.id and token_type = 'email_change_token_current';
  if v_is_secure then
    perform auth.put_one_time_token(p_user.id, 'email_change_token_current', p_user.email, v_current, v_now);
  end if;
  perform auth.add_flow_state(p_user.id, 'email', 'email_change', p);
  return jsonb_build_object(
    'outcome', 'sent', 'kind', 'email_change', 'token_hash', v_hash, 'token_hash_current', nullif(v_current, ''),
    'address', p_email, 'address_current', p_user.email
  );
end
$$;

create or replace function auth.ask_for_phone_change(p_user auth.users, p_phone text, p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_wait jsonb := auth.too_soon(p_user.phone_change_sent_at, p || jsonb_build_object('interval_seconds', p -> 'sms_interval_seconds'));
  v_hash text := auth.one_time_hash(p_phone, p ->> 'otp_phone');
begin
  if v_wait is not null then
    return v_wait;
  end if;
  update auth.users set
    phone_change = p_phone, phone_change_token = v_hash, phone_change_sent_at = v_now, updated_at = v_now
  where id = p_user.id;
  perform auth.put_one_time_token(p_user.id, 'phone_change_token', p_phone, v_hash, v_now);
  return jsonb_build_object('outcome', 'sent', 'kind', 'phone_change', 'address', p_phone);
end
$$;

-- POST /resend. Whatever there is nothing to send for is silent.
create or replace function auth.resend(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_type text := p ->> 'type';
  v_provider text := case when v_type in ('sms', 'phone_change') then 'phone' else 'email' end;
  v_user auth.users;
  v_answer jsonb;
begin
  select * into v_user from auth.find_user(v_provider, p ->> 'address');
  if found and v_type = 'signup' and v_user.email_confirmed_at is null
    or v_type = 'sms' and v_user.id is not null and v_user.phone_confirmed_at is null then
    return auth.ask_for_confirmation(v_user, v_provider, p);
  end if;
  if v_type = 'email_change' and coalesce(v_user.email_change, '') <> '' then
    v_answer := auth.ask_for_email_change(v_user, v_user.email_change, p);
  elsif v_type = 'phone_change' and coalesce(v_user.phone_change, '') <> '' then
    v_answer := auth.ask_for_phone_change(v_user, v_user.phone_change, p);
  end if;
  if v_answer is null then
    perform auth.write_audit('user_confirmation_requested', null, p ->> 'ip', (p ->> 'now')::timestamptz);
    return jsonb_build_object('outcome', 'unknown');
  end if;
  return v_answer || jsonb_build_object('user', auth.user_json((select u from auth.users u where u.id = v_user.id)));
end
$$;

-- GET /reauthenticate: a code that proves again, late in a session, who is there.
create or replace function auth.request_reauthentication(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_user auth.users;
  v_provider text;
  v_address text;
  v_wait jsonb;
  v_hash text;
begin
  select u.* into v_user from auth.users u where u.id = (p ->> 'user_id')::uuid for update;
  v_provider := case when coalesce(v_user.email, '') <> '' then 'email' when coalesce(v_user.phone, '') <> '' then 'phone' end;
  v_address := case v_provider when 'email' then v_user.email else v_user.phone end;
  if v_provider is null then
    return jsonb_build_object('outcome', 'no_address');
  end if;
  if v_provider = 'email' and v_user.email_confirmed_at is null then
    return jsonb_build_object('outcome', 'email_not_confirmed');
  end if;
  if v_provider = 'phone' and v_user.phone_confirmed_at is null then
    return jsonb_build_object('outcome', 'phone_not_confirmed');
  end if;
  v_wait := auth.too_soon(v_user.reauthentication_sent_at, p);
  if v_wait is not null then
    return v_wait;
  end if;
  v_hash := auth.one_time_hash(v_address, p ->> 'otp');
  update auth.users set reauthentication_token = v_hash, reauthentication_sent_at = v_now, updated_at = v_now
  where id = v_user.id returning * into v_user;
  perform auth.put_one_time_token(v_user.id, 'reauthentication_token', v_address, v_hash, v_now);
  perform auth.write_audit('user_reauthenticate_requested', v_user.id, p ->> 'ip', v_now);
  return jsonb_build_object(
    'outcome', 'sent', 'kind', 'reauthentication', 'provider', v_provider, 'address', v_address,
    'token_hash', v_hash, 'user', auth.user_json(v_user)
  );
end
$$;

-- The account with a proven mail change; null while the other address has yet to agree.
create or replace function auth.accept_email_change(
  p_user auth.users, p_type auth.one_time_token_type, p_is_secure boolean, p_now timestamptz
) returns auth.users
language plpgsql set search_path = ''
as $$
declare
  v_user auth.users;
begin
  delete from auth.one_time_tokens where user_id = p_user.id and token_type = p_type;
  if p_is_secure and coalesce(p_user.email_change_confirm_status, 0) = 0 and exists (
    select 1 from auth.one_time_tokens t
    where t.user_id = p_user.id and t.token_type in ('email_change_token_new', 'email_change_token_current')
  ) then
    update auth.users set
      email_change_confirm_status = 1, updated_at = p_now,
      email_change_token_new =
        case p_type when 'email_change_token_new' then '' else email_change_token_new end,
      email_change_token_current =
        case p_type when 'email_change_token_current' then '' else email_change_token_current end
    where id = p_user.id;
    return null;
  end if;
  v_user := auth.confirm_address(p_user.id, 'email', p_user.email_change, p_now);
  update auth.users set
    email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0
  where id = p_user.id returning * into v_user;
  delete from auth.one_time_tokens
  where user_id = p_user.id and token_type in ('email_change_token_new', 'email_change_token_current');
  perform auth.write_audit('user_modified', p_user.id, null, p_now, '{"changed": "email"}');
  return v_user;
end
$$;

-- POST and GET /verify. Finds the code or link, uses it up, and answers `ok` with a session or an `auth_code`.
create or replace function auth.verify(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_type text := p ->> 'type';
  v_types auth.one_time_token_type[] := case v_type
    when 'signup' then array['confirmation_token']::auth.one_time_token_type[]
    when 'invite' then array['confirmation_token']::auth.one_time_token_type[]
    when 'sms' then array['confirmation_token']::auth.one_time_token_type[]
    when 'recovery' then array['recovery_token']::auth.one_time_token_type[]
    when 'magiclink' then array['recovery_token']::auth.one_time_token_type[]
    when 'email' then array['confirmation_token', 'recovery_token']::auth.one_time_token_type[]
    when 'email_change' then array['email_change_token_new', 'email_change_token_current']::auth.one_time_token_type[]
    when 'phone_change' then array['phone_change_token']::auth.one_time_token_type[]
  end;
  v_is_phone boolean := v_type in ('sms', 'phone_change');
  v_is_test boolean := coalesce((p ->> 'is_test_otp')::boolean, false);
  v_hash text := coalesce(p ->> 'token_hash', auth.one_time_hash(p ->> 'address', p ->> 'otp'));
  v_user auth.users;
  v_token auth.one_time_tokens;
  v_expiry_seconds integer;
  v_method text;
  v_code text;
begin
  if v_is_test then
    select t.* into v_token from auth.one_time_tokens t
    where t.token_type = any (v_types) and t.relates_to = p ->> 'address';
  else
    select t.* into v_token from auth.one_time_tokens t
    where t.token_type = any (v_types)
      and case when p ->> 'token_hash' is null
        then t.token_hash in (v_hash, 'pkce_' || v_hash) and t.relates_to = p ->> 'address'
        else t.token_hash = v_hash
      end;
  end if;
  if found then
    select u.* into v_user from auth.users u where u.id = v_token.user_id and u.deleted_at is null for update;
    -- Read again under the lock: two calls side by side must not both use it up.
    select t.* into v_token from auth.one_time_tokens t where t.id = v_token.id and t.token_hash = v_token.token_hash;
  end if;
  v_expiry_seconds := (p ->> case when v_is_phone then 'sms_expiry_seconds' else 'mail_expiry_seconds' end)::integer;
  if v_user.id is null or v_token.id is null
    or not v_is_test and (v_token.created_at at time zone 'utc') + make_interval(secs => v_expiry_seconds) <= v_now then
    perform auth.write_audit('verification_failed', v_user.id, p ->> 'ip', v_now, jsonb_build_object('type', v_type));
    return jsonb_build_object('outcome', 'otp_expired');
  end if;
  if v_user.banned_until > v_now then
    return jsonb_build_object('outcome', 'user_banned');
  end if;

  if v_token.token_type = 'confirmation_token' then
    delete from auth.one_time_tokens where id = v_token.id;
    update auth.users set confirmation_token = '' where id = v_user.id;
    if (case when v_is_phone then v_user.phone_confirmed_at else v_user.email_confirmed_at end) is null then
      perform auth.write_audit(
        case when v_user.invited_at is null then 'user_signedup' else 'invite_accepted' end, v_user.id, p ->> 'ip',
        v_now, jsonb_build_object('provider', case when v_is_phone then 'phone' else 'email' end)
      );
    end if;
    v_user := auth.confirm_address(
      v_user.id, case when v_is_phone then 'phone' else 'email' end, v_token.relates_to, v_now
    );
    v_method := case when v_user.invited_at is not null and v_type = 'invite' then 'invite' else 'email/signup' end;
  elsif v_token.token_type = 'recovery_token' then
    delete from auth.one_time_tokens where id = v_token.id;
    update auth.users set recovery_token = '' where id = v_user.id;
    -- Only a first proof confirms: an account that came by a provider does not gain an e-mail identity here.
    if v_user.email_confirmed_at is null then
      v_user := auth.confirm_address(v_user.id, 'email', v_token.relates_to, v_now);
    end if;
    v_method := case v_type when 'recovery' then 'recovery' else 'magiclink' end;
  elsif v_token.token_type = 'phone_change_token' then
    if exists (select 1 from auth.users u where u.phone = v_token.relates_to and u.id <> v_user.id) then
      return jsonb_build_object('outcome', 'phone_exists');
    end if;
    delete from auth.one_time_tokens where id = v_token.id;
    update auth.users set phone_change = '', phone_change_token = '' where id = v_user.id;
    v_user := auth.confirm_address(v_user.id, 'phone', v_token.relates_to, v_now);
    perform auth.write_audit('user_modified', v_user.id, p ->> 'ip', v_now, '{"changed": "phone"}');
  else
    if exists (
      select 1 from auth.users u where u.email = v_user.email_change and not u.is_sso_user and u.id <> v_user.id
    ) then
      return jsonb_build_object('outcome', 'email_exists');
    end if;
    v_user := auth.accept_email_change(v_user, v_token.token_type, (p ->> 'is_change_secure')::boolean, v_now);
    if v_user.id is null then
      return jsonb_build_object('outcome', 'single_confirmation');
    end if;
    v_method := 'email_change';
  end if;

  if not coalesce((p ->> 'wants_code')::boolean, false) then
    return auth.start_session(v_user.id, 'otp', p);
  end if;
  update auth.flow_state f set auth_code_issued_at = v_now, updated_at = v_now
  where f.id = (
    select latest.id from auth.flow_state latest
    where latest.user_id = v_user.id and latest.authentication_method = v_method and latest.auth_code_issued_at is null
    order by latest.created_at desc limit 1
  )
  returning f.auth_code into v_code;
  if v_code is null then
    raise exception 'flow_state_not_found' using errcode = 'US404';
  end if;
  return jsonb_build_object('outcome', 'ok', 'auth_code', v_code);
end
$$;

-- POST /token?grant_type=pkce. The code is gone with its first right use.
create or replace function auth.exchange_auth_code(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_flow auth.flow_state;
  v_user auth.users;
  v_challenge text;
begin
  select f.* into v_flow from auth.flow_state f where f.auth_code = p ->> 'auth_code' for update;
  if not found or v_flow.user_id is null or v_flow.code_challenge is null then
    return jsonb_build_object('outcome', 'flow_state_not_found');
  end if;
  if coalesce(v_flow.auth_code_issued_at, v_flow.created_at)
    + make_interval(secs => (p ->> 'flow_expiry_seconds')::integer) <= v_now then
    return jsonb_build_object('outcome', 'flow_state_expired');
  end if;
  v_challenge := case v_flow.code_challenge_method
    when 's256' then rtrim(translate(
      encode(sha256(convert_to(p ->> 'code_verifier', 'utf8')), 'base64'), '+/', '-_'
    ), '=')
    else p ->> 'code_verifier'
  end;
  if v_challenge is distinct from v_flow.code_challenge then
    return jsonb_build_object('outcome', 'bad_code_verifier');
  end if;
  select u.* into v_user from auth.users u where u.id = v_flow.user_id and u.deleted_at is null;
  if not found then
    return jsonb_build_object('outcome', 'flow_state_not_found');
  end if;
  if v_user.banned_until > v_now then
    return jsonb_build_object('outcome', 'user_banned');
  end if;
  delete from auth.flow_state where id = v_flow.id;
  return auth.start_session(v_flow.user_id, v_flow.authentication_method, p) || jsonb_strip_nulls(jsonb_build_object(
    'provider_type', v_flow.provider_type, 'provider_token', v_flow.provider_access_token,
    'provider_refresh_token', v_flow.provider_refresh_token
  ));
end
$$;

-- PUT /user. Checks everything before it changes anything, and answers the account and what is to be sent.
create or replace function auth.change_user(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_email text := p ->> 'email';
  v_phone text := p ->> 'phone';
  v_password text := p ->> 'encrypted_password';
  v_session auth.sessions;
  v_user auth.users;
  v_token auth.one_time_tokens;
  v_mail jsonb;
  v_sms jsonb;
begin
  select u.* into v_user from auth.users u where u.id = (p ->> 'user_id')::uuid for update;
  select s.* into v_session from auth.sessions s where s.id = (p ->> 'session_id')::uuid;
  v_email := nullif(v_email, v_user.email);
  v_phone := nullif(v_phone, v_user.phone);
  if coalesce(v_email, v_phone, v_password) is not null then
    if v_user.is_sso_user then
      return jsonb_build_object('outcome', 'user_sso_managed');
    end if;
    if coalesce(v_session.aal, 'aal1') = 'aal1' and auth.has_verified_factor(v_user.id) then
      return jsonb_build_object('outcome', 'insufficient_aal');
    end if;
  end if;
  if v_user.is_anonymous and v_password is not null and coalesce(v_email, v_phone) is null then
    return jsonb_build_object('outcome', 'anonymous_password');
  end if;
  if v_email is not null and exists (
    select 1 from auth.users u where u.email = v_email and not u.is_sso_user and u.id <> v_user.id
  ) then
    return jsonb_build_object('outcome', 'email_exists');
  end if;
  if v_phone is not null and exists (select 1 from auth.users u where u.phone = v_phone and u.id <> v_user.id) then
    return jsonb_build_object('outcome', 'phone_exists');
  end if;
  if v_password is not null and (p ->> 'is_reauthentication_required')::boolean
    and v_session.created_at + interval '24 hours' <= v_now then
    if p ->> 'nonce' is null then
      return jsonb_build_object('outcome', 'reauthentication_needed');
    end if;
    select t.* into v_token from auth.one_time_tokens t
    where t.user_id = v_user.id and t.token_type = 'reauthentication_token'
      and t.token_hash = auth.one_time_hash(t.relates_to, p ->> 'nonce')
      and (t.created_at at time zone 'utc') + make_interval(secs => (p ->> 'mail_expiry_seconds')::integer) > v_now;
    if not found then
      return jsonb_build_object('outcome', 'reauthentication_not_valid');
    end if;
    delete from auth.one_time_tokens where id = v_token.id;
    update auth.users set reauthentication_token = '' where id = v_user.id;
  end if;

  if v_email is not null and not (p ->> 'is_mail_autoconfirmed')::boolean then
    v_mail := auth.ask_for_email_change(v_user, v_email, p);
    if v_mail ->> 'outcome' = 'too_soon' then
      return v_mail;
    end if;
  end if;
  if v_phone is not null and not (p ->> 'is_sms_autoconfirmed')::boolean then
    v_sms := auth.ask_for_phone_change(v_user, v_phone, p);
    if v_sms ->> 'outcome' = 'too_soon' then
      raise exception 'too_soon' using errcode = 'US429', detail = v_sms ->> 'seconds';
    end if;
  end if;
  if v_email is not null and v_mail is null then
    perform auth.confirm_address(v_user.id, 'email', v_email, v_now);
  end if;
  if v_phone is not null and v_sms is null then
    perform auth.confirm_address(v_user.id, 'phone', v_phone, v_now);
  end if;
  perform auth.update_user(v_user.id, v_session.id, v_password, nullif(p -> 'data', 'null'), v_now);
  perform auth.write_audit('user_modified', v_user.id, p ->> 'ip', v_now);
  select u.* into v_user from auth.users u where u.id = v_user.id;
  return jsonb_build_object('outcome', 'ok', 'user', auth.user_json(v_user), 'mail', v_mail, 'sms', v_sms);
end
$$;

-- POST /invite and /admin/generate_link: a link for an account, which is made where the kind of link allows it.
create or replace function auth.prepare_link(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_type text := p ->> 'type';
  v_user auth.users;
  v_answer jsonb;
begin
  select * into v_user from auth.find_user('email', p ->> 'address');
  if v_user.id is null then
    if v_type in ('recovery', 'email_change_current', 'email_change_new') then
      return jsonb_build_object('outcome', 'user_not_found');
    end if;
    v_user := auth.add_user(p);
    if v_type = 'magiclink' then
      v_type := 'signup';
    end if;
  elsif v_type in ('signup', 'invite') and v_user.email_confirmed_at is not null then
    return jsonb_build_object('outcome', 'email_exists');
  end if;

  if v_type in ('magiclink', 'recovery') then
    v_answer := auth.ask_for_recovery(v_user, case v_type when 'magiclink' then 'magic_link' else 'recovery' end, p);
  elsif v_type in ('signup', 'invite') then
    if v_type = 'invite' then
      update auth.users set invited_at = v_now where id = v_user.id returning * into v_user;
      perform auth.write_audit(
        'user_invited', null, p ->> 'ip', v_now, jsonb_build_object('user_id', v_user.id, 'user_email', v_user.email)
      );
    end if;
    v_answer := auth.ask_for_confirmation(v_user, 'email', p || jsonb_build_object(
      'flow_method', case v_type when 'invite' then 'invite' else 'email/signup' end
    ));
  else
    if exists (select 1 from auth.users u where u.email = p ->> 'new_email' and not u.is_sso_user) then
      return jsonb_build_object('outcome', 'email_exists');
    end if;
    -- Both links stand for one change: the second one asked for must not undo the first.
    if v_user.email_change = p ->> 'new_email' and v_type = 'email_change_current' and v_user.email_change_token_new <> '' then
      perform auth.put_one_time_token(v_user.id, 'email_change_token_current', v_user.email,
        auth.one_time_hash(v_user.email, p ->> 'otp_current'), v_now);
      v_answer := jsonb_build_object('outcome', 'sent', 'address', p ->> 'new_email', 'address_current', v_user.email,
        'token_hash_current', auth.one_time_hash(v_user.email, p ->> 'otp_current'));
    elsif v_user.email_change = p ->> 'new_email' and v_user.email_change_token_current <> '' then
      perform auth.put_one_time_token(v_user.id, 'email_change_token_new', p ->> 'new_email',
        auth.one_time_hash(p ->> 'new_email', p ->> 'otp'), v_now);
      v_answer := jsonb_build_object('outcome', 'sent', 'address', p ->> 'new_email', 'address_current', v_user.email,
        'token_hash', auth.one_time_hash(p ->> 'new_email', p ->> 'otp'));
    else
      v_answer := auth.ask_for_email_change(v_user, p ->> 'new_email', p);
    end if;
  end if;
  return v_answer || jsonb_build_object(
    'verification_type', v_type, 'user', auth.user_json((select u from auth.users u where u.id = v_user.id))
  );
end
$$;

-- /admin/users: an account as an administrator wants it. Fields that are absent stay as they are.
create or replace function auth.admin_save_user(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_id uuid := (p ->> 'id')::uuid;
  v_email text := nullif(p ->> 'email', '');
  v_phone text := nullif(p ->> 'phone', '');
  v_user auth.users;
begin
  if v_email is not null and exists (
    select 1 from auth.users u where u.email = v_email and not u.is_sso_user and u.id is distinct from v_id
  ) then
    return jsonb_build_object('outcome', 'email_exists');
  end if;
  if v_phone is not null and exists (
    select 1 from auth.users u where u.phone = v_phone and u.id is distinct from v_id
  ) then
    return jsonb_build_object('outcome', 'phone_exists');
  end if;
  if (p ->> 'is_new')::boolean then
    if exists (select 1 from auth.users u where u.id = v_id) then
      return jsonb_build_object('outcome', 'user_already_exists');
    end if;
    v_user := auth.add_user(p || jsonb_build_object(
      'provider', case when v_email is null then 'phone' else 'email' end, 'address', coalesce(v_email, v_phone)
    ));
    v_id := v_user.id;
    perform auth.write_audit('user_signedup', null, p ->> 'ip', v_now, jsonb_build_object('user_id', v_id));
    if v_email is not null and v_phone is not null then
      update auth.users set phone = v_phone where id = v_id;
      insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
      values (v_id::text, v_id, jsonb_build_object('sub', v_id, 'phone', v_phone, 'phone_verified', false,
        'email_verified', false), 'phone', v_now, v_now);
    end if;
  else
    select u.* into v_user from auth.users u where u.id = v_id and u.deleted_at is null for update;
    if not found then
      return jsonb_build_object('outcome', 'user_not_found');
    end if;
    if v_email is distinct from v_user.email and v_email is not null then
      perform auth.confirm_address(v_id, 'email', v_email, v_now);
    end if;
    if v_phone is distinct from v_user.phone and v_phone is not null then
      perform auth.confirm_address(v_id, 'phone', v_phone, v_now);
    end if;
  end if;
  if (p ->> 'email_confirm')::boolean then
    perform auth.confirm_address(v_id, 'email', coalesce(v_email, v_user.email), v_now)
    where coalesce(v_email, v_user.email) is not null;
  end if;
  if (p ->> 'phone_confirm')::boolean then
    perform auth.confirm_address(v_id, 'phone', coalesce(v_phone, v_user.phone), v_now)
    where coalesce(v_phone, v_user.phone) is not null;
  end if;
  update auth.users u set
    encrypted_password = coalesce(p ->> 'encrypted_password', u.encrypted_password),
    role = coalesce(nullif(p ->> 'role', ''), u.role),
    raw_user_meta_data = auth.merged(u.raw_user_meta_data, p -> 'data'),
    raw_app_meta_data = auth.merged(u.raw_app_meta_data, p -> 'app_metadata'),
    banned_until = case
      when p ->> 'ban_seconds' is null then u.banned_until
      when (p ->> 'ban_seconds')::double precision = 0 then null
      else v_now + make_interval(secs => (p ->> 'ban_seconds')::double precision)
    end,
    updated_at = v_now
  where u.id = v_id
  returning u.* into v_user;
  if not (p ->> 'is_new')::boolean then
    perform auth.write_audit('user_modified', null, p ->> 'ip', v_now, jsonb_build_object('user_id', v_id));
    if p ->> 'encrypted_password' is not null then
      delete from auth.sessions where user_id = v_id;
    end if;
  end if;
  return jsonb_build_object('outcome', 'ok', 'user', auth.user_json(v_user));
end
$$;

-- A null in what is added removes its key.
create or replace function auth.merged(p_old jsonb, p_added jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value) filter (where value <> 'null'::jsonb), '{}'::jsonb)
  from jsonb_each(coalesce(p_old, '{}') || coalesce(nullif(p_added, 'null'), '{}'))
$$;

-- DELETE /admin/users. Softly means: nobody can sign in and nothing tells who it was, but rows that refer to it stay.
create or replace function auth.admin_delete_user(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_id uuid := (p ->> 'id')::uuid;
  v_now timestamptz := (p ->> 'now')::timestamptz;
begin
  perform 1 from auth.users u where u.id = v_id and u.deleted_at is null for update;
  if not found then
    return jsonb_build_object('outcome', 'user_not_found');
  end if;
  if not (p ->> 'is_soft')::boolean then
    delete from auth.users where id = v_id;
    return jsonb_build_object('outcome', 'ok');
  end if;
  delete from auth.sessions where user_id = v_id;
  delete from auth.one_time_tokens where user_id = v_id;
  delete from auth.identities where user_id = v_id;
  update auth.users u set
    email = case when u.email is null then null else encode(sha256(convert_to(v_id || u.email, 'utf8')), 'hex') end,
    phone = case when u.phone is null then null else left(encode(sha256(convert_to(v_id || u.phone, 'utf8')), 'hex'), 15) end,
    encrypted_password = '', email_change = '', phone_change = '', confirmation_token = '', recovery_token = '',
    email_change_token_new = '', email_change_token_current = '', phone_change_token = '', reauthentication_token = '',
    raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = v_now, updated_at = v_now
  where u.id = v_id;
  perform auth.write_audit('user_deleted', null, p ->> 'ip', v_now, jsonb_build_object('user_id', v_id));
  return jsonb_build_object('outcome', 'ok');
end
$$;

-- Only the server itself may call these.
do $$
declare
  name text;
begin
  foreach name in array array[
    'write_audit', 'note_session', 'note_refresh', 'note_user', 'one_time_hash', 'put_one_time_token',
    'seconds_to_wait', 'too_soon', 'add_flow_state', 'link_hash', 'has_verified_factor', 'find_user',
    'add_user', 'confirm_address', 'start_session', 'ask_for_confirmation', 'ask_for_recovery',
    'begin_sign_up', 'sign_up_anonymously', 'request_otp', 'request_recovery', 'ask_for_email_change',
    'ask_for_phone_change', 'resend', 'request_reauthentication', 'accept_email_change', 'verify',
    'exchange_auth_code', 'change_user', 'prepare_link', 'admin_save_user', 'merged', 'admin_delete_user'
  ] loop
    execute format('revoke execute on function auth.%I from public', name);
  end loop;
end
$$;

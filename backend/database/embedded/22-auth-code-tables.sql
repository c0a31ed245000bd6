-- Pending codes and links, and PKCE flows, with Supabase Auth's tables and columns. Each procedure in the following
-- files takes one object and runs in one transaction; `now` is the server's clock.

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

-- The tokens of mailed links, hashed. A link's token is random, because one made from its six-digit code could be
-- guessed. one_time_tokens has exactly Supabase's columns, so these have their own table.
create table if not exists auth.link_tokens (
  one_time_token_id uuid primary key references auth.one_time_tokens (id) on delete cascade,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$')
);

alter table auth.flow_state enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.link_tokens enable row level security;

-- Unconfirmed accounts requested by possibly more than one person: whose password they have is unknown, so confirming
-- the address resets them.
create table if not exists auth.pending_resets (
  user_id uuid primary key references auth.users (id) on delete cascade
);

alter table auth.pending_resets enable row level security;

create or replace function auth.one_time_hash(p_address text, p_otp text) returns text
language sql immutable set search_path = ''
as $$ select encode(sha224(convert_to(p_address || p_otp, 'utf8')), 'hex') $$;

-- The stored hash of a mailed code.
create or replace function auth.mailed_hash(p_address text, p_otp text, p jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case when p ->> 'code_challenge' is null then '' else 'pkce_' end || auth.one_time_hash(p_address, p_otp)
$$;

drop function if exists auth.link_hash(text, text, jsonb);

create or replace function auth.link_token_hash(p_token text) returns text
language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(p_token, 'utf8')), 'hex') $$;

-- Replaces the previous token of its kind; its link stops working.
create or replace function auth.store_one_time_token(
  p_user_id uuid, p_type auth.one_time_token_type, p_relates_to text, p_hash text, p_now timestamptz
) returns void
language sql set search_path = ''
as $$
  delete from auth.link_tokens l using auth.one_time_tokens t
  where t.user_id = p_user_id and t.token_type = p_type and l.one_time_token_id = t.id;
  insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
  values (p_user_id, p_type, p_hash, p_relates_to, p_now at time zone 'utc', p_now at time zone 'utc')
  on conflict (user_id, token_type) do update
  set token_hash = excluded.token_hash, relates_to = excluded.relates_to, created_at = excluded.created_at,
    updated_at = excluded.updated_at
$$;

-- Stores a mailed code and returns the token of its link, in the form of Supabase's.
create or replace function auth.store_mailed_token(
  p_user_id uuid, p_type auth.one_time_token_type, p_email text, p_hash text, p jsonb
) returns text
language plpgsql set search_path = ''
as $$
declare
  v_token text := case when p ->> 'code_challenge' is null then '' else 'pkce_' end
    || encode(sha224(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex');
begin
  perform auth.store_one_time_token(p_user_id, p_type, p_email, p_hash, (p ->> 'now')::timestamptz);
  insert into auth.link_tokens (one_time_token_id, hash)
  select t.id, auth.link_token_hash(v_token) from auth.one_time_tokens t
  where t.user_id = p_user_id and t.token_type = p_type;
  return v_token;
end
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

-- Stores the PKCE challenge for the code a link will yield; no-op without PKCE.
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

select auth.revoke_client_access();

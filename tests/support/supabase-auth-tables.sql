-- The tables of Supabase Auth as documented, in a schema of their own, to see that a dump of ours fits into them.

create schema supabase;
create type supabase.aal as enum ('aal1', 'aal2', 'aal3');
create type supabase.code_challenge_method as enum ('s256', 'plain');
create type supabase.token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token', 'email_change_token_new',
  'email_change_token_current', 'phone_change_token'
);

create table supabase.users (
  instance_id uuid, id uuid not null primary key, aud varchar(255), role varchar(255), email varchar(255),
  encrypted_password varchar(255), email_confirmed_at timestamptz, invited_at timestamptz,
  confirmation_token varchar(255), confirmation_sent_at timestamptz, recovery_token varchar(255),
  recovery_sent_at timestamptz, email_change_token_new varchar(255), email_change varchar(255),
  email_change_sent_at timestamptz, last_sign_in_at timestamptz, raw_app_meta_data jsonb, raw_user_meta_data jsonb,
  is_super_admin boolean, created_at timestamptz, updated_at timestamptz, phone text unique default null,
  phone_confirmed_at timestamptz, phone_change text default '', phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status >= 0 and email_change_confirm_status <= 2),
  banned_until timestamptz, reauthentication_token varchar(255) default '', reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false, deleted_at timestamptz, is_anonymous boolean not null default false
);
create unique index on supabase.users (email) where is_sso_user = false;
create unique index on supabase.users (confirmation_token) where confirmation_token !~ '^[0-9 ]*$';
create unique index on supabase.users (recovery_token) where recovery_token !~ '^[0-9 ]*$';
create unique index on supabase.users (email_change_token_new) where email_change_token_new !~ '^[0-9 ]*$';
create unique index on supabase.users (email_change_token_current) where email_change_token_current !~ '^[0-9 ]*$';
create unique index on supabase.users (reauthentication_token) where reauthentication_token !~ '^[0-9 ]*$';

create table supabase.identities (
  provider_id text not null, user_id uuid not null references supabase.users on delete cascade,
  identity_data jsonb not null, provider text not null, last_sign_in_at timestamptz, created_at timestamptz,
  updated_at timestamptz, email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid not null default gen_random_uuid() primary key, unique (provider_id, provider)
);

create table supabase.sessions (
  id uuid not null primary key, user_id uuid not null references supabase.users on delete cascade,
  created_at timestamptz, updated_at timestamptz, factor_id uuid, aal supabase.aal, not_after timestamptz,
  refreshed_at timestamp, user_agent text, ip inet, tag text, oauth_client_id uuid, refresh_token_hmac_key text,
  refresh_token_counter bigint, scopes text
);

create table supabase.refresh_tokens (
  instance_id uuid, id bigserial primary key, token varchar(255) unique, user_id varchar(255), revoked boolean,
  created_at timestamptz, updated_at timestamptz, parent varchar(255),
  session_id uuid references supabase.sessions on delete cascade
);

create table supabase.mfa_amr_claims (
  session_id uuid not null references supabase.sessions on delete cascade, created_at timestamptz not null,
  updated_at timestamptz not null, authentication_method text not null, id uuid not null primary key,
  unique (session_id, authentication_method)
);

create table supabase.one_time_tokens (
  id uuid primary key, user_id uuid not null references supabase.users on delete cascade,
  token_type supabase.token_type not null, token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null, created_at timestamp not null default now(), updated_at timestamp not null default now(),
  unique (user_id, token_type)
);

create table supabase.flow_state (
  id uuid primary key, user_id uuid, auth_code text, code_challenge_method supabase.code_challenge_method,
  code_challenge text, provider_type text not null, provider_access_token text, provider_refresh_token text,
  created_at timestamptz, updated_at timestamptz, authentication_method text not null, auth_code_issued_at timestamptz,
  invite_token text, referrer text, oauth_client_state_id uuid, linking_target_id uuid,
  email_optional boolean not null default false
);

create table supabase.audit_log_entries (
  instance_id uuid, id uuid not null primary key, payload json, created_at timestamptz,
  ip_address varchar(64) not null default ''
);

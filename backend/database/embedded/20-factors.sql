-- Second factors, with Supabase Auth's tables and columns, plus our own: recovery codes, and used authenticator codes.

do $$
begin
  if to_regtype('auth.factor_type') is null then
    create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
  end if;
  if to_regtype('auth.factor_status') is null then
    create type auth.factor_status as enum ('unverified', 'verified');
  end if;
end
$$;

create table if not exists auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb
);

create index if not exists factor_id_created_at_idx on auth.mfa_factors (user_id, created_at);
create unique index if not exists mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where btrim(friendly_name) <> '';
create unique index if not exists unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);

create table if not exists auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);

create index if not exists mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);
create index if not exists mfa_challenges_by_factor on auth.mfa_challenges (factor_id);

-- An authenticator code stays valid for up to 90 seconds; recording its use stops anyone who saw it from reusing it.
create table if not exists auth.mfa_used_steps (
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  step bigint not null,
  primary key (factor_id, step)
);

create table if not exists auth.mfa_recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_used_steps enable row level security;
alter table auth.mfa_recovery_codes enable row level security;

-- Formats a time as Supabase Auth does: UTC with Z, as strict ISO 8601 parsers require.
create or replace function auth.wire_time(p_time timestamptz) returns text
language sql stable strict set search_path = ''
as $$
  select rtrim(rtrim(to_char(p_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.') || 'Z'
$$;

-- A factor as sent to clients, without its secret.
create or replace function auth.factor_json(p_factor auth.mfa_factors) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', (p_factor).id, 'created_at', auth.wire_time((p_factor).created_at),
    'updated_at', auth.wire_time((p_factor).updated_at), 'status', (p_factor).status,
    'factor_type', (p_factor).factor_type, 'last_challenged_at', auth.wire_time((p_factor).last_challenged_at)
  ) || jsonb_strip_nulls(jsonb_build_object(
    'friendly_name', nullif((p_factor).friendly_name, ''), 'phone', (p_factor).phone
  ))
$$;

revoke execute on function auth.wire_time(timestamptz) from public;
revoke execute on function auth.factor_json(auth.mfa_factors) from public;

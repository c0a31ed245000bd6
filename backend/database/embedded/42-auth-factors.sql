-- Second factors: enrolment, challenges and verification. Each procedure takes one object and runs in one transaction;
-- `now` is the server's clock.

-- POST /factors.
create or replace function auth.enrol_factor(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_user_id uuid := (p ->> 'user_id')::uuid;
  v_aal text;
  v_factor auth.mfa_factors;
begin
  -- Serializes parallel enrolments, so that they count each other.
  perform 1 from auth.users u where u.id = v_user_id for update;
  delete from auth.mfa_factors f
  where f.user_id = v_user_id and f.status = 'unverified'
    and f.created_at + make_interval(secs => (p ->> 'expiry_seconds')::double precision) <= v_now;
  if (select count(*) from auth.mfa_factors f where f.user_id = v_user_id) >= (p ->> 'factors_max')::integer then
    return jsonb_build_object('outcome', 'too_many_enrolled_mfa_factors');
  end if;
  select s.aal into v_aal from auth.sessions s where s.id = (p ->> 'session_id')::uuid;
  if coalesce(v_aal, 'aal1') = 'aal1' and auth.has_verified_factor(v_user_id) then
    return jsonb_build_object('outcome', 'insufficient_aal');
  end if;
  if btrim(coalesce(p ->> 'friendly_name', '')) <> '' and exists (
    select 1 from auth.mfa_factors f where f.user_id = v_user_id and f.friendly_name = p ->> 'friendly_name'
  ) then
    return jsonb_build_object('outcome', 'mfa_factor_name_conflict');
  end if;
  if p ->> 'phone' is not null then
    if exists (
      select 1 from auth.mfa_factors f
      where f.user_id = v_user_id and f.phone = p ->> 'phone' and f.status = 'verified'
    ) then
      return jsonb_build_object('outcome', 'mfa_verified_factor_exists');
    end if;
    delete from auth.mfa_factors f where f.user_id = v_user_id and f.phone = p ->> 'phone';
  end if;
  insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone)
  values (
    v_user_id, coalesce(p ->> 'friendly_name', ''), (p ->> 'factor_type')::auth.factor_type, 'unverified', v_now, v_now,
    p ->> 'secret', p ->> 'phone'
  )
  returning * into v_factor;
  perform auth.write_audit('enroll_factor', v_user_id, p ->> 'ip', v_now, jsonb_build_object(
    'factor_id', v_factor.id, 'factor_type', v_factor.factor_type
  ));
  return jsonb_build_object('outcome', 'ok', 'factor', auth.factor_json(v_factor));
end
$$;

-- The factor including its secret, for the server only; expired enrolments are deleted.
create or replace function auth.find_factor(p jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_factor auth.mfa_factors;
begin
  select f.* into v_factor from auth.mfa_factors f
  where f.id = (p ->> 'factor_id')::uuid and f.user_id = (p ->> 'user_id')::uuid
    and (f.status = 'verified' or f.created_at + make_interval(secs => (p ->> 'expiry_seconds')::double precision)
      > (p ->> 'now')::timestamptz);
  if not found then
    return jsonb_build_object('outcome', 'mfa_factor_not_found');
  end if;
  return jsonb_build_object('outcome', 'ok', 'factor', auth.factor_json(v_factor), 'secret', v_factor.secret);
end
$$;

-- POST /factors/{id}/challenge. A texted code is stored as a hash.
create or replace function auth.challenge_factor(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_factor auth.mfa_factors;
  v_wait integer;
  v_id uuid;
begin
  select f.* into v_factor from auth.mfa_factors f
  where f.id = (p ->> 'factor_id')::uuid and f.user_id = (p ->> 'user_id')::uuid
  for update;
  if not found then
    return jsonb_build_object('outcome', 'mfa_factor_not_found');
  end if;
  if v_factor.factor_type = 'phone' then
    v_wait := auth.seconds_to_wait(v_factor.last_challenged_at, (p ->> 'interval_seconds')::integer, v_now);
    if v_wait > 0 then
      return jsonb_build_object('outcome', 'too_soon', 'seconds', v_wait);
    end if;
  end if;
  delete from auth.mfa_challenges c
  where c.factor_id = v_factor.id
    and c.created_at + make_interval(secs => (p ->> 'challenge_seconds')::double precision) <= v_now;
  insert into auth.mfa_challenges (factor_id, created_at, ip_address, otp_code)
  values (
    v_factor.id, v_now, coalesce(p ->> 'ip', '127.0.0.1')::inet, auth.one_time_hash(v_factor.phone, p ->> 'otp')
  )
  returning id into v_id;
  -- Supabase's column is unique, so challenges of one millisecond are spread out.
  update auth.mfa_factors set last_challenged_at = v_now + random() * interval '900 microseconds' where id = v_factor.id;
  perform auth.write_audit('challenge_created', v_factor.user_id, p ->> 'ip', v_now, jsonb_build_object(
    'factor_id', v_factor.id, 'factor_status', v_factor.status
  ));
  return jsonb_build_object('outcome', 'ok', 'id', v_id);
end
$$;

-- POST /factors/{id}/verify. The server has already checked a TOTP code and passes its step (null for none); a texted
-- code is checked here.
create or replace function auth.verify_factor(p jsonb) returns jsonb
language plpgsql set search_path = '' set lock_timeout = '5s'
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_factor auth.mfa_factors;
  v_challenge auth.mfa_challenges;
  v_is_right boolean;
begin
  perform 1 from auth.sessions s where s.id = (p ->> 'session_id')::uuid for update;
  select f.* into v_factor from auth.mfa_factors f
  where f.id = (p ->> 'factor_id')::uuid and f.user_id = (p ->> 'user_id')::uuid
  for update;
  if not found then
    return jsonb_build_object('outcome', 'mfa_factor_not_found');
  end if;
  select c.* into v_challenge from auth.mfa_challenges c
  where c.id = (p ->> 'challenge_id')::uuid and c.factor_id = v_factor.id
  for update;
  if not found then
    return jsonb_build_object('outcome', 'challenge_not_found');
  end if;
  if v_challenge.verified_at is not null
    or v_challenge.ip_address <> coalesce(p ->> 'ip', '127.0.0.1')::inet then
    return jsonb_build_object('outcome', 'mfa_ip_address_mismatch');
  end if;
  if v_challenge.created_at + make_interval(secs => (p ->> 'challenge_seconds')::double precision) <= v_now then
    delete from auth.mfa_challenges where id = v_challenge.id;
    return jsonb_build_object('outcome', 'mfa_challenge_expired');
  end if;

  if v_factor.factor_type = 'phone' then
    v_is_right := coalesce(
      v_challenge.otp_code = auth.one_time_hash(v_factor.phone, p ->> 'code') or (p ->> 'is_test_otp')::boolean, false
    );
  else
    v_is_right := p ->> 'step' is not null;
  end if;
  if v_is_right and p ->> 'step' is not null then
    delete from auth.mfa_used_steps u where u.factor_id = v_factor.id and u.step < (p ->> 'step')::bigint - 10;
    insert into auth.mfa_used_steps (factor_id, step) values (v_factor.id, (p ->> 'step')::bigint)
    on conflict do nothing;
    v_is_right := found;
  end if;
  perform auth.write_audit('verification_attempted', v_factor.user_id, p ->> 'ip', v_now, jsonb_build_object(
    'factor_id', v_factor.id, 'challenge_id', v_challenge.id, 'is_right', v_is_right
  ));
  if not v_is_right then
    return jsonb_build_object('outcome', 'mfa_verification_failed');
  end if;

  update auth.mfa_challenges set verified_at = v_now where id = v_challenge.id;
  if v_factor.status = 'unverified' then
    update auth.mfa_factors set status = 'verified', updated_at = v_now where id = v_factor.id;
    delete from auth.mfa_factors f
    where f.user_id = v_factor.user_id and f.factor_type = v_factor.factor_type and f.status = 'unverified';
  end if;
  return auth.raise_session(
    p, case v_factor.factor_type when 'totp' then 'totp' else 'mfa/' || v_factor.factor_type::text end, v_factor.id
  );
end
$$;

-- After a second factor: raises this session, issues new tokens, and ends sessions without one.
create or replace function auth.raise_session(p jsonb, p_method text, p_factor_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_session_id uuid := (p ->> 'session_id')::uuid;
  v_user_id uuid := (p ->> 'user_id')::uuid;
  v_parent text;
begin
  update auth.sessions set
    aal = 'aal2', factor_id = p_factor_id, refreshed_at = v_now at time zone 'utc', updated_at = v_now
  where id = v_session_id and user_id = v_user_id;
  if not found then
    return jsonb_build_object('outcome', 'session_not_found');
  end if;
  insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
  values (v_session_id, v_now, v_now, p_method)
  on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at;
  delete from auth.sessions s
  where s.user_id = v_user_id and s.id <> v_session_id and coalesce(s.aal, 'aal1') < 'aal2';
  update auth.refresh_tokens set revoked = true, updated_at = v_now
  where session_id = v_session_id and not revoked
  returning token into v_parent;
  insert into auth.refresh_tokens (token, user_id, session_id, parent, created_at, updated_at)
  values (p ->> 'refresh_token', v_user_id::text, v_session_id, v_parent, v_now, v_now);
  return auth.session_json(v_session_id, p ->> 'refresh_token');
end
$$;

-- DELETE /factors/{id}. Sessions verified by the factor drop to aal1.
create or replace function auth.unenrol_factor(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_user_id uuid := (p ->> 'user_id')::uuid;
  v_factor auth.mfa_factors;
begin
  select f.* into v_factor from auth.mfa_factors f
  where f.id = (p ->> 'factor_id')::uuid and f.user_id = v_user_id
  for update;
  if not found then
    return jsonb_build_object('outcome', 'mfa_factor_not_found');
  end if;
  -- A null session is an administrator.
  if v_factor.status = 'verified' and p ->> 'session_id' is not null and not exists (
    select 1 from auth.sessions s where s.id = (p ->> 'session_id')::uuid and s.aal = 'aal2'
  ) then
    return jsonb_build_object('outcome', 'insufficient_aal');
  end if;
  delete from auth.mfa_factors where id = v_factor.id;
  if v_factor.status = 'verified' then
    with lowered as (
      update auth.sessions s set aal = 'aal1', factor_id = null, updated_at = v_now
      where s.user_id = v_user_id and (s.factor_id = v_factor.id or not auth.has_verified_factor(v_user_id))
      returning s.id
    )
    delete from auth.mfa_amr_claims a using lowered l
    where a.session_id = l.id and a.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code');
    if not auth.has_verified_factor(v_user_id) then
      delete from auth.mfa_recovery_codes where user_id = v_user_id;
    end if;
  end if;
  perform auth.write_audit('unenroll_factor', v_user_id, p ->> 'ip', v_now, jsonb_build_object(
    'factor_id', v_factor.id, 'factor_status', v_factor.status
  ));
  return jsonb_build_object('outcome', 'ok', 'factor', auth.factor_json(v_factor));
end
$$;

-- Replaces the recovery codes. They are worth a second factor, so only an aal2 session gets them.
create or replace function auth.replace_recovery_codes(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_user_id uuid := (p ->> 'user_id')::uuid;
begin
  perform 1 from auth.users u where u.id = v_user_id for update;
  if not exists (
    select 1 from auth.sessions s where s.id = (p ->> 'session_id')::uuid and s.aal = 'aal2'
  ) then
    return jsonb_build_object('outcome', 'insufficient_aal');
  end if;
  delete from auth.mfa_recovery_codes where user_id = v_user_id;
  insert into auth.mfa_recovery_codes (user_id, code_hash, created_at)
  select v_user_id, auth.one_time_hash(v_user_id::text, code), v_now
  from jsonb_array_elements_text(p -> 'codes') as code;
  perform auth.write_audit('generate_recovery_codes', v_user_id, p ->> 'ip', v_now);
  return jsonb_build_object('outcome', 'ok');
end
$$;

-- Redeems a recovery code once, in place of a factor.
create or replace function auth.use_recovery_code(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_user_id uuid := (p ->> 'user_id')::uuid;
  v_is_right boolean;
begin
  perform 1 from auth.sessions s where s.id = (p ->> 'session_id')::uuid for update;
  update auth.mfa_recovery_codes set used_at = v_now
  where user_id = v_user_id and code_hash = auth.one_time_hash(v_user_id::text, p ->> 'code') and used_at is null
    and auth.has_verified_factor(v_user_id);
  v_is_right := found;
  perform auth.write_audit('recovery_code_attempted', v_user_id, p ->> 'ip', v_now, jsonb_build_object(
    'is_right', v_is_right
  ));
  if not v_is_right then
    return jsonb_build_object('outcome', 'mfa_verification_failed');
  end if;
  return auth.raise_session(p, 'mfa/recovery_code', null);
end
$$;

select auth.revoke_client_access();

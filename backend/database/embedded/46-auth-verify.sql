-- Redeems codes and links, and exchanges auth codes.

-- The account after a confirmed mail change; null while the other address has yet to confirm.
create or replace function auth.accept_email_change(
  p_user auth.users, p_type auth.one_time_token_type, p_is_secure boolean, p_is_proof boolean, p_now timestamptz
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
  v_user := auth.confirm_address(p_user.id, 'email', p_user.email_change, p_now, p_is_proof);
  update auth.users set
    email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0
  where id = p_user.id returning * into v_user;
  delete from auth.one_time_tokens
  where user_id = p_user.id and token_type in ('email_change_token_new', 'email_change_token_current');
  perform auth.write_audit('user_modified', p_user.id, null, p_now, '{"changed": "email"}');
  return v_user;
end
$$;

-- POST and GET /verify. Finds and uses up the code or link; answers `ok` with a session or an `auth_code`.
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
  v_hash text := auth.one_time_hash(p ->> 'address', p ->> 'otp');
  v_user auth.users;
  v_token auth.one_time_tokens;
  v_expiry_seconds integer;
  v_method text;
  v_code text;
  -- Without a mail server, a code only proves that someone could read the outbox.
  v_is_proof boolean := v_is_phone or coalesce((p ->> 'is_mail_proof')::boolean, true);
  v_reset_email text;
begin
  if p ->> 'token_hash' is not null then
    -- Only links: a code's hash could be computed for each possible code, past the limits on guessing codes.
    select t.* into v_token
    from auth.link_tokens l
    join auth.one_time_tokens t on t.id = l.one_time_token_id
    join auth.users u on u.id = t.user_id
    where l.hash = auth.link_token_hash(p ->> 'token_hash') and t.token_type = any (v_types)
      and t.relates_to in (u.email, u.email_change);
  elsif v_is_test then
    select t.* into v_token from auth.one_time_tokens t
    where t.token_type = any (v_types) and t.relates_to = p ->> 'address';
  else
    select t.* into v_token from auth.one_time_tokens t
    where t.token_type = any (v_types) and t.token_hash in (v_hash, 'pkce_' || v_hash)
      and t.relates_to = p ->> 'address';
  end if;
  if found then
    select u.* into v_user from auth.users u where u.id = v_token.user_id and u.deleted_at is null for update;
    -- Read again under the lock: parallel calls must not both use it.
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
    if not v_is_phone and v_is_proof and not public.has_proven_email(v_user.id)
      and exists (select 1 from auth.pending_resets f where f.user_id = v_user.id) then
      v_user := auth.reset_account(v_user.id, p ->> 'ip', v_now);
      v_reset_email := v_user.email;
    end if;
    v_user := auth.confirm_address(
      v_user.id, case when v_is_phone then 'phone' else 'email' end, v_token.relates_to, v_now, v_is_proof
    );
    delete from auth.pending_resets where user_id = v_user.id;
    v_method := case when v_user.invited_at is not null and v_type = 'invite' then 'invite' else 'email/signup' end;
  elsif v_token.token_type = 'recovery_token' then
    delete from auth.one_time_tokens where id = v_token.id;
    update auth.users set recovery_token = '' where id = v_user.id;
    -- Only a first proof confirms: an account from a provider doesn't gain an email identity here.
    if v_is_proof and not public.has_proven_email(v_user.id) then
      if auth.has_been_used(v_user) then
        v_user := auth.reset_account(v_user.id, p ->> 'ip', v_now);
        v_reset_email := v_user.email;
      end if;
      v_user := auth.confirm_address(v_user.id, 'email', v_token.relates_to, v_now, true);
    elsif v_user.email_confirmed_at is null then
      v_user := auth.confirm_address(v_user.id, 'email', v_token.relates_to, v_now, v_is_proof);
    end if;
    v_method := case v_type when 'recovery' then 'recovery' else 'magiclink' end;
  elsif v_token.token_type = 'phone_change_token' then
    if auth.is_address_taken('phone', v_token.relates_to, v_user.id) then
      return jsonb_build_object('outcome', 'phone_exists');
    end if;
    delete from auth.one_time_tokens where id = v_token.id;
    update auth.users set phone_change = '', phone_change_token = '' where id = v_user.id;
    v_user := auth.confirm_address(v_user.id, 'phone', v_token.relates_to, v_now, true);
    perform auth.write_audit('user_modified', v_user.id, p ->> 'ip', v_now, '{"changed": "phone"}');
  else
    if auth.is_address_taken('email', v_user.email_change, v_user.id) then
      return jsonb_build_object('outcome', 'email_exists');
    end if;
    v_user := auth.accept_email_change(
      v_user, v_token.token_type, (p ->> 'is_change_secure')::boolean, v_is_proof, v_now
    );
    if v_user.id is null then
      return jsonb_build_object('outcome', 'single_confirmation');
    end if;
    v_method := 'email_change';
  end if;

  if not coalesce((p ->> 'wants_code')::boolean, false) then
    return auth.add_reset_email(auth.start_session(v_user.id, 'otp', p), v_reset_email);
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
  return auth.add_reset_email(jsonb_build_object('outcome', 'ok', 'auth_code', v_code), v_reset_email);
end
$$;

-- POST /token?grant_type=pkce. The code works once.
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

select auth.revoke_client_access();

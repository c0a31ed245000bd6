-- Sends codes and links: sign-up, passwordless sign-in, recovery, changes of address, reauthentication.

create or replace function auth.mark_for_reset(p_user_id uuid) returns void
language sql set search_path = ''
as $$ insert into auth.pending_resets (user_id) values (p_user_id) on conflict do nothing $$;

-- A mailed or texted code that confirms a new account's address.
create or replace function auth.ask_for_confirmation(p_user auth.users, p_provider text, p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_wait jsonb := auth.too_soon(p_user.confirmation_sent_at, p);
  v_address text := case p_provider when 'phone' then p_user.phone else p_user.email end;
  v_hash text := auth.mailed_hash(v_address, p ->> 'otp', p);
  v_link text;
begin
  if v_wait is not null then
    return v_wait;
  end if;
  if (p ->> 'marks_reset')::boolean then
    perform auth.mark_for_reset(p_user.id);
  end if;
  update auth.users set confirmation_token = v_hash, confirmation_sent_at = v_now, updated_at = v_now
  where id = p_user.id returning * into p_user;
  if p_provider = 'phone' then
    perform auth.store_one_time_token(p_user.id, 'confirmation_token', v_address, v_hash, v_now);
  else
    v_link := auth.store_mailed_token(p_user.id, 'confirmation_token', v_address, v_hash, p);
  end if;
  perform auth.add_flow_state(p_user.id, p_provider, coalesce(p ->> 'flow_method', 'email/signup'), p);
  perform auth.write_audit('user_confirmation_requested', p_user.id, p ->> 'ip', v_now);
  return jsonb_build_object(
    'outcome', 'sent', 'kind', 'confirmation', 'token_hash', v_link, 'user', auth.user_json(p_user),
    'address', v_address
  );
end
$$;

-- A mailed code for signing in without the password, or resetting it.
create or replace function auth.ask_for_recovery(p_user auth.users, p_kind text, p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_wait jsonb := auth.too_soon(p_user.recovery_sent_at, p);
  v_hash text := auth.mailed_hash(p_user.email, p ->> 'otp', p);
  v_link text;
begin
  if v_wait is not null then
    return v_wait;
  end if;
  update auth.users set recovery_token = v_hash, recovery_sent_at = v_now, updated_at = v_now
  where id = p_user.id returning * into p_user;
  v_link := auth.store_mailed_token(p_user.id, 'recovery_token', p_user.email, v_hash, p);
  perform auth.add_flow_state(p_user.id, 'email', case p_kind when 'recovery' then 'recovery' else 'magiclink' end, p);
  perform auth.write_audit('user_recovery_requested', p_user.id, p ->> 'ip', v_now);
  return jsonb_build_object(
    'outcome', 'sent', 'kind', p_kind, 'token_hash', v_link, 'user', auth.user_json(p_user), 'address', p_user.email
  );
end
$$;

-- Codes for a new mail address: to it, and to the old one if the change is secure.
create or replace function auth.ask_for_email_change(p_user auth.users, p_email text, p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_wait jsonb := auth.too_soon(p_user.email_change_sent_at, p);
  v_hash text := auth.mailed_hash(p_email, p ->> 'otp', p);
  v_is_secure boolean := (p ->> 'is_change_secure')::boolean and coalesce(p_user.email, '') <> '';
  v_current text := case when v_is_secure then auth.mailed_hash(p_user.email, p ->> 'otp_current', p) else '' end;
  v_link text;
  v_link_current text;
begin
  if v_wait is not null then
    return v_wait;
  end if;
  update auth.users set
    email_change = p_email, email_change_token_new = v_hash, email_change_token_current = v_current,
    email_change_sent_at = v_now, email_change_confirm_status = 0, updated_at = v_now
  where id = p_user.id;
  v_link := auth.store_mailed_token(p_user.id, 'email_change_token_new', p_email, v_hash, p);
  delete from auth.one_time_tokens where user_id = p_user.id and token_type = 'email_change_token_current';
  if v_is_secure then
    v_link_current := auth.store_mailed_token(
      p_user.id, 'email_change_token_current', p_user.email, v_current, p
    );
  end if;
  perform auth.add_flow_state(p_user.id, 'email', 'email_change', p);
  return jsonb_build_object(
    'outcome', 'sent', 'kind', 'email_change', 'token_hash', v_link, 'token_hash_current', v_link_current,
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
  perform auth.store_one_time_token(p_user.id, 'phone_change_token', p_phone, v_hash, v_now);
  return jsonb_build_object('outcome', 'sent', 'kind', 'phone_change', 'address', p_phone);
end
$$;

-- POST /signup. Answers `ok` with a session, `sent`, `repeated` (which callers must not learn) or
-- `user_already_exists`.
create or replace function auth.begin_sign_up(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_provider text := p ->> 'provider';
  v_is_autoconfirmed boolean := (p ->> 'is_autoconfirmed')::boolean;
  v_waiting text;
  v_user auth.users;
  v_answer jsonb;
begin
  select * into v_user from auth.find_user(v_provider, p ->> 'address');
  if found then
    -- Without confirmation, nobody may take over a pending account, such as an invited one.
    if v_is_autoconfirmed
      or (case v_provider when 'email' then v_user.email_confirmed_at else v_user.phone_confirmed_at end) is not null then
      perform auth.write_audit('user_repeated_signup', v_user.id, p ->> 'ip', v_now);
      return jsonb_build_object('outcome', case when v_is_autoconfirmed then 'user_already_exists' else 'repeated' end);
    end if;
    -- A pending account's password and data stay unchanged: the caller hasn't proven anything.
    v_waiting := coalesce(v_user.encrypted_password, '');
  else
    v_user := auth.add_user(p);
  end if;
  if v_is_autoconfirmed then
    perform auth.confirm_address(v_user.id, v_provider, p ->> 'address', v_now, false);
    perform auth.write_audit(
      'user_signedup', v_user.id, p ->> 'ip', v_now, jsonb_build_object('provider', v_provider)
    );
    return auth.start_session(v_user.id, 'password', p);
  end if;
  v_answer := auth.ask_for_confirmation(v_user, v_provider, p);
  -- Hides an invitation's metadata from others who know its address.
  if v_user.invited_at is not null and v_answer ? 'user' then
    v_answer := jsonb_set(jsonb_set(v_answer, '{user,identities}', '[]'), '{user,user_metadata}', '{}');
  end if;
  return v_answer || jsonb_build_object('waiting_password', v_waiting);
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

-- POST /otp. Creates a missing account if `create_user` allows it.
create or replace function auth.request_otp(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_provider text := p ->> 'provider';
  v_user auth.users;
  v_is_new boolean := false;
begin
  select * into v_user from auth.find_user(v_provider, p ->> 'address');
  if not found then
    v_is_new := true;
    if not (p ->> 'create_user')::boolean then
      return jsonb_build_object('outcome', 'otp_disabled');
    end if;
    if (p ->> 'is_signup_disabled')::boolean then
      return jsonb_build_object('outcome', 'signup_disabled');
    end if;
    v_user := auth.add_user(p);
    if (p ->> 'is_autoconfirmed')::boolean then
      v_user := auth.confirm_address(v_user.id, v_provider, p ->> 'address', v_now, false);
      perform auth.write_audit(
        'user_signedup', v_user.id, p ->> 'ip', v_now, jsonb_build_object('provider', v_provider)
      );
    end if;
  end if;
  if v_provider = 'phone' or v_user.email_confirmed_at is null then
    return auth.ask_for_confirmation(v_user, v_provider, p || jsonb_build_object(
      'marks_reset', v_provider = 'email' and not v_is_new and coalesce(v_user.encrypted_password, '') <> ''
    ));
  end if;
  return auth.ask_for_recovery(v_user, 'magic_link', p);
end
$$;

-- POST /recover. Unknown addresses are recorded too, so that both cases write one row.
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

-- A text message that failed to send doesn't delay the next one.
create or replace function auth.clear_sent_at(p_about text, p_id uuid) returns void
language sql set search_path = ''
as $$
  update auth.users set
    confirmation_sent_at = case p_about when 'confirmation' then null else confirmation_sent_at end,
    phone_change_sent_at = case p_about when 'phone_change' then null else phone_change_sent_at end,
    reauthentication_sent_at = case p_about when 'reauthentication' then null else reauthentication_sent_at end
  where id = p_id and p_about <> 'factor';
  update auth.mfa_factors set last_challenged_at = null where id = p_id and p_about = 'factor';
$$;

-- POST /resend. Silent when there is nothing to send.
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

-- GET /reauthenticate: a code that confirms the user again, late in a session.
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
  perform auth.store_one_time_token(v_user.id, 'reauthentication_token', v_address, v_hash, v_now);
  perform auth.write_audit('user_reauthenticate_requested', v_user.id, p ->> 'ip', v_now);
  return jsonb_build_object(
    'outcome', 'sent', 'kind', 'reauthentication', 'provider', v_provider, 'address', v_address,
    'token_hash', v_hash, 'user', auth.user_json(v_user)
  );
end
$$;

select auth.revoke_client_access();

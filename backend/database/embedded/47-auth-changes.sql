-- Account changes by owners and administrators.

-- PUT /user. Checks everything before changing anything; answers the account and the messages to send.
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
  v_proof uuid;
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
  -- A mailed code from a signed-in user proves the address.
  if p ->> 'nonce' is not null and (p ->> 'is_mail_proof')::boolean and not public.has_proven_email(v_user.id) then
    select t.id into v_proof from auth.one_time_tokens t
    where t.user_id = v_user.id and t.token_type = 'reauthentication_token' and t.relates_to = v_user.email
      and t.token_hash = auth.one_time_hash(t.relates_to, p ->> 'nonce')
      and (t.created_at at time zone 'utc') + make_interval(secs => (p ->> 'mail_expiry_seconds')::integer) > v_now;
    if v_proof is null then
      return jsonb_build_object('outcome', 'reauthentication_not_valid');
    end if;
    perform auth.confirm_address(v_user.id, 'email', v_user.email, v_now, true);
    if v_password is null then
      delete from auth.one_time_tokens where id = v_proof;
      update auth.users set reauthentication_token = '' where id = v_user.id;
    end if;
  end if;
  if v_user.is_anonymous and v_password is not null and coalesce(v_email, v_phone) is null then
    return jsonb_build_object('outcome', 'anonymous_password');
  end if;
  if auth.is_address_taken('email', v_email, v_user.id) then
    return jsonb_build_object('outcome', 'email_exists');
  end if;
  if auth.is_address_taken('phone', v_phone, v_user.id) then
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
    perform auth.confirm_address(v_user.id, 'email', v_email, v_now, false);
  end if;
  if v_phone is not null and v_sms is null then
    perform auth.confirm_address(v_user.id, 'phone', v_phone, v_now, false);
  end if;
  perform auth.update_user(v_user.id, v_session.id, v_password, nullif(p -> 'data', 'null'), v_now);
  perform auth.write_audit('user_modified', v_user.id, p ->> 'ip', v_now);
  select u.* into v_user from auth.users u where u.id = v_user.id;
  return jsonb_build_object('outcome', 'ok', 'user', auth.user_json(v_user), 'mail', v_mail, 'sms', v_sms);
end
$$;

-- POST /invite and /admin/generate_link: a link for an account, which is created if the kind of link allows it.
create or replace function auth.prepare_link(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_type text := p ->> 'type';
  v_user auth.users;
  v_answer jsonb;
  v_was_there boolean;
begin
  select * into v_user from auth.find_user('email', p ->> 'address');
  v_was_there := v_user.id is not null;
  if v_user.id is null then
    if v_type in ('recovery', 'email_change_current', 'email_change_new') then
      return jsonb_build_object('outcome', 'user_not_found');
    end if;
    v_user := auth.add_user(p || '{"is_made_by_admin": true}');
    if v_type = 'magiclink' then
      v_type := 'signup';
    end if;
  elsif v_type in ('signup', 'invite') and v_user.email_confirmed_at is not null
    and (v_type = 'signup' or not (p ->> 'is_mail_proof')::boolean or public.has_proven_email(v_user.id)) then
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
      'flow_method', case v_type when 'invite' then 'invite' else 'email/signup' end,
      'marks_reset', v_was_there and v_type = 'invite' and auth.has_been_used(v_user)
    ));
  else
    if auth.is_address_taken('email', p ->> 'new_email', null) then
      return jsonb_build_object('outcome', 'email_exists');
    end if;
    -- Both links belong to one change: the second must not invalidate the first.
    if v_user.email_change = p ->> 'new_email' and v_type = 'email_change_current' and v_user.email_change_token_new <> '' then
      v_answer := jsonb_build_object('outcome', 'sent', 'address', p ->> 'new_email', 'address_current', v_user.email,
        'token_hash_current', auth.store_mailed_token(v_user.id, 'email_change_token_current', v_user.email,
          auth.one_time_hash(v_user.email, p ->> 'otp_current'), p));
    elsif v_user.email_change = p ->> 'new_email' and v_user.email_change_token_current <> '' then
      v_answer := jsonb_build_object('outcome', 'sent', 'address', p ->> 'new_email', 'address_current', v_user.email,
        'token_hash', auth.store_mailed_token(v_user.id, 'email_change_token_new', p ->> 'new_email',
          auth.one_time_hash(p ->> 'new_email', p ->> 'otp'), p));
    else
      v_answer := auth.ask_for_email_change(v_user, p ->> 'new_email', p);
    end if;
  end if;
  return v_answer || jsonb_build_object(
    'verification_type', v_type, 'user', auth.user_json((select u from auth.users u where u.id = v_user.id))
  );
end
$$;

-- /admin/users: saves an account. Absent fields are unchanged.
create or replace function auth.admin_save_user(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_id uuid := (p ->> 'id')::uuid;
  v_email text := nullif(p ->> 'email', '');
  v_phone text := nullif(p ->> 'phone', '');
  v_user auth.users;
  v_data jsonb;
begin
  if auth.is_address_taken('email', v_email, v_id) then
    return jsonb_build_object('outcome', 'email_exists');
  end if;
  if auth.is_address_taken('phone', v_phone, v_id) then
    return jsonb_build_object('outcome', 'phone_exists');
  end if;
  if (p ->> 'is_new')::boolean then
    if exists (select 1 from auth.users u where u.id = v_id) then
      return jsonb_build_object('outcome', 'user_already_exists');
    end if;
    v_user := auth.add_user(p || jsonb_build_object(
      'provider', case when v_email is null then 'phone' else 'email' end, 'address', coalesce(v_email, v_phone),
      'is_made_by_admin', true
    ));
    v_data := v_user.raw_user_meta_data;
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
    v_data := auth.merge_json(v_user.raw_user_meta_data, p -> 'data');
    if v_email is distinct from v_user.email and v_email is not null then
      perform auth.confirm_address(v_id, 'email', v_email, v_now, true);
    end if;
    if v_phone is distinct from v_user.phone and v_phone is not null then
      perform auth.confirm_address(v_id, 'phone', v_phone, v_now, true);
    end if;
  end if;
  if (p ->> 'email_confirm')::boolean then
    perform auth.confirm_address(v_id, 'email', coalesce(v_email, v_user.email), v_now, true)
    where coalesce(v_email, v_user.email) is not null;
  end if;
  if (p ->> 'phone_confirm')::boolean then
    perform auth.confirm_address(v_id, 'phone', coalesce(v_phone, v_user.phone), v_now, true)
    where coalesce(v_phone, v_user.phone) is not null;
  end if;
  update auth.users u set
    encrypted_password = coalesce(p ->> 'encrypted_password', u.encrypted_password),
    role = coalesce(nullif(p ->> 'role', ''), u.role),
    -- Without what confirming the address adds.
    raw_user_meta_data = v_data,
    raw_app_meta_data = auth.merge_json(u.raw_app_meta_data, p -> 'app_metadata'),
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

-- DELETE /admin/users. A soft delete blocks sign-in and erases personal data, but keeps rows that refer to the account.
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

select auth.revoke_client_access();

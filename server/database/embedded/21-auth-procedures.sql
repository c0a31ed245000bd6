-- What the auth service does, each in one transaction. Only the server itself may call these.

create or replace function auth.user_json(p_user auth.users) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
      'id', (p_user).id, 'aud', (p_user).aud, 'role', (p_user).role, 'email', coalesce((p_user).email, ''),
      'phone', coalesce((p_user).phone, ''), 'app_metadata', coalesce((p_user).raw_app_meta_data, '{}'::jsonb),
      'user_metadata', coalesce((p_user).raw_user_meta_data, '{}'::jsonb),
      'identities', coalesce((
        select jsonb_agg(jsonb_build_object(
          'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
          'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
          'updated_at', i.updated_at, 'email', i.email
        ) order by i.created_at, i.id)
        from auth.identities i where i.user_id = (p_user).id
      ), '[]'::jsonb),
      'created_at', (p_user).created_at, 'updated_at', (p_user).updated_at, 'is_anonymous', (p_user).is_anonymous
    ) || jsonb_strip_nulls(jsonb_build_object(
      'email_confirmed_at', (p_user).email_confirmed_at, 'phone_confirmed_at', (p_user).phone_confirmed_at,
      'confirmed_at', (p_user).confirmed_at, 'last_sign_in_at', (p_user).last_sign_in_at,
      'invited_at', (p_user).invited_at, 'banned_until', (p_user).banned_until, 'deleted_at', (p_user).deleted_at,
      'confirmation_sent_at', (p_user).confirmation_sent_at, 'recovery_sent_at', (p_user).recovery_sent_at,
      'new_email', nullif((p_user).email_change, ''), 'email_change_sent_at', (p_user).email_change_sent_at,
      'new_phone', nullif((p_user).phone_change, ''), 'phone_change_sent_at', (p_user).phone_change_sent_at,
      'reauthentication_sent_at', (p_user).reauthentication_sent_at,
      'factors', (
        select jsonb_agg(auth.factor_json(f) order by f.created_at, f.id)
        from auth.mfa_factors f where f.user_id = (p_user).id
      )
    ))
$$;

-- What a token response is made of. The refresh token is the caller's: it may have been there before.
create or replace function auth.session_json(p_session_id uuid, p_refresh_token text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', 'ok', 'session_id', s.id, 'refresh_token', p_refresh_token, 'aal', coalesce(s.aal, 'aal1'), 'user', auth.user_json(u),
    'amr', coalesce((
      select jsonb_agg(
        jsonb_build_object('method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at)))
        order by a.updated_at desc
      )
      from auth.mfa_amr_claims a where a.session_id = s.id
    ), '[]'::jsonb)
  )
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = p_session_id
$$;

create or replace function auth.open_session(
  p_user_id uuid, p_method text, p_refresh_token text, p_user_agent text, p_ip text, p_now timestamptz
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_session_id uuid := gen_random_uuid();
begin
  update auth.users set last_sign_in_at = p_now, updated_at = p_now where id = p_user_id;
  insert into auth.sessions (id, user_id, created_at, updated_at, user_agent, ip)
  values (v_session_id, p_user_id, p_now, p_now, left(p_user_agent, 500), p_ip::inet);
  insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
  values (v_session_id, p_now, p_now, p_method);
  insert into auth.refresh_tokens (token, user_id, session_id, created_at, updated_at)
  values (p_refresh_token, p_user_id::text, v_session_id, p_now, p_now);
  return auth.session_json(v_session_id, p_refresh_token);
end
$$;

-- A new account, confirmed at once, and signed in. A taken e-mail address is a unique violation.
create or replace function auth.sign_up(
  p_email text, p_encrypted_password text, p_data jsonb, p_refresh_token text, p_user_agent text, p_ip text,
  p_now timestamptz
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_id uuid := gen_random_uuid();
  v_identity jsonb := jsonb_build_object(
    'sub', v_id, 'email', p_email, 'email_verified', true, 'phone_verified', false
  );
begin
  insert into auth.users (
    id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at,
    updated_at
  )
  values (
    v_id, 'authenticated', 'authenticated', p_email, p_encrypted_password, p_now,
    '{"provider": "email", "providers": ["email"]}', p_data || v_identity, p_now, p_now
  );
  insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values (v_id::text, v_id, p_data || v_identity, 'email', p_now, p_now, p_now);
  return auth.open_session(v_id, 'password', p_refresh_token, p_user_agent, p_ip, p_now);
end
$$;

-- Trades a refresh token for its successor. Whoever shows one that was traded long ago holds a stolen copy, or its
-- thief does: then the whole family dies. Two exceptions keep honest clients signed in: an answer that got lost
-- (the token is the parent of the active one) and calls that ran side by side (traded within the reuse interval).
create or replace function auth.rotate_refresh_token(
  p_token text, p_new_token text, p_reuse_interval_seconds integer, p_now timestamptz
) returns jsonb
language plpgsql set search_path = '' set lock_timeout = '5s'
as $$
declare
  v_session auth.sessions;
  v_user auth.users;
  v_token auth.refresh_tokens;
  v_active auth.refresh_tokens;
begin
  select s.* into v_session
  from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id
  where t.token = p_token
  for update of s;
  if not found then
    return jsonb_build_object('outcome', 'refresh_token_not_found');
  end if;

  -- Read after the lock: a call that ran side by side may have traded it meanwhile.
  select t.* into v_token from auth.refresh_tokens t where t.token = p_token;
  select u.* into v_user from auth.users u where u.id = v_session.user_id;
  if v_user.banned_until > p_now then
    return jsonb_build_object('outcome', 'user_banned');
  end if;
  if v_session.not_after <= p_now then
    return jsonb_build_object('outcome', 'session_expired');
  end if;

  if v_token.revoked then
    select t.* into v_active
    from auth.refresh_tokens t
    where t.session_id = v_session.id and not t.revoked
    order by t.id desc limit 1;
    if found and (
      v_active.parent = v_token.token
      or v_token.updated_at + make_interval(secs => p_reuse_interval_seconds) > p_now
    ) then
      return auth.session_json(v_session.id, v_active.token);
    end if;
    update auth.refresh_tokens set revoked = true, updated_at = p_now
    where session_id = v_session.id and not revoked;
    perform auth.write_audit(
      'token_revoked', v_session.user_id, null, p_now, jsonb_build_object('session_id', v_session.id)
    );
    return jsonb_build_object('outcome', 'refresh_token_already_used');
  end if;

  update auth.refresh_tokens set revoked = true, updated_at = p_now where id = v_token.id;
  insert into auth.refresh_tokens (token, user_id, session_id, parent, created_at, updated_at)
  values (p_new_token, v_session.user_id::text, v_session.id, p_token, p_now, p_now);
  update auth.sessions set refreshed_at = p_now at time zone 'utc', updated_at = p_now where id = v_session.id;
  return auth.session_json(v_session.id, p_new_token);
end
$$;

-- The user of an access token, if the account and the session are still alive.
create or replace function auth.session_user(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_user auth.users;
begin
  select u.* into v_user from auth.users u where u.id = p_user_id and u.deleted_at is null;
  if not found then
    return jsonb_build_object('outcome', 'user_not_found');
  end if;
  if v_user.banned_until > p_now then
    return jsonb_build_object('outcome', 'user_banned');
  end if;
  if not exists (
    select 1 from auth.sessions s
    where s.id = p_session_id and s.user_id = p_user_id and (s.not_after is null or s.not_after > p_now)
  ) then
    return jsonb_build_object('outcome', 'session_not_found');
  end if;
  return jsonb_build_object('outcome', 'ok', 'user', auth.user_json(v_user));
end
$$;

-- A new password ends every other session of the account. A null in the data removes its key.
create or replace function auth.update_user(
  p_user_id uuid, p_session_id uuid, p_encrypted_password text, p_data jsonb, p_now timestamptz
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_user auth.users;
begin
  update auth.users u set
    encrypted_password = coalesce(p_encrypted_password, u.encrypted_password),
    raw_user_meta_data = (
      select coalesce(jsonb_object_agg(key, value) filter (where value <> 'null'::jsonb), '{}'::jsonb)
      from jsonb_each(coalesce(u.raw_user_meta_data, '{}') || coalesce(p_data, '{}'::jsonb))
    ),
    updated_at = p_now
  where u.id = p_user_id
  returning u.* into v_user;
  if p_encrypted_password is not null then
    delete from auth.sessions where user_id = p_user_id and id <> p_session_id;
  end if;
  return auth.user_json(v_user);
end
$$;

create or replace function auth.sign_out(p_user_id uuid, p_session_id uuid, p_scope text) returns void
language sql set search_path = ''
as $$
  delete from auth.sessions
  where user_id = p_user_id
    and case p_scope
      when 'global' then true
      when 'local' then id = p_session_id
      when 'others' then id <> p_session_id
    end
$$;

revoke execute on function
  auth.user_json(auth.users),
  auth.session_json(uuid, text),
  auth.open_session(uuid, text, text, text, text, timestamptz),
  auth.sign_up(text, text, jsonb, text, text, text, timestamptz),
  auth.rotate_refresh_token(text, text, integer, timestamptz),
  auth.session_user(uuid, uuid, timestamptz),
  auth.update_user(uuid, uuid, text, jsonb, timestamptz),
  auth.sign_out(uuid, uuid, text)
from public;

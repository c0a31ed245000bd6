-- Accounts: rendering, lookup, creation and address confirmation.

create or replace function auth.has_verified_factor(p_user_id uuid) returns boolean
language sql stable set search_path = ''
as $$ select exists (select 1 from auth.mfa_factors f where f.user_id = p_user_id and f.status = 'verified') $$;

-- Whether another account has the address. SSO accounts may share theirs.
create or replace function auth.is_address_taken(p_provider text, p_address text, p_user_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select 1 from auth.users u
    where case p_provider when 'phone' then u.phone = p_address else u.email = p_address and not u.is_sso_user end
      and u.id is distinct from p_user_id
  )
$$;

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
          'provider', i.provider, 'last_sign_in_at', auth.wire_time(i.last_sign_in_at),
          'created_at', auth.wire_time(i.created_at), 'updated_at', auth.wire_time(i.updated_at), 'email', i.email
        ) order by i.created_at, i.id)
        from auth.identities i where i.user_id = (p_user).id
      ), '[]'::jsonb),
      'created_at', auth.wire_time((p_user).created_at), 'updated_at', auth.wire_time((p_user).updated_at),
      'is_anonymous', (p_user).is_anonymous
    ) || jsonb_strip_nulls(jsonb_build_object(
      'email_confirmed_at', auth.wire_time((p_user).email_confirmed_at),
      'phone_confirmed_at', auth.wire_time((p_user).phone_confirmed_at),
      'confirmed_at', auth.wire_time((p_user).confirmed_at),
      'last_sign_in_at', auth.wire_time((p_user).last_sign_in_at),
      'invited_at', auth.wire_time((p_user).invited_at), 'banned_until', auth.wire_time((p_user).banned_until),
      'deleted_at', auth.wire_time((p_user).deleted_at),
      'confirmation_sent_at', auth.wire_time((p_user).confirmation_sent_at),
      'recovery_sent_at', auth.wire_time((p_user).recovery_sent_at),
      'new_email', nullif((p_user).email_change, ''),
      'email_change_sent_at', auth.wire_time((p_user).email_change_sent_at),
      'new_phone', nullif((p_user).phone_change, ''),
      'phone_change_sent_at', auth.wire_time((p_user).phone_change_sent_at),
      'reauthentication_sent_at', auth.wire_time((p_user).reauthentication_sent_at),
      'factors', (
        select jsonb_agg(auth.factor_json(f) order by f.created_at, f.id)
        from auth.mfa_factors f where f.user_id = (p_user).id
      )
    ))
$$;

create or replace function auth.find_user(p_provider text, p_address text) returns setof auth.users
language sql set search_path = ''
as $$
  select u.* from auth.users u
  where case p_provider when 'phone' then u.phone = p_address else u.email = p_address end
    and not u.is_sso_user and u.deleted_at is null
  for update
$$;

-- Creates an unconfirmed account. `p` has provider, address, encrypted_password and data, and whether an administrator
-- creates it: then its metadata is stored as given, as on Supabase.
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
    case when (p ->> 'is_made_by_admin')::boolean then v_data else v_data || v_identity end, v_now, v_now
  )
  returning * into v_user;
  insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values (v_id::text, v_id, v_data || v_identity, v_provider, v_now, v_now, v_now);
  return v_user;
end
$$;

-- Sets and confirms the account's address, updating its identity. The identity alone records whether the address was
-- proven (public.has_proven_email); without required confirmation it counts as confirmed unproven.
create or replace function auth.confirm_address(
  p_user_id uuid, p_provider text, p_address text, p_now timestamptz, p_is_proven boolean
) returns auth.users
language plpgsql set search_path = ''
as $$
declare
  v_user auth.users;
  v_proof jsonb := jsonb_build_object(p_provider, p_address, p_provider || '_verified', p_is_proven);
begin
  -- Tokens sent to one address don't prove another.
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
    raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || v_proof || jsonb_build_object(p_provider || '_verified', true),
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

-- Whether anyone could have used the account; one just created by a mail has no sessions to end.
create or replace function auth.has_been_used(p_user auth.users) returns boolean
language sql immutable set search_path = ''
as $$ select coalesce((p_user).encrypted_password, '') <> '' or (p_user).last_sign_in_at is not null $$;

-- Removes every way into an account created with an unproven address, and suspends its workspaces
-- (docs/decisions/0033).
create or replace function auth.reset_account(p_user_id uuid, p_ip text, p_now timestamptz) returns auth.users
language plpgsql set search_path = ''
as $$
declare
  v_user auth.users;
begin
  select u.* into v_user from auth.users u where u.id = p_user_id;
  delete from auth.identities where user_id = p_user_id;
  delete from auth.sessions where user_id = p_user_id;
  delete from auth.one_time_tokens where user_id = p_user_id;
  delete from auth.flow_state
  where linking_target_id = p_user_id or user_id = p_user_id and auth_code_issued_at is not null;
  delete from auth.mfa_factors where user_id = p_user_id;
  delete from auth.mfa_recovery_codes where user_id = p_user_id;
  delete from auth.pending_resets where user_id = p_user_id;
  -- An account never signed in to has no user.
  if v_user.last_sign_in_at is not null then
    perform public.set_memberships_aside(p_user_id);
  end if;
  update auth.users u set
    encrypted_password = '', email_confirmed_at = null, confirmation_token = '', recovery_token = '', phone = null,
    phone_confirmed_at = null, phone_change = '', phone_change_token = '', email_change = '',
    email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
    reauthentication_token = '', raw_user_meta_data = '{}',
    raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') - 'provider' - 'providers', updated_at = p_now
  where u.id = p_user_id
  returning u.* into v_user;
  perform auth.write_audit('account_reset', p_user_id, p_ip, p_now);
  return v_user;
end
$$;

-- Adds a reset account's address to an answer; the server then mails it.
create or replace function auth.add_reset_email(p_answer jsonb, p_email text) returns jsonb
language sql immutable set search_path = ''
as $$ select case when p_email is null then p_answer else p_answer || jsonb_build_object('reset_email', p_email) end $$;

-- Merges objects; a null removes its key.
create or replace function auth.merge_json(p_old jsonb, p_added jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value) filter (where value <> 'null'::jsonb), '{}'::jsonb)
  from jsonb_each(coalesce(p_old, '{}') || coalesce(nullif(p_added, 'null'), '{}'))
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
    raw_user_meta_data = auth.merge_json(u.raw_user_meta_data, p_data),
    updated_at = p_now
  where u.id = p_user_id
  returning u.* into v_user;
  if p_encrypted_password is not null then
    delete from auth.sessions where user_id = p_user_id and id <> p_session_id;
  end if;
  return auth.user_json(v_user);
end
$$;

select auth.revoke_client_access();

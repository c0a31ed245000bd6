-- Sign-in through providers. The flow's row is Supabase Auth's; our own data for finishing it is stored beside it.

create table if not exists auth.provider_flows (
  flow_id uuid primary key references auth.flow_state (id) on delete cascade,
  code_verifier text not null,
  nonce text not null,
  used_at timestamptz
);

alter table auth.provider_flows enable row level security;

-- Before redirecting to the provider; the flow's id is the `state`.
create or replace function auth.begin_provider_flow(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_id uuid := gen_random_uuid();
begin
  delete from auth.flow_state where created_at < v_now - interval '2 days';
  insert into auth.flow_state (
    id, code_challenge_method, code_challenge, provider_type, authentication_method, created_at, updated_at, referrer,
    linking_target_id, email_optional
  )
  values (
    v_id, (p ->> 'code_challenge_method')::auth.code_challenge_method, p ->> 'code_challenge', p ->> 'provider', 'oauth',
    v_now, v_now, p ->> 'referrer', (p ->> 'linking_target_id')::uuid, coalesce((p ->> 'email_optional')::boolean, false)
  );
  insert into auth.provider_flows (flow_id, code_verifier, nonce)
  values (v_id, p ->> 'code_verifier', p ->> 'nonce');
  return jsonb_build_object('outcome', 'ok', 'state', v_id);
end
$$;

-- On return. A state is valid for one answer, whatever it is.
create or replace function auth.take_provider_flow(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_flow auth.flow_state;
  v_own auth.provider_flows;
begin
  select f.* into v_flow from auth.flow_state f where f.id = (p ->> 'state')::uuid for update;
  select o.* into v_own from auth.provider_flows o where o.flow_id = v_flow.id;
  if v_flow.id is null or v_own.flow_id is null then
    return jsonb_build_object('outcome', 'bad_oauth_state');
  end if;
  update auth.provider_flows set used_at = v_now where flow_id = v_flow.id and used_at is null;
  return jsonb_build_object(
    'outcome', case
      when not found then 'flow_state_already_used'
      when v_flow.created_at + make_interval(secs => (p ->> 'flow_expiry_seconds')::integer) <= v_now
        then 'flow_state_expired'
      else 'ok'
    end,
    'id', v_flow.id, 'provider', v_flow.provider_type, 'referrer', v_flow.referrer,
    'wants_code', v_flow.code_challenge is not null, 'linking_target_id', v_flow.linking_target_id,
    'code_verifier', v_own.code_verifier, 'nonce', v_own.nonce
  );
end
$$;

-- Finds or creates an identity's account. Only an address verified by the provider matches an existing account; if that
-- account's address is unproven, it is reset, since its creator may not own it.
create or replace function auth.resolve_identity(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_provider text := p ->> 'provider';
  v_data jsonb := coalesce(nullif(p -> 'identity_data', 'null'), '{}');
  v_email text := nullif(lower(p ->> 'email'), '');
  v_is_sso boolean := coalesce((p ->> 'is_sso')::boolean, false);
  v_target uuid := (p ->> 'linking_target_id')::uuid;
  v_identity auth.identities;
  v_user auth.users;
  v_is_new boolean := false;
  v_reset_email text;
begin
  -- Two parallel first sign-ins of one identity must not create two accounts.
  perform pg_advisory_xact_lock(hashtextextended(v_provider || ' ' || (p ->> 'sub'), 7));
  select i.* into v_identity from auth.identities i
  where i.provider = v_provider and i.provider_id = p ->> 'sub' for update;
  if found and v_target is not null then
    return jsonb_build_object(
      'outcome', case when v_identity.user_id = v_target then 'identity_already_linked' else 'identity_already_exists' end
    );
  end if;

  if v_identity.id is not null then
    select u.* into v_user from auth.users u where u.id = v_identity.user_id for update;
  elsif v_target is not null then
    select u.* into v_user from auth.users u where u.id = v_target and u.deleted_at is null for update;
    if not found then
      return jsonb_build_object('outcome', 'user_not_found');
    end if;
  elsif v_email is not null and not v_is_sso then
    select u.* into v_user from auth.users u
    where u.email = v_email and not u.is_sso_user and u.deleted_at is null for update;
    if not (p ->> 'is_email_verified')::boolean then
      return jsonb_build_object('outcome', 'provider_email_needs_verification');
    end if;
  elsif v_email is null and not coalesce((p ->> 'is_email_optional')::boolean, false) then
    return jsonb_build_object('outcome', 'no_email');
  end if;
  if v_user.banned_until > v_now then
    return jsonb_build_object('outcome', 'user_banned');
  end if;
  if v_user.deleted_at is not null then
    return jsonb_build_object('outcome', 'user_not_found');
  end if;

  if v_user.id is null then
    if (p ->> 'is_signup_disabled')::boolean then
      return jsonb_build_object('outcome', 'signup_disabled');
    end if;
    v_is_new := true;
    insert into auth.users (
      id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, is_sso_user,
      created_at, updated_at
    )
    values (
      gen_random_uuid(), 'authenticated', 'authenticated', v_email, '', case when v_email is not null then v_now end,
      jsonb_build_object('provider', v_provider, 'providers', jsonb_build_array(v_provider)), v_data, v_is_sso, v_now,
      v_now
    )
    returning * into v_user;
    perform auth.write_audit('user_signedup', v_user.id, p ->> 'ip', v_now, jsonb_build_object('provider', v_provider));
  elsif v_identity.id is null and v_target is null and not public.has_proven_email(v_user.id) then
    v_reset_email := case when auth.has_been_used(v_user) then v_user.email end;
    v_user := auth.reset_account(v_user.id, p ->> 'ip', v_now);
  elsif v_target is not null and v_email = v_user.email and (p ->> 'is_email_verified')::boolean then
    -- Signing in has proven the address.
    update auth.identities i set identity_data = i.identity_data || '{"email_verified": true}', updated_at = v_now
    where i.user_id = v_user.id and i.provider = 'email' and i.email = v_email;
  end if;

  insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values (p ->> 'sub', v_user.id, v_data, v_provider, v_now, v_now, v_now)
  on conflict (provider_id, provider) do update
  set identity_data = auth.identities.identity_data || excluded.identity_data, last_sign_in_at = v_now, updated_at = v_now;
  if v_identity.id is null and not v_is_new then
    perform auth.write_audit(
      'identity_linked', v_user.id, p ->> 'ip', v_now, jsonb_build_object('provider', v_provider)
    );
  end if;
  update auth.users u set
    raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || v_data,
    is_anonymous = false,
    email = case
      when u.email is null and v_email is not null and (p ->> 'is_email_verified')::boolean and (
        v_is_sso or not auth.is_address_taken('email', v_email, null)
      ) then v_email
      else u.email
    end,
    updated_at = v_now
  where u.id = v_user.id;
  update auth.users u set email_confirmed_at = v_now
  where u.id = v_user.id and u.email = v_email and u.email_confirmed_at is null and (p ->> 'is_email_verified')::boolean;
  perform auth.update_providers(v_user.id);
  return auth.add_reset_email(jsonb_build_object('outcome', 'ok', 'user_id', v_user.id), v_reset_email);
end
$$;

-- Updates the list of providers in app_metadata.
create or replace function auth.update_providers(p_user_id uuid) returns void
language sql set search_path = ''
as $$
  update auth.users u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object(
    'provider', coalesce(
      (
        select u.raw_app_meta_data ->> 'provider'
        where exists (
          select 1 from auth.identities i
          where i.user_id = u.id and i.provider = u.raw_app_meta_data ->> 'provider'
        )
      ),
      (select i.provider from auth.identities i where i.user_id = u.id order by i.created_at, i.id limit 1)
    ),
    'providers', (
      select coalesce(jsonb_agg(each.provider order by each.first, each.provider), '[]'::jsonb)
      from (
        select i.provider, min(i.created_at) as first from auth.identities i where i.user_id = u.id group by i.provider
      ) each
    )
  )
  where u.id = p_user_id
$$;

-- Ends a flow with a session, or for PKCE with a code that keeps the provider's tokens until it is traded.
create or replace function auth.finish_provider_flow(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_found jsonb := auth.resolve_identity(p);
  v_user_id uuid := (v_found ->> 'user_id')::uuid;
  v_code text := gen_random_uuid()::text;
begin
  if v_found ->> 'outcome' <> 'ok' then
    return v_found;
  end if;
  if not (p ->> 'wants_code')::boolean then
    return auth.add_reset_email(auth.start_session(v_user_id, p ->> 'method', p), v_found ->> 'reset_email');
  end if;
  update auth.flow_state set
    user_id = v_user_id, auth_code = v_code, auth_code_issued_at = v_now, updated_at = v_now,
    authentication_method = p ->> 'method', provider_access_token = p ->> 'provider_token',
    provider_refresh_token = p ->> 'provider_refresh_token'
  where id = (p ->> 'flow_id')::uuid and user_id is null;
  if not found then
    raise exception 'The flow is gone' using errcode = 'US404';
  end if;
  return auth.add_reset_email(jsonb_build_object('outcome', 'ok', 'auth_code', v_code), v_found ->> 'reset_email');
end
$$;

-- The `id_token` grant.
create or replace function auth.sign_in_with_identity(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_found jsonb := auth.resolve_identity(p);
begin
  if v_found ->> 'outcome' <> 'ok' then
    return v_found;
  end if;
  return auth.add_reset_email(
    auth.start_session((v_found ->> 'user_id')::uuid, p ->> 'method', p), v_found ->> 'reset_email'
  );
end
$$;

-- DELETE /user/identities/{id}.
create or replace function auth.unlink_identity(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_user_id uuid := (p ->> 'user_id')::uuid;
  v_identity auth.identities;
  v_email text;
begin
  perform 1 from auth.users u where u.id = v_user_id for update;
  if (select count(*) from auth.identities i where i.user_id = v_user_id) <= 1 then
    return jsonb_build_object('outcome', 'single_identity_not_deletable');
  end if;
  delete from auth.identities i where i.id = (p ->> 'identity_id')::uuid and i.user_id = v_user_id
  returning i.* into v_identity;
  if not found then
    return jsonb_build_object('outcome', 'identity_not_found');
  end if;
  if v_identity.provider = 'phone' then
    update auth.users set phone = null, phone_confirmed_at = null where id = v_user_id;
  elsif exists (select 1 from auth.users u where u.id = v_user_id and u.email = v_identity.email) and not exists (
    select 1 from auth.identities i where i.user_id = v_user_id and i.email = v_identity.email
  ) then
    select i.email into v_email from auth.identities i
    where i.user_id = v_user_id and i.email is not null and i.identity_data ->> 'email_verified' = 'true'
    order by i.created_at, i.id limit 1;
    if auth.is_address_taken('email', v_email, v_user_id) then
      raise exception 'email_conflict' using errcode = 'US409';
    end if;
    update auth.users set email = v_email, email_confirmed_at = case when v_email is null then null else v_now end
    where id = v_user_id;
  end if;
  -- Without its email identity, the password stops working.
  if v_identity.provider = 'email' then
    update auth.users set encrypted_password = '' where id = v_user_id;
  end if;
  perform auth.update_providers(v_user_id);
  update auth.users set updated_at = v_now where id = v_user_id;
  perform auth.write_audit('identity_unlinked', v_user_id, p ->> 'ip', v_now, jsonb_build_object(
    'provider', v_identity.provider, 'identity_id', v_identity.id
  ));
  return jsonb_build_object('outcome', 'ok');
end
$$;

select auth.revoke_client_access();

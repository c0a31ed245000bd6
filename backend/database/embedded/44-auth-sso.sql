-- Single sign-on, with Supabase Auth's tables, plus our own for used assertions.

create table if not exists auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  resource_id text check (resource_id is null or char_length(resource_id) > 0),
  created_at timestamptz,
  updated_at timestamptz,
  disabled boolean
);

create unique index if not exists sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));

create table if not exists auth.sso_domains (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  domain text not null check (char_length(domain) > 0),
  created_at timestamptz,
  updated_at timestamptz
);

create unique index if not exists sso_domains_domain_idx on auth.sso_domains (lower(domain));
create index if not exists sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

create table if not exists auth.saml_providers (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  entity_id text not null unique check (char_length(entity_id) > 0),
  metadata_xml text not null check (char_length(metadata_xml) > 0),
  metadata_url text check (metadata_url is null or char_length(metadata_url) > 0),
  attribute_mapping jsonb,
  created_at timestamptz,
  updated_at timestamptz,
  name_id_format text
);

create index if not exists saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);

create table if not exists auth.saml_relay_states (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  request_id text not null check (char_length(request_id) > 0),
  for_email text,
  redirect_to text,
  created_at timestamptz,
  updated_at timestamptz,
  flow_state_id uuid references auth.flow_state (id) on delete cascade
);

create index if not exists saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);

create table if not exists auth.saml_used_assertions (
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  assertion_id text not null,
  used_at timestamptz not null,
  primary key (sso_provider_id, assertion_id)
);

alter table auth.sso_providers enable row level security;
alter table auth.sso_domains enable row level security;
alter table auth.saml_providers enable row level security;
alter table auth.saml_relay_states enable row level security;
alter table auth.saml_used_assertions enable row level security;

create or replace function auth.sso_provider_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', o.id, 'resource_id', o.resource_id, 'disabled', coalesce(o.disabled, false),
    'created_at', o.created_at, 'updated_at', o.updated_at,
    'saml', jsonb_build_object(
      'entity_id', s.entity_id, 'metadata_xml', s.metadata_xml, 'metadata_url', s.metadata_url,
      'attribute_mapping', coalesce(s.attribute_mapping, '{}'::jsonb), 'name_id_format', s.name_id_format
    ),
    'domains', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', d.id, 'domain', d.domain, 'created_at', d.created_at, 'updated_at', d.updated_at
      ) order by d.domain)
      from auth.sso_domains d where d.sso_provider_id = o.id
    ), '[]'::jsonb)
  ))
  from auth.sso_providers o join auth.saml_providers s on s.sso_provider_id = o.id
  where o.id = p_id
$$;

create or replace function auth.find_sso_provider(p jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_id uuid;
begin
  if p ->> 'provider_id' is not null then
    select o.id into v_id from auth.sso_providers o
    where o.id = (p ->> 'provider_id')::uuid and ((p ->> 'with_disabled')::boolean or not coalesce(o.disabled, false));
  else
    select d.sso_provider_id into v_id
    from auth.sso_domains d join auth.sso_providers o on o.id = d.sso_provider_id
    where lower(d.domain) = lower(p ->> 'domain') and not coalesce(o.disabled, false);
  end if;
  if v_id is null then
    return jsonb_build_object('outcome', 'sso_provider_not_found');
  end if;
  return jsonb_build_object('outcome', 'ok', 'provider', auth.sso_provider_json(v_id));
end
$$;

-- Creates or updates a provider; null fields are unchanged, a list of domains replaces the previous one.
create or replace function auth.save_sso_provider(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_id uuid := (p ->> 'id')::uuid;
  v_taken text;
begin
  if v_id is not null then
    perform 1 from auth.sso_providers o where o.id = v_id for update;
    if not found then
      return jsonb_build_object('outcome', 'sso_provider_not_found');
    end if;
  end if;
  if p ->> 'entity_id' is not null and exists (
    select 1 from auth.saml_providers s where s.entity_id = p ->> 'entity_id' and s.sso_provider_id is distinct from v_id
  ) then
    return jsonb_build_object('outcome', 'saml_idp_already_exists');
  end if;
  if v_id is not null and p ->> 'entity_id' is not null and not exists (
    select 1 from auth.saml_providers s where s.entity_id = p ->> 'entity_id' and s.sso_provider_id = v_id
  ) then
    return jsonb_build_object('outcome', 'saml_entity_id_mismatch');
  end if;
  select d.domain into v_taken from auth.sso_domains d
  where lower(d.domain) in (
    select lower(value) from jsonb_array_elements_text(coalesce(nullif(p -> 'domains', 'null'), '[]'))
  )
    and d.sso_provider_id is distinct from v_id
  limit 1;
  if v_taken is not null then
    return jsonb_build_object('outcome', 'sso_domain_already_exists', 'domain', v_taken);
  end if;
  if v_id is null then
    insert into auth.sso_providers (created_at, updated_at) values (v_now, v_now) returning id into v_id;
    insert into auth.saml_providers (sso_provider_id, entity_id, metadata_xml, created_at, updated_at)
    values (v_id, p ->> 'entity_id', p ->> 'metadata_xml', v_now, v_now);
  end if;
  update auth.sso_providers o set
    resource_id = coalesce(p ->> 'resource_id', o.resource_id),
    disabled = coalesce((p ->> 'disabled')::boolean, o.disabled),
    updated_at = v_now
  where o.id = v_id;
  update auth.saml_providers s set
    metadata_xml = coalesce(p ->> 'metadata_xml', s.metadata_xml),
    metadata_url = coalesce(p ->> 'metadata_url', s.metadata_url),
    attribute_mapping = coalesce(nullif(p -> 'attribute_mapping', 'null'), s.attribute_mapping),
    name_id_format = coalesce(p ->> 'name_id_format', s.name_id_format),
    updated_at = v_now
  where s.sso_provider_id = v_id;
  if p -> 'domains' is not null and p -> 'domains' <> 'null' then
    delete from auth.sso_domains d where d.sso_provider_id = v_id;
    insert into auth.sso_domains (sso_provider_id, domain, created_at, updated_at)
    select distinct on (lower(value)) v_id, lower(value), v_now, v_now from jsonb_array_elements_text(p -> 'domains');
  end if;
  return jsonb_build_object('outcome', 'ok', 'provider', auth.sso_provider_json(v_id));
end
$$;

-- Before redirecting to the identity provider.
create or replace function auth.begin_saml(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_flow_id uuid;
  v_id uuid;
begin
  delete from auth.saml_relay_states where created_at < v_now - interval '1 day';
  delete from auth.saml_used_assertions where used_at < v_now - interval '2 days';
  if p ->> 'code_challenge' is not null then
    insert into auth.flow_state (
      code_challenge_method, code_challenge, provider_type, authentication_method, created_at, updated_at, referrer
    )
    values (
      (p ->> 'code_challenge_method')::auth.code_challenge_method, p ->> 'code_challenge', p ->> 'provider', 'sso/saml',
      v_now, v_now, p ->> 'redirect_to'
    )
    returning id into v_flow_id;
  end if;
  insert into auth.saml_relay_states (sso_provider_id, request_id, redirect_to, created_at, updated_at, flow_state_id)
  values ((p ->> 'provider_id')::uuid, p ->> 'request_id', p ->> 'redirect_to', v_now, v_now, v_flow_id)
  returning id into v_id;
  return jsonb_build_object('outcome', 'ok', 'id', v_id);
end
$$;

create or replace function auth.find_saml(p jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_state auth.saml_relay_states;
begin
  select r.* into v_state from auth.saml_relay_states r where r.id = (p ->> 'relay_state')::uuid;
  if not found then
    return jsonb_build_object('outcome', 'saml_relay_state_not_found');
  end if;
  return jsonb_build_object(
    'outcome', case
      when v_state.created_at + make_interval(secs => (p ->> 'relay_seconds')::double precision)
        <= (p ->> 'now')::timestamptz then 'saml_relay_state_expired'
      else 'ok'
    end,
    'request_id', v_state.request_id, 'redirect_to', v_state.redirect_to,
    'wants_code', v_state.flow_state_id is not null, 'flow_id', v_state.flow_state_id,
    'provider', auth.sso_provider_json(v_state.sso_provider_id)
  );
end
$$;

-- After validating the assertion. It and the relay state work once.
create or replace function auth.finish_saml(p jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_session jsonb;
begin
  delete from auth.saml_relay_states where id = (p ->> 'relay_state')::uuid;
  if not found then
    return jsonb_build_object('outcome', 'saml_relay_state_not_found');
  end if;
  insert into auth.saml_used_assertions (sso_provider_id, assertion_id, used_at)
  values ((p ->> 'provider_id')::uuid, p ->> 'assertion_id', v_now)
  on conflict do nothing;
  if not found then
    return jsonb_build_object('outcome', 'assertion_used');
  end if;
  v_session := auth.finish_provider_flow(p);
  if v_session ->> 'outcome' = 'ok' and v_session ? 'session_id' and p ->> 'not_after' is not null then
    update auth.sessions set not_after = (p ->> 'not_after')::timestamptz
    where id = (v_session ->> 'session_id')::uuid;
  end if;
  return v_session;
end
$$;

select auth.revoke_client_access();

-- What a bare PostgreSQL lacks compared to Supabase: roles, schemas, and the functions policies call. Files in this
-- folder rerun whenever their text changes, so every statement must be idempotent.

do $$
declare
  name text;
begin
  foreach name in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select 1 from pg_catalog.pg_roles where rolname = name) then
      execute format(
        'create role %I nologin noinherit %s', name, case when name = 'service_role' then 'bypassrls' else '' end
      );
    end if;
    if not pg_catalog.pg_has_role(current_user, name, 'member') then
      execute format('grant %I to %I', name, current_user);
    end if;
  end loop;
exception when insufficient_privilege then
  raise exception 'The database user % may not create the roles anon, authenticated and service_role', current_user
    using errcode = '42501', hint = 'Connect with a superuser once, or have one create the three roles (service_role with BYPASSRLS) and grant them to this user.';
end
$$;

-- PostgREST connects as this role; here it only carries settings: alter role authenticator set pgrst.… = …
do $$
begin
  if not exists (select 1 from pg_catalog.pg_roles where rolname = 'authenticator') then
    create role authenticator nologin noinherit;
  end if;
exception when insufficient_privilege or duplicate_object or unique_violation then
  -- Settings of the connecting role count too.
  null;
end
$$;

create schema if not exists auth;
create schema if not exists storage;
create schema if not exists extensions;

grant usage on schema public, auth, storage, extensions to anon, authenticated, service_role;
revoke create on schema public from public;

-- Supabase's generous defaults, so that a migration that forgets to revoke fails the tests here too.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

create or replace function auth.jwt() returns jsonb
language sql stable
as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}'::jsonb) $$;

create or replace function auth.uid() returns uuid
language sql stable
as $$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;

create or replace function auth.role() returns text
language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' $$;

create or replace function auth.email() returns text
language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email' $$;

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;

-- Functions in schema auth are private, except the four that policies call. Every file that creates some must end with
-- this call, because PostgreSQL grants execute on new functions to everyone.
create or replace function auth.revoke_client_access() returns void
language sql set search_path = ''
as $$
  revoke execute on all functions in schema auth from public;
  grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;
$$;

select auth.revoke_client_access();

-- Sessions: opening, refreshing, ending and liveness.

-- When a session last got tokens.
create or replace function auth.last_used(p_session auth.sessions) returns timestamptz
language sql immutable set search_path = ''
as $$ select coalesce((p_session).refreshed_at at time zone 'utc', (p_session).created_at) $$;

-- Whether a session and its account are alive. Inlined.
create or replace function auth.is_alive(p_not_after timestamptz, p_banned_until timestamptz, p_deleted_at timestamptz)
returns boolean language sql stable
return (p_not_after is null or p_not_after > now()) and (p_banned_until is null or p_banned_until <= now())
  and p_deleted_at is null;

-- Raises the reason why require_session found no session.
create or replace function auth.refuse_session(p_session_id uuid, p_user_id uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if exists (
    select 1
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = p_session_id and s.user_id = p_user_id and auth.is_alive(s.not_after, u.banned_until, u.deleted_at)
  ) then
    raise exception 'A session with the second factor is required for this.' using errcode = 'US403';
  end if;
  raise exception 'Session from session_id claim in JWT does not exist' using errcode = 'US401';
end
$$;

-- Runs first in every signed-in transaction: an access token outlives its session by up to an hour, and an ended
-- session must not read another row. Nor may a session that has only passed the password of an account with a factor.
create or replace function auth.require_session(p_session_id uuid, p_user_id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (
    select 1
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = p_session_id and s.user_id = p_user_id and auth.is_alive(s.not_after, u.banned_until, u.deleted_at)
      and (s.aal in ('aal2', 'aal3') or not exists (
        select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'
      ))
  ) then
    perform auth.refuse_session(p_session_id, p_user_id);
  end if;
  return '';
end
$$;

-- Counts changes of rights: ended and lowered sessions, second factors, banned or deleted accounts, memberships.
create sequence if not exists auth.rights_changes;

-- Holds the lock until commit, so that readers of the count know about changes in progress.
create or replace function auth.count_rights_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(7830, 41);
  perform nextval('auth.rights_changes');
  return null;
end
$$;

create or replace trigger count_rights_change after delete or update of id, user_id, not_after, aal on auth.sessions
  for each statement execute function auth.count_rights_change();
create or replace trigger count_rights_change after insert or update of user_id, status on auth.mfa_factors
  for each statement execute function auth.count_rights_change();
create or replace trigger count_rights_change after delete or update of id, deleted_at, banned_until on auth.users
  for each statement execute function auth.count_rights_change();

-- For read-only transactions. Answers the change count for which the result is valid, then the workspaces the user may
-- read (from public.caller_workspaces), which saves each table's policy the look-up (public.readable_workspaces). The
-- count is `-` when it wasn't requested or can't be trusted, because a change is counted but not yet visible. The order
-- matters, each step with its own snapshot (hence volatile): count, check for changes in progress, look up. A change
-- counted before and committed after the check is seen in progress; one counted later has another number.
create or replace function auth.require_session(p_session_id uuid, p_user_id uuid, p_aal text, p_is_counted boolean)
returns text
language plpgsql volatile set search_path = ''
as $$
declare
  v_changes text := '-';
  v_workspaces uuid[];
begin
  if p_is_counted and current_setting('transaction_isolation') = 'read committed' then
    v_changes := coalesce(pg_sequence_last_value('auth.rights_changes'), 0);
    if exists (
      select 1 from pg_locks l
      where l.locktype = 'advisory' and l.classid = 7830 and l.objid = 41 and l.objsubid = 2
        and l.database = (select d.oid from pg_database d where d.datname = current_database())
    ) then
      v_changes := '-';
    end if;
  end if;
  select array(
    select m.workspace_id from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
    where m.user_id = s.user_id
      and public.role_rank(m.role) >= public.role_rank('viewer')
      and (not w.requires_aal2 or p_aal in ('aal2', 'aal3'))
  ) into v_workspaces
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = p_session_id and s.user_id = p_user_id and auth.is_alive(s.not_after, u.banned_until, u.deleted_at)
    and (s.aal in ('aal2', 'aal3') or not exists (
      select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'
    ));
  if not found then
    perform auth.refuse_session(p_session_id, p_user_id);
  end if;
  return v_changes || ' ' || v_workspaces::text;
end
$$;

-- Whether a session has yet to pass its account's second factor; until then it may only pass it, or end itself.
create or replace function auth.lacks_factor(p_user_id uuid, p_session_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select auth.has_verified_factor(p_user_id) and not exists (
    select 1 from auth.sessions s where s.id = p_session_id and s.aal in ('aal2', 'aal3')
  )
$$;

-- The user of an access token, if account and session are still alive.
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
  return jsonb_build_object(
    'outcome', 'ok', 'user', auth.user_json(v_user), 'lacks_factor', auth.lacks_factor(p_user_id, p_session_id)
  );
end
$$;

-- The data of a token response. The refresh token is passed in, since it may already exist.
create or replace function auth.session_json(p_session_id uuid, p_refresh_token text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', 'ok', 'session_id', s.id, 'refresh_token', p_refresh_token, 'aal', coalesce(s.aal, 'aal1'),
    'not_after', s.not_after, 'last_used', auth.last_used(s), 'user', auth.user_json(u),
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

create or replace function auth.start_session(p_user_id uuid, p_method text, p jsonb) returns jsonb
language sql set search_path = ''
as $$
  select auth.open_session(
    p_user_id, p_method, p ->> 'refresh_token', p ->> 'user_agent', p ->> 'ip', (p ->> 'now')::timestamptz
  )
$$;

-- Applies the session settings: its maximum length, and whether it ends the others. A session keeps an earlier end set
-- before. Returns the end.
create or replace function auth.limit_session(p jsonb) returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  v_session auth.sessions;
begin
  update auth.sessions s set
    not_after = least(s.not_after, s.created_at + make_interval(secs => (p ->> 'timebox_seconds')::double precision))
  where s.id = (p ->> 'session_id')::uuid
  returning s.* into v_session;
  if (p ->> 'is_single')::boolean then
    delete from auth.sessions s
    where s.user_id = v_session.user_id and s.id <> v_session.id and s.created_at <= v_session.created_at;
  end if;
  return v_session.not_after;
end
$$;

-- Grant `refresh_token`: trades a token for its successor. Reuse of an old token means it was stolen, so the whole
-- family is revoked. Two exceptions keep honest clients signed in: a lost answer (the token is the parent of the active
-- one) and parallel calls (within the reuse interval).
create or replace function auth.refresh_session(p jsonb) returns jsonb
language plpgsql set search_path = '' set lock_timeout = '5s'
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_session auth.sessions;
  v_user auth.users;
  v_token auth.refresh_tokens;
  v_active auth.refresh_tokens;
begin
  select s.* into v_session
  from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id
  where t.token = p ->> 'token'
  for update of s;
  if not found then
    return jsonb_build_object('outcome', 'refresh_token_not_found');
  end if;

  -- Read after the lock: a parallel call may have traded it.
  select t.* into v_token from auth.refresh_tokens t where t.token = p ->> 'token';
  select u.* into v_user from auth.users u where u.id = v_session.user_id;
  if v_user.banned_until > v_now then
    return jsonb_build_object('outcome', 'user_banned');
  end if;
  if v_session.not_after <= v_now
    or auth.last_used(v_session) + make_interval(secs => (p ->> 'inactivity_seconds')::double precision) <= v_now then
    return jsonb_build_object('outcome', 'session_expired');
  end if;

  if v_token.revoked then
    select t.* into v_active
    from auth.refresh_tokens t
    where t.session_id = v_session.id and not t.revoked
    order by t.id desc limit 1;
    if found and (
      v_active.parent = v_token.token
      or v_token.updated_at + make_interval(secs => (p ->> 'reuse_interval_seconds')::double precision) > v_now
    ) then
      return auth.session_json(v_session.id, v_active.token);
    end if;
    update auth.refresh_tokens set revoked = true, updated_at = v_now
    where session_id = v_session.id and not revoked;
    perform auth.write_audit(
      'token_revoked', v_session.user_id, null, v_now, jsonb_build_object('session_id', v_session.id)
    );
    return jsonb_build_object('outcome', 'refresh_token_already_used');
  end if;

  update auth.refresh_tokens set revoked = true, updated_at = v_now where id = v_token.id;
  insert into auth.refresh_tokens (token, user_id, session_id, parent, created_at, updated_at)
  values (p ->> 'new_token', v_session.user_id::text, v_session.id, p ->> 'token', v_now, v_now);
  update auth.sessions set refreshed_at = v_now at time zone 'utc', updated_at = v_now where id = v_session.id;
  return auth.session_json(v_session.id, p ->> 'new_token');
end
$$;

create or replace function auth.sign_out(p_user_id uuid, p_session_id uuid, p_scope text) returns void
language sql set search_path = ''
as $$
  delete from auth.sessions
  where user_id = p_user_id
    and case p_scope
      -- The default sign-out; without the second factor it may only end this session.
      when 'global' then id = p_session_id or not auth.lacks_factor(p_user_id, p_session_id)
      when 'local' then id = p_session_id
      when 'others' then id <> p_session_id
    end
$$;

-- For the account page. Only the user's own sessions, because an id identifies its token.
create or replace function auth.list_sessions(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('outcome', 'ok', 'sessions', coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'created_at', s.created_at, 'refreshed_at', auth.last_used(s),
    'not_after', s.not_after, 'aal', s.aal, 'user_agent', s.user_agent, 'ip', host(s.ip),
    'is_current', s.id = p_session_id
  ) order by s.id = p_session_id desc, auth.last_used(s) desc), '[]'::jsonb))
  from auth.sessions s
  where s.user_id = p_user_id and (s.not_after is null or s.not_after > p_now)
$$;

create or replace function auth.revoke_session(p_user_id uuid, p_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  delete from auth.sessions where id = p_id and user_id = p_user_id;
  return jsonb_build_object('outcome', case when found then 'ok' else 'no_such_session' end);
end
$$;

select auth.revoke_client_access();

-- Which sessions are alive, and for how long.

-- Asked first in every transaction of somebody who is signed in: an access token outlives the session it was made for
-- by up to an hour, and a session that was ended must not read another row.
create or replace function auth.require_session(p_session_id uuid, p_user_id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (
    select 1
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = p_session_id and s.user_id = p_user_id and u.deleted_at is null
      and (s.not_after is null or s.not_after > now()) and (u.banned_until is null or u.banned_until <= now())
  ) then
    raise exception 'Session from session_id claim in JWT does not exist' using errcode = 'US401';
  end if;
  return '';
end
$$;

-- What the settings say about a session: how long it may last, and whether it ends the others. A session that is
-- limited after it was made keeps the earlier end.
create or replace function auth.limit_session(p jsonb) returns void
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
end
$$;

-- Grant `refresh_token`, when sessions end by themselves after a time without use.
create or replace function auth.refresh_active_session(p jsonb) returns jsonb
language plpgsql set search_path = '' set lock_timeout = '5s'
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_session auth.sessions;
begin
  select s.* into v_session
  from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id
  where t.token = p ->> 'token'
  for update of s;
  if found and coalesce(v_session.refreshed_at at time zone 'utc', v_session.created_at)
    + make_interval(secs => (p ->> 'inactivity_seconds')::double precision) <= v_now then
    return jsonb_build_object('outcome', 'session_expired');
  end if;
  return auth.rotate_refresh_token(
    p ->> 'token', p ->> 'new_token', (p ->> 'reuse_interval_seconds')::integer, v_now
  );
end
$$;

-- For the account page: where somebody is signed in. One's own sessions only, because the id is the token's.
create or replace function auth.list_sessions(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('outcome', 'ok', 'sessions', coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'created_at', s.created_at, 'refreshed_at', coalesce(s.refreshed_at at time zone 'utc', s.created_at),
    'not_after', s.not_after, 'aal', s.aal, 'user_agent', s.user_agent, 'ip', host(s.ip),
    'is_current', s.id = p_session_id
  ) order by s.id = p_session_id desc, coalesce(s.refreshed_at at time zone 'utc', s.created_at) desc), '[]'::jsonb))
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

revoke execute on function
  auth.require_session(uuid, uuid),
  auth.limit_session(jsonb),
  auth.refresh_active_session(jsonb),
  auth.list_sessions(uuid, uuid, timestamptz),
  auth.revoke_session(uuid, uuid)
from public;

-- Access to realtime/v1: session liveness, private channel policies, and notifications of revoked rights.

-- Whether a token's session is alive and has passed the account's second factor. A token without a session is the
-- operator's.
create or replace function realtime.is_session_alive(p_claims jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_claims ->> 'session_id' is null or exists (
    select 1 from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = (p_claims ->> 'session_id')::uuid
      and u.id = (p_claims ->> 'sub')::uuid
      and (s.not_after is null or s.not_after > now())
      and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null
      and not auth.lacks_factor(u.id, s.id)
  );
exception when invalid_text_representation then
  return false;
end
$$;

-- A caller's permissions in a private channel: probes realtime.messages with test rows as the caller, then rolls back.
create or replace function realtime.permissions(p_topic text, p_role text, p_claims text, p_headers text) returns jsonb
language plpgsql set search_path = 'public', 'extensions'
as $$
declare
  v_result jsonb := '{}';
  v_extension text;
  v_read boolean;
  v_write boolean;
begin
  begin
    insert into realtime.messages (topic, extension) values (p_topic, 'broadcast'), (p_topic, 'presence');
    perform set_config('realtime.topic', p_topic, true),
      set_config('request.jwt.claims', p_claims, true),
      set_config('request.jwt.claim.sub', coalesce(p_claims::jsonb ->> 'sub', ''), true),
      set_config('request.jwt.claim.role', p_role, true),
      set_config('request.headers', p_headers, true),
      set_config('role', p_role, true);
    foreach v_extension in array array['broadcast', 'presence'] loop
      begin
        select exists (
          select 1 from realtime.messages m
          where m.topic = p_topic and m.extension = v_extension and m.event is null
        ) into v_read;
      exception when others then
        v_read := false;
      end;
      begin
        insert into realtime.messages (topic, extension) values (p_topic, v_extension);
        v_write := true;
      exception when others then
        v_write := false;
      end;
      v_result := v_result || jsonb_build_object(v_extension, jsonb_build_object('read', v_read, 'write', v_write));
    end loop;
    raise exception using errcode = 'RT000';
  exception when sqlstate 'RT000' then
    null;
  end;
  return v_result;
end
$$;

-- Notifies of revoked rights at once: sessions, accounts, and other callers such as workspace_members.
create or replace function realtime.notify_access() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('realtime_access', json_build_object(tg_argv[0], coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[1])::text);
  return null;
end
$$;

create or replace trigger sessions_notify_realtime after delete on auth.sessions
  for each row execute function realtime.notify_access('session', 'id');
create or replace trigger sessions_end_realtime after update of not_after, aal on auth.sessions
  for each row execute function realtime.notify_access('session', 'id');
create or replace trigger users_notify_realtime after update of banned_until, deleted_at on auth.users
  for each row execute function realtime.notify_access('user', 'id');

-- Clients get no privileges.
revoke all on function realtime.is_session_alive(jsonb), realtime.permissions(text, text, text, text),
  realtime.notify_access() from public;

-- The mail queue, worked off by every server on this database; a dead server's claim expires and another takes over.
-- Contents are encrypted, because they contain codes, and deleted once sent.

create table if not exists auth.outgoing_messages (
  id uuid primary key default gen_random_uuid(),
  -- Null for recipients without an account.
  user_id uuid references auth.users (id) on delete cascade,
  kind text not null,
  sealed text not null,
  created_at timestamptz not null,
  -- The next attempt; while being sent, the end of the claim.
  due_at timestamptz not null,
  -- The content is useless after this.
  expires_at timestamptz not null,
  attempts integer not null default 0,
  is_claimed boolean not null default false
);

create index if not exists outgoing_messages_by_time on auth.outgoing_messages (due_at);
create index if not exists outgoing_messages_by_user on auth.outgoing_messages (user_id);

alter table auth.outgoing_messages enable row level security;

-- Without `limit` the rate is unlimited. Messages to deleted accounts are dropped.
create or replace function auth.queue_message(p jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_wait double precision := 0;
begin
  if jsonb_typeof(p -> 'limit') = 'object' then
    v_wait := auth.reserve_limit((p -> 'limit') || jsonb_build_object('now', v_now));
  end if;
  insert into auth.outgoing_messages (user_id, kind, sealed, created_at, due_at, expires_at)
  select
    (p ->> 'user_id')::uuid, p ->> 'kind', p ->> 'sealed', v_now, v_now + make_interval(secs => v_wait),
    (p ->> 'expires_at')::timestamptz
  where p ->> 'user_id' is null or exists (select 1 from auth.users u where u.id = (p ->> 'user_id')::uuid);
end
$$;

-- Claims one due message until the claim ends; null when there is none.
create or replace function auth.claim_message(p jsonb) returns jsonb
language sql set search_path = ''
as $$
  update auth.outgoing_messages m set
    attempts = m.attempts + 1, is_claimed = true,
    due_at = (p ->> 'now')::timestamptz + make_interval(secs => (p ->> 'claim_seconds')::double precision)
  where m.id = (
    select d.id from auth.outgoing_messages d
    where d.due_at <= (p ->> 'now')::timestamptz
    order by d.due_at limit 1
    for update skip locked
  )
  returning jsonb_build_object(
    'id', m.id, 'kind', m.kind, 'sealed', m.sealed, 'attempts', m.attempts, 'expires_at', m.expires_at
  )
$$;

-- Reschedules a message; with `is_claimed`, extends its claim.
create or replace function auth.postpone_message(p jsonb) returns void
language sql set search_path = ''
as $$
  update auth.outgoing_messages set
    due_at = (p ->> 'now')::timestamptz + make_interval(secs => (p ->> 'seconds')::double precision),
    is_claimed = (p ->> 'is_claimed')::boolean
  where id = (p ->> 'id')::uuid and (is_claimed or not (p ->> 'is_claimed')::boolean)
$$;

-- Removes a delivered or abandoned message; the latter is logged in the audit log.
create or replace function auth.end_message(p jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_message auth.outgoing_messages;
begin
  delete from auth.outgoing_messages where id = (p ->> 'id')::uuid returning * into v_message;
  if found and not (p ->> 'is_sent')::boolean then
    perform auth.write_audit('message_given_up', v_message.user_id, null, (p ->> 'now')::timestamptz, jsonb_build_object(
      'kind', v_message.kind, 'attempts', v_message.attempts
    ));
  end if;
end
$$;

select auth.revoke_client_access();

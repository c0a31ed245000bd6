-- Channel messages: from the database (realtime.send, as on Supabase) and between server processes.

-- Policies on this table control access to private channels. It keeps the database's own messages for three days.
create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
create index if not exists messages_by_topic on realtime.messages (topic, inserted_at) where extension = 'broadcast';
create index if not exists messages_by_time on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;

-- The channel a policy is evaluated for.
create or replace function realtime.topic() returns text
language sql stable
as $$ select nullif(current_setting('realtime.topic', true), '') $$;
grant execute on function realtime.topic() to anon, authenticated, service_role;

-- Sends a message to a channel if the transaction commits, for triggers and procedures. As on Supabase, it is private
-- by default, the payload gets an id, and a failure only warns.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = ''
as $$
declare
  v_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (v_id, case when payload ? 'id' then payload else payload || jsonb_build_object('id', v_id) end, event, topic,
    private, 'broadcast');
exception when others then
  raise warning 'The message could not be sent: %', sqlerrm;
end
$$;

-- For table triggers: sends a row's change to a private channel.
create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record,
  level text default 'ROW'
) returns void
language plpgsql set search_path = ''
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(jsonb_build_object('schema', table_schema, 'table', table_name, 'operation', operation,
    'record', to_jsonb(new), 'old_record', to_jsonb(old)), event_name, topic_name);
end
$$;

-- Notifies by id, since most messages exceed a notification.
create or replace function realtime.notify_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('realtime_messages', new.id::text);
  return null;
end
$$;
create or replace trigger messages_notify_realtime after insert on realtime.messages
  for each row when (new.payload is not null and new.event is not null) execute function realtime.notify_message();

-- Messages between processes that exceed a notification's 8,000 bytes.
create unlogged table if not exists realtime.parcels (
  id bigint generated always as identity primary key,
  content text not null,
  at timestamptz not null default clock_timestamp()
);
alter table realtime.parcels enable row level security;

create or replace function realtime.store_parcel(p_content text) returns bigint
language sql set search_path = ''
as $$ insert into realtime.parcels (content) values (p_content) returning id $$;

-- Clients get no privileges except through the policies on messages.
revoke all on realtime.messages, realtime.parcels from anon, authenticated, service_role;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
revoke all on function realtime.notify_message(), realtime.store_parcel(text) from public;

-- Conversations in progress: enough to continue them on another server, and to let a member of the team take over. The
-- server owns all of it. Members see which ones are live, and act through functions.

create schema live;

create table public.live_talks (
  conversation_id uuid primary key references public.conversations (id) on delete cascade,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- The step the visitor sees.
  step_order integer not null,
  phase text not null check (length(phase) <= 20),
  -- The member who took over.
  member_id uuid references public.users (id) on delete set null,
  member_name text check (length(member_name) <= 100)
);
create index live_talks_by_workspace on public.live_talks (workspace_id);
create index live_talks_by_member on public.live_talks (member_id) where member_id is not null;

-- Whether a member is available, and when their dashboard was last open.
create table public.member_availability (
  workspace_id uuid not null,
  user_id uuid not null,
  is_available boolean not null default false,
  last_seen_at timestamptz not null default now(),
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references public.workspace_members (workspace_id, user_id) on delete cascade
);
create index member_availability_by_user on public.member_availability (user_id);

create table public.handovers (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  -- The visitor's question; '' if a member took over without a request.
  reason text not null default '' check (length(reason) <= 500),
  state text not null check (state in ('ringing', 'joined', 'left', 'nobody')),
  outcome text check (outcome in ('handed-back', 'gone', 'visitor-left', 'no-answer', 'no-one-available')),
  member_id uuid references public.users (id) on delete set null,
  member_name text check (length(member_name) <= 100),
  created_at timestamptz not null default now(),
  joined_at timestamptz,
  ended_at timestamptz,
  -- When the team was emailed that nobody answered.
  told_at timestamptz
);
create index handovers_by_workspace on public.handovers (workspace_id, created_at desc);
create index handovers_by_conversation on public.handovers (conversation_id);
create index handovers_by_member on public.handovers (member_id) where member_id is not null;
create index handovers_open on public.handovers (conversation_id) where state in ('ringing', 'joined');

-- What another server needs to continue a conversation. `epoch` counts the owners: an earlier one can no longer write.
create table live.snapshots (
  conversation_id uuid primary key references public.live_talks (conversation_id) on delete cascade,
  owner uuid not null,
  epoch integer not null default 1,
  token_hash text not null,
  state jsonb not null check (pg_column_size(state) <= 262144),
  seq integer not null,
  -- The owner renews it; after this time the conversation is over.
  expires_at timestamptz not null
);
create index snapshots_by_owner on live.snapshots (owner);
create index snapshots_by_expiry on live.snapshots (expires_at);

-- The last events sent to a visitor, one row per write.
create table live.events (
  conversation_id uuid not null references live.snapshots (conversation_id) on delete cascade,
  first_seq integer not null,
  events jsonb not null check (pg_column_size(events) <= 524288),
  primary key (conversation_id, first_seq)
);

-- Orders for a conversation's owner: a member's actions, and events that reached another server.
create table live.orders (
  id bigint generated always as identity primary key,
  conversation_id uuid not null references live.snapshots (conversation_id) on delete cascade,
  kind text not null check (kind in ('join', 'say', 'step', 'leave', 'client')),
  body jsonb not null check (pg_column_size(body) <= 65536),
  created_at timestamptz not null default now()
);
create index orders_by_conversation on live.orders (conversation_id, id);

create table live.servers (
  id uuid primary key,
  seen_at timestamptz not null default now()
);

-- Members' messages are stored once, however often the browser sends them.
create function live.place_order(p_conversation_id uuid, p_kind text, p_body jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if (select count(*) from live.orders o where o.conversation_id = p_conversation_id) >= 200 then
    raise exception 'Too much is waiting in this conversation. Try again in a moment.' using errcode = 'PT429';
  end if;
  insert into live.orders (conversation_id, kind, body)
  select s.conversation_id, p_kind, p_body from live.snapshots s where s.conversation_id = p_conversation_id;
  perform pg_notify('live_talks', 'orders');
end
$$;

-- Deletes finished conversations, and closes their handovers. Every function locks the conversation before its
-- handovers.
create function live.delete_talks(p_conversation_ids uuid[]) returns void
language sql set search_path = ''
as $$
  select from public.live_talks l where l.conversation_id = any (p_conversation_ids)
  order by l.conversation_id for update;
  update public.handovers h
  set ended_at = now(), outcome = 'visitor-left', state = case h.state when 'joined' then 'left' else 'nobody' end
  where h.conversation_id = any (p_conversation_ids) and h.state in ('ringing', 'joined');
  delete from public.live_talks l where l.conversation_id = any (p_conversation_ids)
$$;

-- Writes a batch: turns as record_conversations does, together with each conversation's state. Returns the
-- conversations that another server has taken over; nothing of theirs is written. A batch is small, which the planner
-- can't know: it would read whole tables. Statements cost more than their rows, so those with nothing to do are skipped.
create function public.record_talks(
  p_owner uuid, p_lease_ms integer, p_talks jsonb, p_conversations jsonb, p_turns jsonb, p_heard jsonb, p_ends jsonb
) returns jsonb
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
  set enable_seqscan = off set jit = off
as $$
declare
  v_lost uuid[];
  v_ended uuid[];
begin
  -- Compatible with the foreign key lock of an order being inserted, to avoid a deadlock.
  perform from live.snapshots s
  where s.conversation_id = any (array(select t.id from jsonb_to_recordset(p_talks) t (id uuid)))
  order by s.conversation_id for no key update;
  v_lost := array(
    select t.id from jsonb_to_recordset(p_talks) t (id uuid, epoch integer, is_new boolean)
    left join live.snapshots s on s.conversation_id = t.id
    where case when s.conversation_id is null then not t.is_new else (s.owner, s.epoch) <> (p_owner, t.epoch) end
  );
  if cardinality(v_lost) > 0 then
    p_talks := (
      select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(p_talks) e where (e ->> 'id')::uuid <> all (v_lost)
    );
    p_turns := (
      select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(p_turns) e
      where (e ->> 'conversation_id')::uuid <> all (v_lost)
    );
    p_heard := (
      select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(p_heard) e
      where (e ->> 'conversation_id')::uuid <> all (v_lost)
    );
    p_ends := (
      select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(p_ends) e where (e ->> 'id')::uuid <> all (v_lost)
    );
  end if;
  perform public.record_conversations(p_conversations, p_turns, p_heard, p_ends);
  -- The visitor turned voice on in a conversation that started in text mode.
  if p_talks @? '$[*] ? (@.has_turned_to_voice == true)' then
    update public.conversations c set mode = 'voice'
    from jsonb_to_recordset(p_talks) as t (id uuid, has_turned_to_voice boolean)
    where c.id = t.id and t.has_turned_to_voice and c.mode <> 'voice';
  end if;
  insert into public.live_talks as l (conversation_id, workspace_id, step_order, phase)
  select t.* from jsonb_to_recordset(p_talks) as t (id uuid, workspace_id uuid, step integer, phase text)
  where exists (select from public.conversations c where c.id = t.id)
  on conflict (conversation_id) do update set step_order = excluded.step_order, phase = excluded.phase
  where (l.step_order, l.phase) is distinct from (excluded.step_order, excluded.phase);
  insert into live.snapshots (conversation_id, owner, epoch, token_hash, state, seq, expires_at)
  select t.id, p_owner, t.epoch, t.token_hash, t.state, t.seq, now() + p_lease_ms * interval '1 millisecond'
  from jsonb_to_recordset(p_talks) as t (id uuid, epoch integer, token_hash text, state jsonb, seq integer)
  join public.live_talks l on l.conversation_id = t.id
  on conflict (conversation_id) do update
  set state = excluded.state, seq = excluded.seq, expires_at = excluded.expires_at;
  insert into live.events (conversation_id, first_seq, events)
  select t.id, t.first_seq, t.events
  from jsonb_to_recordset(p_talks) as t (id uuid, first_seq integer, events jsonb)
  join live.snapshots s on s.conversation_id = t.id
  where jsonb_array_length(t.events) > 0
  on conflict do nothing;
  if p_talks @? '$[*] ? (@.seq > 400)' then
    delete from live.events e using jsonb_to_recordset(p_talks) as t (id uuid, seq integer)
    where e.conversation_id = t.id and e.first_seq < t.seq - 400;
  end if;
  if p_talks @? '$[*] ? (@.last_order > 0)' then
    delete from live.orders o using jsonb_to_recordset(p_talks) as t (id uuid, last_order bigint)
    where o.conversation_id = t.id and o.id <= t.last_order;
  end if;
  v_ended := array(select e.id from jsonb_to_recordset(p_ends) e (id uuid));
  if cardinality(v_ended) > 0 then
    perform live.delete_talks(v_ended);
  end if;
  return to_jsonb(v_lost);
end
$$;

-- Makes a server the owner of a conversation; null if it is over or the token doesn't match. Omits the state if the
-- server already has it.
create function public.adopt_talk(
  p_conversation_id uuid, p_token_hash text, p_owner uuid, p_lease_ms integer, p_has_state boolean
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_snapshot live.snapshots;
  v_is_own boolean;
begin
  select s.* into v_snapshot from live.snapshots s
  where s.conversation_id = p_conversation_id and s.token_hash = p_token_hash and s.expires_at > now()
  for no key update;
  if not found then
    return null;
  end if;
  v_is_own := v_snapshot.owner = p_owner and p_has_state;
  update live.snapshots s
  set owner = p_owner, epoch = case when v_is_own then s.epoch else s.epoch + 1 end,
    expires_at = now() + p_lease_ms * interval '1 millisecond'
  where s.conversation_id = p_conversation_id
  returning s.* into v_snapshot;
  if v_is_own then
    return jsonb_build_object('isOwn', true);
  end if;
  perform pg_notify('live_talks', 'moved ' || p_conversation_id || ' ' || p_owner);
  return jsonb_build_object(
    'isOwn', false, 'epoch', v_snapshot.epoch, 'seq', v_snapshot.seq, 'state', v_snapshot.state,
    'events', (
      select coalesce(jsonb_agg(x.event order by e.first_seq, x.place), '[]')
      from live.events e, jsonb_array_elements(e.events) with ordinality x (event, place)
      where e.conversation_id = p_conversation_id
    )
  );
end
$$;

-- Reports that a server is alive, renews its conversations, and ends those that no server renewed. Returns the
-- conversations of p_ids that another server owns now.
create function public.renew_talks(p_owner uuid, p_ids uuid[], p_lease_ms integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_kept uuid[];
  v_expired uuid[];
begin
  insert into live.servers as s (id) values (p_owner) on conflict (id) do update set seen_at = now();
  delete from live.servers s where s.seen_at < now() - interval '1 day';
  with kept as (
    update live.snapshots s set expires_at = now() + p_lease_ms * interval '1 millisecond'
    where s.owner = p_owner and s.conversation_id = any (p_ids)
    returning s.conversation_id
  )
  select coalesce(array_agg(k.conversation_id), '{}') into v_kept from kept k;
  v_expired := array(
    select s.conversation_id from live.snapshots s where s.expires_at < now()
    order by s.conversation_id limit 500 for no key update skip locked
  );
  if cardinality(v_expired) > 0 then
    perform live.delete_talks(v_expired);
    update public.conversations c set ended_at = now(), end_reason = 'dropped'
    where c.id = any (v_expired) and c.ended_at is null;
  end if;
  return to_jsonb(array(select i from unnest(p_ids) i where i <> all (v_kept)));
end
$$;

-- Called by a server that shuts down: whether another server could continue its conversations.
create function public.leave_servers(p_owner uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from live.servers s where s.id = p_owner;
  return exists (select from live.servers s where s.seen_at > now() - interval '1 minute');
end
$$;

-- The orders for the server's conversations, oldest first. A member whose dashboard was closed hands back.
create function public.find_talk_orders(p_owner uuid, p_gone_ms integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_gone uuid;
begin
  for v_gone in
    select l.conversation_id from public.live_talks l join live.snapshots s on s.conversation_id = l.conversation_id
    where s.owner = p_owner and (l.member_id is not null or l.member_name is not null)
      and not exists (
        select from public.member_availability a
        where a.workspace_id = l.workspace_id and a.user_id = l.member_id
          and a.last_seen_at > now() - p_gone_ms * interval '1 millisecond'
      )
    order by l.conversation_id for update of l skip locked
  loop
    update public.handovers h set state = 'left', outcome = 'gone', ended_at = now()
    where h.conversation_id = v_gone and h.state = 'joined';
    update public.live_talks l set member_id = null, member_name = null where l.conversation_id = v_gone;
    insert into live.orders (conversation_id, kind, body) values (v_gone, 'leave', '{"isGone": true}');
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', o.id, 'conversationId', o.conversation_id, 'kind', o.kind, 'body', o.body
    ) order by o.id), '[]')
    from (
      select o.* from live.orders o join live.snapshots s on s.conversation_id = o.conversation_id
      where s.owner = p_owner order by o.id limit 500
    ) o
  );
end
$$;

-- Passes a visitor's events to the server that owns the conversation; false if it is over.
create function public.relay_client_events(p_conversation_id uuid, p_token_hash text, p_events jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from live.snapshots s
    where s.conversation_id = p_conversation_id and s.token_hash = p_token_hash and s.expires_at > now()
  ) then
    return false;
  end if;
  perform live.place_order(p_conversation_id, 'client', p_events);
  return true;
end
$$;

-- Rings all available members. Rings nobody if none is available, or beyond the limits of a network or workspace.
create function public.ring_team(p_conversation_id uuid, p_network text, p_reason text, p_present_ms integer)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_talk public.live_talks;
  v_open public.handovers;
  v_is_allowed boolean;
  v_is_there boolean;
begin
  select l.* into v_talk from public.live_talks l where l.conversation_id = p_conversation_id for update;
  if not found then
    return jsonb_build_object('state', 'nobody', 'handoverId', null);
  end if;
  select h.* into v_open from public.handovers h
  where h.conversation_id = p_conversation_id and h.state in ('ringing', 'joined') limit 1;
  if found then
    return jsonb_build_object('state', v_open.state, 'handoverId', v_open.id, 'name', v_open.member_name);
  end if;
  v_is_allowed := (select count(*) < 5 from public.handovers h where h.conversation_id = p_conversation_id)
    and limits.consume('ring', v_talk.workspace_id, p_network, 6, 600)
    -- Half of the workspace's limit for emails about missed requests.
    and limits.consume('rings of a network', v_talk.workspace_id, p_network, 15, 3600)
    and limits.consume('rings of an hour', v_talk.workspace_id, 'all', 120, 3600);
  if not v_is_allowed then
    return jsonb_build_object('state', 'nobody', 'handoverId', null);
  end if;
  v_is_there := exists (
    select from public.member_availability a
    join public.workspace_members m on m.workspace_id = a.workspace_id and m.user_id = a.user_id
    where a.workspace_id = v_talk.workspace_id and a.is_available and public.role_rank(m.role) >= 2
      and a.last_seen_at > now() - p_present_ms * interval '1 millisecond'
  );
  insert into public.handovers (workspace_id, conversation_id, reason, state, outcome, ended_at)
  values (
    v_talk.workspace_id, p_conversation_id, left(p_reason, 500), case when v_is_there then 'ringing' else 'nobody' end,
    case when v_is_there then null else 'no-one-available' end, case when v_is_there then null else now() end
  )
  returning * into v_open;
  return jsonb_build_object('state', v_open.state, 'handoverId', v_open.id, 'name', null);
end
$$;

-- Ends a ring that nobody answered; false if somebody has.
create function public.miss_handover(p_handover_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.handovers h set state = 'nobody', outcome = 'no-answer', ended_at = now()
  where h.id = p_handover_id and h.state = 'ringing';
  return found;
end
$$;

-- Whom to email that a visitor asked for a person: once per conversation, and within the workspace's limit.
create function public.claim_missed_handover(p_handover_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_handover public.handovers;
begin
  update public.handovers h set told_at = now()
  where h.id = p_handover_id and not exists (
    select from public.handovers o where o.conversation_id = h.conversation_id and o.told_at is not null
  )
  returning h.* into v_handover;
  if not found or not limits.consume('missed handovers', v_handover.workspace_id, 'all', 30, 3600) then
    return null;
  end if;
  return jsonb_build_object(
    'conversationId', v_handover.conversation_id, 'reason', v_handover.reason,
    'demoName', (
      select d.name from public.conversations c join public.demos d on d.id = c.demo_id
      where c.id = v_handover.conversation_id
    ),
    'emails', array(select public.lead_recipients(v_handover.workspace_id))
  );
end
$$;

-- Records that a member's dashboard is open, and sets their availability unless null. Returns their availability.
create function public.report_presence(p_workspace_id uuid, p_is_available boolean default null) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_is_available boolean;
begin
  if auth.uid() is null or not public.is_member(p_workspace_id, 'editor') then
    raise exception 'Only editors of the workspace can talk to visitors' using errcode = '42501';
  end if;
  insert into public.member_availability as a (workspace_id, user_id, is_available)
  values (p_workspace_id, auth.uid(), coalesce(p_is_available, false))
  on conflict (workspace_id, user_id) do update
  set is_available = coalesce(p_is_available, a.is_available), last_seen_at = now()
  returning a.is_available into v_is_available;
  return v_is_available;
end
$$;

-- Locks a conversation for a member of its workspace. Others are treated as missing.
create function live.open_talk(p_conversation_id uuid) returns public.live_talks
language plpgsql set search_path = ''
as $$
declare
  v_talk public.live_talks;
begin
  select l.* into v_talk from public.live_talks l where l.conversation_id = p_conversation_id for update;
  if not found or auth.uid() is null or not public.is_member(v_talk.workspace_id, 'viewer') then
    raise exception 'This conversation is over.' using errcode = 'PT404';
  end if;
  if not public.is_member(v_talk.workspace_id, 'editor') then
    raise exception 'Only editors of the workspace can talk to visitors.' using errcode = '42501';
  end if;
  return v_talk;
end
$$;

-- Takes over a conversation; the first member wins.
create function public.take_over_talk(p_conversation_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_talk public.live_talks := live.open_talk(p_conversation_id);
  v_name text;
  v_handover public.handovers;
begin
  if v_talk.member_id = auth.uid() then
    return;
  elsif v_talk.member_id is not null then
    raise exception '% has already taken over.', v_talk.member_name using errcode = 'PT409';
  end if;
  select coalesce(nullif(btrim(u.first_name), ''), 'A colleague') into v_name
  from public.users u where u.id = auth.uid();
  perform public.report_presence(v_talk.workspace_id);
  update public.handovers h
  set state = 'joined', member_id = auth.uid(), member_name = v_name, joined_at = now()
  where h.conversation_id = p_conversation_id and h.state = 'ringing'
  returning h.* into v_handover;
  if not found then
    insert into public.handovers (workspace_id, conversation_id, state, member_id, member_name, joined_at)
    values (v_talk.workspace_id, p_conversation_id, 'joined', auth.uid(), v_name, now())
    returning * into v_handover;
  end if;
  update public.live_talks l set member_id = auth.uid(), member_name = v_name
  where l.conversation_id = p_conversation_id;
  perform live.place_order(
    p_conversation_id, 'join', jsonb_build_object('handoverId', v_handover.id, 'name', v_name)
  );
end
$$;

-- Stores an order by the member who took over.
create function live.order_as_member(p_conversation_id uuid, p_kind text, p_body jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_talk public.live_talks := live.open_talk(p_conversation_id);
begin
  if v_talk.member_id is distinct from auth.uid() then
    raise exception 'You are no longer in this conversation.' using errcode = 'PT409';
  end if;
  perform public.report_presence(v_talk.workspace_id);
  perform live.place_order(p_conversation_id, p_kind, p_body || jsonb_build_object('name', v_talk.member_name));
end
$$;

-- Sends a message to the visitor; a repeated p_id is sent only once.
create function public.say_in_talk(p_conversation_id uuid, p_id uuid, p_text text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_id is null or coalesce(btrim(p_text), '') = '' or length(p_text) > 2000 then
    raise exception 'Write 1 to 2,000 characters.' using errcode = '22023';
  end if;
  if exists (select from live.orders o where o.conversation_id = p_conversation_id and o.body ->> 'id' = p_id::text)
    or exists (select from public.conversation_turns t where t.id = p_id) then
    return;
  end if;
  perform live.order_as_member(p_conversation_id, 'say', jsonb_build_object('id', p_id, 'text', btrim(p_text)));
end
$$;

create function public.show_step_in_talk(p_conversation_id uuid, p_step integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_step is null or p_step < 1 or p_step > 10000 then
    raise exception 'There is no such step.' using errcode = '22023';
  end if;
  perform live.order_as_member(p_conversation_id, 'step', jsonb_build_object('step', p_step));
end
$$;

-- Hands the conversation back to the agent.
create function public.leave_talk(p_conversation_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform live.order_as_member(p_conversation_id, 'leave', '{"isGone": false}');
  update public.handovers h set state = 'left', outcome = 'handed-back', ended_at = now()
  where h.conversation_id = p_conversation_id and h.state = 'joined';
  update public.live_talks l set member_id = null, member_name = null where l.conversation_id = p_conversation_id;
end
$$;

do $$
declare
  v_table text;
begin
  foreach v_table in array array['live_talks', 'member_availability', 'handovers'] loop
    execute format('alter table public.%I enable row level security', v_table);
    execute format('revoke all on public.%I from anon, authenticated', v_table);
    execute format('grant all on public.%I to service_role', v_table);
    execute format('grant select on public.%I to authenticated', v_table);
    execute format(
      'create policy "members read" on public.%I for select to authenticated
       using (workspace_id = any ((select public.readable_workspaces())::uuid[]))', v_table
    );
  end loop;
  foreach v_table in array array['snapshots', 'events', 'orders', 'servers'] loop
    execute format('alter table live.%I enable row level security', v_table);
    execute format('revoke all on live.%I from public, anon, authenticated', v_table);
  end loop;
  if exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.live_talks, public.handovers;
  end if;
end
$$;

revoke execute on function
  public.record_talks(uuid, integer, jsonb, jsonb, jsonb, jsonb, jsonb),
  public.adopt_talk(uuid, text, uuid, integer, boolean), public.renew_talks(uuid, uuid[], integer),
  public.leave_servers(uuid), public.find_talk_orders(uuid, integer), public.relay_client_events(uuid, text, jsonb),
  public.ring_team(uuid, text, text, integer), public.miss_handover(uuid), public.claim_missed_handover(uuid),
  public.report_presence(uuid, boolean), public.take_over_talk(uuid), public.say_in_talk(uuid, uuid, text),
  public.show_step_in_talk(uuid, integer), public.leave_talk(uuid)
from public, anon, authenticated;
revoke execute on function
  live.place_order(uuid, text, jsonb), live.delete_talks(uuid[]), live.open_talk(uuid),
  live.order_as_member(uuid, text, jsonb)
from public;
grant execute on function
  public.report_presence(uuid, boolean), public.take_over_talk(uuid), public.say_in_talk(uuid, uuid, text),
  public.show_step_in_talk(uuid, integer), public.leave_talk(uuid)
to authenticated;
grant execute on function
  public.record_talks(uuid, integer, jsonb, jsonb, jsonb, jsonb, jsonb),
  public.adopt_talk(uuid, text, uuid, integer, boolean), public.renew_talks(uuid, uuid[], integer),
  public.leave_servers(uuid), public.find_talk_orders(uuid, integer), public.relay_client_events(uuid, text, jsonb),
  public.ring_team(uuid, text, text, integer), public.miss_handover(uuid), public.claim_missed_handover(uuid)
to service_role;

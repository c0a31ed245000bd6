-- When an agent may book meetings, and the meetings it booked. Visitors book through the agent and change a meeting by
-- the link in their mail; the server makes both calls.

create table public.availability (
  agent_id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  is_on boolean not null default false,
  time_zone text not null check (length(time_zone) between 1 and 64),
  -- [{day, from, to}]: days from 1, Monday; local times such as 09:00.
  weekly_hours jsonb not null
    check (jsonb_typeof(weekly_hours) = 'array' and length(weekly_hours::text) <= 4000),
  length_minutes integer not null default 30 check (length_minutes in (15, 30, 45, 60)),
  notice_minutes integer not null default 240 check (notice_minutes between 0 and 20160),
  buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 120),
  days_ahead integer not null default 14 check (days_ahead between 1 and 60),
  organiser_email text not null check (public.is_email_address(organiser_email)),
  -- A link, or how to call.
  place text not null check (btrim(place) <> '' and length(place) <= 500),
  updated_at timestamptz not null default now(),
  -- Where times come from: these hours, these hours without the busy times of a calendar, or a Cal.com event type.
  source text not null default 'hours' check (source in ('hours', 'busy', 'cal_com')),
  cal_com_event_type bigint check (cal_com_event_type > 0),
  -- Only an agent of the same workspace.
  foreign key (agent_id, workspace_id) references public.agents (id, workspace_id) on delete cascade,
  -- Tells the data API that an agent has one, not many.
  unique (agent_id, workspace_id)
);

create index availability_by_workspace on public.availability (workspace_id);
alter table public.availability enable row level security;
revoke all on public.availability from anon, authenticated;
grant select, insert, delete, update (
  agent_id, is_on, time_zone, weekly_hours, length_minutes, notice_minutes, buffer_minutes, days_ahead,
  organiser_email, place, updated_at, source, cal_com_event_type
) on public.availability to authenticated;
grant all on public.availability to service_role;

create policy "members read availability" on public.availability
  for select to authenticated using (public.is_member(workspace_id, 'viewer'));
create policy "editors add availability" on public.availability
  for insert to authenticated with check (public.is_member(workspace_id, 'editor'));
create policy "editors change availability" on public.availability
  for update to authenticated using (public.is_member(workspace_id, 'editor'))
  with check (public.is_member(workspace_id, 'editor'));
create policy "admins remove availability" on public.availability
  for delete to authenticated using (public.is_member(workspace_id, 'admin'));

create table public.meetings (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  agent_id uuid references public.agents (id) on delete set null,
  -- A meeting outlives its demo, conversation and lead.
  demo_id uuid references public.demos (id) on delete set null,
  demo_name text not null,
  conversation_id uuid references public.conversations (id) on delete set null,
  lead_id uuid references public.leads (id) on delete set null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- A `moved` meeting still takes place, at another time.
  status text not null default 'booked' check (status in ('booked', 'moved', 'cancelled')),
  cancelled_by text check (cancelled_by in ('visitor', 'author')),
  email text not null check (public.is_email_address(email)),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  -- Others who should come, as the visitor named them. Nobody mails them.
  guests text[] not null default '{}' check (cardinality(guests) <= 5 and pg_column_size(guests) <= 2000),
  -- The visitor's.
  time_zone text not null check (length(time_zone) <= 64),
  -- Copied at the booking, so that changes are mailed to the person who was invited.
  organiser_email text not null,
  organiser_name text not null,
  place text not null,
  -- Session, time and address, so that a repeated booking is one meeting.
  idempotency_key text not null,
  -- Counts changes to mail; `notified_version` is the last one mailed.
  version integer not null default 1,
  notified_version integer not null default 0,
  notify_attempts integer not null default 0,
  notify_claimed_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  moves integer not null default 0,
  moved_on date,
  moves_that_day integer not null default 0,
  -- Cal.com keeps the meeting and sends its mails; until it has confirmed, `external_uid` is null.
  provider text not null default 'own' check (provider in ('own', 'cal_com')),
  external_uid text check (length(external_uid) <= 200)
);

-- Two visitors never get the same time; Cal.com decides for itself, as an event type may have several hosts.
create unique index meetings_one_for_a_time on public.meetings (agent_id, starts_at)
  where status <> 'cancelled' and provider = 'own';
create unique index meetings_one_for_a_key on public.meetings (idempotency_key) where status <> 'cancelled';
create index meetings_by_workspace on public.meetings (workspace_id, starts_at);
create index meetings_by_lead on public.meetings (lead_id);
create index meetings_by_conversation on public.meetings (conversation_id);
create index meetings_by_demo on public.meetings (demo_id);
create index meetings_by_email on public.meetings (workspace_id, lower(email));
create index meetings_to_notify on public.meetings (changed_at) where notified_version < version;
create index meetings_by_change on public.meetings (changed_at);
create index meetings_unconfirmed on public.meetings (created_at) where provider = 'cal_com' and external_uid is null;
create index meetings_by_mailbox on public.meetings (public.mailbox_of(email), created_at);
alter table public.meetings enable row level security;
revoke all on public.meetings from anon, authenticated;
grant select on public.meetings to authenticated;
grant all on public.meetings to service_role;

-- A booking becomes a meeting when Cal.com confirms it.
create policy "members read meetings" on public.meetings
  for select to authenticated
  using (public.is_member(workspace_id, 'viewer') and (provider = 'own' or external_uid is not null));

-- Whether invitations may be sent from this address: the proven address of an editor of the workspace.
create function public.can_organise(p_workspace_id uuid, p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.workspace_members m join auth.users u on u.id = m.user_id
    where m.workspace_id = p_workspace_id and public.role_rank(m.role) >= public.role_rank('editor')
      and lower(u.email) = lower(btrim(p_email)) and public.can_rely_on_email(u.id)
  )
$$;

create function public.check_organiser() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Policies refuse everybody else, without revealing who works in the workspace.
  if new.is_on and (auth.role() is distinct from 'authenticated' or public.is_member(new.workspace_id, 'editor'))
    and not public.can_organise(new.workspace_id, new.organiser_email) then
    raise exception 'Invitations go out in the name of an editor of the workspace whose address is confirmed'
      using errcode = '22023';
  end if;
  return new;
end
$$;

create trigger availability_organiser before insert or update on public.availability
  for each row execute function public.check_organiser();

-- Locks the agent's calendar; false if another meeting, with its buffer, takes the time.
create function public.claim_meeting_time(
  p_agent_id uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_except uuid
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_buffer interval;
begin
  perform pg_advisory_xact_lock(hashtextextended('meetings ' || p_agent_id::text, 0));
  select make_interval(mins => a.buffer_minutes) into v_buffer from public.availability a where a.agent_id = p_agent_id;
  return not exists (
    select from public.meetings m
    where m.agent_id = p_agent_id and m.status <> 'cancelled' and m.id is distinct from p_except
      and m.starts_at < p_ends_at + coalesce(v_buffer, '0') and m.ends_at + coalesce(v_buffer, '0') > p_starts_at
  );
end
$$;

-- Moves a meeting for its visitor, 5 times at most and 3 times a day. Returns moved, taken, gone or too_many.
create function public.move_meeting(p_meeting_id uuid, p_starts_at timestamptz, p_ends_at timestamptz) returns text
language plpgsql set search_path = ''
as $$
declare
  v_meeting public.meetings;
begin
  select m.* into v_meeting from public.meetings m where m.id = p_meeting_id;
  if v_meeting.id is null or v_meeting.agent_id is null then
    return 'gone';
  end if;
  if not public.claim_meeting_time(v_meeting.agent_id, p_starts_at, p_ends_at, p_meeting_id) then
    return 'taken';
  end if;
  -- Again, under the calendar's lock and the meeting's, which a cancellation takes, too.
  select m.* into v_meeting from public.meetings m where m.id = p_meeting_id for update;
  if v_meeting.id is null or v_meeting.status = 'cancelled' or v_meeting.ends_at <= now() then
    return 'gone';
  end if;
  if v_meeting.starts_at <> p_starts_at or v_meeting.ends_at <> p_ends_at then
    -- Each move mails both people, and the link can be forwarded to anyone.
    if v_meeting.moves >= 5 or v_meeting.moved_on = current_date and v_meeting.moves_that_day >= 3 then
      return 'too_many';
    end if;
  end if;
  if v_meeting.starts_at <> p_starts_at or v_meeting.ends_at <> p_ends_at then
    update public.meetings m set starts_at = p_starts_at, ends_at = p_ends_at, status = 'moved',
      moves = m.moves + 1, moved_on = current_date,
      moves_that_day = case when m.moved_on = current_date then m.moves_that_day else 0 end + 1,
      version = m.version + 1, notify_attempts = 0, notify_claimed_at = null, changed_at = now()
    where m.id = p_meeting_id;
  end if;
  return 'moved';
end
$$;

-- Books a time that the server offered. Returns {outcome, meeting_id}; outcome is booked, moved, taken, too_many or
-- off (the author doesn't take meetings any more).
create function public.book_meeting(p_booking jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_availability public.availability;
  v_demo public.demos;
  v_agent uuid := (p_booking ->> 'agent_id')::uuid;
  v_conversation uuid := (p_booking ->> 'conversation_id')::uuid;
  v_starts_at timestamptz := (p_booking ->> 'starts_at')::timestamptz;
  v_email text := btrim(p_booking ->> 'email');
  v_name text := left(coalesce(nullif(btrim(p_booking ->> 'name'), ''), split_part(v_email, '@', 1)), 200);
  -- Cal.com's times are valid as long as Cal.com says.
  v_provider text := coalesce(p_booking ->> 'provider', 'own');
  v_guests text[] := array(
    select g.address from jsonb_array_elements_text(coalesce(p_booking -> 'guests', '[]')) g (address)
    where public.is_email_address(g.address) or g.address ~ '^((Mr|Mrs|Ms|Dr|Cllr|Prof)\.? )?[[:alpha:]][[:alpha:] ''’-]{1,79}$' limit 5
  );
  v_ends_at timestamptz;
  v_meeting public.meetings;
  v_lead uuid;
  v_outcome text;
begin
  select a.* into v_availability from public.availability a where a.agent_id = v_agent and a.is_on;
  select d.* into v_demo from public.demos d
  where d.id = (p_booking ->> 'demo_id')::uuid and d.workspace_id = v_availability.workspace_id;
  if v_availability.agent_id is null or v_demo.id is null
    or not public.can_organise(v_availability.workspace_id, v_availability.organiser_email) then
    return jsonb_build_object('outcome', 'off');
  end if;
  v_ends_at := coalesce(
    (p_booking ->> 'ends_at')::timestamptz, v_starts_at + make_interval(mins => v_availability.length_minutes)
  );
  perform pg_advisory_xact_lock(hashtextextended('meetings ' || v_agent::text, 0));

  select m.* into v_meeting from public.meetings m
  where m.idempotency_key = p_booking ->> 'idempotency_key' and m.status <> 'cancelled' and m.starts_at = v_starts_at;
  if v_meeting.id is not null then
    return jsonb_build_object('outcome', 'booked', 'meeting_id', v_meeting.id, 'is_repeated', true);
  end if;

  -- A conversation's second booking moves the first. Cal.com has already moved its own.
  select m.* into v_meeting from public.meetings m
  where m.conversation_id = v_conversation and m.status <> 'cancelled' and lower(m.email) = lower(v_email)
    and m.provider = 'own' and v_provider = 'own'
  order by m.created_at desc limit 1;
  if v_meeting.id is not null then
    v_outcome := public.move_meeting(v_meeting.id, v_starts_at, v_ends_at);
    if v_outcome = 'moved' and cardinality(v_guests) > 0 then
      update public.meetings m set guests = v_guests where m.id = v_meeting.id;
    end if;
    return jsonb_build_object('outcome', case v_outcome when 'gone' then 'off' else v_outcome end,
      'meeting_id', v_meeting.id);
  end if;

  -- Each booking mails an address that anyone could have typed.
  if (select count(*) from public.meetings m where m.workspace_id = v_availability.workspace_id
      and public.mailbox_of(m.email) = public.mailbox_of(v_email) and m.created_at > now() - interval '1 day') >= 5
    or (select count(*) from public.meetings m where m.agent_id = v_agent
      and m.created_at > now() - interval '1 hour') >= 60
    or (select count(*) from public.meetings m where m.workspace_id = v_availability.workspace_id
      and m.created_at > now() - interval '1 day') >= 300
    -- One account alone can't keep an address from booking with others.
    or (select count(*) from public.meetings m where public.mailbox_of(m.email) = public.mailbox_of(v_email)
      and m.created_at > now() - interval '1 day'
      and public.workspace_account(m.workspace_id) = public.workspace_account(v_availability.workspace_id)) >= 8
    or (select count(*) from public.meetings m where public.mailbox_of(m.email) = public.mailbox_of(v_email)
      and m.created_at > now() - interval '1 day') >= 40
  then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  if v_provider = 'own' and not public.claim_meeting_time(v_agent, v_starts_at, v_ends_at, null) then
    return jsonb_build_object('outcome', 'taken');
  end if;

  -- A visitor who corrects the address wants one meeting, not two.
  update public.meetings m set status = 'cancelled', cancelled_by = 'visitor', version = m.version + 1,
    notify_attempts = 0, notify_claimed_at = null, changed_at = now()
  where m.conversation_id = v_conversation and m.status <> 'cancelled';

  -- The conversation's own lead, else the latest with this address.
  select l.id into v_lead from public.leads l
  where l.workspace_id = v_availability.workspace_id
    and (l.conversation_id = v_conversation or lower(l.email) = lower(v_email))
  order by (l.conversation_id = v_conversation) desc nulls last, l.created_at desc limit 1;
  if v_lead is null then
    insert into public.leads (
      id, source, workspace_id, demo_id, demo_name, card_title, session_id, email, name, conversation_id
    )
    values (gen_random_uuid(), 'talk', v_availability.workspace_id, v_demo.id, v_demo.name, 'Meeting with the agent',
      nullif(left(btrim(p_booking ->> 'session_id'), 100), ''), v_email, v_name,
      (select c.id from public.conversations c where c.id = v_conversation))
    on conflict (conversation_id) do update set email = coalesce(leads.email, excluded.email)
    returning id into v_lead;
  end if;
  insert into public.meetings (
    workspace_id, agent_id, demo_id, demo_name, conversation_id, lead_id, starts_at, ends_at, email, name, guests,
    time_zone, organiser_email, organiser_name, place, idempotency_key, provider, notified_version
  )
  select v_availability.workspace_id, v_agent, v_demo.id, v_demo.name,
    (select c.id from public.conversations c where c.id = v_conversation), v_lead, v_starts_at, v_ends_at, v_email,
    v_name, v_guests, p_booking ->> 'time_zone', v_availability.organiser_email, w.name, v_availability.place,
    p_booking ->> 'idempotency_key', v_provider, case v_provider when 'own' then 0 else 1 end
  from public.workspaces w where w.id = v_availability.workspace_id
  returning * into v_meeting;
  return jsonb_build_object('outcome', 'booked', 'meeting_id', v_meeting.id);
end
$$;

-- Records what Cal.com confirmed: the booking, or its new time. A meeting cancelled meanwhile stays cancelled, and its
-- new version cancels the booking at Cal.com, too. Returns the status; null if the meeting was deleted.
create function public.confirm_external_meeting(
  p_meeting_id uuid, p_external_uid text, p_starts_at timestamptz, p_ends_at timestamptz, p_place text
) returns text
language plpgsql set search_path = ''
as $$
declare
  v_meeting public.meetings;
  v_is_move boolean;
begin
  select m.* into v_meeting from public.meetings m where m.id = p_meeting_id for update;
  if v_meeting.status = 'cancelled' then
    update public.meetings m set external_uid = p_external_uid, version = m.version + 1, notify_attempts = 0,
      notify_claimed_at = null
    where m.id = p_meeting_id;
    return 'cancelled';
  end if;
  -- A repeated confirmation is no move.
  v_is_move := v_meeting.external_uid is not null
    and (v_meeting.external_uid, v_meeting.starts_at) is distinct from (p_external_uid, p_starts_at);
  update public.meetings m set
    external_uid = p_external_uid, starts_at = p_starts_at, ends_at = p_ends_at,
    place = left(coalesce(nullif(btrim(p_place), ''), m.place), 500),
    status = case when v_is_move then 'moved' else m.status end,
    moves = m.moves + case when v_is_move then 1 else 0 end,
    moved_on = case when v_is_move then current_date else m.moved_on end,
    moves_that_day = case
      when not v_is_move then m.moves_that_day
      when m.moved_on = current_date then m.moves_that_day + 1
      else 1
    end,
    changed_at = now()
  where m.id = p_meeting_id
  returning * into v_meeting;
  return v_meeting.status;
end
$$;

-- Bookings whose answer from Cal.com was lost, or whose server stopped before it came; claimed for a minute.
create function public.claim_unconfirmed_meetings() returns setof public.meetings
language sql set search_path = ''
as $$
  delete from public.meetings m
  where m.provider = 'cal_com' and m.external_uid is null and m.created_at < now() - interval '1 day';
  update public.meetings m set notify_claimed_at = now()
  where m.id in (
    select d.id from public.meetings d
    where d.provider = 'cal_com' and d.external_uid is null and d.created_at < now() - interval '30 seconds'
      and (d.notify_claimed_at is null or d.notify_claimed_at < now() - interval '1 minute')
    order by d.notify_claimed_at nulls first, d.created_at limit 5 for update of d skip locked
  )
  returning m.*
$$;

-- Cancels a meeting for its visitor, by the link in the email or in the conversation; false if there is nothing to
-- cancel.
create function public.cancel_meeting_for_visitor(p_meeting_id uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.meetings m set status = 'cancelled', cancelled_by = 'visitor', version = m.version + 1,
    notify_attempts = 0, notify_claimed_at = null, changed_at = now()
  where m.id = p_meeting_id and m.status <> 'cancelled' and m.ends_at > now();
  return found;
end
$$;

-- Cancels a meeting for an editor of its workspace. Everybody invited gets a mail.
create function public.cancel_meeting(p_meeting_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_meeting public.meetings;
begin
  select m.* into v_meeting from public.meetings m where m.id = p_meeting_id;
  if v_meeting.id is null or not public.is_member(v_meeting.workspace_id, 'viewer') then
    raise exception 'Meeting not found' using errcode = 'PT404';
  end if;
  if not public.is_member(v_meeting.workspace_id, 'editor') then
    raise exception 'Only editors of the workspace may cancel a meeting' using errcode = '42501';
  end if;
  update public.meetings m set status = 'cancelled', cancelled_by = 'author', version = m.version + 1,
    notify_attempts = 0, notify_claimed_at = null, changed_at = now()
  where m.id = p_meeting_id and m.status <> 'cancelled';
end
$$;

-- The meetings whose changes have to be mailed, claimed for a minute. Workspaces take turns, by their meetings of an hour.
create function public.claim_meeting_notices() returns setof public.meetings
language sql set search_path = ''
as $$
  update public.meetings m set notify_claimed_at = now(), notify_attempts = m.notify_attempts + 1
  where m.id in (
    select d.id from public.meetings d join (
      select h.id, row_number() over (
        partition by h.workspace_id order by h.notified_version < h.version, h.changed_at
      ) as place
      from public.meetings h where h.notified_version < h.version or h.changed_at > now() - interval '1 hour'
    ) ranked on ranked.id = d.id
    where d.notified_version < d.version and d.notify_attempts < 20
      and (d.notify_claimed_at is null or d.notify_claimed_at < now() - interval '1 minute')
    order by ranked.place, d.changed_at limit 5 for update of d skip locked
  )
  returning m.*
$$;

create function public.finish_meeting_notice(p_meeting_id uuid, p_version integer) returns void
language sql set search_path = ''
as $$
  update public.meetings m set notified_version = p_version,
    notify_claimed_at = case when m.version = p_version then null else m.notify_claimed_at end
  where m.id = p_meeting_id and m.notified_version < p_version
$$;

revoke execute on function
  public.can_organise(uuid, text), public.check_organiser(),
  public.claim_meeting_time(uuid, timestamptz, timestamptz, uuid), public.move_meeting(uuid, timestamptz, timestamptz),
  public.book_meeting(jsonb), public.cancel_meeting_for_visitor(uuid), public.cancel_meeting(uuid),
  public.claim_meeting_notices(), public.claim_unconfirmed_meetings(), public.finish_meeting_notice(uuid, integer),
  public.confirm_external_meeting(uuid, text, timestamptz, timestamptz, text)
from public, anon, authenticated;
grant execute on function public.cancel_meeting(uuid) to authenticated, service_role;
grant execute on function
  public.can_organise(uuid, text), public.claim_meeting_time(uuid, timestamptz, timestamptz, uuid),
  public.move_meeting(uuid, timestamptz, timestamptz), public.book_meeting(jsonb), public.cancel_meeting_for_visitor(uuid),
  public.claim_meeting_notices(), public.claim_unconfirmed_meetings(), public.finish_meeting_notice(uuid, integer),
  public.confirm_external_meeting(uuid, text, timestamptz, timestamptz, text)
to service_role;

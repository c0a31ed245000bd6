-- Mails that leave for addresses somebody typed: in whose name, how many, and how often about one thing.

alter table public.meetings
  add column moves integer not null default 0,
  add column moved_on date,
  add column moves_that_day integer not null default 0;

create index meetings_by_address on public.meetings (lower(email), created_at);

-- Whether invitations may go out in the name of this address: somebody's who works in the workspace, and it is theirs.
create function public.may_organise(p_workspace_id uuid, p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.workspace_members m join auth.users u on u.id = m.user_id
    where m.workspace_id = p_workspace_id and public.role_rank(m.role) >= public.role_rank('editor')
      and lower(u.email) = lower(btrim(p_email)) and public.may_rely_on_email(u.id)
  )
$$;

create function public.check_organiser() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Who may not write here is refused by the policies, and is told nothing of who works in the workspace.
  if new.is_on and (auth.role() is distinct from 'authenticated' or public.is_member(new.workspace_id, 'editor'))
    and not public.may_organise(new.workspace_id, new.organiser_email) then
    raise exception 'Invitations go out in the name of an editor of the workspace whose address is confirmed'
      using errcode = '22023';
  end if;
  return new;
end
$$;

create trigger availability_organiser before insert or update on public.availability
  for each row execute function public.check_organiser();

-- As before; a meeting is moved five times at most, and three times a day. Then `too_many`.
create or replace function public.move_meeting(p_meeting_id uuid, p_starts_at timestamptz, p_ends_at timestamptz) returns text
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
  -- Read again under the calendar's lock.
  select m.* into v_meeting from public.meetings m where m.id = p_meeting_id;
  if v_meeting.status = 'cancelled' or v_meeting.ends_at <= now() then
    return 'gone';
  end if;
  if v_meeting.starts_at <> p_starts_at or v_meeting.ends_at <> p_ends_at then
    -- Each move mails both, and the link that moves is passed on.
    if v_meeting.moves >= 5 or v_meeting.moved_on = current_date and v_meeting.moves_that_day >= 3 then
      return 'too_many';
    end if;
  end if;
  if v_meeting.starts_at <> p_starts_at or v_meeting.ends_at <> p_ends_at then
    update public.meetings m set starts_at = p_starts_at, ends_at = p_ends_at, status = 'moved',
      moves = m.moves + 1, moved_on = current_date,
      moves_that_day = case when m.moved_on = current_date then m.moves_that_day else 0 end + 1,
      version = m.version + 1, told_attempts = 0, told_claimed_at = null, changed_at = now()
    where m.id = p_meeting_id;
  end if;
  return 'moved';
end
$$;

-- As before, in the name of a proven address, and so many a day for an address and for a workspace.
create or replace function public.book_meeting(p_booking jsonb) returns jsonb
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
  v_ends_at timestamptz;
  v_meeting public.meetings;
  v_lead uuid;
  v_outcome text;
begin
  select a.* into v_availability from public.availability a where a.agent_id = v_agent and a.is_on;
  select d.* into v_demo from public.demos d
  where d.id = (p_booking ->> 'demo_id')::uuid and d.workspace_id = v_availability.workspace_id;
  if v_availability.agent_id is null or v_demo.id is null
    or not public.may_organise(v_availability.workspace_id, v_availability.organiser_email) then
    return jsonb_build_object('outcome', 'off');
  end if;
  v_ends_at := v_starts_at + make_interval(mins => v_availability.length_minutes);
  perform pg_advisory_xact_lock(hashtextextended('meetings ' || v_agent::text, 0));

  select m.* into v_meeting from public.meetings m
  where m.idempotency_key = p_booking ->> 'idempotency_key' and m.status <> 'cancelled' and m.starts_at = v_starts_at;
  if v_meeting.id is not null then
    return jsonb_build_object('outcome', 'booked', 'meeting_id', v_meeting.id);
  end if;

  -- The second booking of a talk moves the first.
  select m.* into v_meeting from public.meetings m
  where m.conversation_id = v_conversation and m.status <> 'cancelled' and lower(m.email) = lower(v_email)
  order by m.created_at desc limit 1;
  if v_meeting.id is not null then
    v_outcome := public.move_meeting(v_meeting.id, v_starts_at, v_ends_at);
    return jsonb_build_object('outcome', case v_outcome when 'gone' then 'off' else v_outcome end,
      'meeting_id', v_meeting.id);
  end if;

  -- Each booking sends a mail to an address that somebody typed.
  if (select count(*) from public.meetings m where m.workspace_id = v_availability.workspace_id
      and lower(m.email) = lower(v_email) and m.created_at > now() - interval '1 day') >= 5
    or (select count(*) from public.meetings m where m.agent_id = v_agent
      and m.created_at > now() - interval '1 hour') >= 60
    or (select count(*) from public.meetings m where m.workspace_id = v_availability.workspace_id
      and m.created_at > now() - interval '1 day') >= 300
    or (select count(*) from public.meetings m where lower(m.email) = lower(v_email)
      and m.created_at > now() - interval '1 day') >= 8
  then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  if not public.claim_meeting_time(v_agent, v_starts_at, v_ends_at, null) then
    return jsonb_build_object('outcome', 'taken');
  end if;

  -- A visitor who corrects the address asks for one meeting, not for two.
  update public.meetings m set status = 'cancelled', cancelled_by = 'visitor', version = m.version + 1,
    told_attempts = 0, told_claimed_at = null, changed_at = now()
  where m.conversation_id = v_conversation and m.status <> 'cancelled';

  select l.id into v_lead from public.leads l
  where l.workspace_id = v_availability.workspace_id and lower(l.email) = lower(v_email)
  order by l.created_at desc limit 1;
  if v_lead is null then
    insert into public.leads (id, workspace_id, demo_id, demo_name, card_title, session_id, email, name)
    values (gen_random_uuid(), v_availability.workspace_id, v_demo.id, v_demo.name, 'Meeting with the agent',
      nullif(left(btrim(p_booking ->> 'session_id'), 100), ''), v_email, v_name)
    returning id into v_lead;
  end if;
  insert into public.meetings (
    workspace_id, agent_id, demo_id, demo_name, conversation_id, lead_id, starts_at, ends_at, email, name, time_zone,
    organiser_email, organiser_name, place, idempotency_key
  )
  select v_availability.workspace_id, v_agent, v_demo.id, v_demo.name,
    (select c.id from public.conversations c where c.id = v_conversation), v_lead, v_starts_at, v_ends_at, v_email,
    v_name, p_booking ->> 'time_zone', v_availability.organiser_email, w.name, v_availability.place,
    p_booking ->> 'idempotency_key'
  from public.workspaces w where w.id = v_availability.workspace_id
  returning * into v_meeting;
  return jsonb_build_object('outcome', 'booked', 'meeting_id', v_meeting.id);
end
$$;

-- As before, by somebody whose own address is proven.
create or replace function public.invite_to_workspace(p_workspace_id uuid, p_email text, p_role text, p_token_hash text)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_email text := lower(btrim(p_email));
  v_invitation public.workspace_invitations;
begin
  if not public.is_member(p_workspace_id, 'admin') then
    return jsonb_build_object('outcome', 'not_allowed');
  end if;
  -- The mail goes out in the caller's name.
  if not public.may_rely_on_email(auth.uid()) then
    return jsonb_build_object('outcome', 'address_not_proven');
  end if;
  if v_email is null or v_email !~ '^[^\s@]+@[^\s@]+$' or length(v_email) > 255 then
    return jsonb_build_object('outcome', 'bad_email');
  end if;
  if p_role is null or p_role not in ('admin', 'editor', 'viewer') then
    return jsonb_build_object('outcome', 'bad_role');
  end if;
  if exists (
    select 1 from public.workspace_members m join public.users u on u.id = m.user_id
    where m.workspace_id = p_workspace_id and lower(u.email) = v_email
  ) then
    return jsonb_build_object('outcome', 'member_already');
  end if;
  -- One at a time for a workspace, so that calls side by side count each other.
  perform 1 from public.workspaces w where w.id = p_workspace_id for update;
  delete from public.workspace_invitations i where i.workspace_id = p_workspace_id and i.expires_at <= now();
  if exists (
    select 1 from public.workspace_invitations i
    where i.workspace_id = p_workspace_id and i.email = v_email and i.created_at > now() - interval '1 minute'
  ) then
    return jsonb_build_object('outcome', 'too_soon');
  end if;
  if (
    select count(*) from public.workspace_invitations i where i.workspace_id = p_workspace_id and i.email <> v_email
  ) >= 100 then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  insert into public.workspace_invitations (workspace_id, email, role, token_hash, invited_by, expires_at)
  values (p_workspace_id, v_email, p_role, p_token_hash, auth.uid(), now() + interval '7 days')
  on conflict (workspace_id, email) do update
  set role = excluded.role, token_hash = excluded.token_hash, invited_by = excluded.invited_by, created_at = now(),
    expires_at = excluded.expires_at
  returning * into v_invitation;
  return jsonb_build_object(
    'outcome', 'ok', 'id', v_invitation.id, 'email', v_email, 'role', p_role, 'expires_at', v_invitation.expires_at,
    'workspace_name', (select w.name from public.workspaces w where w.id = p_workspace_id),
    'inviter', (select coalesce(u.first_name, u.email) from public.users u where u.id = auth.uid())
  );
end
$$;

-- As before, but for keys: a program has no use for people's addresses.
create or replace function public.workspace_people(p_workspace_id uuid) returns table (
  user_id uuid, email text, first_name text, role text, joined_at timestamptz, has_second_factor boolean
)
language sql stable security definer set search_path = ''
as $$
  select m.user_id, u.email, u.first_name, m.role, m.created_at,
    case when public.is_member(p_workspace_id, 'admin') then exists (
      select 1 from auth.mfa_factors f where f.user_id = m.user_id and f.status = 'verified'
    ) end
  from public.workspace_members m join public.users u on u.id = m.user_id
  where m.workspace_id = p_workspace_id and auth.uid() is not null and public.is_member(p_workspace_id, 'viewer')
  order by public.role_rank(m.role) desc, m.created_at, m.user_id
$$;

revoke execute on function public.may_organise(uuid, text), public.check_organiser() from public, anon, authenticated;
grant execute on function public.may_organise(uuid, text) to service_role;

-- Leads from conversations, and the emails about all leads to the team.

-- Pending emails to the team about a lead.
create table public.lead_notices (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- Counts changes to mail; `mailed_version` is the last one mailed.
  version integer not null default 1,
  mailed_version integer not null default 0,
  -- One email at once and one with later facts; a request to be called back allows a third.
  mails integer not null default 0,
  mails_max integer not null default 2,
  -- Null if nothing is pending.
  due_at timestamptz,
  attempts integer not null default 0,
  claimed_at timestamptz,
  sent_at timestamptz,
  -- The visitor's network has brought many leads within the hour: those of others are mailed first.
  is_late boolean not null default false
);

create index lead_notices_due on public.lead_notices (due_at) where due_at is not null;
create index lead_notices_by_workspace on public.lead_notices (workspace_id, sent_at);
alter table public.lead_notices enable row level security;
revoke all on public.lead_notices from anon, authenticated;
grant all on public.lead_notices to service_role;

-- Schedules the emails about a lead that changed. The network is that of the visitor.
create function public.plan_lead_notice(p_lead public.leads, p_is_urgent boolean, p_network text) returns void
language sql security definer set search_path = ''
as $$
  insert into public.lead_notices as n (lead_id, workspace_id, due_at, is_late)
  values (
    (p_lead).id, (p_lead).workspace_id, now(),
    not exists (select from public.lead_notices o where o.lead_id = (p_lead).id)
      and not limits.consume('lead mails', (p_lead).workspace_id, coalesce(p_network, 'unknown'), 6, 3600)
  )
  on conflict (lead_id) do update set
    version = n.version + 1,
    mails_max = case when p_is_urgent then 3 else n.mails_max end,
    attempts = 0,
    due_at = case
      when n.mails >= case when p_is_urgent then 3 else n.mails_max end then null
      when p_is_urgent or n.mails = 0 then now()
      -- Waits for further facts.
      else now() + interval '5 minutes'
    end
$$;

-- A fact of a conversation; null if unknown.
create function public.talk_fact(p_facts jsonb, p_field text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(btrim(f ->> 'value'), '') from jsonb_array_elements(p_facts) f where f ->> 'field' = p_field limit 1
$$;

-- A conversation's facts besides the contact, in the form of a lead form's answers: [{label, value}].
create function public.talk_answers(p_talk public.conversations) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('label', a.label, 'value', a.value) order by a.place), '[]')
  from (
    select k.place, k.label, public.talk_fact((p_talk).facts, k.field) as value
    from (values
      (1, 'company', 'Company'), (2, 'role', 'Role'), (3, 'size', 'Team size'), (4, 'need', 'Need'),
      (5, 'tool', 'Uses now'), (6, 'budget', 'Budget'), (7, 'timeline', 'Timeline')
    ) k (place, field, label)
    union all
    select 8, 'Call back', nullif(btrim((p_talk).call_back), '')
  ) a
  where a.value is not null
$$;

-- Creates, updates or removes the lead of a conversation.
create function public.keep_talk_lead(
  p_talk public.conversations, p_session_id text, p_is_urgent boolean, p_network text
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_email text := public.talk_fact(p_talk.facts, 'email');
  v_phone text := left(public.talk_fact(p_talk.facts, 'phone'), 60);
  v_name text := left(public.talk_fact(p_talk.facts, 'name'), 200);
  v_session text := left(nullif(btrim(p_session_id), ''), 100);
  v_old public.leads;
  v_lead public.leads;
begin
  if not public.is_email_address(v_email) then
    v_email := null;
  end if;
  select l.* into v_old from public.leads l where l.conversation_id = p_talk.id for update;
  if v_email is null and v_phone is null then
    -- The visitor removed the contact; a meeting keeps the lead.
    delete from public.leads l
    where l.id = v_old.id
      and not exists (select from public.meetings m where m.lead_id = l.id and m.status <> 'cancelled');
    return;
  end if;
  insert into public.leads as l (
    id, source, workspace_id, demo_id, demo_name, card_title, session_id, email, phone, name, fields, conversation_id,
    score, evidence
  )
  select gen_random_uuid(), 'talk', d.workspace_id, d.id, d.name, 'Conversation with the agent', v_session, v_email,
    v_phone, coalesce(v_name, split_part(v_email, '@', 1), v_phone), public.talk_answers(p_talk), p_talk.id,
    p_talk.score, p_talk.evidence
  from public.demos d where d.id = p_talk.demo_id
  -- Also if a booking created it.
  on conflict (conversation_id) do update set
    email = coalesce(excluded.email, (
      select m.email from public.meetings m where m.lead_id = l.id and m.status <> 'cancelled' limit 1
    )),
    -- A name may be given while booking.
    name = case when v_name is null and l.card_title = 'Meeting with the agent' then l.name else excluded.name end,
    phone = excluded.phone, fields = excluded.fields,
    score = excluded.score, evidence = excluded.evidence, session_id = coalesce(l.session_id, excluded.session_id)
  returning l.* into v_lead;
  if p_is_urgent or row(v_old.email, v_old.phone, v_old.name, v_old.fields, v_old.score)
    is distinct from row(v_lead.email, v_lead.phone, v_lead.name, v_lead.fields, v_lead.score)
  then
    perform public.plan_lead_notice(v_lead, p_is_urgent, p_network);
  end if;
end
$$;

-- Stores facts from conversations: [{id, as_of, facts, score, evidence, call_back, session_id,
-- network}]. A null is unknown to the reporting server and leaves the stored value. A repeated call changes nothing.
create function public.keep_talk_leads(p_talks jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_known jsonb;
  v_as_of timestamptz;
  v_old public.conversations;
  v_talk public.conversations;
begin
  -- Always in the same order, so that two servers can't deadlock.
  for v_known in select t from jsonb_array_elements(p_talks) t order by t ->> 'id', (t ->> 'as_of')::timestamptz loop
    v_as_of := (v_known ->> 'as_of')::timestamptz;
    select c.* into v_old from public.conversations c where c.id = (v_known ->> 'id')::uuid for no key update;
    continue when v_old.id is null or v_old.facts_at > v_as_of;
    update public.conversations c set
      facts = coalesce(nullif(v_known -> 'facts', 'null'), c.facts),
      score = coalesce((v_known ->> 'score')::integer, c.score),
      evidence = coalesce(nullif(v_known -> 'evidence', 'null'), c.evidence),
      call_back = coalesce(v_known ->> 'call_back', c.call_back),
      facts_at = v_as_of
    where c.id = v_old.id
    returning c.* into v_talk;
    perform public.keep_talk_lead(
      v_talk, v_known ->> 'session_id', v_talk.call_back is distinct from v_old.call_back, v_known ->> 'network'
    );
  end loop;
end
$$;

-- The recipients of emails about visitors: the workspace's editors and above, at reliable addresses.
create function public.lead_recipients(p_workspace_id uuid) returns setof text
language sql stable security definer set search_path = ''
as $$
  select u.email::text from public.workspace_members m join auth.users u on u.id = m.user_id
  where m.workspace_id = p_workspace_id and public.role_rank(m.role) >= public.role_rank('editor')
    and u.email <> '' and public.can_rely_on_email(u.id)
  order by public.role_rank(m.role) desc, u.created_at limit 20
$$;

-- Leads with due emails, claimed for a minute; workspaces take turns. At most 30 per workspace and hour, 20 if they come
-- late; the others wait.
create function public.claim_lead_notices() returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  with waiting as (
    select n.lead_id, row_number() over (partition by n.workspace_id order by n.is_late, n.due_at) + (
      select count(*) from public.lead_notices s
      where s.workspace_id = n.workspace_id and s.sent_at > now() - interval '1 hour'
    ) as place
    from public.lead_notices n
    where n.due_at <= now() and n.attempts < 20
      and (n.claimed_at is null or n.claimed_at < now() - interval '1 minute')
  ), due as (
    select n.lead_id from public.lead_notices n join waiting w on w.lead_id = n.lead_id
    where w.place <= case when n.is_late then 20 else 30 end
      -- Again, for a row that another server has just claimed.
      and (n.claimed_at is null or n.claimed_at < now() - interval '1 minute')
    order by n.is_late, w.place, n.due_at limit 5 for update of n skip locked
  ), claimed as (
    update public.lead_notices n set claimed_at = now(), attempts = n.attempts + 1
    where n.lead_id in (select d.lead_id from due d)
    returning n.lead_id
  )
  select array_agg(c.lead_id) into v_ids from claimed c;
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'lead_id', l.id, 'version', n.version, 'is_first', n.mails = 0, 'name', l.name, 'email', l.email,
      'phone', l.phone, 'fields', l.fields, 'score', l.score, 'demo_name', l.demo_name, 'call_back',
      c.call_back, 'recipients', array(select public.lead_recipients(l.workspace_id))
    ))
    from public.lead_notices n join public.leads l on l.id = n.lead_id
    left join public.conversations c on c.id = l.conversation_id
    where n.lead_id = any (v_ids)
  ), '[]');
end
$$;

create function public.finish_lead_notice(p_lead_id uuid, p_version integer) returns void
language sql set search_path = ''
as $$
  update public.lead_notices n set
    mailed_version = p_version, mails = n.mails + 1, attempts = 0, claimed_at = null, sent_at = now(),
    due_at = case when n.version > p_version and n.mails + 1 < n.mails_max then now() + interval '5 minutes' end
  where n.lead_id = p_lead_id and n.mailed_version < p_version
$$;

revoke execute on function
  public.plan_lead_notice(public.leads, boolean, text), public.talk_fact(jsonb, text),
  public.talk_answers(public.conversations), public.keep_talk_lead(public.conversations, text, boolean, text),
  public.keep_talk_leads(jsonb), public.lead_recipients(uuid), public.claim_lead_notices(),
  public.finish_lead_notice(uuid, integer)
from public, anon, authenticated;
grant execute on function
  public.plan_lead_notice(public.leads, boolean, text), public.talk_fact(jsonb, text),
  public.talk_answers(public.conversations), public.keep_talk_lead(public.conversations, text, boolean, text),
  public.keep_talk_leads(jsonb), public.lead_recipients(uuid), public.claim_lead_notices(),
  public.finish_lead_notice(uuid, integer)
to service_role;

-- Outside calendars: an agent's busy times (ICS), and a workspace's Cal.com account. Only the server writes them,
-- because addresses and keys are sealed with its secret.
create table public.calendar_connections (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  kind text not null check (kind in ('busy', 'cal_com')),
  -- The agent whose busy times they are; null for a Cal.com account.
  agent_id uuid,
  -- What members see: the address's host, or the key's last characters.
  hint text not null default '' check (length(hint) <= 300),
  -- The last fetch, and why it failed.
  checked_at timestamptz,
  problem text check (length(problem) <= 500),
  -- When the team was last mailed about the problem.
  told_at timestamptz,
  check ((kind = 'busy') = (agent_id is not null)),
  foreign key (agent_id, workspace_id) references public.agents (id, workspace_id) on delete cascade,
  unique nulls not distinct (workspace_id, kind, agent_id)
);

create index calendar_connections_by_agent on public.calendar_connections (agent_id);
alter table public.calendar_connections enable row level security;
revoke all on public.calendar_connections from anon, authenticated;
grant select, delete on public.calendar_connections to authenticated;
grant all on public.calendar_connections to service_role;

create policy "members read calendar connections" on public.calendar_connections
  for select to authenticated using (public.is_member(workspace_id, 'viewer'));
create policy "editors remove calendar connections" on public.calendar_connections
  for delete to authenticated using (public.is_member(workspace_id, 'editor'));

-- Secrets that no client can read.
create table public.calendar_secrets (
  connection_id uuid primary key references public.calendar_connections (id) on delete cascade,
  sealed text not null check (length(sealed) <= 8000),
  -- The last copy of busy times: [[from, to]] in milliseconds.
  busy jsonb,
  busy_at timestamptz
);

alter table public.calendar_secrets enable row level security;
revoke all on public.calendar_secrets from anon, authenticated;
grant all on public.calendar_secrets to service_role;

-- Claims the one email per day about an unreadable calendar; returns the recipients.
create function public.claim_calendar_problem(p_connection_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_connection public.calendar_connections;
begin
  update public.calendar_connections c set told_at = now()
  where c.id = p_connection_id and c.problem is not null
    and (c.told_at is null or c.told_at < now() - interval '1 day')
  returning c.* into v_connection;
  if v_connection.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'agent_id', v_connection.agent_id,
    'problem', v_connection.problem,
    'agent', (select a.name from public.agents a where a.id = v_connection.agent_id),
    'recipients', array(select public.lead_recipients(v_connection.workspace_id))
  );
end
$$;

revoke execute on function public.claim_calendar_problem(uuid) from public, anon, authenticated;
grant execute on function public.claim_calendar_problem(uuid) to service_role;

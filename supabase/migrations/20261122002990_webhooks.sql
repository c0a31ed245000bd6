-- Outgoing webhooks: leads and meetings, posted to addresses that a workspace's admins choose.

create table public.webhooks (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- `chat` posts {text}, which Slack, Mattermost and Google Chat show as a message.
  format text not null check (format in ('json', 'chat')),
  -- The address's host: the rest of an address may be its secret.
  host text not null check (length(host) between 1 and 300),
  is_on boolean not null default true,
  created_at timestamptz not null default now()
);

create index webhooks_by_workspace on public.webhooks (workspace_id, created_at);
alter table public.webhooks enable row level security;
revoke all on public.webhooks from anon, authenticated;
grant select, delete, update (is_on) on public.webhooks to authenticated;
grant all on public.webhooks to service_role;

create policy "admins read webhooks" on public.webhooks
  for select to authenticated using (public.is_member(workspace_id, 'admin'));
create policy "admins pause webhooks" on public.webhooks
  for update to authenticated using (public.is_member(workspace_id, 'admin'))
  with check (public.is_member(workspace_id, 'admin'));
create policy "admins remove webhooks" on public.webhooks
  for delete to authenticated using (public.is_member(workspace_id, 'admin'));

create table public.webhook_secrets (
  webhook_id uuid primary key references public.webhooks (id) on delete cascade,
  -- {url, secret}
  sealed text not null check (length(sealed) <= 8000)
);

alter table public.webhook_secrets enable row level security;
revoke all on public.webhook_secrets from anon, authenticated;
grant all on public.webhook_secrets to service_role;

-- One row per event and webhook. The body is built when it is sent, so that erasing a lead also erases it here.
create table public.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references public.webhooks (id) on delete cascade,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  event text not null check (event in
    ('test', 'lead.created', 'lead.updated', 'meeting.booked', 'meeting.moved', 'meeting.cancelled')),
  lead_id uuid references public.leads (id) on delete cascade,
  meeting_id uuid references public.meetings (id) on delete cascade,
  attempts integer not null default 0,
  -- Null once delivered or given up.
  due_at timestamptz default now(),
  claimed_at timestamptz,
  -- The HTTP status of the last attempt; null if nothing answered.
  status integer,
  problem text check (length(problem) <= 300),
  created_at timestamptz not null default now(),
  delivered_at timestamptz
);

create index webhook_deliveries_due on public.webhook_deliveries (due_at) where due_at is not null;
create index webhook_deliveries_done on public.webhook_deliveries (created_at) where due_at is null;
create index webhook_deliveries_by_webhook on public.webhook_deliveries (webhook_id, created_at desc);
create index webhook_deliveries_by_workspace on public.webhook_deliveries (workspace_id);
create index webhook_deliveries_by_lead on public.webhook_deliveries (lead_id);
create index webhook_deliveries_by_meeting on public.webhook_deliveries (meeting_id);
alter table public.webhook_deliveries enable row level security;
revoke all on public.webhook_deliveries from anon, authenticated;
grant select on public.webhook_deliveries to authenticated;
grant all on public.webhook_deliveries to service_role;

create policy "admins read deliveries" on public.webhook_deliveries
  for select to authenticated using (public.is_member(workspace_id, 'admin'));

-- Stores a webhook; null if the workspace has 5 already.
create function public.create_webhook(p_workspace_id uuid, p_format text, p_host text, p_sealed text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_id uuid;
begin
  perform from public.workspaces w where w.id = p_workspace_id for update;
  if (select count(*) from public.webhooks w where w.workspace_id = p_workspace_id) >= 5 then
    return null;
  end if;
  insert into public.webhooks (workspace_id, format, host) values (p_workspace_id, p_format, p_host)
  returning id into v_id;
  insert into public.webhook_secrets (webhook_id, sealed) values (v_id, p_sealed);
  return v_id;
end
$$;

-- Adds an event for each webhook of the workspace; at most 500 wait for one webhook.
create function public.plan_webhooks(p_workspace_id uuid, p_event text, p_lead_id uuid, p_meeting_id uuid) returns void
language sql set search_path = ''
as $$
  insert into public.webhook_deliveries (webhook_id, workspace_id, event, lead_id, meeting_id, due_at)
  select w.id, w.workspace_id, p_event, p_lead_id, p_meeting_id,
    -- A conversation's facts come one by one.
    now() + case when p_event = 'lead.updated' then interval '1 minute' else interval '0' end
  from public.webhooks w
  where w.workspace_id = p_workspace_id and w.is_on
    -- Chats get only new leads and meetings.
    and (w.format = 'json' or p_event <> 'lead.updated')
    and (select count(*) from public.webhook_deliveries d where d.webhook_id = w.id and d.due_at is not null) < 500
    -- A body is built when it is sent, and has every change so far.
    and not (p_event = 'lead.updated' and exists (
      select from public.webhook_deliveries d
      where d.webhook_id = w.id and d.lead_id = p_lead_id and d.meeting_id is null and d.attempts = 0
        and d.due_at is not null
    ))
$$;

create function public.plan_lead_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform public.plan_webhooks(new.workspace_id, 'lead.created', new.id, null);
  elsif row(old.email, old.phone, old.name, old.fields, old.score, old.status)
    is distinct from row(new.email, new.phone, new.name, new.fields, new.score, new.status)
  then
    perform public.plan_webhooks(new.workspace_id, 'lead.updated', new.id, null);
  end if;
  return null;
end
$$;

create trigger leads_webhooks after insert or update on public.leads
  for each row execute function public.plan_lead_webhooks();

create function public.plan_meeting_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_was_known boolean := false;
begin
  -- Cal.com may still refuse a meeting that it hasn't confirmed.
  if new.provider = 'cal_com' and new.external_uid is null then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    v_was_known := old.provider = 'own' or old.external_uid is not null;
  end if;
  if not v_was_known and new.status = 'cancelled' then
    return null;
  elsif not v_was_known then
    perform public.plan_webhooks(new.workspace_id, 'meeting.booked', new.lead_id, new.id);
  elsif new.status = 'cancelled' and old.status <> 'cancelled' then
    perform public.plan_webhooks(new.workspace_id, 'meeting.cancelled', new.lead_id, new.id);
  elsif new.status <> 'cancelled' and (new.starts_at, new.ends_at) is distinct from (old.starts_at, old.ends_at) then
    perform public.plan_webhooks(new.workspace_id, 'meeting.moved', new.lead_id, new.id);
  end if;
  return null;
end
$$;

create trigger meetings_webhooks after insert or update on public.meetings
  for each row execute function public.plan_meeting_webhooks();

-- Due deliveries with their bodies, claimed for a minute; at most 4 per workspace at once, and accounts take turns, so
-- that slow addresses delay only their own account's. Those still being posted count. Drops finished ones after 14 days.
create function public.claim_webhook_deliveries(p_most integer default 32) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  delete from public.webhook_deliveries d where d.due_at is null and d.created_at < now() - interval '14 days';
  with due as (
    select d.id from public.webhook_deliveries d
    where d.id in (
      select r.id from (
        select h.id, h.is_posted, row_number() over (
          partition by public.workspace_account(h.workspace_id) order by h.is_posted desc, h.place, h.due_at
        ) as turn
        from (
          select p.*, row_number() over (
            partition by p.workspace_id order by p.is_posted desc, p.due_at, p.id
          ) as place
          from (
            select w.id, w.workspace_id, w.due_at,
              coalesce(w.claimed_at >= now() - interval '1 minute', false) as is_posted
            from public.webhook_deliveries w where w.due_at <= now()
          ) p
        ) h
        where h.place <= 4
      ) r
      where not r.is_posted
      order by r.turn, random() limit p_most
    )
    for update skip locked
  ), claimed as (
    update public.webhook_deliveries d set claimed_at = now(), attempts = d.attempts + 1
    where d.id in (select u.id from due u)
      -- Another server may have claimed it since.
      and (d.claimed_at is null or d.claimed_at < now() - interval '1 minute')
    returning d.id
  )
  select array_agg(c.id) into v_ids from claimed c;
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', d.id, 'webhook_id', d.webhook_id, 'format', w.format, 'sealed', s.sealed, 'is_on', w.is_on,
      'event', d.event, 'attempts', d.attempts, 'created_at', d.created_at,
      'lead', case when l.id is not null then jsonb_build_object(
        'id', l.id, 'source', l.source, 'name', l.name, 'email', l.email, 'phone', l.phone, 'status', l.status,
        'score', l.score, 'fields', l.fields, 'demo_id', l.demo_id, 'demo_name', l.demo_name,
        'form', l.card_title, 'conversation_id', l.conversation_id, 'created_at', l.created_at
      ) end,
      'meeting', case when m.id is not null then jsonb_build_object(
        'id', m.id, 'status', m.status, 'starts_at', m.starts_at, 'ends_at', m.ends_at, 'name', m.name,
        'email', m.email, 'guests', m.guests, 'time_zone', m.time_zone, 'place', m.place,
        'organiser_email', m.organiser_email,
        'demo_id', m.demo_id, 'demo_name', m.demo_name
      ) end
    ) order by d.created_at)
    from public.webhook_deliveries d
    join public.webhooks w on w.id = d.webhook_id
    join public.webhook_secrets s on s.webhook_id = w.id
    left join public.leads l on l.id = d.lead_id
    left join public.meetings m on m.id = d.meeting_id
    where d.id = any (v_ids)
  ), '[]');
end
$$;

-- Records an attempt. A failed one is due again after `p_retry_seconds`, or never.
create function public.finish_webhook_delivery(
  p_id uuid, p_status integer, p_problem text, p_retry_seconds integer
) returns void
language sql set search_path = ''
as $$
  update public.webhook_deliveries d set
    claimed_at = null, status = p_status, problem = left(p_problem, 300),
    delivered_at = case when p_problem is null then now() end,
    due_at = case when p_problem is not null then now() + make_interval(secs => p_retry_seconds) end
  where d.id = p_id
$$;

revoke execute on function
  public.create_webhook(uuid, text, text, text), public.plan_webhooks(uuid, text, uuid, uuid), public.plan_lead_webhooks(), public.plan_meeting_webhooks(),
  public.claim_webhook_deliveries(integer), public.finish_webhook_delivery(uuid, integer, text, integer)
from public, anon, authenticated;
grant execute on function
  public.create_webhook(uuid, text, text, text), public.claim_webhook_deliveries(integer), public.finish_webhook_delivery(uuid, integer, text, integer)
to service_role;

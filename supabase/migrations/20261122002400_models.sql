-- Language models: a workspace's use, its credits, and embeddings. Only the server writes here.

-- Counters, and reservations of calls in progress: a call that never settles stays counted. They don't reference agents
-- and conversations, because deleting those refunds nothing.
create table public.model_usage (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  agent_id uuid,
  conversation_id uuid,
  -- UTC.
  day date not null,
  -- `replies` counts turns of deleted conversations.
  purpose text not null check (purpose in ('answer', 'draft', 'embedding', 'test', 'hearing', 'replies', 'speech')),
  -- For speech, these are characters.
  tokens_in bigint not null default 0,
  tokens_out bigint not null default 0,
  -- Millionths of a US cent.
  micro_cents bigint not null default 0,
  -- Calls of the model.
  turns integer not null default 0,
  unique nulls not distinct (workspace_id, day, agent_id, conversation_id, purpose)
);

-- Each notice is sent once.
create table public.model_notices (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- `day 2026-11-22` or `month 2026-11`.
  period text not null check (length(period) <= 40),
  share integer not null check (share in (80, 100)),
  primary key (workspace_id, period, share)
);

create table public.item_embeddings (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  model text not null check (length(model) <= 200),
  -- SHA-256 of the text, in hex.
  hash text not null check (length(hash) = 64),
  vector real[] not null check (cardinality(vector) between 1 and 4096),
  used_at timestamptz not null default now(),
  primary key (workspace_id, model, hash)
);

-- Where to notify a workspace's owners.
create function public.workspace_owner_emails(p_workspace_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('workspace', w.name, 'emails', (
    select coalesce(jsonb_agg(u.email), '[]')
    from public.workspace_members m join public.users u on u.id = m.user_id
    where m.workspace_id = w.id and m.role = 'owner' and u.email is not null and public.can_rely_on_email(u.id)
  ))
  from public.workspaces w where w.id = p_workspace_id
$$;

create function public.find_embeddings(p_workspace_id uuid, p_model text, p_hashes jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('hash', e.hash, 'vector', to_jsonb(e.vector))), '[]')
  from public.item_embeddings e
  where e.workspace_id = p_workspace_id and e.model = p_model
    and e.hash in (select h.value from jsonb_array_elements_text(p_hashes) h)
$$;

-- Keeps a workspace's newest 20,000.
create function public.keep_embeddings(p_workspace_id uuid, p_model text, p_rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.item_embeddings (workspace_id, model, hash, vector)
  select p_workspace_id, p_model, r.hash, r.vector from jsonb_to_recordset(p_rows) as r (hash text, vector real[])
  on conflict (workspace_id, model, hash) do update set used_at = now();
  delete from public.item_embeddings e
  where e.workspace_id = p_workspace_id and (e.model, e.hash) in (
    select o.model, o.hash from public.item_embeddings o
    where o.workspace_id = p_workspace_id order by o.used_at desc, o.hash offset 20000
  );
end
$$;

-- The use of a limit, including the requested amount; null without a limit.
create function public.share_of_limit(p_used numeric, p_asked numeric, p_limit numeric) returns numeric
language sql immutable
return case
  when p_limit is null then null
  when p_used + p_asked > p_limit then 100
  when p_limit = 0 then 100
  else least(99.99, 100 * (p_used + p_asked) / p_limit)
end;

-- Speech has limits of its own.
create function public.budget_of(p_purpose text) returns text
language sql immutable
return case p_purpose when 'speech' then 'speech' else 'model' end;

-- Reserves a call within all limits, or says which one is used up. `notices` are to be sent now.
create function public.reserve_model_use(p_call jsonb, p_limits jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_workspace uuid := (p_call ->> 'workspace_id')::uuid;
  v_agent uuid := (p_call ->> 'agent_id')::uuid;
  v_conversation uuid := (p_call ->> 'conversation_id')::uuid;
  v_day date := (p_call ->> 'day')::date;
  v_month date := date_trunc('month', v_day)::date;
  v_tokens bigint := (p_call ->> 'tokens_in')::bigint + (p_call ->> 'tokens_out')::bigint;
  v_money bigint := (p_call ->> 'micro_cents')::bigint;
  v_budget text := public.budget_of(p_call ->> 'purpose');
  v_prefix text := case v_budget when 'model' then '' else v_budget || ' ' end;
  v_used record;
  v_check record;
  v_over text;
  v_notices jsonb := '[]';
  v_id uuid;
begin
  -- Parallel calls must see each other.
  perform pg_advisory_xact_lock(hashtextextended('model use ' || v_workspace, 0));
  select
    coalesce(sum(u.micro_cents) filter (where u.conversation_id = v_conversation), 0) as conversation_money,
    coalesce(sum(u.tokens_in + u.tokens_out) filter (where u.conversation_id = v_conversation), 0) as conversation_tokens,
    coalesce(sum(u.micro_cents) filter (where u.agent_id = v_agent and u.day = v_day), 0) as agent_money,
    coalesce(sum(u.micro_cents) filter (where u.day = v_day), 0) as day_money,
    coalesce(sum(u.tokens_in + u.tokens_out) filter (where u.day = v_day), 0) as day_tokens,
    coalesce(sum(u.turns) filter (where u.day = v_day and u.purpose <> 'hearing'), 0) as day_turns,
    coalesce(sum(u.micro_cents), 0) as month_money
  into v_used
  from public.model_usage u
  where u.workspace_id = v_workspace and u.purpose <> 'replies' and public.budget_of(u.purpose) = v_budget
    and u.day >= v_month and u.day < v_month + interval '1 month';
  for v_check in
    select c.name, c.period, public.share_of_limit(c.used, c.asked, (p_limits ->> c.name)::numeric * c.unit) as share
    from (
      values
        ('conversation_budget_cents', null, v_used.conversation_money, v_money, 1000000),
        ('conversation_tokens_max', null, v_used.conversation_tokens, v_tokens, 1),
        ('agent_daily_budget_cents', null, v_used.agent_money, v_money, 1000000),
        ('daily_budget_cents', v_prefix || 'day ' || v_day, v_used.day_money, v_money, 1000000),
        ('daily_tokens_max', v_prefix || 'day ' || v_day, v_used.day_tokens, v_tokens, 1),
        ('daily_turns_max', v_prefix || 'day ' || v_day, v_used.day_turns, 1, 1),
        ('monthly_budget_cents', v_prefix || 'month ' || to_char(v_day, 'YYYY-MM'), v_used.month_money, v_money, 1000000)
    ) c (name, period, used, asked, unit)
  loop
    if v_check.share >= 100 and v_over is null
      and (v_check.name not like 'conversation%' or v_conversation is not null)
      and (v_check.name not like 'agent%' or v_agent is not null) then
      v_over := v_check.name;
    end if;
    if v_check.period is not null and v_check.share >= 80 then
      insert into public.model_notices (workspace_id, period, share)
      values (v_workspace, v_check.period, case when v_check.share >= 100 then 100 else 80 end)
      on conflict do nothing;
      if found then
        v_notices := v_notices || jsonb_build_object(
          'limit', v_check.name, 'share', case when v_check.share >= 100 then 100 else 80 end
        );
      end if;
    end if;
  end loop;
  if v_over is not null then
    return jsonb_build_object('outcome', 'over', 'limit', v_over, 'notices', v_notices);
  end if;
  insert into public.model_usage as u (
    workspace_id, agent_id, conversation_id, day, purpose, tokens_in, tokens_out, micro_cents, turns
  )
  values (
    v_workspace, v_agent, v_conversation, v_day, p_call ->> 'purpose', (p_call ->> 'tokens_in')::bigint,
    (p_call ->> 'tokens_out')::bigint, v_money, 1
  )
  on conflict (workspace_id, day, agent_id, conversation_id, purpose) do update
  set tokens_in = u.tokens_in + excluded.tokens_in,
    tokens_out = u.tokens_out + excluded.tokens_out,
    micro_cents = u.micro_cents + excluded.micro_cents,
    turns = u.turns + 1
  returning u.id into v_id;
  return jsonb_build_object('outcome', 'ok', 'id', v_id, 'notices', v_notices);
end
$$;

-- Replaces a reservation with the actual use; the values are differences.
create function public.settle_model_use(p_id uuid, p_tokens_in bigint, p_tokens_out bigint, p_micro_cents bigint)
returns void
language sql security definer set search_path = ''
as $$
  update public.model_usage u
  set tokens_in = greatest(0, u.tokens_in + p_tokens_in),
    tokens_out = greatest(0, u.tokens_out + p_tokens_out),
    micro_cents = greatest(0, u.micro_cents + p_micro_cents)
  where u.id = p_id
$$;

-- A workspace's use of models, or of speech, in a month.
create function public.model_used(p_workspace_id uuid, p_month date, p_budget text default 'model') returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'turns', coalesce(sum(u.turns) filter (where u.purpose <> 'hearing'), 0),
    'tokens', coalesce(sum(u.tokens_in + u.tokens_out), 0),
    'cents', ceil(coalesce(sum(u.micro_cents), 0) / 1000000.0)
  )
  from public.model_usage u
  where u.workspace_id = p_workspace_id and u.purpose <> 'replies' and public.budget_of(u.purpose) = p_budget
    and u.day >= p_month and u.day < p_month + interval '1 month'
$$;

-- The agent's turns that answered somebody: not its greeting, presentation or reactions to silence.
create function public.count_replies(p_outcomes jsonb) returns bigint
language sql immutable set search_path = ''
as $$
  select coalesce(sum(o.value::integer), 0) from jsonb_each_text(p_outcomes) o
  where o.key not in ('greeted', 'presented', 'continued', 'nudged', 'paused', 'ended')
$$;

-- Deleting conversations refunds no credits.
create function public.keep_reply_count() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.model_usage as u (workspace_id, day, purpose, turns)
  select d.workspace_id, (now() at time zone 'utc')::date, 'replies', sum(public.count_replies(d.outcomes))
  from deleted_conversations d
  where exists (select from public.workspaces w where w.id = d.workspace_id)
  group by d.workspace_id
  having sum(public.count_replies(d.outcomes)) > 0
  on conflict (workspace_id, day, agent_id, conversation_id, purpose) do update set turns = u.turns + excluded.turns;
  return null;
end
$$;

create trigger conversations_keep_reply_count after delete on public.conversations
  referencing old table as deleted_conversations
  for each statement execute function public.keep_reply_count();

-- One credit for each answered turn, and one for each US cent of model use; null for non-members.
create function public.workspace_credits(p_workspace_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'credits', greatest(0, w.credits - used.replies - ceil(used.micro_cents / 1000000.0)),
    'replies', used.replies,
    'model_cents', ceil(used.micro_cents / 1000000.0)
  )
  from public.workspaces w,
    lateral (
      select
        coalesce((
          select sum(public.count_replies(c.outcomes)) from public.conversations c where c.workspace_id = w.id
        ), 0) + coalesce((
          select sum(u.turns) from public.model_usage u where u.workspace_id = w.id and u.purpose = 'replies'
        ), 0) as replies,
        coalesce((select sum(u.micro_cents) from public.model_usage u where u.workspace_id = w.id), 0) as micro_cents
    ) used
  where w.id = p_workspace_id and public.is_member(w.id, 'viewer')
$$;

-- Credits used in the last days: by UTC day, oldest first, and by agent. Conversations count on the day they began.
-- Null for non-members.
create function public.workspace_credit_use(p_workspace_id uuid, p_days integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with span as (
    select (now() at time zone 'utc')::date as last_day, least(greatest(p_days, 1), 366) as days
  ),
  used as (
    select (c.started_at at time zone 'utc')::date as day, c.agent_id, public.count_replies(c.outcomes)::numeric as credits
    from public.conversations c, span s
    where c.workspace_id = p_workspace_id and c.started_at >= (s.last_day - s.days + 1)::timestamp at time zone 'utc'
    union all
    select u.day, u.agent_id, case when u.purpose = 'replies' then u.turns else 0 end + u.micro_cents / 1000000.0
    from public.model_usage u, span s
    where u.workspace_id = p_workspace_id and u.day > s.last_day - s.days
  )
  select jsonb_build_object(
    'days', (
      select jsonb_agg(
        jsonb_build_object('day', d.day::date, 'credits', ceil(coalesce((select sum(u.credits) from used u where u.day = d.day::date), 0)))
        order by d.day
      )
      from span s, generate_series((s.last_day - s.days + 1)::timestamp, s.last_day::timestamp, interval '1 day') as d (day)
    ),
    'agents', (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', a.agent_id, 'name', g.name, 'credits', ceil(a.credits)) order by a.credits desc, a.agent_id
      ), '[]')
      from (
        select u.agent_id, sum(u.credits) as credits from used u group by u.agent_id having sum(u.credits) > 0
      ) a left join public.agents g on g.id = a.agent_id and g.workspace_id = p_workspace_id
    )
  )
  where public.is_member(p_workspace_id, 'viewer')
$$;

do $$
declare
  v_table text;
begin
  foreach v_table in array array['model_usage', 'model_notices', 'item_embeddings'] loop
    execute format('alter table public.%I enable row level security', v_table);
    execute format('revoke all on public.%I from anon, authenticated', v_table);
    execute format('grant all on public.%I to service_role', v_table);
  end loop;
end
$$;

grant select on public.model_usage to authenticated;
create policy "admins read the model's use" on public.model_usage
  for select to authenticated using (workspace_id = any ((select public.caller_workspaces('admin'))::uuid[]));

revoke execute on function
  public.workspace_owner_emails(uuid), public.model_used(uuid, date, text),
  public.find_embeddings(uuid, text, jsonb), public.keep_embeddings(uuid, text, jsonb), public.share_of_limit(numeric, numeric, numeric), public.budget_of(text), public.reserve_model_use(jsonb, jsonb),
  public.settle_model_use(uuid, bigint, bigint, bigint), public.count_replies(jsonb), public.keep_reply_count(),
  public.workspace_credits(uuid), public.workspace_credit_use(uuid, integer)
from public, anon, authenticated;
grant execute on function
  public.workspace_owner_emails(uuid), public.model_used(uuid, date, text),
  public.find_embeddings(uuid, text, jsonb), public.keep_embeddings(uuid, text, jsonb), public.reserve_model_use(jsonb, jsonb), public.settle_model_use(uuid, bigint, bigint, bigint)
to service_role;
grant execute on function public.workspace_credits(uuid), public.workspace_credit_use(uuid, integer)
to authenticated, service_role;

-- Conversations with the agent. The server writes them, members read them, visitors can't read any.

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  demo_id uuid not null references public.demos (id) on delete cascade,
  agent_id uuid references public.agents (id) on delete set null,
  mode text not null check (mode in ('text', 'voice')),
  language text not null default 'en',
  -- When the visitor accepted the AI disclosure and storage of the conversation.
  consent_at timestamptz not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text,
  turn_count integer not null default 0,
  -- {outcome: number of agent turns}, so that figures read one row per conversation.
  outcomes jsonb not null default '{}' check (jsonb_typeof(outcomes) = 'object'),
  -- Facts the visitor told: [{field, value}].
  facts jsonb not null default '[]' check (jsonb_typeof(facts) = 'array' and length(facts::text) <= 8000),
  -- 0 to 100, with the remarks that raised or lowered it: [{field, points, quote, turn}].
  score integer check (score between 0 and 100),
  evidence jsonb not null default '[]' check (jsonb_typeof(evidence) = 'array' and length(evidence::text) <= 40000),
  -- When to call back, in the visitor's words.
  call_back text check (length(call_back) <= 300),
  -- The time of the report with facts, score and call-back; older reports are skipped.
  facts_at timestamptz,
  -- When a member marked it as done in the inbox. A new message of the visitor reopens it.
  done_at timestamptz
);

create index conversations_by_workspace on public.conversations (workspace_id, started_at desc);
create index conversations_by_demo on public.conversations (demo_id, started_at desc);
create index conversations_by_agent on public.conversations (agent_id, started_at desc) where agent_id is not null;
alter table public.conversations enable row level security;
revoke all on public.conversations from anon, authenticated;
grant select, delete, update (done_at) on public.conversations to authenticated;
grant all on public.conversations to service_role;

create policy "members read conversations" on public.conversations
  for select to authenticated using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
create policy "editors mark conversations done" on public.conversations
  for update to authenticated using (public.is_member(workspace_id, 'editor'))
  with check (public.is_member(workspace_id, 'editor'));
create policy "admins remove conversations" on public.conversations
  for delete to authenticated using (public.is_member(workspace_id, 'admin'));

create table public.conversation_turns (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  number integer not null check (number >= 1),
  speaker text not null check (speaker in ('visitor', 'agent', 'person')),
  -- The member who wrote it, for a member's turn.
  member_name text check (length(member_name) <= 100),
  text text not null,
  source text not null check (source in ('typed', 'voice', 'button', 'agent')),
  outcome text,
  -- The kind of objection that an agent turn with outcome 'objection' answers.
  objection text check (length(objection) <= 40),
  cited_steps integer[] not null default '{}',
  step_order integer,
  interrupted boolean not null default false,
  -- The delays and costs of an agent's turn (domain/turn-figures.ts).
  figures jsonb check (jsonb_typeof(figures) = 'object' and length(figures::text) <= 1000),
  created_at timestamptz not null default now(),
  unique (conversation_id, number)
);

alter table public.conversation_turns enable row level security;
revoke all on public.conversation_turns from anon, authenticated;
grant select on public.conversation_turns to authenticated;
grant all on public.conversation_turns to service_role;

create policy "members read turns" on public.conversation_turns
  for select to authenticated using (workspace_id = any ((select public.readable_workspaces())::uuid[]));

-- Keeps turn_count and outcomes up to date, so that storing a turn is one call.
create function public.count_conversation_turns() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.conversations c
  set turn_count = greatest(c.turn_count, added.last_number),
    done_at = case when added.is_from_visitor then null else c.done_at end,
    outcomes = case when added.outcomes is null then c.outcomes else (
      select jsonb_object_agg(o.name, o.turns) from (
        select k.name, sum(k.turns) as turns from (
          select e.key as name, e.value::integer as turns from jsonb_each_text(c.outcomes) e
          union all
          select u.name, 1 from unnest(added.outcomes) u (name)
        ) k
        group by k.name
      ) o
    ) end
  from (
    select t.conversation_id, max(t.number) as last_number, bool_or(t.speaker = 'visitor') as is_from_visitor,
      array_agg(t.outcome) filter (where t.speaker = 'agent' and t.outcome is not null) as outcomes
    from added_turns t group by t.conversation_id
  ) added
  where c.id = added.conversation_id;
  return null;
end
$$;

create trigger conversation_turns_counted after insert on public.conversation_turns
  referencing new table as added_turns
  for each statement execute function public.count_conversation_turns();

-- The text that the inbox searches, as a column of the row: the visitor's facts and messages, and the demo's name.
create function public.search_text(p_conversation public.conversations) returns text
language sql stable set search_path = ''
as $$
  select concat_ws(
    E'\n',
    (select d.name from public.demos d where d.id = p_conversation.demo_id),
    (select string_agg(f.value ->> 'value', E'\n') from jsonb_array_elements(p_conversation.facts) f),
    (
      select string_agg(t.text, E'\n' order by t.number) from public.conversation_turns t
      where t.conversation_id = p_conversation.id and t.speaker = 'visitor'
    )
  )
$$;
revoke all on function public.search_text(public.conversations) from public, anon;
grant execute on function public.search_text(public.conversations) to authenticated, service_role;

-- The sum of a conversation's turns by outcome.
create function tracking.count_outcomes(p_conversation_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(o.outcome, o.turns), '{}') from (
    select t.outcome, count(*) as turns from public.conversation_turns t
    where t.conversation_id = p_conversation_id and t.speaker = 'agent' and t.outcome is not null
    group by t.outcome
  ) o
$$;

-- Recounts all outcomes and returns how many were wrong. Locks only those, and counts them again under the lock.
create function public.recount_conversation_outcomes() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_ids uuid[] := array(
    select c.id from public.conversations c where c.outcomes is distinct from tracking.count_outcomes(c.id)
  );
begin
  perform from public.conversations c where c.id = any (v_ids) order by c.id for no key update;
  update public.conversations c set outcomes = tracking.count_outcomes(c.id) where c.id = any (v_ids);
  return cardinality(v_ids);
end
$$;

-- Writes a batch of conversations in one transaction. A repeated batch changes nothing.
create function public.record_conversations(p_conversations jsonb, p_turns jsonb, p_heard jsonb, p_ends jsonb)
returns void
language plpgsql set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off set jit = off
as $$
begin
  if jsonb_array_length(p_conversations) > 0 then
    insert into public.conversations (id, workspace_id, demo_id, agent_id, mode, language, consent_at, started_at)
    select c.* from jsonb_to_recordset(p_conversations) as c (
      id uuid, workspace_id uuid, demo_id uuid, agent_id uuid, mode text, language text,
      consent_at timestamptz, started_at timestamptz
    )
    on conflict (id) do nothing;
  end if;
  if jsonb_array_length(p_turns) > 0 then
    insert into public.conversation_turns (
      id, workspace_id, conversation_id, number, speaker, text, source, outcome, objection, cited_steps, step_order,
      interrupted, created_at, member_name
    )
    select t.* from jsonb_to_recordset(p_turns) as t (
      id uuid, workspace_id uuid, conversation_id uuid, number integer, speaker text, text text, source text,
      outcome text, objection text, cited_steps integer[], step_order integer, interrupted boolean,
      created_at timestamptz, member_name text
    )
    on conflict (id) do nothing;
  end if;
  if jsonb_array_length(p_heard) > 0 then
    update public.conversation_turns t
    set text = coalesce(h.text, t.text), interrupted = t.interrupted or h.interrupted,
      outcome = case when h.withdrawn then null else t.outcome end,
      figures = case when h.figures is null then t.figures else coalesce(t.figures, '{}') || h.figures end
    from jsonb_to_recordset(p_heard)
      as h (id uuid, text text, interrupted boolean, withdrawn boolean, figures jsonb)
    where t.id = h.id;
    -- A withdrawn turn has no outcome.
    if p_heard @? '$[*] ? (@.withdrawn == true)' then
      update public.conversations c set outcomes = tracking.count_outcomes(c.id)
      where c.id in (
        select t.conversation_id from public.conversation_turns t
        join jsonb_to_recordset(p_heard) as h (id uuid, withdrawn boolean) on h.id = t.id
        where h.withdrawn
      );
    end if;
  end if;
  if jsonb_array_length(p_ends) > 0 then
    update public.conversations c set ended_at = e.ended_at, end_reason = e.end_reason
    from jsonb_to_recordset(p_ends) as e (id uuid, ended_at timestamptz, end_reason text)
    where c.id = e.id;
  end if;
end
$$;

revoke execute on function
  public.count_conversation_turns(), public.recount_conversation_outcomes(),
  public.record_conversations(jsonb, jsonb, jsonb, jsonb)
from public, anon, authenticated;
revoke execute on function tracking.count_outcomes(uuid) from public;
grant execute on function
  public.recount_conversation_outcomes(), public.record_conversations(jsonb, jsonb, jsonb, jsonb)
to service_role;

-- An agent's knowledge and demos, its versions and its tests. Members read, editors write; visitors reach the published
-- version only through the server.

-- The first agent of a workspace is its default.
create function public.choose_default_agent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.agents a where a.workspace_id = new.workspace_id and a.is_default) then
    new.is_default := true;
  end if;
  return new;
end
$$;

create trigger agents_default before insert on public.agents
  for each row execute function public.choose_default_agent();

-- The oldest remaining agent becomes the default when the default is removed.
create function public.replace_default_agent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.agents a set is_default = true
  where a.id = (
    select b.id from public.agents b where b.workspace_id = old.workspace_id order by b.created_at, b.id limit 1
  );
  return null;
end
$$;

create trigger agents_next_default after delete on public.agents
  for each row when (old.is_default) execute function public.replace_default_agent();

-- A trial of a draft with unsaved changes. Only the server reads it, in whichever process the conversation opens.
create table public.agent_trials (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  agent_id uuid not null,
  demo_id uuid not null references public.demos (id) on delete cascade,
  unsaved jsonb not null check (jsonb_typeof(unsaved) = 'object' and length(unsaved::text) <= 200000),
  expires_at timestamptz not null,
  foreign key (agent_id, workspace_id) references public.agents (id, workspace_id) on delete cascade
);
create index agent_trials_by_workspace on public.agent_trials (workspace_id);
create index agent_trials_by_agent on public.agent_trials (agent_id);
create index agent_trials_by_demo on public.agent_trials (demo_id);
create index agent_trials_by_time on public.agent_trials (expires_at);
alter table public.agent_trials enable row level security;
revoke all on public.agent_trials from anon, authenticated;
grant all on public.agent_trials to service_role;

-- The agent that presents a demo, with texts that replace its own script and greeting there.
create table public.agent_demos (
  demo_id uuid primary key references public.demos (id) on delete cascade,
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  agent_id uuid not null,
  welcome_message text check (length(welcome_message) <= 280),
  demo_script text check (length(demo_script) <= 50000),
  foreign key (agent_id, workspace_id) references public.agents (id, workspace_id) on delete cascade
);
create index agent_demos_by_agent on public.agent_demos (agent_id);
create index agent_demos_by_workspace on public.agent_demos (workspace_id);

create trigger agent_demo_in_workspace before insert or update on public.agent_demos
  for each row execute function public.check_agent_demo();

-- The demo chosen at set-up is presented by the agent that chose it, unless another one has it. A sample's agent gives
-- way to the author's own.
create function public.assign_chosen_demo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.agent_demos (demo_id, workspace_id, agent_id) values (new.demo_id, new.workspace_id, new.id)
  on conflict (demo_id) do update set agent_id = excluded.agent_id
    where old.demo_id is distinct from new.demo_id
      and exists (select from public.demos d where d.id = new.demo_id and d.is_sample)
      -- Still as copied from the sample workspace.
      and exists (
        select from public.agents a join public.agents s on s.slug = a.slug
        where a.id = agent_demos.agent_id and not a.is_default and a.demo_id is null
          and s.workspace_id = public.sample_workspace_id() and not s.is_default
      );
  return null;
end
$$;

create trigger agents_assign_demo after insert or update of demo_id on public.agents
  for each row when (new.demo_id is not null) execute function public.assign_chosen_demo();

create table public.knowledge_sources (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  agent_id uuid not null,
  -- A site is several pages below one address.
  kind text not null check (kind in ('document', 'page', 'site')),
  title text not null check (btrim(title) <> '' and length(title) <= 300),
  -- The address of a page or site.
  address text check (length(address) <= 2000),
  media_type text check (length(media_type) <= 200),
  bytes integer not null default 0,
  -- Pages of a document, or pages read of a site.
  page_count integer not null default 0,
  status text not null default 'waiting' check (status in ('waiting', 'reading', 'ready', 'failed')),
  -- A sentence for the author.
  problem text check (length(problem) <= 500),
  refreshed_at timestamptz,
  -- While a server reads it; after this time another one may.
  reading_until timestamptz,
  attempts integer not null default 0,
  claimed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (id, agent_id),
  foreign key (agent_id, workspace_id) references public.agents (id, workspace_id) on delete cascade
);
create index knowledge_sources_by_agent on public.knowledge_sources (agent_id);
create index knowledge_sources_by_workspace on public.knowledge_sources (workspace_id);

create table public.knowledge_passages (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  agent_id uuid not null,
  source_id uuid not null,
  position integer not null,
  -- “p. 3”, or the heading.
  place text not null default '' check (length(place) <= 300),
  -- The address that visitors can open.
  url text check (length(url) <= 2000),
  text text not null check (btrim(text) <> '' and length(text) <= 4000),
  foreign key (source_id, agent_id) references public.knowledge_sources (id, agent_id) on delete cascade,
  unique (source_id, position)
);
create index knowledge_passages_by_agent on public.knowledge_passages (agent_id);
create index knowledge_passages_by_workspace on public.knowledge_passages (workspace_id);

create table public.knowledge_pairs (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  agent_id uuid not null,
  question text not null check (btrim(question) <> '' and length(question) <= 300),
  variants text[] not null default '{}'
    check (length(variants::text) <= 8000 and array_position(variants, null) is null),
  answer text not null check (btrim(answer) <> '' and length(answer) <= 2000),
  objection text check (objection in (
    'price', 'timing', 'competitor', 'security', 'authority', 'need', 'send-something', 'just-looking'
  )),
  step_id uuid references public.demo_steps (id) on delete set null,
  -- Written by a model and not approved yet: agents never use it.
  is_draft boolean not null default false,
  created_at timestamptz not null default now(),
  foreign key (agent_id, workspace_id) references public.agents (id, workspace_id) on delete cascade
);
create index knowledge_pairs_by_agent on public.knowledge_pairs (agent_id, created_at);
create index knowledge_pairs_by_workspace on public.knowledge_pairs (workspace_id);
create index knowledge_pairs_by_step on public.knowledge_pairs (step_id) where step_id is not null;

create table public.price_plans (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  agent_id uuid not null,
  position integer not null,
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  price text not null check (btrim(price) <> '' and length(price) <= 80),
  period text not null default '' check (length(period) <= 80),
  includes text not null default '' check (length(includes) <= 1000),
  foreign key (agent_id, workspace_id) references public.agents (id, workspace_id) on delete cascade
);
create index price_plans_by_agent on public.price_plans (agent_id, position);
create index price_plans_by_workspace on public.price_plans (workspace_id);

create table public.glossary_terms (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  agent_id uuid not null,
  term text not null check (btrim(term) <> '' and length(term) <= 80),
  synonyms text[] not null default '{}'
    check (length(synonyms::text) <= 2000 and array_position(synonyms, null) is null),
  meaning text not null default '' check (length(meaning) <= 500),
  foreign key (agent_id, workspace_id) references public.agents (id, workspace_id) on delete cascade,
  unique (agent_id, term)
);
create index glossary_terms_by_workspace on public.glossary_terms (workspace_id);

-- Questions that a step answers, in buyers' words. Steps without a row get theirs from templates.
create table public.step_questions (
  step_id uuid primary key references public.demo_steps (id) on delete cascade,
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  questions text[] not null check (
    cardinality(questions) <= 20 and length(questions::text) <= 8000 and array_position(questions, null) is null
  )
);
create index step_questions_by_workspace on public.step_questions (workspace_id);

-- Security definer, so that the error can't reveal whether somebody else's step exists.
create function public.check_step_of_workspace() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.demo_steps s join public.demos d on d.id = s.demo_id
    where s.id = new.step_id and d.workspace_id = new.workspace_id
  ) then
    raise exception 'The step has to be one of the workspace.' using errcode = '23514';
  end if;
  return new;
end
$$;

create trigger step_in_workspace before insert or update on public.step_questions
  for each row execute function public.check_step_of_workspace();
create trigger step_in_workspace before insert or update of step_id, workspace_id on public.knowledge_pairs
  for each row when (new.step_id is not null) execute function public.check_step_of_workspace();

create table public.agent_versions (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  agent_id uuid not null,
  number integer not null check (number >= 1),
  -- The published content: {agent, demos, knowledge: {pairs, plans, glossary, sources}}, each as rows of its table.
  snapshot jsonb not null check (jsonb_typeof(snapshot) = 'object'),
  -- Rows of knowledge_passages, in a column of their own because they are large.
  passages jsonb not null default '[]' check (jsonb_typeof(passages) = 'array'),
  note text not null default '' check (length(note) <= 500),
  -- {passed, failed} of the tests at publishing, and the reason for publishing with failing ones.
  tests jsonb not null default '{"passed": 0, "failed": 0}',
  reason text check (length(reason) <= 500),
  published_by uuid references public.users (id) on delete set null,
  published_at timestamptz not null default now(),
  unique (agent_id, number),
  foreign key (agent_id, workspace_id) references public.agents (id, workspace_id) on delete cascade
);
create index agent_versions_by_workspace on public.agent_versions (workspace_id);
create index agent_versions_by_person on public.agent_versions (published_by);

create table public.agent_tests (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  agent_id uuid not null,
  -- The demo in which it is asked; null for any that the agent presents.
  demo_id uuid references public.demos (id) on delete cascade,
  kind text not null check (kind in ('question', 'scenario')),
  position integer not null default 0,
  -- The question, or the scenario's name.
  title text not null check (btrim(title) <> '' and length(title) <= 500),
  -- Question: {kind: step, stepId}, {kind: says, text}, {kind: refuses | hands-over | books}.
  expected jsonb check (jsonb_typeof(expected) = 'object' and length(expected::text) <= 4000),
  -- Scenario: {persona, turns: [text], goal: books | hands-over | leaves-address | answers}.
  scenario jsonb check (jsonb_typeof(scenario) = 'object' and length(scenario::text) <= 20000),
  -- {passed, said, cited: [text], milliseconds, failedAt}.
  last_run jsonb check (jsonb_typeof(last_run) = 'object' and length(last_run::text) <= 40000),
  last_run_at timestamptz,
  check ((kind = 'question') = (expected is not null) and (kind = 'scenario') = (scenario is not null)),
  foreign key (agent_id, workspace_id) references public.agents (id, workspace_id) on delete cascade
);
create index agent_tests_by_agent on public.agent_tests (agent_id, kind, position);
create index agent_tests_by_demo on public.agent_tests (demo_id) where demo_id is not null;
create index agent_tests_by_workspace on public.agent_tests (workspace_id);

create trigger agent_demo_in_workspace before insert or update of demo_id, workspace_id on public.agent_tests
  for each row when (new.demo_id is not null) execute function public.check_agent_demo();

-- Unanswered questions that an author has dismissed; `question` is the group's first wording.
create table public.answered_questions (
  agent_id uuid not null,
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  question text not null check (length(question) <= 500),
  answered_at timestamptz not null default now(),
  primary key (agent_id, question),
  foreign key (agent_id, workspace_id) references public.agents (id, workspace_id) on delete cascade
);
create index answered_questions_by_workspace on public.answered_questions (workspace_id);

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'agent_demos', 'knowledge_sources', 'knowledge_passages', 'knowledge_pairs', 'price_plans', 'glossary_terms',
    'step_questions', 'agent_versions', 'agent_tests', 'answered_questions'
  ] loop
    execute format('alter table public.%I enable row level security', v_table);
    execute format('revoke all on public.%I from anon, authenticated', v_table);
    execute format('grant all on public.%I to service_role', v_table);
    execute format('grant select on public.%I to authenticated', v_table);
    execute format(
      'create policy "members read" on public.%I for select to authenticated
       using (workspace_id = any ((select public.readable_workspaces())::uuid[]))', v_table
    );
  end loop;
  -- Sources, passages and versions are written by the server.
  foreach v_table in array array[
    'agent_demos', 'knowledge_pairs', 'price_plans', 'glossary_terms', 'step_questions', 'agent_tests',
    'answered_questions'
  ] loop
    execute format('grant insert, delete on public.%I to authenticated', v_table);
    execute format(
      'create policy "editors add" on public.%I for insert to authenticated
       with check (public.is_member(workspace_id, ''editor''))', v_table
    );
    execute format(
      'create policy "editors change" on public.%I for update to authenticated
       using (public.is_member(workspace_id, ''editor'')) with check (public.is_member(workspace_id, ''editor''))', v_table
    );
    execute format(
      'create policy "editors remove" on public.%I for delete to authenticated
       using (public.is_member(workspace_id, ''editor''))', v_table
    );
  end loop;
end
$$;
grant update (demo_id, agent_id, welcome_message, demo_script) on public.agent_demos to authenticated;
grant update (id, agent_id, question, variants, answer, objection, step_id, is_draft, created_at)
  on public.knowledge_pairs to authenticated;
grant update (id, agent_id, position, name, price, period, includes) on public.price_plans to authenticated;
grant update (id, agent_id, term, synonyms, meaning) on public.glossary_terms to authenticated;
grant update (step_id, questions) on public.step_questions to authenticated;
grant update (id, agent_id, demo_id, kind, position, title, expected, scenario, last_run, last_run_at)
  on public.agent_tests to authenticated;
grant update (agent_id, question, answered_at) on public.answered_questions to authenticated;
grant delete on public.knowledge_sources to authenticated;
create policy "editors remove" on public.knowledge_sources
  for delete to authenticated using (public.is_member(workspace_id, 'editor'));

do $$
declare
  v_table text;
begin
  foreach v_table in array array['knowledge_pairs', 'price_plans', 'glossary_terms', 'agent_tests'] loop
    execute format(
      'create trigger forbid_id_change before update on public.%I
       for each row execute function public.forbid_id_change()', v_table
    );
    execute format(
      'create trigger retire_ids after delete on public.%I referencing old table as old_rows
       for each statement execute function public.retire_ids()', v_table
    );
    execute format(
      'create trigger refuse_retired_ids after insert on public.%I referencing new table as new_rows
       for each statement execute function public.refuse_retired_ids()', v_table
    );
  end loop;
end
$$;

-- Limits what one agent can hold, and so what a conversation loads.
create function public.limit_agent_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_limit integer := tg_argv[0]::integer;
  v_agent uuid;
  v_count bigint;
begin
  for v_agent in select distinct n.agent_id from new_rows n loop
    execute format('select count(*) from public.%I t where t.agent_id = $1', tg_table_name) into v_count using v_agent;
    if v_count > v_limit then
      raise exception 'An agent can have at most % of these.', v_limit using errcode = '54000';
    end if;
  end loop;
  return null;
end
$$;

do $$
declare
  v_bound record;
begin
  for v_bound in
    select * from (values
      ('knowledge_pairs', 1000), ('price_plans', 50), ('glossary_terms', 500), ('agent_tests', 500),
      ('agent_demos', 500), ('answered_questions', 5000)
    ) b (name, rows)
  loop
    execute format(
      'create trigger limit_agent_rows after insert on public.%I referencing new table as new_rows
       for each statement execute function public.limit_agent_rows(%L)', v_bound.name, v_bound.rows
    );
    -- An update can move rows to another agent.
    execute format(
      'create trigger limit_moved_rows after update on public.%I referencing new table as new_rows
       for each statement execute function public.limit_agent_rows(%L)', v_bound.name, v_bound.rows
    );
  end loop;
end
$$;

revoke execute on function
  public.choose_default_agent(), public.replace_default_agent(), public.assign_chosen_demo(),
  public.check_step_of_workspace(), public.limit_agent_rows()
from public, anon, authenticated;

-- Loads, publishes and restores agents. Visitors talk to the published version, or to the draft until there is one.

-- The agent's data that the server needs to act for a member; null for an agent they can't see.
create function public.agent_for_caller(p_agent_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', a.id, 'workspace_id', a.workspace_id, 'slug', a.slug, 'name', a.name, 'user_id', auth.uid(),
    'is_editor', public.is_member(a.workspace_id, 'editor')
  )
  from public.agents a where a.id = p_agent_id
$$;

-- A step with its cards' texts, for editors of its workspace; null for others.
create function public.step_for_editor(p_step_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', s.id, 'workspace_id', s.workspace_id, 'demo_name', d.name, 'title', s.title, 'description', s.description,
    'cards', (
      select coalesce(jsonb_agg(btrim(c.title || '. ' || c.description, '. ') order by c.position, c.id), '[]')
      from public.step_cards c where c.step_id = s.id and c.type <> 'lead' and c.title || c.description <> ''
    )
  )
  from public.demo_steps s join public.demos d on d.id = s.demo_id
  where s.id = p_step_id and public.is_member(s.workspace_id, 'editor')
$$;

-- The draft in the shape of a version's snapshot.
create function public.agent_draft(p_agent_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'agent', jsonb_build_object(
      'name', a.name, 'voice', a.voice, 'personality', a.personality, 'hue', a.hue,
      'welcome_message', a.welcome_message, 'demo_script', a.demo_script, 'sales_process', a.sales_process,
      'sales_rules', a.sales_rules, 'never_say', to_jsonb(a.never_say), 'speed', a.speed,
      'pronunciations', a.pronunciations, 'languages', to_jsonb(a.languages)
    ),
    'demos', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'demo_id', d.demo_id, 'welcome_message', d.welcome_message, 'demo_script', d.demo_script
      ) order by d.demo_id), '[]')
      from public.agent_demos d where d.agent_id = a.id
    ),
    'knowledge', jsonb_build_object(
      'pairs', (
        select coalesce(jsonb_agg(to_jsonb(p) - 'workspace_id' - 'agent_id' - 'is_draft' order by p.created_at, p.id), '[]')
        from public.knowledge_pairs p where p.agent_id = a.id and not p.is_draft
      ),
      'plans', (
        select coalesce(jsonb_agg(to_jsonb(p) - 'workspace_id' - 'agent_id' order by p.position, p.id), '[]')
        from public.price_plans p where p.agent_id = a.id
      ),
      'glossary', (
        select coalesce(jsonb_agg(to_jsonb(g) - 'workspace_id' - 'agent_id' order by g.term, g.id), '[]')
        from public.glossary_terms g where g.agent_id = a.id
      ),
      'sources', (
        select coalesce(jsonb_agg(
          to_jsonb(s) - array['workspace_id', 'agent_id', 'status', 'problem', 'reading_until', 'attempts', 'claimed_at']
          order by s.created_at, s.id
        ), '[]')
        from public.knowledge_sources s
        where s.agent_id = a.id and exists (select from public.knowledge_passages p where p.source_id = s.id)
      )
    )
  )
  from public.agents a where a.id = p_agent_id
$$;

create function public.agent_draft_passages(p_agent_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', p.id, 'source_id', p.source_id, 'position', p.position, 'place', p.place, 'url', p.url, 'text', p.text
    ) order by s.created_at, s.id, p.position
  ), '[]')
  from public.knowledge_passages p join public.knowledge_sources s on s.id = p.source_id
  where p.agent_id = p_agent_id
$$;

-- The agent that presents a demo: its own, or else the workspace's default.
create function public.presenting_agent_id(p_demo_id uuid) returns uuid
language sql stable set search_path = ''
as $$
  select coalesce(
    (select d.agent_id from public.agent_demos d where d.demo_id = p_demo_id),
    (
      select a.id from public.agents a join public.demos d on d.workspace_id = a.workspace_id
      where d.id = p_demo_id and a.is_default
    )
  )
$$;

-- A demo with its steps' cards, questions and what their captured pages say. Of an endless demo, later steps have only
-- their ids: reading 40 MB for every visitor would hold up the database (server/agent/bound-notes.ts sets the limit in
-- characters; these are bytes).
create function public.presented_demo(p_demo_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select jsonb_build_object(
    'id', d.id, 'workspace_id', d.workspace_id,
    -- Null if it still has a name from sign-up that says who the author is, not for which company.
    'workspace_name', (
      select w.name from public.workspaces w
      where w.id = d.workspace_id and w.name not like '%''s workspace' and w.name <> 'My workspace'
    ),
    'name', d.name, 'description', d.description, 'status', d.status, 'variables', d.look -> 'variables',
    'steps', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id, 'title', case when s.title_bytes <= 2000000 then s.title end,
        'description', case when s.note_bytes <= 2000000 then s.description end,
        'cards', (
          select coalesce(jsonb_agg(jsonb_build_object('title', c.title, 'description', c.description)
            order by c.position, c.id), '[]')
          from public.step_cards c
          where s.note_bytes <= 2000000 and c.step_id = s.id and c.type <> 'lead' and c.title || c.description <> ''
        ),
        'questions', (
          select to_jsonb(q.questions) from public.step_questions q
          where s.note_bytes <= 2000000 and q.step_id = s.id
        ),
        'page', (
          select p.sentences from public.snapshots p
          where s.note_bytes <= 2000000
            and p.workspace_id = s.workspace_id and p.picture = s.screenshot_url and p.sentences <> '[]'
        )
      ) order by s."order", s.id), '[]')
      from (
        -- Unlike length, octet_length doesn't read a long text.
        select s.id, s."order", s.workspace_id, s.screenshot_url, s.title, s.description,
          sum(coalesce(octet_length(s.title), 0)) over in_order as title_bytes,
          sum(coalesce(octet_length(s.description), 0) + coalesce((
            select sum(octet_length(c.title) + octet_length(c.description))
            from public.step_cards c where c.step_id = s.id
          ), 0)) over in_order as note_bytes
        from public.demo_steps s where s.demo_id = d.id
        window in_order as (order by s."order", s.id)
      ) s
    )
  )
  from public.demos d where d.id = p_demo_id);
end
$$;

-- Everything a conversation about a demo needs: {stamp, demo, agent, version, snapshot, passages}; only the stamp if
-- the caller already has that one. For a named agent, loads its draft, whatever the demo's status. Null if there is no
-- such demo.
create function public.load_agent_demo(p_demo_id uuid, p_known_stamp text default '', p_draft_agent_id uuid default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_demo jsonb := public.presented_demo(p_demo_id);
  v_agent_id uuid := coalesce(p_draft_agent_id, public.presenting_agent_id(p_demo_id));
  v_agent public.agents;
  v_version integer;
  v_takes_meetings boolean := false;
  v_snapshot jsonb;
  v_passages jsonb := '[]';
  v_stamp text;
begin
  if v_demo is null or (p_draft_agent_id is null and v_demo ->> 'status' <> 'active') then
    return null;
  end if;
  select * into v_agent from public.agents a
  where a.id = v_agent_id and a.workspace_id = (v_demo ->> 'workspace_id')::uuid;
  if not found and p_draft_agent_id is not null then
    return null;
  end if;
  if v_agent.id is not null then
    v_takes_meetings := exists (select from public.availability h where h.agent_id = v_agent.id and h.is_on);
    if p_draft_agent_id is null then
      select v.number into v_version from public.agent_versions v
      where v.agent_id = v_agent.id and v.number = v_agent.published_version;
    end if;
    if v_version is null then
      v_snapshot := public.agent_draft(v_agent.id);
      v_passages := public.agent_draft_passages(v_agent.id);
    end if;
  end if;
  -- A published version never changes, so its number identifies it.
  v_stamp := md5(concat_ws(
    '|', v_demo::text, v_agent.id, v_version, v_takes_meetings, v_snapshot::text, md5(v_passages::text)
  ));
  if v_stamp = p_known_stamp then
    return jsonb_build_object('stamp', v_stamp);
  end if;
  if v_version is not null then
    select v.snapshot, v.passages into v_snapshot, v_passages
    from public.agent_versions v where v.agent_id = v_agent.id and v.number = v_version;
  end if;
  return jsonb_build_object(
    'stamp', v_stamp, 'demo', v_demo, 'agent_id', v_agent.id, 'version', v_version,
    'takes_meetings', v_takes_meetings, 'snapshot', v_snapshot, 'passages', v_passages
  );
end
$$;

-- Publishes the draft as the next version, and keeps the last fifty.
create function public.publish_agent_version(
  p_agent_id uuid, p_note text, p_reason text, p_tests jsonb, p_published_by uuid default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_agent public.agents;
  v_version public.agent_versions;
begin
  -- One publication at a time, so that numbers have no gaps or duplicates.
  select * into v_agent from public.agents a where a.id = p_agent_id for update;
  if not found then
    return null;
  end if;
  insert into public.agent_versions (
    workspace_id, agent_id, number, snapshot, passages, note, tests, reason, published_by
  ) values (
    v_agent.workspace_id, v_agent.id,
    1 + coalesce((select max(v.number) from public.agent_versions v where v.agent_id = v_agent.id), 0),
    public.agent_draft(v_agent.id), public.agent_draft_passages(v_agent.id), p_note, p_tests,
    nullif(btrim(p_reason), ''), (select u.id from public.users u where u.id = p_published_by)
  ) returning * into v_version;
  update public.agents a set published_version = v_version.number where a.id = v_agent.id;
  -- Written here, because the server publishes for the caller.
  insert into public.audit_log (workspace_id, actor_id, action, detail)
  values (v_agent.workspace_id, v_version.published_by, 'agent_published', jsonb_build_object(
    'name', v_agent.name, 'number', v_version.number, 'note', v_version.note, 'reason', v_version.reason,
    'by_key', v_version.published_by is null
  ));
  delete from public.agent_versions v where v.agent_id = v_agent.id and v.number <= v_version.number - 50;
  return to_jsonb(v_version) - 'passages';
end
$$;

-- Restores a version into the draft and publishes it again. Demos that now belong to another agent stay there.
create function public.restore_agent_version(p_agent_id uuid, p_number integer, p_published_by uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_version public.agent_versions;
  v_old jsonb;
  v_knowledge jsonb;
begin
  perform from public.agents a where a.id = p_agent_id for update;
  select * into v_version from public.agent_versions v where v.agent_id = p_agent_id and v.number = p_number;
  if not found then
    return null;
  end if;
  v_old := v_version.snapshot -> 'agent';
  v_knowledge := v_version.snapshot -> 'knowledge';
  update public.agents a set
    name = v_old ->> 'name', voice = v_old ->> 'voice', personality = v_old ->> 'personality',
    hue = (v_old ->> 'hue')::integer, welcome_message = v_old ->> 'welcome_message',
    demo_script = v_old ->> 'demo_script', sales_process = v_old ->> 'sales_process',
    sales_rules = nullif(v_old -> 'sales_rules', 'null'),
    never_say = array(select jsonb_array_elements_text(v_old -> 'never_say')),
    speed = coalesce((v_old ->> 'speed')::numeric, 1), pronunciations = coalesce(v_old -> 'pronunciations', '[]'),
    languages = array(select jsonb_array_elements_text(coalesce(v_old -> 'languages', '["en"]'))),
    updated_at = now()
  where a.id = p_agent_id;

  delete from public.agent_demos d where d.agent_id = p_agent_id;
  insert into public.agent_demos (demo_id, workspace_id, agent_id, welcome_message, demo_script)
  select d.demo_id, v_version.workspace_id, p_agent_id, d.welcome_message, d.demo_script
  from jsonb_to_recordset(v_version.snapshot -> 'demos') d (demo_id uuid, welcome_message text, demo_script text)
  where exists (select from public.demos e where e.id = d.demo_id and e.workspace_id = v_version.workspace_id)
  on conflict (demo_id) do nothing;

  delete from public.knowledge_pairs p where p.agent_id = p_agent_id and not p.is_draft;
  insert into public.knowledge_pairs (
    id, workspace_id, agent_id, question, variants, answer, objection, step_id, created_at
  )
  select p.id, v_version.workspace_id, p_agent_id, p.question, p.variants, p.answer, p.objection,
    (select s.id from public.demo_steps s where s.id = p.step_id), p.created_at
  from jsonb_to_recordset(v_knowledge -> 'pairs') p (
    id uuid, question text, variants text[], answer text, objection text, step_id uuid, created_at timestamptz
  )
  on conflict (id) do nothing;

  delete from public.price_plans p where p.agent_id = p_agent_id;
  insert into public.price_plans (id, workspace_id, agent_id, position, name, price, period, includes)
  select p.id, v_version.workspace_id, p_agent_id, p.position, p.name, p.price, p.period, p.includes
  from jsonb_to_recordset(v_knowledge -> 'plans') p (
    id uuid, position integer, name text, price text, period text, includes text
  );

  delete from public.glossary_terms g where g.agent_id = p_agent_id;
  insert into public.glossary_terms (id, workspace_id, agent_id, term, synonyms, meaning)
  select g.id, v_version.workspace_id, p_agent_id, g.term, g.synonyms, g.meaning
  from jsonb_to_recordset(v_knowledge -> 'glossary') g (id uuid, term text, synonyms text[], meaning text);

  delete from public.knowledge_sources s where s.agent_id = p_agent_id
    and (s.status = 'ready' or exists (select from public.knowledge_passages p where p.source_id = s.id));
  insert into public.knowledge_sources (
    id, workspace_id, agent_id, kind, title, address, media_type, bytes, page_count, status, refreshed_at, created_at
  )
  select s.id, v_version.workspace_id, p_agent_id, s.kind, s.title, s.address, s.media_type, s.bytes, s.page_count,
    'ready', s.refreshed_at, s.created_at
  from jsonb_to_recordset(v_knowledge -> 'sources') s (
    id uuid, kind text, title text, address text, media_type text, bytes integer, page_count integer,
    refreshed_at timestamptz, created_at timestamptz
  );
  insert into public.knowledge_passages (id, workspace_id, agent_id, source_id, position, place, url, text)
  select p.id, v_version.workspace_id, p_agent_id, p.source_id, p.position, p.place, p.url, p.text
  from jsonb_to_recordset(v_version.passages) p (
    id uuid, source_id uuid, position integer, place text, url text, text text
  );
  return public.publish_agent_version(
    p_agent_id, format('Version %s again', p_number), v_version.reason, v_version.tests, p_published_by
  );
end
$$;

-- Claims the next page or site to read; null if there is none. Accounts take turns. A server that stopped while
-- reading loses its claim.
create function public.claim_knowledge_source(p_seconds integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_source public.knowledge_sources;
begin
  update public.knowledge_sources s
  set status = 'failed', problem = 'Reading this address failed several times.', reading_until = null
  where s.status = 'reading' and s.reading_until < now() and s.attempts >= 3;
  update public.knowledge_sources s
  set status = 'reading', reading_until = now() + p_seconds * interval '1 second', attempts = s.attempts + 1,
    claimed_at = now()
  where s.id = (
    select n.id from public.knowledge_sources n
    left join (
      select public.workspace_account(o.workspace_id) as account, max(o.claimed_at) as claimed_at
      from public.knowledge_sources o where o.claimed_at is not null group by 1
    ) latest on latest.account = public.workspace_account(n.workspace_id)
    where n.status = 'waiting' or (n.status = 'reading' and n.reading_until < now())
    order by coalesce(latest.claimed_at, n.created_at), n.created_at
    limit 1 for update of n skip locked
  )
  returning * into v_source;
  return case when found then to_jsonb(v_source) end;
end
$$;

-- Adds a page or site to read. Returns its row, or {problem} if the agent has too many sources.
create function public.add_knowledge_address(p_agent_id uuid, p_kind text, p_address text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_agent public.agents;
  v_source public.knowledge_sources;
begin
  select * into v_agent from public.agents a where a.id = p_agent_id for update;
  if not found then
    return null;
  end if;
  select * into v_source from public.knowledge_sources s where s.agent_id = p_agent_id and s.address = p_address;
  if found then
    return public.refresh_knowledge_source(p_agent_id, v_source.id);
  end if;
  if (select count(*) from public.knowledge_sources s where s.agent_id = p_agent_id) >= 50 then
    return jsonb_build_object('problem', 'An agent can have at most 50 sources. Remove one first.');
  end if;
  insert into public.knowledge_sources (workspace_id, agent_id, kind, title, address)
  values (v_agent.workspace_id, p_agent_id, p_kind, left(p_address, 300), p_address)
  returning * into v_source;
  return to_jsonb(v_source);
end
$$;

-- Requests another reading of a page or site; its previous text stays until then. Null for a document or an unknown
-- source.
create function public.refresh_knowledge_source(p_agent_id uuid, p_source_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_source public.knowledge_sources;
begin
  update public.knowledge_sources s
  set status = case when s.status = 'reading' and s.reading_until > now() then s.status else 'waiting' end,
    problem = null, attempts = case when s.status = 'reading' then s.attempts else 0 end
  where s.id = p_source_id and s.agent_id = p_agent_id and s.kind <> 'document'
  returning * into v_source;
  return case when found then to_jsonb(v_source) end;
end
$$;

-- Records why a source could not be read; its previous text stays. Does nothing if another server has claimed it.
create function public.fail_knowledge_source(p_source_id uuid, p_attempt integer, p_problem text) returns void
language sql set search_path = ''
as $$
  update public.knowledge_sources s
  set status = 'failed', problem = left(p_problem, 500), reading_until = null, attempts = 0
  where s.id = p_source_id and s.status = 'reading' and s.attempts = p_attempt
$$;

-- Replaces a source's text with what was read. Returns the row, or {problem} if the agent would hold too much text;
-- null if the source was deleted or another server has claimed it.
create function public.store_knowledge_source(p_source jsonb, p_passages jsonb, p_attempt integer default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_id uuid := p_source ->> 'id';
  v_agent public.agents;
  v_source public.knowledge_sources;
begin
  select a.* into v_agent from public.agents a
  where a.id = (p_source ->> 'agent_id')::uuid and a.workspace_id = (p_source ->> 'workspace_id')::uuid for update;
  if not found then
    return null;
  end if;
  if p_attempt is not null and not exists (
    select from public.knowledge_sources s where s.id = v_id and s.status = 'reading' and s.attempts = p_attempt
  ) then
    return null;
  end if;
  if (
    select coalesce(sum(length(p.text)), 0) from public.knowledge_passages p
    where p.agent_id = v_agent.id and p.source_id <> v_id
  ) + (select coalesce(sum(length(t ->> 'text')), 0) from jsonb_array_elements(p_passages) t) > 4000000 then
    return jsonb_build_object('problem', 'The agent would hold more than 4 MB of text. Remove a source first.');
  end if;
  if p_attempt is null
    and (select count(*) from public.knowledge_sources s where s.agent_id = v_agent.id) >= 50 then
    return jsonb_build_object('problem', 'An agent can have at most 50 sources. Remove one first.');
  end if;
  insert into public.knowledge_sources as s (
    id, workspace_id, agent_id, kind, title, address, media_type, bytes, page_count, status, refreshed_at
  ) values (
    v_id, v_agent.workspace_id, v_agent.id, p_source ->> 'kind', p_source ->> 'title', p_source ->> 'address',
    p_source ->> 'media_type', (p_source ->> 'bytes')::integer, (p_source ->> 'page_count')::integer, 'ready', now()
  )
  on conflict (id) do update set title = excluded.title, media_type = excluded.media_type, bytes = excluded.bytes,
    page_count = excluded.page_count, status = 'ready', refreshed_at = now(), problem = p_source ->> 'problem',
    reading_until = null, attempts = 0
  returning * into v_source;
  delete from public.knowledge_passages p where p.source_id = v_id;
  insert into public.knowledge_passages (workspace_id, agent_id, source_id, position, place, url, text)
  select v_agent.workspace_id, v_agent.id, v_id, t.position, t.place, t.url, t.text
  from jsonb_to_recordset(p_passages) t (position integer, place text, url text, text text);
  return to_jsonb(v_source);
end
$$;

-- Visitors' questions of the last half year that the agent couldn't answer, newest first.
create function public.unanswered_turns(p_agent_id uuid)
returns table (question text, asked_at timestamptz, demo_id uuid, conversation_id uuid)
language sql stable set search_path = ''
as $$
  select q.text, q.created_at, c.demo_id, c.id
  from public.conversations c
  join public.conversation_turns t on t.conversation_id = c.id and t.speaker = 'agent'
    and t.outcome in ('unknown', 'unsure')
  join public.conversation_turns q on q.conversation_id = c.id and q.number = t.number - 1 and q.speaker = 'visitor'
  where c.agent_id = p_agent_id and c.started_at > now() - interval '180 days'
    and c.outcomes ?| array['unknown', 'unsure']
  order by q.created_at desc
  limit 2000
$$;

-- What visitors asked between two days in UTC, newest first, with the outcome of the answer.
create function public.asked_turns(p_workspace_id uuid, p_demo_id uuid, p_from date, p_to date)
returns table (
  question text, asked_at timestamptz, demo_id uuid, conversation_id uuid, turn integer, outcome text
)
language sql stable set search_path = ''
as $$
  select q.text, q.created_at, c.demo_id, c.id, q.number, t.outcome
  from public.conversations c
  join public.conversation_turns t on t.conversation_id = c.id and t.speaker = 'agent'
    and t.outcome in ('answered', 'unknown', 'unsure', 'declined')
  join public.conversation_turns q on q.conversation_id = c.id and q.number = t.number - 1 and q.speaker = 'visitor'
  where c.workspace_id = p_workspace_id and (p_demo_id is null or c.demo_id = p_demo_id)
    and c.started_at >= p_from::timestamp at time zone 'utc'
    and c.started_at < (p_to + 1)::timestamp at time zone 'utc'
    and c.outcomes ?| array['answered', 'unknown', 'unsure', 'declined']
  order by q.created_at desc
  limit 2000
$$;

-- Objections of the last half year: remark, reply, and the conversation's outcome.
create function public.objection_turns(p_agent_id uuid)
returns table (kind text, said text, reply text, outcome text, conversation_id uuid, at timestamptz)
language sql stable set search_path = ''
as $$
  select coalesce(t.objection, 'need'), coalesce(q.text, ''), t.text,
    case
      when c.outcomes ? 'booked' then 'booked'
      when c.outcomes ? 'human' then 'handed-over'
      when c.outcomes ? 'contact' then 'left-address'
      when exists (
        select from public.conversation_turns n
        where n.conversation_id = c.id and n.number > t.number and n.speaker = 'visitor'
      ) then 'went-on'
      else 'left'
    end, c.id, t.created_at
  from public.conversations c
  join public.conversation_turns t on t.conversation_id = c.id and t.speaker = 'agent' and t.outcome = 'objection'
  left join public.conversation_turns q
    on q.conversation_id = c.id and q.number = t.number - 1 and q.speaker = 'visitor'
  where c.agent_id = p_agent_id and c.started_at > now() - interval '180 days' and c.outcomes ? 'objection'
  order by t.created_at desc
  limit 200
$$;

-- Ids of the demos an agent presents, newest first: its own and, for the default agent, unassigned ones.
create function public.demos_of_agent(p_agent_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(d.id order by o.agent_id is null, d.created_at desc, d.id), '[]')
  from public.agents a
  join public.demos d on d.workspace_id = a.workspace_id
  left join public.agent_demos o on o.demo_id = d.id
  where a.id = p_agent_id and (o.agent_id = a.id or (o.agent_id is null and a.is_default))
    and exists (select from public.demo_steps s where s.demo_id = d.id)
$$;

create function public.store_test_runs(p_runs jsonb, p_at timestamptz) returns void
language sql set search_path = ''
as $$
  update public.agent_tests t set last_run = r.last_run, last_run_at = p_at
  from jsonb_to_recordset(p_runs) r (id uuid, last_run jsonb)
  where t.id = r.id
$$;

revoke execute on function
  public.step_for_editor(uuid), public.demos_of_agent(uuid), public.store_test_runs(jsonb, timestamptz), public.agent_for_caller(uuid), public.agent_draft(uuid), public.agent_draft_passages(uuid),
  public.presenting_agent_id(uuid), public.presented_demo(uuid), public.load_agent_demo(uuid, text, uuid),
  public.publish_agent_version(uuid, text, text, jsonb, uuid), public.restore_agent_version(uuid, integer, uuid),
  public.claim_knowledge_source(integer), public.store_knowledge_source(jsonb, jsonb, integer),
  public.add_knowledge_address(uuid, text, text), public.refresh_knowledge_source(uuid, uuid),
  public.fail_knowledge_source(uuid, integer, text), public.unanswered_turns(uuid), public.objection_turns(uuid),
  public.asked_turns(uuid, uuid, date, date)
from public, anon, authenticated;
grant execute on function
  public.step_for_editor(uuid), public.agent_for_caller(uuid), public.agent_draft(uuid), public.unanswered_turns(uuid), public.objection_turns(uuid),
  public.asked_turns(uuid, uuid, date, date)
to authenticated, service_role;
grant execute on function
  public.demos_of_agent(uuid), public.store_test_runs(jsonb, timestamptz), public.agent_draft_passages(uuid), public.presenting_agent_id(uuid), public.presented_demo(uuid),
  public.load_agent_demo(uuid, text, uuid), public.publish_agent_version(uuid, text, text, jsonb, uuid),
  public.restore_agent_version(uuid, integer, uuid), public.claim_knowledge_source(integer),
  public.store_knowledge_source(jsonb, jsonb, integer), public.add_knowledge_address(uuid, text, text),
  public.refresh_knowledge_source(uuid, uuid), public.fail_knowledge_source(uuid, integer, text)
to service_role;

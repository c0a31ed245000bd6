-- The demo procedures of spec §7, and those that make, copy and reorder demos, each in one transaction.
-- They run as the caller, so row-level security decides, except where security definer says otherwise.

create function public.demo_steps_json(p_demo_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', s.id, 'demo_id', s.demo_id, 'order', s."order", 'title', s.title, 'description', s.description,
        'screenshot_url', s.screenshot_url, 'alt', s.alt, 'width', s.width, 'height', s.height,
        'capture_id', s.capture_id, 'click_x', s.click_x, 'click_y', s.click_y,
        'look', s.look, 'target_step_id', s.target_step_id, 'narration', s.narration
      ) order by s."order", s.id
    ),
    '[]'::jsonb
  )
  from public.demo_steps s where s.demo_id = p_demo_id
$$;

-- The caller's demos, newest first, or those of one workspace; share links add none. p_steps limits the steps of each;
-- p_before and p_before_id continue after the last demo of the previous page.
create function public.get_recent_demos(
  p_limit integer default 100, p_workspace_id uuid default null, p_steps integer default null,
  p_before timestamptz default null, p_before_id uuid default null
)
returns table (
  demo_id uuid, demo_name text, demo_description text, demo_created_at timestamptz, demo_updated_at timestamptz,
  demo_status text, demo_is_sample boolean, steps jsonb, demo_step_count integer, demo_has_notes boolean
)
language sql stable set search_path = ''
as $$
  with listed as materialized (
    select * from public.demos d
    where d.workspace_id = any ((select public.caller_workspaces('viewer'))::uuid[])
      and (p_workspace_id is null or d.workspace_id = p_workspace_id)
      and (p_before is null or d.created_at < p_before or (d.created_at = p_before and d.id > p_before_id))
    order by d.created_at desc, d.id
    limit greatest(0, least(p_limit, 1000))
  )
  select d.id, d.name, d.description, d.created_at, d.updated_at, d.status, d.is_sample,
    case when p_steps is null then public.demo_steps_json(d.id) else (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', s.id, 'demo_id', s.demo_id, 'order', s."order", 'title', s.title, 'description', s.description,
            'screenshot_url', s.screenshot_url, 'alt', s.alt, 'width', s.width, 'height', s.height,
            'capture_id', s.capture_id, 'click_x', s.click_x, 'click_y', s.click_y,
        'look', s.look, 'target_step_id', s.target_step_id, 'narration', s.narration
          ) order by s."order", s.id
        ),
        '[]'::jsonb
      )
      from (
        select * from public.demo_steps f where f.demo_id = d.id order by f."order", f.id limit greatest(0, p_steps)
      ) s
    ) end,
    counted.steps, counted.has_notes
  from listed d, lateral (
    select count(*)::integer as steps, coalesce(bool_or(btrim(s.description) <> ''), false) as has_notes
    from public.demo_steps s where s.demo_id = d.id
  ) counted
  order by d.created_at desc, d.id
$$;

-- One object, or null if the caller can't see the demo.
create function public.get_demo_with_steps(p_demo_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', d.id, 'workspace_id', d.workspace_id, 'name', d.name, 'description', d.description, 'status', d.status,
    'is_sample', d.is_sample, 'version', d.version, 'created_at', d.created_at, 'updated_at', d.updated_at,
    'look', d.look, 'is_searchable', d.is_searchable, 'steps', public.demo_steps_json(d.id)
  )
  from public.demos d where d.id = p_demo_id
$$;

-- With p_version, refuses to overwrite a step that has changed since.
create function public.update_demo_step_notes(p_step_id uuid, p_notes text, p_version integer default null) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.demo_steps set description = nullif(btrim(p_notes), '')
  where id = p_step_id and (p_version is null or version = p_version);
  if not found and p_version is not null and exists (
    select 1 from public.demo_steps s where s.id = p_step_id and public.is_member(s.workspace_id, 'editor')
  ) then
    raise exception 'The step has changed since it was loaded' using errcode = 'PT409';
  end if;
  if not found then
    raise exception 'Step not found';
  end if;
end
$$;

create function public.update_capture_notes(p_capture_id uuid, p_notes text) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.captures set notes = nullif(btrim(p_notes), '') where id = p_capture_id;
  if not found then
    raise exception 'Capture not found';
  end if;
end
$$;

-- Writes orders 1..n. Refuses a list that isn't exactly the demo's steps, so a step added meanwhile keeps its place.
-- With p_was, also refuses if the order is no longer that.
create function public.reorder_demo_steps(p_demo_id uuid, p_step_ids uuid[], p_was uuid[] default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.demos where id = p_demo_id for update;
  if not found then
    raise exception 'Demo not found';
  end if;
  if (select array_agg(s.id order by s.id) from public.demo_steps s where s.demo_id = p_demo_id)
     is distinct from (select array_agg(x order by x) from unnest(p_step_ids) x)
    or p_was <> (select array_agg(s.id order by s."order", s.id) from public.demo_steps s where s.demo_id = p_demo_id) then
    raise exception 'The steps have changed since they were loaded' using errcode = 'PT409';
  end if;
  update public.demo_steps s set "order" = o.position
  from unnest(p_step_ids) with ordinality o (id, position)
  where s.id = o.id and s."order" <> o.position;
end
$$;

-- Creates a demo with its steps and captures, all or nothing. A repeated call with the same id writes nothing, so that
-- clients can retry. At most 1,000 steps keep the transaction short; a longer recording adds the rest as rows.
create function public.import_demo(
  p_demo_id uuid, p_name text, p_steps jsonb, p_description text default null, p_workspace_id uuid default null
)
returns uuid
language plpgsql set search_path = ''
as $$
declare
  target_workspace uuid := coalesce(p_workspace_id, public.default_workspace_id());
begin
  if target_workspace is null or not public.is_member(target_workspace, 'editor') then
    raise exception 'You are not a member of a workspace that you may edit' using errcode = '42501';
  end if;
  if exists (select 1 from public.demos where id = p_demo_id) then
    return p_demo_id;
  end if;
  if jsonb_typeof(p_steps) is distinct from 'array' or jsonb_array_length(p_steps) not between 1 and 1000 then
    raise exception 'A demo is made of 1 to 1,000 steps' using errcode = '22023';
  end if;

  insert into public.demos (id, workspace_id, name, description, look)
  select p_demo_id, w.id, btrim(p_name), nullif(btrim(p_description), ''),
    -- A workspace that takes meetings ends its demos with "Book a call".
    case
      when w.new_demo_look #>> '{ending,kind}' = 'replay' and exists (
        select from public.agents a join public.availability h on h.agent_id = a.id
        where a.workspace_id = w.id and a.is_default and h.is_on
      ) then jsonb_set(w.new_demo_look, '{ending,kind}', '"book"')
      else w.new_demo_look
    end
  from public.workspaces w where w.id = target_workspace
  on conflict (id) do nothing;
  if not found then
    -- A parallel call with this id has finished first.
    if exists (select 1 from public.demos where id = p_demo_id) then
      return p_demo_id;
    end if;
    raise exception 'A demo with this id exists already' using errcode = '23505';
  end if;

  insert into public.captures (
    id, workspace_id, session_id, url, title, timestamp, screenshot_url, target_role, target_name, click_x, click_y,
    viewport_width, viewport_height, scroll_x, scroll_y, device_pixel_ratio, frame_delay_ms
  )
  select (c ->> 'id')::uuid, target_workspace, c ->> 'session_id', c ->> 'url', c ->> 'title',
    (c ->> 'timestamp')::timestamptz, step ->> 'screenshot_url', c ->> 'target_role', c ->> 'target_name',
    (step ->> 'click_x')::double precision, (step ->> 'click_y')::double precision,
    (c ->> 'viewport_width')::integer, (c ->> 'viewport_height')::integer,
    (c ->> 'scroll_x')::double precision, (c ->> 'scroll_y')::double precision,
    (c ->> 'device_pixel_ratio')::double precision, (c ->> 'frame_delay_ms')::integer
  from jsonb_array_elements(p_steps) step, lateral (select step -> 'capture' as c) capture
  where jsonb_typeof(c) = 'object'
  on conflict (id) do nothing;

  insert into public.demo_steps (
    id, demo_id, "order", title, description, screenshot_url, alt, width, height, capture_id, click_x, click_y, look
  )
  select (step ->> 'id')::uuid, p_demo_id, position, step ->> 'title', step ->> 'description',
    step ->> 'screenshot_url', step ->> 'alt', (step ->> 'width')::integer, (step ->> 'height')::integer,
    case when jsonb_typeof(step -> 'capture') = 'object' then (step -> 'capture' ->> 'id')::uuid end,
    (step ->> 'click_x')::double precision, (step ->> 'click_y')::double precision,
    coalesce(nullif(step -> 'look', 'null'), '{}')
  from jsonb_array_elements(p_steps) with ordinality s (step, position);

  return p_demo_id;
end
$$;

-- Copies a demo with its steps and cards as a draft. The copy uses the same pictures.
create function public.duplicate_demo(p_demo_id uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  copy_id uuid := gen_random_uuid();
  -- {step id: id of its copy}
  step_ids jsonb;
begin
  insert into public.demos (id, workspace_id, name, description, status, settings, share_mode, is_searchable, look)
  select copy_id, d.workspace_id, left('Copy of ' || d.name, 200), d.description, 'draft', d.settings, d.share_mode,
    d.is_searchable, d.look
  from public.demos d where d.id = p_demo_id;
  if not found then
    raise exception 'Demo not found' using errcode = 'PT404';
  end if;
  select coalesce(jsonb_object_agg(s.id, gen_random_uuid()), '{}') into step_ids
  from public.demo_steps s where s.demo_id = p_demo_id;
  insert into public.demo_steps (
    id, demo_id, "order", title, description, screenshot_url, alt, width, height, capture_id, click_x, click_y,
    look, target_step_id, narration
  )
  select (step_ids ->> s.id::text)::uuid, copy_id, s."order", s.title, s.description, s.screenshot_url, s.alt, s.width,
    s.height, s.capture_id, s.click_x, s.click_y, s.look, (step_ids ->> s.target_step_id::text)::uuid, s.narration
  from public.demo_steps s where s.demo_id = p_demo_id;
  insert into public.step_cards (
    step_id, type, position, x_percent, y_percent, width_percent, height_percent, title, description, format, fields,
    button_label, consent_text, media_url, link_url, target_step_id, gate
  )
  select (step_ids ->> c.step_id::text)::uuid, c.type, c.position, c.x_percent, c.y_percent, c.width_percent,
    c.height_percent, c.title, c.description, c.format, c.fields, c.button_label, c.consent_text, c.media_url,
    c.link_url, (step_ids ->> c.target_step_id::text)::uuid, c.gate
  from public.step_cards c where c.demo_id = p_demo_id;
  -- The copy is presented by the same agent, with the same questions.
  insert into public.agent_demos (demo_id, workspace_id, agent_id, welcome_message, demo_script)
  select copy_id, a.workspace_id, a.agent_id, a.welcome_message, a.demo_script
  from public.agent_demos a where a.demo_id = p_demo_id;
  insert into public.step_questions (step_id, workspace_id, questions)
  select (step_ids ->> q.step_id::text)::uuid, q.workspace_id, q.questions
  from public.step_questions q where step_ids ? q.step_id::text;
  return copy_id;
end
$$;

create function public.get_demo_brand(p_demo_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select public.workspace_brand(d.workspace_id) from public.demos d where d.id = p_demo_id
$$;

-- Deleted steps, kept for 30 days so that Undo restores their ids, cards and leads. Only the functions below use it.
create table public.removed_steps (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  demo_id uuid not null references public.demos (id) on delete cascade,
  step jsonb not null,
  cards jsonb not null,
  -- Cards on other steps that link to this one, and steps whose hotspot leads to it.
  linking_card_ids uuid[] not null,
  linking_step_ids uuid[] not null default '{}',
  -- [{lead_id, card_id}]: leads submitted on this step.
  leads jsonb not null,
  -- The questions that an author set for this step; null without any.
  questions text[],
  removed_at timestamptz not null default now()
);

create index removed_steps_by_demo on public.removed_steps (demo_id);
create index removed_steps_by_workspace on public.removed_steps (workspace_id);
create index removed_steps_by_time on public.removed_steps (removed_at);
alter table public.removed_steps enable row level security;
revoke all on public.removed_steps from anon, authenticated;
grant all on public.removed_steps to service_role;

-- Locks a demo that the caller may edit, or raises 'Demo not found'.
create function public.lock_demo_for_edit(p_demo_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.demos d where d.id = p_demo_id and public.is_member(d.workspace_id, 'editor') for update;
  if not found then
    raise exception 'Demo not found' using errcode = 'PT404';
  end if;
end
$$;

-- Inserts a row from JSON, ignoring keys that are no column any more.
create function public.insert_removed_row(p_table text, p_row jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  columns text;
begin
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and p_row ? a.attname;
  execute format(
    'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)', p_table, columns
  ) using p_row;
end
$$;

-- Deletes steps and renumbers the others 1..n. Ignores steps that are already gone. With p_versions, by step id, refuses
-- if one of the steps has changed since; with p_card_versions, by card id, if a card of theirs has, or is new.
create function public.remove_demo_steps(
  p_demo_id uuid, p_step_ids uuid[], p_versions jsonb default '{}', p_card_versions jsonb default null
)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.lock_demo_for_edit(p_demo_id);
  perform 1 from public.demo_steps s where s.demo_id = p_demo_id and s.id = any (p_step_ids) for update;
  perform 1 from public.step_cards c where c.demo_id = p_demo_id and c.step_id = any (p_step_ids) for update;
  if exists (
    select 1 from public.demo_steps s
    where s.demo_id = p_demo_id and s.id = any (p_step_ids)
      and to_jsonb(s.version) <> coalesce(p_versions -> s.id::text, to_jsonb(s.version))
  ) or p_card_versions is not null and exists (
    select 1 from public.step_cards c
    where c.demo_id = p_demo_id and c.step_id = any (p_step_ids)
      and to_jsonb(c.version) is distinct from p_card_versions -> c.id::text
  ) then
    raise exception 'A step has changed since it was loaded' using errcode = 'PT409';
  end if;
  insert into public.removed_steps as r (
    id, workspace_id, demo_id, step, cards, linking_card_ids, linking_step_ids, leads, questions
  )
  select s.id, s.workspace_id, s.demo_id, to_jsonb(s),
    coalesce((select jsonb_agg(to_jsonb(c)) from public.step_cards c where c.step_id = s.id), '[]'),
    coalesce((select array_agg(c.id) from public.step_cards c where c.target_step_id = s.id), '{}'),
    coalesce((select array_agg(o.id) from public.demo_steps o where o.target_step_id = s.id), '{}'),
    coalesce((
      select jsonb_agg(jsonb_build_object('lead_id', l.id, 'card_id', l.card_id))
      from public.leads l where l.step_id = s.id
    ), '[]'),
    (select q.questions from public.step_questions q where q.step_id = s.id)
  from public.demo_steps s where s.demo_id = p_demo_id and s.id = any (p_step_ids)
  on conflict (id) do update set step = excluded.step, cards = excluded.cards, leads = excluded.leads,
    linking_card_ids = excluded.linking_card_ids, linking_step_ids = excluded.linking_step_ids, questions = excluded.questions,
    removed_at = now()
  where r.demo_id = excluded.demo_id;
  delete from public.demo_steps s where s.demo_id = p_demo_id and s.id = any (p_step_ids);
  update public.demo_steps s set "order" = numbered.position
  from (
    select n.id, row_number() over (order by n."order", n.id) as position
    from public.demo_steps n where n.demo_id = p_demo_id
  ) numbered
  where s.id = numbered.id and s."order" <> numbered.position;
  delete from public.removed_steps r where r.removed_at < now() - interval '30 days';
end
$$;

-- Restores steps to their old places and returns the ids now in the demo; those deleted over 30 days ago are missing.
create function public.restore_demo_steps(p_demo_id uuid, p_step_ids uuid[]) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  removed public.removed_steps;
  restored uuid[] := '{}';
begin
  perform public.lock_demo_for_edit(p_demo_id);
  for removed in
    select * from public.removed_steps r where r.demo_id = p_demo_id and r.id = any (p_step_ids)
    -- Latest first: each order refers to the steps that were left at that time.
    order by r.removed_at desc, (r.step ->> 'order')::integer, r.id
  loop
    update public.demo_steps s set "order" = s."order" + 1
    where s.demo_id = p_demo_id and s."order" >= (removed.step ->> 'order')::integer;
    perform public.insert_removed_row('demo_steps', removed.step || jsonb_build_object(
      'capture_id', (select c.id from public.captures c where c.id = (removed.step ->> 'capture_id')::uuid),
      'target_step_id', null
    ));
    if removed.questions is not null then
      insert into public.step_questions (step_id, workspace_id, questions)
      values (removed.id, removed.workspace_id, removed.questions);
    end if;
    restored := restored || removed.id;
  end loop;
  for removed in select * from public.removed_steps r where r.id = any (restored)
  loop
    perform public.insert_removed_row('step_cards', card || jsonb_build_object(
      'target_step_id', (
        select s.id from public.demo_steps s
        where s.id = (card ->> 'target_step_id')::uuid and s.demo_id = p_demo_id
      )
    ))
    from jsonb_array_elements(removed.cards) card;
    update public.step_cards c set target_step_id = removed.id
    where c.id = any (removed.linking_card_ids) and c.demo_id = p_demo_id and c.target_step_id is null;
    update public.demo_steps s set target_step_id = removed.id
    where s.id = any (removed.linking_step_ids) and s.demo_id = p_demo_id and s.target_step_id is null;
    update public.demo_steps s set target_step_id = t.id
    from public.demo_steps t
    where s.id = removed.id and t.id = (removed.step ->> 'target_step_id')::uuid and t.demo_id = p_demo_id;
    update public.leads l set step_id = removed.id, card_id = k.id
    from jsonb_array_elements(removed.leads) was
    left join public.step_cards k on k.id = (was ->> 'card_id')::uuid
    where l.id = (was ->> 'lead_id')::uuid and l.demo_id = p_demo_id and l.step_id is null;
  end loop;
  delete from public.removed_steps r where r.id = any (restored);
  update public.demo_steps s set "order" = numbered.position
  from (
    select n.id, row_number() over (order by n."order", n.id) as position
    from public.demo_steps n where n.demo_id = p_demo_id
  ) numbered
  where s.id = numbered.id and s."order" <> numbered.position;
  return coalesce((
    select array_agg(s.id) from public.demo_steps s where s.demo_id = p_demo_id and s.id = any (p_step_ids)
  ), '{}');
end
$$;

revoke execute on function
  public.demo_steps_json(uuid), public.get_recent_demos(integer, uuid, integer, timestamptz, uuid),
  public.get_demo_with_steps(uuid), public.update_demo_step_notes(uuid, text, integer), public.update_capture_notes(uuid, text),
  public.reorder_demo_steps(uuid, uuid[], uuid[]), public.import_demo(uuid, text, jsonb, text, uuid),
  public.duplicate_demo(uuid), public.get_demo_brand(uuid), public.lock_demo_for_edit(uuid),
  public.insert_removed_row(text, jsonb), public.remove_demo_steps(uuid, uuid[], jsonb, jsonb),
  public.restore_demo_steps(uuid, uuid[])
from public, anon, authenticated;
grant execute on function
  public.demo_steps_json(uuid), public.get_demo_with_steps(uuid), public.get_demo_brand(uuid)
to anon, authenticated, service_role;
grant execute on function
  public.get_recent_demos(integer, uuid, integer, timestamptz, uuid), public.update_demo_step_notes(uuid, text, integer),
  public.update_capture_notes(uuid, text), public.reorder_demo_steps(uuid, uuid[], uuid[]),
  public.import_demo(uuid, text, jsonb, text, uuid), public.duplicate_demo(uuid),
  public.remove_demo_steps(uuid, uuid[], jsonb, jsonb), public.restore_demo_steps(uuid, uuid[])
to authenticated, service_role;
grant execute on function public.lock_demo_for_edit(uuid), public.insert_removed_row(text, jsonb) to service_role;

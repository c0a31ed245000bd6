-- The procedures of spec §7, and the two that make a demo and put its steps in order in one transaction.
-- All run as the caller: row-level security decides.

create function public.demo_steps_json(p_demo_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', s.id, 'demo_id', s.demo_id, 'order', s."order", 'title', s.title, 'description', s.description,
        'screenshot_url', s.screenshot_url, 'alt', s.alt, 'width', s.width, 'height', s.height,
        'capture_id', s.capture_id, 'click_x', s.click_x, 'click_y', s.click_y
      ) order by s."order", s.id
    ),
    '[]'::jsonb
  )
  from public.demo_steps s where s.demo_id = p_demo_id
$$;

-- Newest first. A caller sees the demos of their workspaces; a share link does not make a list.
create function public.get_recent_demos(p_limit integer default 100)
returns table (
  demo_id uuid, demo_name text, demo_description text, demo_created_at timestamptz, demo_updated_at timestamptz,
  demo_status text, demo_is_sample boolean, steps jsonb
)
language sql stable set search_path = ''
as $$
  select d.id, d.name, d.description, d.created_at, d.updated_at, d.status, d.is_sample, public.demo_steps_json(d.id)
  from public.demos d
  where public.is_member(d.workspace_id, 'viewer')
  order by d.created_at desc, d.id
  limit greatest(0, least(p_limit, 100))
$$;

-- One object, or null when there is no such demo for this caller.
create function public.get_demo_with_steps(p_demo_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', d.id, 'workspace_id', d.workspace_id, 'name', d.name, 'description', d.description, 'status', d.status,
    'is_sample', d.is_sample, 'version', d.version, 'created_at', d.created_at, 'updated_at', d.updated_at,
    'steps', public.demo_steps_json(d.id)
  )
  from public.demos d where d.id = p_demo_id
$$;

create function public.update_demo_step_notes(p_step_id uuid, p_notes text) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.demo_steps set description = nullif(btrim(p_notes), '') where id = p_step_id;
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

-- Writes orders 1..n in one transaction. The ids must be exactly the demo's steps: a list made from an old copy of the
-- demo is refused, so a step added meanwhile keeps its place.
create function public.reorder_demo_steps(p_demo_id uuid, p_step_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.demos where id = p_demo_id for update;
  if not found then
    raise exception 'Demo not found';
  end if;
  if (select array_agg(s.id order by s.id) from public.demo_steps s where s.demo_id = p_demo_id)
     is distinct from (select array_agg(x order by x) from unnest(p_step_ids) x) then
    raise exception 'The steps have changed since they were loaded' using errcode = 'PT409';
  end if;
  update public.demo_steps s set "order" = o.position
  from unnest(p_step_ids) with ordinality o (id, position)
  where s.id = o.id and s."order" <> o.position;
end
$$;

-- Makes a demo with its steps (and the captures behind them), all or nothing. Calling it again with the same id
-- answers the same demo and writes nothing, so a client that lost the answer may simply ask again. The number of steps
-- is bounded so that one call stays one short transaction; a longer recording adds the rest as rows.
create function public.import_demo(p_demo_id uuid, p_name text, p_steps jsonb, p_description text default null)
returns uuid
language plpgsql set search_path = ''
as $$
declare
  target_workspace uuid := public.default_workspace_id();
begin
  if target_workspace is null then
    raise exception 'You are not a member of a workspace that you may edit' using errcode = '42501';
  end if;
  if exists (select 1 from public.demos where id = p_demo_id) then
    return p_demo_id;
  end if;
  if jsonb_typeof(p_steps) is distinct from 'array' or jsonb_array_length(p_steps) not between 1 and 1000 then
    raise exception 'A demo is made of 1 to 1,000 steps' using errcode = '22023';
  end if;

  insert into public.demos (id, workspace_id, name, description)
  values (p_demo_id, target_workspace, btrim(p_name), nullif(btrim(p_description), ''))
  on conflict (id) do nothing;
  if not found then
    -- Another call with this id was first, and has finished by now.
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
    id, demo_id, "order", title, description, screenshot_url, alt, width, height, capture_id, click_x, click_y
  )
  select (step ->> 'id')::uuid, p_demo_id, position, step ->> 'title', step ->> 'description',
    step ->> 'screenshot_url', step ->> 'alt', (step ->> 'width')::integer, (step ->> 'height')::integer,
    case when jsonb_typeof(step -> 'capture') = 'object' then (step -> 'capture' ->> 'id')::uuid end,
    (step ->> 'click_x')::double precision, (step ->> 'click_y')::double precision
  from jsonb_array_elements(p_steps) with ordinality s (step, position);

  return p_demo_id;
end
$$;

-- PostgreSQL lets everyone execute a new function. What strangers may call is said here, and only here.
revoke execute on all functions in schema public from public;
revoke execute on all functions in schema public from anon;
grant execute on all functions in schema public to authenticated, service_role;
grant execute on function public.shared_demo_id(), public.demo_steps_json(uuid), public.get_demo_with_steps(uuid),
  public.role_rank(text), public.is_member(uuid, text) to anon;

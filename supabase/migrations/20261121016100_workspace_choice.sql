-- Somebody who is in several workspaces works in one at a time, and may make another.

-- Newest first. A caller sees the demos of their workspaces, or of the one they name; a share link does not make a list.
-- With p_steps a demo comes with that many of its first steps; p_before and p_before_id go on after the last one seen.
drop function public.get_recent_demos(integer);

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
            'capture_id', s.capture_id, 'click_x', s.click_x, 'click_y', s.click_y
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

-- As before, in the workspace that is named; the caller's own one where none is.
drop function public.import_demo(uuid, text, jsonb, text);

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

-- A workspace of one's own beside the first. Answers its id, or why there is none.
create function public.create_workspace(p_name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := gen_random_uuid();
  v_name text := btrim(p_name);
begin
  if auth.uid() is null or v_name is null or v_name = '' or length(v_name) > 200 then
    return jsonb_build_object('outcome', 'bad_name');
  end if;
  -- One at a time for a person, so that calls side by side count each other.
  perform 1 from public.users u where u.id = auth.uid() for update;
  if (
    select count(*) from public.workspace_members m where m.user_id = auth.uid() and m.role = 'owner'
  ) >= 20 then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  insert into public.workspaces (id, name) values (v_id, v_name);
  insert into public.workspace_members (workspace_id, user_id, role) values (v_id, auth.uid(), 'owner');
  insert into public.agents (workspace_id) values (v_id);
  return jsonb_build_object('outcome', 'ok', 'id', v_id);
end
$$;

revoke execute on function
  public.get_recent_demos(integer, uuid, integer, timestamptz, uuid),
  public.import_demo(uuid, text, jsonb, text, uuid), public.create_workspace(text)
from public, anon;
grant execute on function
  public.get_recent_demos(integer, uuid, integer, timestamptz, uuid),
  public.import_demo(uuid, text, jsonb, text, uuid), public.create_workspace(text)
to authenticated, service_role;

-- Recapture: a demo's steps get the pictures of a new recording, which was imported as a separate demo.

-- A step's look with the new click's place. Keeps the author's texts of the action unless its kind has changed.
create function public.recaptured_look(p_look jsonb, p_fresh jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select (
      p_look - 'box'
      - case when p_look ->> 'marker' = 'box' and not p_fresh ? 'box' then 'marker' else '' end
      - case when p_look -> 'action' -> 'kind' is distinct from p_fresh -> 'action' -> 'kind' then 'action' else '' end
    )
    || case when p_fresh ? 'box' then jsonb_build_object('box', p_fresh -> 'box') else '{}' end
    || case
      when not p_fresh ? 'action' then '{}'
      when p_look -> 'action' -> 'kind' is distinct from p_fresh -> 'action' -> 'kind'
        then jsonb_build_object('action', p_fresh -> 'action')
      when p_fresh -> 'action' ? 'path'
        then jsonb_build_object('action', p_look -> 'action' || jsonb_build_object('path', p_fresh -> 'action' -> 'path'))
      else '{}'
    end
$$;

-- Moves pictures, captured pages, hotspots and boxes from the demo p_from_id to steps of p_demo_id, adds and deletes
-- steps, and deletes p_from_id, all in one transaction. Keeps everything else that authors wrote. Raises PT409 if
-- either demo has changed meanwhile. Repeating a successful call does nothing.
--   p_change: {
--     replaced: [{id, from, expected, picture, title?, description?}] with the screenshot_url of each of the two steps,
--     added: [{id, from}] with the ids of the new steps,
--     order: [all step ids in their new order]; steps of p_demo_id missing here are deleted
--   }
create function public.recapture_steps(p_demo_id uuid, p_from_id uuid, p_change jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  changed constant text := 'The steps have changed since they were loaded';
  replaced jsonb := coalesce(p_change -> 'replaced', '[]');
  added jsonb := coalesce(p_change -> 'added', '[]');
  new_order uuid[];
  removed uuid[];
begin
  if p_demo_id = p_from_id or jsonb_typeof(replaced) <> 'array' or jsonb_typeof(added) <> 'array'
     or jsonb_typeof(p_change -> 'order') is distinct from 'array' or jsonb_array_length(p_change -> 'order') = 0
     or greatest(jsonb_array_length(replaced), jsonb_array_length(added), jsonb_array_length(p_change -> 'order')) > 1000
  then
    raise exception 'This isn''t a valid change of a demo''s steps' using errcode = '22023';
  end if;
  new_order := array(select jsonb_array_elements_text(p_change -> 'order')::uuid);
  perform public.lock_demo_for_edit(p_demo_id);
  -- An earlier call succeeded, but its response was lost.
  if not exists (select 1 from public.demos d where d.id = p_from_id)
     and not exists (
       select 1 from unnest(new_order) o (id)
       where not exists (select 1 from public.demo_steps s where s.id = o.id and s.demo_id = p_demo_id)
     )
     and not exists (
       select 1 from jsonb_array_elements(replaced) r
       where not exists (
         select 1 from public.demo_steps s
         where s.id = (r ->> 'id')::uuid and s.screenshot_url = r ->> 'picture'
       )
     )
  then
    return;
  end if;
  perform public.lock_demo_for_edit(p_from_id);
  if (select count(distinct d.workspace_id) from public.demos d where d.id in (p_demo_id, p_from_id)) <> 1 then
    raise exception 'Demo not found' using errcode = 'PT404';
  end if;
  -- This demo will be deleted, so it must be only a recording.
  if exists (select 1 from public.step_cards c where c.demo_id = p_from_id)
    or exists (select 1 from public.share_links l where l.demo_id = p_from_id)
    or exists (select 1 from public.leads l where l.demo_id = p_from_id)
  then
    raise exception 'A demo with cards, links or leads isn''t a recording' using errcode = '22023';
  end if;
  perform 1 from public.demo_steps s where s.demo_id in (p_demo_id, p_from_id) order by s.id for update;

  removed := array(
    select s.id from public.demo_steps s where s.demo_id = p_demo_id and s.id <> all (new_order)
  );
  if exists (
      select 1 from jsonb_array_elements(replaced) r
      where not exists (
        select 1 from public.demo_steps s, public.demo_steps f
        where s.id = (r ->> 'id')::uuid and s.demo_id = p_demo_id and s.id = any (new_order)
          and s.screenshot_url = r ->> 'expected'
          and f.id = (r ->> 'from')::uuid and f.demo_id = p_from_id and f.screenshot_url = r ->> 'picture'
      )
    )
    or exists (
      select 1 from jsonb_array_elements(added) a
      where not exists (select 1 from public.demo_steps f where f.id = (a ->> 'from')::uuid and f.demo_id = p_from_id)
    )
    -- Each step is used once, and the order lists exactly the resulting steps.
    or exists (
      select 1 from jsonb_array_elements(replaced || added) u group by u ->> 'from' having count(*) > 1
    )
    or exists (select 1 from jsonb_array_elements(replaced) r group by r ->> 'id' having count(*) > 1)
    or (select array_agg(o order by o) from unnest(new_order) o) is distinct from (
      select array_agg(there.id order by there.id)
      from (
        select s.id from public.demo_steps s where s.demo_id = p_demo_id and s.id = any (new_order)
        union all select (a ->> 'id')::uuid from jsonb_array_elements(added) a
      ) there
    )
  then
    raise exception '%', changed using errcode = 'PT409';
  end if;

  insert into public.demo_steps (
    id, demo_id, "order", title, description, screenshot_url, alt, width, height, capture_id, click_x, click_y, look
  )
  select (a ->> 'id')::uuid, p_demo_id, 1, f.title, f.description, f.screenshot_url, f.alt, f.width, f.height,
    f.capture_id, f.click_x, f.click_y, f.look
  from jsonb_array_elements(added) a join public.demo_steps f on f.id = (a ->> 'from')::uuid;

  update public.demo_steps s set
    screenshot_url = f.screenshot_url, width = f.width, height = f.height,
    capture_id = coalesce(f.capture_id, s.capture_id),
    -- A hotspot that the author removed isn't restored.
    click_x = case when s.click_x is not null then coalesce(f.click_x, s.click_x) end,
    click_y = case when s.click_y is not null then coalesce(f.click_y, s.click_y) end,
    look = public.recaptured_look(s.look, f.look),
    title = case when r ? 'title' then left(r ->> 'title', 500) else s.title end,
    description = case when r ? 'description' then left(r ->> 'description', 20000) else s.description end
  from jsonb_array_elements(replaced) r join public.demo_steps f on f.id = (r ->> 'from')::uuid
  where s.id = (r ->> 'id')::uuid;
  -- Notes are synced with the capture.
  update public.captures c set notes = s.description
  from public.demo_steps s, jsonb_array_elements(replaced) r
  where s.id = (r ->> 'id')::uuid and c.id = s.capture_id and c.workspace_id = s.workspace_id
    and c.notes is distinct from s.description;

  if cardinality(removed) > 0 then
    perform public.remove_demo_steps(p_demo_id, removed);
  end if;
  update public.demo_steps s set "order" = o.position
  from unnest(new_order) with ordinality o (id, position)
  where s.id = o.id and s."order" <> o.position;
  delete from public.demos d where d.id = p_from_id;
end
$$;

revoke execute on function
  public.recaptured_look(jsonb, jsonb), public.recapture_steps(uuid, uuid, jsonb)
from public, anon, authenticated;
grant execute on function public.recapture_steps(uuid, uuid, jsonb) to authenticated, service_role;

-- A copy of a demo has the cards of its steps too, and they lead to the copy's own steps.
create or replace function public.duplicate_demo(p_demo_id uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  copy_id uuid := gen_random_uuid();
  -- {id of a step: id of its copy}
  step_ids jsonb;
begin
  insert into public.demos (id, workspace_id, name, description, status, settings, share_mode)
  select copy_id, d.workspace_id, left('Copy of ' || d.name, 200), d.description, 'draft', d.settings, d.share_mode
  from public.demos d where d.id = p_demo_id;
  if not found then
    raise exception 'Demo not found' using errcode = 'PT404';
  end if;
  select coalesce(jsonb_object_agg(s.id, gen_random_uuid()), '{}') into step_ids
  from public.demo_steps s where s.demo_id = p_demo_id;
  insert into public.demo_steps (
    id, demo_id, "order", title, description, screenshot_url, alt, width, height, capture_id, click_x, click_y
  )
  select (step_ids ->> s.id::text)::uuid, copy_id, s."order", s.title, s.description, s.screenshot_url, s.alt, s.width,
    s.height, s.capture_id, s.click_x, s.click_y
  from public.demo_steps s where s.demo_id = p_demo_id;
  insert into public.step_cards (
    step_id, type, position, x_percent, y_percent, width_percent, height_percent, title, description, format, fields,
    button_label, consent_text, media_url, link_url, target_step_id
  )
  select (step_ids ->> c.step_id::text)::uuid, c.type, c.position, c.x_percent, c.y_percent, c.width_percent,
    c.height_percent, c.title, c.description, c.format, c.fields, c.button_label, c.consent_text, c.media_url,
    c.link_url, (step_ids ->> c.target_step_id::text)::uuid
  from public.step_cards c where c.demo_id = p_demo_id;
  return copy_id;
end
$$;

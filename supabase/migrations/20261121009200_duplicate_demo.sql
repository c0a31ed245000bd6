-- A copy of a demo beside it, switched off until its author switches it on. Runs with the caller's rights: who may not
-- read the demo finds none, who may not write in its workspace is refused. The copy shows the same pictures.
create function public.duplicate_demo(p_demo_id uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  copy_id uuid := gen_random_uuid();
begin
  insert into public.demos (id, workspace_id, name, description, status, settings, share_mode)
  select copy_id, d.workspace_id, left('Copy of ' || d.name, 200), d.description, 'draft', d.settings, d.share_mode
  from public.demos d where d.id = p_demo_id;
  if not found then
    raise exception 'Demo not found' using errcode = 'PT404';
  end if;
  insert into public.demo_steps (
    demo_id, "order", title, description, screenshot_url, alt, width, height, capture_id, click_x, click_y
  )
  select copy_id, s."order", s.title, s.description, s.screenshot_url, s.alt, s.width, s.height, s.capture_id,
    s.click_x, s.click_y
  from public.demo_steps s where s.demo_id = p_demo_id;
  return copy_id;
end
$$;

revoke execute on function public.duplicate_demo(uuid) from public, anon;
grant execute on function public.duplicate_demo(uuid) to authenticated, service_role;

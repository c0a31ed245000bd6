-- What a new account finds: a workspace of its own, agent Leo, and its own copy of the product tour.

-- The seeded tour lives in a workspace without members. Everybody plays it; nobody changes it.
create function public.sample_demo_id() returns uuid
language sql immutable
as $$ select '5a3d1e00-0000-4000-8000-000000000001'::uuid $$;

create function public.copy_sample_demo(p_workspace_id uuid, p_owner_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  copy_id uuid := gen_random_uuid();
begin
  insert into public.demos (id, workspace_id, owner_id, name, description, settings, is_sample)
  select copy_id, p_workspace_id, p_owner_id, d.name, d.description, d.settings, true
  from public.demos d where d.id = public.sample_demo_id();
  -- The images are shared with the original: only paths inside a workspace's own folder are ever removed with it.
  insert into public.demo_steps (demo_id, "order", title, description, screenshot_url, alt, width, height, click_x, click_y)
  select copy_id, s."order", s.title, s.description, s.screenshot_url, s.alt, s.width, s.height, s.click_x, s.click_y
  from public.demo_steps s where s.demo_id = public.sample_demo_id();
end
$$;

create function public.handle_new_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  new_workspace uuid := gen_random_uuid();
begin
  insert into public.users (id, email) values (new.id, new.email);
  insert into public.workspaces (id, name)
  values (new_workspace, left(coalesce(nullif(split_part(new.email, '@', 1), ''), 'My'), 180) || '''s workspace');
  insert into public.workspace_members (workspace_id, user_id, role) values (new_workspace, new.id, 'owner');
  insert into public.agents (workspace_id) values (new_workspace);
  perform public.copy_sample_demo(new_workspace, new.id);
  return new;
end
$$;

create trigger on_auth_user_created after insert on auth.users
  for each row execute function public.handle_new_user();

create function public.handle_user_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.users set email = new.email where id = new.id;
  return new;
end
$$;

create trigger on_auth_user_email after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function public.handle_user_email();

revoke execute on function public.copy_sample_demo(uuid, uuid), public.handle_new_user(), public.handle_user_email(),
  public.sample_demo_id() from public, anon, authenticated;

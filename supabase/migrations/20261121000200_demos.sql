-- What authors make: captures, demos, steps.

-- A share link is a capability: an anonymous caller reads the one demo the request names, and only while it is active.
create function public.shared_demo_id() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  header text := nullif(current_setting('request.headers', true), '')::json ->> 'x-demo-id';
begin
  return header::uuid;
exception when others then
  return null;
end
$$;

create table public.captures (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  user_id uuid default auth.uid() references public.users (id) on delete set null,
  session_id text not null,
  url text not null,
  title text,
  timestamp timestamptz not null default now(),
  notes text,
  screenshot_url text,
  target_role text,
  target_name text,
  click_x double precision check (click_x between 0 and 100),
  click_y double precision check (click_y between 0 and 100),
  viewport_width integer,
  viewport_height integer,
  scroll_x double precision,
  scroll_y double precision,
  device_pixel_ratio double precision,
  frame_delay_ms integer
);

create index captures_by_workspace on public.captures (workspace_id, timestamp desc);
create index captures_by_session on public.captures (session_id);

create table public.demos (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  owner_id uuid default auth.uid() references public.users (id) on delete set null,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  description text check (length(description) <= 20000),
  status text not null default 'active' check (status in ('draft', 'active', 'archived')),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  is_sample boolean not null default false,
  version integer not null default 1,
  published_version integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index demos_by_workspace on public.demos (workspace_id, created_at desc);

create table public.demo_steps (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  demo_id uuid not null references public.demos (id) on delete cascade,
  -- No unique (demo_id, order): the spec writes orders one step at a time, so a reorder passes through doubles.
  "order" integer not null check ("order" >= 1),
  title text check (length(title) <= 500),
  description text check (length(description) <= 20000),
  screenshot_url text not null,
  alt text check (length(alt) <= 2000),
  width integer check (width > 0),
  height integer check (height > 0),
  capture_id uuid references public.captures (id) on delete set null,
  click_x double precision check (click_x between 0 and 100),
  click_y double precision check (click_y between 0 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index demo_steps_by_demo on public.demo_steps (demo_id, "order");

-- A step is always of its demo's workspace, whatever the caller wrote; moving it to another demo is not a thing.
create function public.keep_step_in_its_workspace() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.demo_id <> old.demo_id then
    raise exception 'A step cannot be moved to another demo' using errcode = '22023';
  end if;
  select d.workspace_id into new.workspace_id from public.demos d where d.id = new.demo_id;
  if new.workspace_id is null then
    raise exception 'Demo not found' using errcode = '23503';
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end
$$;

create trigger demo_steps_workspace before insert or update on public.demo_steps
  for each row execute function public.keep_step_in_its_workspace();

-- A demo keeps its workspace and counts its versions.
create function public.keep_demo_in_its_workspace() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.workspace_id := old.workspace_id;
  new.created_at := old.created_at;
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end
$$;

create trigger demos_workspace before update on public.demos
  for each row execute function public.keep_demo_in_its_workspace();

alter table public.captures enable row level security;
alter table public.demos enable row level security;
alter table public.demo_steps enable row level security;

revoke all on public.captures, public.demos, public.demo_steps from anon, authenticated;
grant select, insert, update, delete on public.captures, public.demos, public.demo_steps to authenticated;
grant select on public.demos, public.demo_steps to anon;
grant all on public.captures, public.demos, public.demo_steps to service_role;

create policy "members read captures" on public.captures
  for select to authenticated using (public.is_member(workspace_id, 'viewer'));
create policy "editors add captures" on public.captures
  for insert to authenticated with check (public.is_member(workspace_id, 'editor'));
create policy "editors change captures" on public.captures
  for update to authenticated using (public.is_member(workspace_id, 'editor'))
  with check (public.is_member(workspace_id, 'editor'));
create policy "editors remove captures" on public.captures
  for delete to authenticated using (public.is_member(workspace_id, 'editor'));

create policy "members read demos" on public.demos
  for select to authenticated using (public.is_member(workspace_id, 'viewer'));
create policy "a share link reads its active demo" on public.demos
  for select to anon, authenticated using (id = (select public.shared_demo_id()) and status = 'active');
create policy "editors add demos" on public.demos
  for insert to authenticated with check (public.is_member(workspace_id, 'editor'));
create policy "editors change demos" on public.demos
  for update to authenticated using (public.is_member(workspace_id, 'editor'))
  with check (public.is_member(workspace_id, 'editor'));
create policy "editors remove demos" on public.demos
  for delete to authenticated using (public.is_member(workspace_id, 'editor'));

create policy "members read steps" on public.demo_steps
  for select to authenticated using (public.is_member(workspace_id, 'viewer'));
create policy "a share link reads its active demo's steps" on public.demo_steps
  for select to anon, authenticated using (
    demo_id = (select public.shared_demo_id())
    and exists (select 1 from public.demos d where d.id = demo_id and d.status = 'active')
  );
create policy "editors add steps" on public.demo_steps
  for insert to authenticated with check (public.is_member(workspace_id, 'editor'));
create policy "editors change steps" on public.demo_steps
  for update to authenticated using (public.is_member(workspace_id, 'editor'))
  with check (public.is_member(workspace_id, 'editor'));
create policy "editors remove steps" on public.demo_steps
  for delete to authenticated using (public.is_member(workspace_id, 'editor'));

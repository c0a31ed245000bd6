-- Captures, demos and steps. What visitors may read is in sharing.

create table public.captures (
  -- Only version 4: notes are never synced to other ids (spec §5).
  id uuid primary key default gen_random_uuid() check (id::text ~ '^.{14}4.{4}[89ab]'),
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  user_id uuid default auth.uid() references public.users (id) on delete set null,
  session_id text not null constraint captures_session_size check (length(session_id) <= 200),
  url text not null constraint captures_url_size check (length(url) <= 8000),
  title text constraint captures_title_size check (length(title) <= 2000),
  timestamp timestamptz not null default now(),
  notes text constraint captures_notes_size check (length(notes) <= 20000),
  screenshot_url text constraint captures_screenshot_size check (length(screenshot_url) <= 8000),
  target_role text constraint captures_role_size check (length(target_role) <= 200),
  target_name text constraint captures_name_size check (length(target_name) <= 2000),
  click_x double precision check (click_x between 0 and 100),
  click_y double precision check (click_y between 0 and 100),
  viewport_width integer,
  viewport_height integer,
  scroll_x double precision,
  scroll_y double precision,
  device_pixel_ratio double precision,
  -- Other than 0: the picture wasn't taken at the click and may not match it, so an author must check it.
  frame_delay_ms integer,
  picture_checked boolean not null default false
);

create index captures_by_workspace on public.captures (workspace_id, timestamp desc);
create index captures_by_session on public.captures (session_id);
create index captures_to_check on public.captures (id) where frame_delay_ms <> 0 and not picture_checked;
alter table public.captures enable row level security;
revoke all on public.captures from anon, authenticated;
-- A row keeps its workspace and its author: policies can't compare the old row with the new one.
grant select, insert, delete, update (
  id, session_id, url, title, timestamp, notes, screenshot_url, target_role, target_name, click_x, click_y,
  viewport_width, viewport_height, scroll_x, scroll_y, device_pixel_ratio, frame_delay_ms, picture_checked
) on public.captures to authenticated;
grant all on public.captures to service_role;

create policy "members read captures" on public.captures
  for select to authenticated using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
create policy "editors add captures" on public.captures
  for insert to authenticated
  with check (public.is_member(workspace_id, 'editor') and user_id is not distinct from (select auth.uid()));
create policy "editors change captures" on public.captures
  for update to authenticated using (workspace_id = any ((select public.caller_workspaces('editor'))::uuid[]))
  with check (public.is_member(workspace_id, 'editor'));
create policy "editors remove captures" on public.captures
  for delete to authenticated using (workspace_id = any ((select public.caller_workspaces('editor'))::uuid[]));

create table public.demos (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null default public.default_workspace_id() references public.workspaces (id) on delete cascade,
  owner_id uuid default auth.uid() references public.users (id) on delete set null,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  description text check (length(description) <= 20000),
  status text not null default 'active' check (status in ('draft', 'active', 'archived')),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object')
    constraint demos_settings_size check (length(settings::text) <= 100000),
  is_sample boolean not null default false,
  -- Counts changes, so that a save can tell whether the row is still as its author saw it.
  version integer not null default 1,
  published_version integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references public.users (id) on delete set null,
  -- 'open': the demo's id opens it (spec §2). 'links': only share links do.
  share_mode text not null default 'open' check (share_mode in ('open', 'links')),
  -- Until when the demo's id opens it; null for ever. Share links have their own.
  link_expires_at timestamptz,
  -- Whether search engines may list the demo's text.
  is_searchable boolean not null default true,
  -- How it is played: layout, cover, ending and so on. {} plays it as the specification says (domain/demo-look.ts).
  look jsonb not null default '{}' check (jsonb_typeof(look) = 'object')
    constraint demos_look_size check (length(look::text) <= 20000)
);

create index demos_by_workspace on public.demos (workspace_id, created_at desc);
alter table public.demos enable row level security;
revoke all on public.demos from anon, authenticated;
grant select, insert, delete, update (
  id, name, description, status, settings, is_sample, version, published_version, created_at, updated_at, share_mode,
  link_expires_at, is_searchable, look
) on public.demos to authenticated;
grant all on public.demos to service_role;

create policy "members read demos" on public.demos
  for select to authenticated using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
create policy "editors add demos" on public.demos
  for insert to authenticated
  with check (public.is_member(workspace_id, 'editor') and owner_id is not distinct from (select auth.uid()));
create policy "editors change demos" on public.demos
  for update to authenticated using (workspace_id = any ((select public.caller_workspaces('editor'))::uuid[]))
  with check (public.is_member(workspace_id, 'editor'));
create policy "editors remove demos" on public.demos
  for delete to authenticated using (workspace_id = any ((select public.caller_workspaces('editor'))::uuid[]));

-- A demo keeps its workspace.
create function public.keep_demo_workspace() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.workspace_id := old.workspace_id;
  new.created_at := old.created_at;
  return new;
end
$$;

create trigger demos_workspace before update on public.demos
  for each row execute function public.keep_demo_workspace();

create table public.demo_steps (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  demo_id uuid not null references public.demos (id) on delete cascade,
  -- Not unique: the spec writes orders one step at a time, so a reorder passes through duplicates.
  "order" integer not null check ("order" >= 1),
  title text check (length(title) <= 500),
  description text check (length(description) <= 20000),
  screenshot_url text not null constraint demo_steps_screenshot_size check (length(screenshot_url) <= 8000),
  alt text check (length(alt) <= 2000),
  width integer check (width > 0),
  height integer check (height > 0),
  capture_id uuid references public.captures (id) on delete set null,
  click_x double precision check (click_x between 0 and 100),
  click_y double precision check (click_y between 0 and 100),
  -- Marker, callout, zoom area, chapter (domain/step-look.ts).
  look jsonb not null default '{}' check (jsonb_typeof(look) = 'object')
    constraint demo_steps_look_size check (length(look::text) <= 4000),
  -- Where the hotspot leads; null leads to the next step.
  target_step_id uuid references public.demo_steps (id) on delete set null,
  -- The author's recording: {audioId, ms, text, of} (domain/step-narration.ts). Null: the script is spoken.
  narration jsonb check (jsonb_typeof(narration) = 'object')
    constraint demo_steps_narration_size check (length(narration::text) <= 12000),
  -- Counts changes, except of the order alone.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references public.users (id) on delete set null
);

create index demo_steps_by_demo on public.demo_steps (demo_id, "order");
create index demo_steps_by_audio on public.demo_steps ((narration ->> 'audioId')) where narration is not null;
create index demo_steps_by_target on public.demo_steps (target_step_id) where target_step_id is not null;
alter table public.demo_steps enable row level security;
revoke all on public.demo_steps from anon, authenticated;
grant select, insert, delete, update (
  id, demo_id, "order", title, description, screenshot_url, alt, width, height, capture_id, click_x, click_y,
  look, target_step_id, narration, created_at, updated_at
) on public.demo_steps to authenticated;
grant all on public.demo_steps to service_role;

create policy "members read steps" on public.demo_steps
  for select to authenticated using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
create policy "editors add steps" on public.demo_steps
  for insert to authenticated with check (public.is_member(workspace_id, 'editor'));
create policy "editors change steps" on public.demo_steps
  for update to authenticated using (workspace_id = any ((select public.caller_workspaces('editor'))::uuid[]))
  with check (public.is_member(workspace_id, 'editor'));
create policy "editors remove steps" on public.demo_steps
  for delete to authenticated using (workspace_id = any ((select public.caller_workspaces('editor'))::uuid[]));

-- A step takes its demo's workspace, whatever the caller sent, and can't move to another demo.
create function public.set_step_workspace() returns trigger
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
  if new.target_step_id is not null and new.target_step_id is distinct from new.id and exists (
    select 1 from public.demo_steps t where t.id = new.target_step_id and t.demo_id <> new.demo_id
  ) then
    raise exception 'A hotspot can only lead to a step of its own demo' using errcode = '22023';
  end if;
  if new.capture_id is not null and exists (
    select 1 from public.captures c where c.id = new.capture_id and c.workspace_id <> new.workspace_id
  ) then
    -- The same as for an id that doesn't exist.
    raise exception 'Capture not found' using errcode = '23503';
  end if;
  return new;
end
$$;

-- Counts a row's changes, and stores when the last one was and who made it. A change of the order alone doesn't count,
-- because moving one step renumbers others; nor does a capture or an account that is deleted.
create function public.count_change() returns trigger
language plpgsql set search_path = ''
as $$
declare
  uncounted constant text[] := array['order', 'capture_id', 'updated_at', 'updated_by', 'version'];
begin
  if tg_op = 'UPDATE' then
    new.version := old.version;
    new.updated_at := old.updated_at;
    if to_jsonb(new) - uncounted = to_jsonb(old) - uncounted then
      if new.updated_by is distinct from old.updated_by then
        return new;
      end if;
      if to_jsonb(new) -> 'order' is distinct from to_jsonb(old) -> 'order'
        or to_jsonb(new) -> 'capture_id' is distinct from to_jsonb(old) -> 'capture_id' then
        new.updated_at := now();
        return new;
      end if;
    end if;
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  -- Null while the account is being deleted.
  new.updated_by := (select u.id from public.users u where u.id = auth.uid());
  return new;
end
$$;

create trigger count_change before insert or update on public.demos
  for each row execute function public.count_change();
create trigger count_change before insert or update on public.demo_steps
  for each row execute function public.count_change();
create trigger demo_steps_workspace before insert or update on public.demo_steps
  for each row execute function public.set_step_workspace();

create trigger forbid_id_change before update on public.captures
  for each row execute function public.forbid_id_change();
create trigger retire_ids after delete on public.captures referencing old table as old_rows
  for each statement execute function public.retire_ids();
create trigger refuse_retired_ids after insert on public.captures referencing new table as new_rows
  for each statement execute function public.refuse_retired_ids();
create trigger forbid_id_change before update on public.demos
  for each row execute function public.forbid_id_change();
create trigger retire_ids after delete on public.demos referencing old table as old_rows
  for each statement execute function public.retire_ids();
create trigger refuse_retired_ids after insert on public.demos referencing new table as new_rows
  for each statement execute function public.refuse_retired_ids();
create trigger forbid_id_change before update on public.demo_steps
  for each row execute function public.forbid_id_change();
create trigger retire_ids after delete on public.demo_steps referencing old table as old_rows
  for each statement execute function public.retire_ids();
create trigger refuse_retired_ids after insert on public.demo_steps referencing new table as new_rows
  for each statement execute function public.refuse_retired_ids();

revoke execute on function public.keep_demo_workspace(), public.set_step_workspace(), public.count_change()
from public, anon, authenticated;

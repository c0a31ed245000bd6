-- Captured pages as HTML, in addition to their steps' pictures. The server sanitises every page before storing it.

-- No policy names this bucket, so only the service role reads and writes it.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'demo-snapshots', 'demo-snapshots', false, 4194304,
  array[
    'text/html', 'text/css', 'image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif', 'image/svg+xml',
    'font/woff', 'font/woff2', 'font/ttf', 'font/otf'
  ]
)
on conflict (id) do nothing;

-- One row per file, however many pages of the workspace use it.
create table public.snapshot_files (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- SHA-256 of the upload in base64url; pages refer to the file by it.
  hash text not null check (hash ~ '^[A-Za-z0-9_-]{43}$'),
  -- In the bucket demo-snapshots.
  path text not null unique check (length(path) <= 1000),
  mime_type text not null check (length(mime_type) <= 100),
  bytes integer not null check (bytes between 1 and 4194304),
  created_at timestamptz not null default now(),
  primary key (workspace_id, hash)
);

alter table public.snapshot_files enable row level security;
revoke all on public.snapshot_files from anon, authenticated;
grant all on public.snapshot_files to service_role;

-- The page of a picture. Redacting, cropping or replacing a picture changes its path and deletes its page, which may
-- contain what the author hid.
create table public.snapshots (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- As in demo_steps.screenshot_url.
  picture text not null check (length(picture) <= 1000),
  hash text not null check (hash ~ '^[A-Za-z0-9_-]{43}$'),
  files text[] not null check (cardinality(files) <= 400),
  width integer not null check (width between 1 and 10000),
  height integer not null check (height between 1 and 10000),
  picture_width integer not null check (picture_width between 1 and 10000),
  -- Names of the variables in its edited texts.
  variables text[] not null default '{}' check (cardinality(variables) <= 500 and length(variables::text) <= 25000),
  -- The page's complete sentences, for the agent (server/snapshots/page-sentences.ts).
  sentences jsonb not null default '[]' check (jsonb_typeof(sentences) = 'array' and length(sentences::text) <= 40000),
  -- When the last step stopped showing its picture. It is deleted a week later, so that replacing a picture can be
  -- undone.
  unused_since timestamptz,
  created_at timestamptz not null default now(),
  unique (workspace_id, picture)
);

create index snapshots_by_files on public.snapshots using gin (files);
alter table public.snapshots enable row level security;
revoke all on public.snapshots from anon, authenticated;
grant select on public.snapshots to authenticated;
grant all on public.snapshots to service_role;

create policy "members read snapshots" on public.snapshots
  for select to authenticated using (workspace_id = any ((select public.readable_workspaces())::uuid[]));

-- The hashes whose files the workspace doesn't have.
create function public.missing_snapshot_files(p_workspace_id uuid, p_hashes jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(h), '[]') from jsonb_array_elements_text(p_hashes) h
  where not exists (
    select 1 from public.snapshot_files f where f.workspace_id = p_workspace_id and f.hash = h
  )
$$;

-- Adds a stored file and takes it off the removal list. False if it was already removed.
create function public.save_snapshot_file(p_workspace_id uuid, p_file jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.file_removals r where r.bucket = 'demo-snapshots' and r.path = p_file ->> 'path';
  if not found then
    return false;
  end if;
  insert into public.snapshot_files (workspace_id, hash, path, mime_type, bytes)
  values (
    p_workspace_id, p_file ->> 'hash', p_file ->> 'path', p_file ->> 'mime_type', (p_file ->> 'bytes')::integer
  )
  on conflict (workspace_id, hash) do update set created_at = now();
  perform public.retire_file('demo-snapshots', p_file ->> 'path') where not exists (
    select 1 from public.snapshot_files f where f.path = p_file ->> 'path'
  );
  return true;
end
$$;

-- Stores the page of a step's picture. Returns 'changed' if the step shows another picture by now or the caller has
-- lost access, and 'missing' if a file was deleted meanwhile.
create function public.save_snapshot(p_step_id uuid, p_snapshot jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  step public.demo_steps;
  wanted text[] := array(select jsonb_array_elements_text(p_snapshot -> 'files'));
  held integer;
begin
  select * into step from public.demo_steps s where s.id = p_step_id for share;
  if step.id is null or step.screenshot_url <> p_snapshot ->> 'picture'
    or exists (select 1 from public.picture_edits e where e.path = step.screenshot_url) then
    return 'changed';
  end if;
  -- Locked, so that the hourly deletion waits.
  with locked as (
    select f.hash from public.snapshot_files f
    where f.workspace_id = step.workspace_id and f.hash = any (wanted || (p_snapshot ->> 'hash')) for share
  )
  select count(*) into held from locked;
  if held < cardinality(wanted) + 1 then
    return 'missing';
  end if;
  insert into public.snapshots (workspace_id, picture, hash, files, width, height, picture_width, sentences)
  values (
    step.workspace_id, step.screenshot_url, p_snapshot ->> 'hash', wanted, (p_snapshot ->> 'width')::integer,
    (p_snapshot ->> 'height')::integer, (p_snapshot ->> 'picture_width')::integer,
    p_snapshot -> 'sentences'
  )
  on conflict (workspace_id, picture) do nothing;
  return 'saved';
end
$$;

-- [{step_id, id, width, height, picture_width, variables}]: the pages of the demo that the caller's link opens.
create function public.shared_snapshots() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'step_id', s.id, 'id', p.id, 'width', p.width, 'height', p.height, 'picture_width', p.picture_width,
    'variables', p.variables
  )), '[]')
  from public.demo_steps s
  join public.snapshots p on p.workspace_id = s.workspace_id and p.picture = s.screenshot_url
  where s.demo_id = public.shared_active_demo_id() and s.look ->> 'showAs' is distinct from 'picture'
$$;

-- {path, mime_type, hash, variables} of a page's file; an empty hash is the page itself.
create function public.get_snapshot_file(p_id uuid, p_hash text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('path', f.path, 'mime_type', f.mime_type, 'hash', f.hash, 'variables', p.variables)
  from public.snapshots p
  join public.snapshot_files f on f.workspace_id = p.workspace_id and f.hash = case p_hash when '' then p.hash else p_hash end
  where p.id = p_id and (p_hash = '' or p_hash = any (p.files))
$$;

-- Deletes the page of a picture whose path has been retired.
create function public.delete_snapshots_of_retired() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.snapshots p using new_rows r
  where p.workspace_id = r.workspace_id and p.picture = r.path;
  return null;
end
$$;

create trigger delete_snapshots after insert on public.retired_pictures referencing new table as new_rows
  for each statement execute function public.delete_snapshots_of_retired();

-- Deletes pages of pictures that no step or restorable deleted step shows any more.
create function public.delete_snapshots_of_steps() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.snapshots p
  where (p.workspace_id, p.picture) in (
      select o.workspace_id, coalesce(to_jsonb(o) ->> 'screenshot_url', to_jsonb(o) -> 'step' ->> 'screenshot_url')
      from old_rows o
    )
    and not exists (
      select 1 from public.demo_steps s where s.workspace_id = p.workspace_id and s.screenshot_url = p.picture
    )
    and not exists (
      select 1 from public.removed_steps r
      where r.workspace_id = p.workspace_id and r.step ->> 'screenshot_url' = p.picture
    );
  return null;
end
$$;

create trigger delete_snapshots after delete on public.demo_steps referencing old table as old_rows
  for each statement execute function public.delete_snapshots_of_steps();
create trigger delete_snapshots after delete on public.removed_steps referencing old table as old_rows
  for each statement execute function public.delete_snapshots_of_steps();

-- Deletes files that only the deleted pages used, captured or edited. save_page_edits names files to keep.
create function public.delete_files_of_snapshots() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.snapshot_files f using old_rows o
  where f.workspace_id = o.workspace_id and (f.hash = o.hash or f.hash = any (o.files))
    and f.hash <> all (string_to_array(coalesce(current_setting('snapshots.kept_files', true), ''), ','))
    and not public.is_snapshot_file_used(f);
  return null;
end
$$;

create trigger delete_files after delete on public.snapshots referencing old table as old_rows
  for each statement execute function public.delete_files_of_snapshots();

-- Deletes the file with its row, whatever deletes that.
create function public.retire_snapshot_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.retire_file('demo-snapshots', old.path);
  return null;
end
$$;

create trigger snapshot_files_retire_file after delete on public.snapshot_files
  for each row execute function public.retire_snapshot_file();

-- Called hourly by due_file_removals: deletes pages whose picture no step has shown for a week, and after a day files of
-- unfinished uploads and undone edits.
create function public.delete_unused_snapshots() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.snapshots p set unused_since = case when used.is_used then null else coalesce(p.unused_since, now()) end
  from (
    select q.id, exists (
      select 1 from public.demo_steps s where s.workspace_id = q.workspace_id and s.screenshot_url = q.picture
    ) or exists (
      select 1 from public.removed_steps r
      where r.workspace_id = q.workspace_id and r.step ->> 'screenshot_url' = q.picture
    ) as is_used
    from public.snapshots q
  ) used
  where p.id = used.id and (p.unused_since is null) is distinct from used.is_used;
  delete from public.snapshots p where p.unused_since < now() - interval '7 days';
  delete from public.snapshot_files f
  where f.created_at < now() - interval '1 day' and not public.is_snapshot_file_used(f);
end
$$;

revoke execute on function
  public.missing_snapshot_files(uuid, jsonb), public.save_snapshot_file(uuid, jsonb),
  public.save_snapshot(uuid, jsonb), public.shared_snapshots(), public.get_snapshot_file(uuid, text),
  public.delete_snapshots_of_retired(), public.delete_snapshots_of_steps(), public.delete_files_of_snapshots(),
  public.retire_snapshot_file(), public.delete_unused_snapshots()
from public, anon, authenticated;
grant execute on function public.shared_snapshots() to anon, authenticated, service_role;
grant execute on function
  public.missing_snapshot_files(uuid, jsonb), public.save_snapshot_file(uuid, jsonb),
  public.save_snapshot(uuid, jsonb), public.get_snapshot_file(uuid, text), public.delete_unused_snapshots()
to service_role;

-- Edits of captured pages. The server burns them into the page it serves, and keeps the captured page for editors.

-- One row per edited page, however many steps show it; deleted with the page.
create table public.snapshot_edits (
  snapshot_id uuid primary key references public.snapshots (id) on delete cascade,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- The captured page: its hash in snapshot_files, and the files it refers to.
  hash text not null check (hash ~ '^[A-Za-z0-9_-]{43}$'),
  files text[] not null check (cardinality(files) <= 400),
  -- The picture as captured, in the bucket demo-originals.
  original_path text not null unique check (length(original_path) <= 1000),
  -- domain/page-edits.ts
  edits jsonb not null check (jsonb_typeof(edits) = 'array')
    constraint snapshot_edits_size check (length(edits::text) <= 900000),
  updated_at timestamptz not null default now()
);

create index snapshot_edits_by_workspace on public.snapshot_edits (workspace_id);
create index snapshot_edits_by_files on public.snapshot_edits using gin (files);
alter table public.snapshot_edits enable row level security;
-- No policy, because edits reveal what was hidden. Editors read them with get_page_edits; account exports omit them.
revoke all on public.snapshot_edits from anon, authenticated;
grant all on public.snapshot_edits to service_role;

create function public.is_snapshot_file_used(p_file public.snapshot_files) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select 1 from public.snapshots p
    where p.workspace_id = p_file.workspace_id and (p.hash = p_file.hash or p.files @> array[p_file.hash])
  ) or exists (
    select 1 from public.snapshot_edits e
    where e.workspace_id = p_file.workspace_id and (e.hash = p_file.hash or e.files @> array[p_file.hash])
  )
$$;

create trigger delete_files after delete on public.snapshot_edits referencing old table as old_rows
  for each statement execute function public.delete_files_of_snapshots();
create trigger snapshot_edits_retire_original after delete on public.snapshot_edits
  for each row execute function public.retire_original();

-- The captured page of a step's picture with its edits, for its workspace's editors; null for others.
create function public.get_step_page(p_step_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'workspace_id', s.workspace_id, 'demo_id', s.demo_id, 'screenshot_url', s.screenshot_url,
    'step_width', s.width, 'step_height', s.height,
    'page', case when p.id is not null then jsonb_build_object(
      'width', p.width, 'height', p.height, 'picture_width', p.picture_width, 'hash', coalesce(e.hash, p.hash),
      'files', coalesce(e.files, p.files), 'original_path', e.original_path, 'edits', coalesce(e.edits, '[]')
    ) end
  )
  from public.demo_steps s
  left join public.snapshots p on p.workspace_id = s.workspace_id and p.picture = s.screenshot_url
  left join public.snapshot_edits e on e.snapshot_id = p.id
  where s.id = p_step_id and public.is_member(s.workspace_id, 'editor')
$$;

-- [{path, edits}] of the demo's pictures that have a page, for editors.
create function public.get_page_edits(p_demo_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('path', p.picture, 'edits', coalesce(e.edits, '[]')) order by p.picture), '[]')
  from public.snapshots p
  left join public.snapshot_edits e on e.snapshot_id = p.id
  where (p.workspace_id, p.picture) in (
    select s.workspace_id, s.screenshot_url from public.demo_steps s where s.demo_id = p_demo_id
  ) and public.is_member(p.workspace_id, 'editor')
$$;

-- A demo's captured pages in step order, starting after position p_after: [{picture, step_ids, hash, edits}]. Null for
-- callers who may not edit it.
create function public.get_demo_pages(p_demo_id uuid, p_after integer, p_count integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when exists (
    select 1 from public.demos d where d.id = p_demo_id and public.is_member(d.workspace_id, 'editor')
  ) then coalesce((
    select jsonb_agg(jsonb_build_object(
      'picture', found.picture, 'step_ids', found.step_ids, 'position', found.position, 'workspace_id', found.workspace_id,
      'hash', coalesce(e.hash, found.hash), 'edits', coalesce(e.edits, '[]')
    ) order by found.position)
    from (
      select p.id, p.workspace_id, p.picture, p.hash, min(s.position) as position,
        jsonb_agg(s.id order by s.position) as step_ids
      from (
        select t.*, row_number() over (order by t."order", t.id) as position
        from public.demo_steps t where t.demo_id = p_demo_id
      ) s
      join public.snapshots p on p.workspace_id = s.workspace_id and p.picture = s.screenshot_url
      group by p.id
      having min(s.position) > p_after
      order by min(s.position)
      limit p_count
    ) found
    left join public.snapshot_edits e on e.snapshot_id = found.id
  ), '[]') end
$$;

-- [{hash, path, mime_type}] of the files that the workspace has.
create function public.get_snapshot_files(p_workspace_id uuid, p_hashes jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('hash', f.hash, 'path', f.path, 'mime_type', f.mime_type)), '[]')
  from public.snapshot_files f
  where f.workspace_id = p_workspace_id and f.hash in (select jsonb_array_elements_text(p_hashes))
$$;

-- {path, mime_type, hash} of a captured page's file, while the page exists; an empty hash is the page itself.
create function public.get_original_file(p_workspace_id uuid, p_page text, p_hash text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('path', f.path, 'mime_type', f.mime_type, 'hash', f.hash)
  from public.snapshot_files f
  where f.workspace_id = p_workspace_id and f.hash = case p_hash when '' then p_page else p_hash end
    and (exists (
      select 1 from public.snapshots p where p.workspace_id = p_workspace_id and p.hash = p_page
    ) or exists (
      select 1 from public.snapshot_edits e where e.workspace_id = p_workspace_id and e.hash = p_page
    ))
$$;

-- Replaces a page and its picture with their edited versions, everywhere in the workspace. Changes nothing and returns
-- 'changed' if the step shows another picture by now, 'no_page' if there is no page, or 'missing' if a file was deleted
-- meanwhile.
--   p_former: [all spellings of the step's current path]
--   p_saved: {path, width, height, original_path, edits, hotspot, captured, hash, files, variables, sentences};
--   `captured` is the captured page's hash. Without edits, restores the captured page and picture.
create function public.save_page_edits(p_step_id uuid, p_expected text, p_former jsonb, p_saved jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  step public.demo_steps;
  page public.snapshots;
  kept public.snapshot_edits;
  former_names text[] := array(select jsonb_array_elements_text(p_former));
  named text[] := array(select jsonb_array_elements_text(p_saved -> 'files'));
  has_edits boolean := p_saved -> 'edits' <> '[]';
  added_files text[];
  new_id uuid := gen_random_uuid();
  outcome jsonb;
begin
  -- As in save_picture_edits.
  perform pg_advisory_xact_lock(hashtextextended(p_former ->> 0, 0));
  select * into step from public.demo_steps s where s.id = p_step_id for update;
  if not found then
    return '{"outcome": "gone"}';
  end if;
  if step.screenshot_url is distinct from p_expected then
    return '{"outcome": "changed"}';
  end if;
  select * into page from public.snapshots p
  where p.workspace_id = step.workspace_id and p.picture = p_expected for update;
  if page.id is null then
    return '{"outcome": "no_page"}';
  end if;
  select * into kept from public.snapshot_edits e where e.snapshot_id = page.id for update;
  if coalesce(kept.hash, page.hash) <> p_saved ->> 'captured'
    or (has_edits and kept.snapshot_id is null) <> (p_saved ->> 'original_path' is not null) then
    return '{"outcome": "changed"}';
  end if;
  -- If they are no longer listed, this edit took over an hour and they were deleted.
  perform 1 from public.file_removals r where r.bucket = 'demo-captures' and r.path = p_saved ->> 'path' for update;
  if not found then
    return '{"outcome": "changed"}';
  end if;
  if p_saved ->> 'original_path' is not null then
    delete from public.file_removals r where r.bucket = 'demo-originals' and r.path = p_saved ->> 'original_path';
    if not found then
      return '{"outcome": "changed"}';
    end if;
  end if;
  -- Locked, so that the hourly deletion waits.
  perform 1 from public.snapshot_files f
  where f.workspace_id = step.workspace_id and f.hash = any (named || (p_saved ->> 'hash')) for share;
  if (
    select count(*) from public.snapshot_files f
    where f.workspace_id = step.workspace_id and f.hash = any (named || (p_saved ->> 'hash'))
  ) < (select count(distinct n) from unnest(named || (p_saved ->> 'hash')) n) then
    return '{"outcome": "missing"}';
  end if;

  -- First, because deleting the former page deletes its files and edits.
  insert into public.snapshots (
    id, workspace_id, picture, hash, files, width, height, picture_width, variables, sentences
  )
  values (
    new_id, step.workspace_id, p_saved ->> 'path', p_saved ->> 'hash', named, page.width, page.height,
    page.picture_width, array(select jsonb_array_elements_text(p_saved -> 'variables')),
    p_saved -> 'sentences'
  );
  if has_edits and kept.snapshot_id is not null then
    update public.snapshot_edits e set snapshot_id = new_id, edits = p_saved -> 'edits', updated_at = now()
    where e.snapshot_id = page.id;
  elsif has_edits then
    insert into public.snapshot_edits (snapshot_id, workspace_id, hash, files, original_path, edits)
    values (new_id, step.workspace_id, page.hash, page.files, p_saved ->> 'original_path', p_saved -> 'edits');
  end if;
  -- Redo needs the files that an undone edit added.
  added_files := array(
    select e.value -> 'to' ->> 'file' from jsonb_array_elements(kept.edits) e where e.value -> 'to' ->> 'file' is not null
  );
  update public.snapshot_files f set created_at = now()
  where f.workspace_id = step.workspace_id and f.hash = any (added_files);
  perform set_config('snapshots.kept_files', array_to_string(added_files, ','), true);
  outcome := public.save_picture_edits(p_step_id, p_expected, p_former, jsonb_build_object(
    'path', p_saved -> 'path', 'width', p_saved -> 'width', 'height', p_saved -> 'height', 'original_path', null,
    'edits', '{"areas": [], "crop": null}'::jsonb, 'is_replacement', false
  ));
  if outcome ->> 'outcome' <> 'ok' then
    raise exception 'The picture of an edited page could not be saved: %', outcome;
  end if;
  -- A sample's picture never retires, so its page must be deleted here.
  delete from public.snapshots p where p.workspace_id = step.workspace_id and p.picture = any (former_names);
  if p_saved ? 'hotspot' then
    update public.demo_steps s set click_x = (p_saved -> 'hotspot' ->> 'xPercent')::double precision,
      click_y = (p_saved -> 'hotspot' ->> 'yPercent')::double precision
    where s.id = p_step_id;
  end if;
  return outcome;
end
$$;

revoke execute on function
  public.is_snapshot_file_used(public.snapshot_files), public.get_step_page(uuid), public.get_page_edits(uuid),
  public.get_demo_pages(uuid, integer, integer), public.get_snapshot_files(uuid, jsonb),
  public.get_original_file(uuid, text, text), public.save_page_edits(uuid, text, jsonb, jsonb)
from public, anon, authenticated;
grant execute on function
  public.get_step_page(uuid), public.get_page_edits(uuid), public.get_demo_pages(uuid, integer, integer)
to authenticated, service_role;
grant execute on function
  public.get_snapshot_files(uuid, jsonb), public.get_original_file(uuid, text, text),
  public.save_page_edits(uuid, text, jsonb, jsonb)
to service_role;

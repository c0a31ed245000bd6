-- Redactions and crops of step pictures. The server burns them into the picture it serves, and again whenever they
-- change; the original stays in a private bucket.

-- No policy names this bucket, so only the service role reads and writes it.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'demo-originals', 'demo-originals', false, 26214400,
  array['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']
)
on conflict (id) do nothing;

-- One row per edited picture, however many steps show it.
create table public.picture_edits (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- The picture that is served, as in demo_steps.screenshot_url.
  path text not null unique check (length(path) <= 1000),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- In the bucket demo-originals.
  original_path text not null unique check (length(original_path) <= 1000),
  -- {areas, crop}, in percent of the original (domain/picture-edits.ts).
  edits jsonb not null check (jsonb_typeof(edits) = 'object')
    constraint picture_edits_size check (length(edits::text) <= 40000),
  -- {id of a step or card: {now, whole}}: its places after the crop, and on the whole picture. If the places haven't
  -- changed since, the next crop starts from `whole`, so that undoing a crop restores them exactly.
  places jsonb not null default '{}',
  -- When its last step disappeared. The original is deleted a week later, so that replacing a picture can be undone.
  unused_since timestamptz,
  updated_at timestamptz not null default now()
);

create index picture_edits_by_workspace on public.picture_edits (workspace_id);
alter table public.picture_edits enable row level security;
revoke all on public.picture_edits from anon, authenticated;
grant select on public.picture_edits to authenticated;
grant all on public.picture_edits to service_role;

-- Only editors: a redaction's position can hint at the secret.
create policy "editors read picture edits" on public.picture_edits
  for select to authenticated using (workspace_id = any ((select public.caller_workspaces('editor'))::uuid[]));

-- Former paths of edited pictures. An undo or an older draft may still write one into a step.
create table public.retired_pictures (
  path text primary key check (length(path) <= 8000),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  current_path text not null,
  retired_at timestamptz not null default now()
);

create index retired_pictures_by_current on public.retired_pictures (current_path);
create index retired_pictures_by_workspace on public.retired_pictures (workspace_id);
alter table public.retired_pictures enable row level security;
revoke all on public.retired_pictures from anon, authenticated;
grant all on public.retired_pictures to service_role;

-- Files to delete after `remove_at`: retired ones at once, and files of an upload or edit in progress in case the
-- server dies before it is saved.
create table public.file_removals (
  bucket text not null,
  path text not null,
  remove_at timestamptz not null,
  primary key (bucket, path)
);

create index file_removals_by_time on public.file_removals (remove_at);
alter table public.file_removals enable row level security;
revoke all on public.file_removals from anon, authenticated;
grant all on public.file_removals to service_role;

-- Converts a point or area from percent of the crop p_from to percent of p_to; a null crop is the whole picture. A
-- place outside p_to moves to the edge if p_stays; otherwise returns null.
create function public.place_in_crop(p_place jsonb, p_from jsonb, p_to jsonb, p_stays boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  axis text[];
  origin double precision;
  extent double precision;
  low double precision;
  high double precision;
  smallest constant double precision := 1;
  place jsonb := '{}';
begin
  if jsonb_typeof(p_place) is distinct from 'object' then
    return null;
  end if;
  foreach axis slice 1 in array array[array['xPercent', 'widthPercent'], array['yPercent', 'heightPercent']]
  loop
    origin := coalesce((p_from ->> axis[1])::double precision, 0);
    extent := coalesce((p_from ->> axis[2])::double precision, 100);
    low := origin + (p_place ->> axis[1])::double precision * extent / 100;
    high := low + coalesce((p_place ->> axis[2])::double precision, 0) * extent / 100;
    origin := coalesce((p_to ->> axis[1])::double precision, 0);
    extent := coalesce((p_to ->> axis[2])::double precision, 100);
    low := (low - origin) / extent * 100;
    high := (high - origin) / extent * 100;
    if not p_stays and (high <= 0 or low >= 100) then
      return null;
    end if;
    low := greatest(0, least(100, low));
    high := greatest(0, least(100, high));
    if p_place ? axis[2] then
      high := greatest(smallest, high - low);
      low := least(low, 100 - high);
      place := place || jsonb_build_object(axis[2], round(high::numeric, 4));
    end if;
    place := place || jsonb_build_object(axis[1], round(low::numeric, 4));
  end loop;
  return place;
end
$$;

-- The places {hotspot, box, zoom, card} of a step or card after the crop changed from p_from to p_to, as {now, whole}.
-- `p_kept` is the result of the last crop, or null.
create function public.places_in_crop(p_places jsonb, p_kept jsonb, p_from jsonb, p_to jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  whole jsonb;
begin
  if p_kept -> 'now' = p_places then
    whole := p_kept -> 'whole';
  else
    select jsonb_object_agg(p.key, public.place_in_crop(p.value, p_from, null, true)) into whole
    from jsonb_each(p_places) p;
  end if;
  return jsonb_build_object('whole', whole, 'now', (
    select jsonb_object_agg(p.key, public.place_in_crop(p.value, null, p_to, p.key in ('hotspot', 'card')))
    from jsonb_each(whole) p
  ));
end
$$;

-- Reads the places from a row of demo_steps or step_cards as JSON; with_places writes them.
create function public.places_of(p_row jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when p_row ? 'x_percent' then jsonb_build_object('card', jsonb_build_object(
      'xPercent', p_row -> 'x_percent', 'yPercent', p_row -> 'y_percent',
      'widthPercent', p_row -> 'width_percent', 'heightPercent', p_row -> 'height_percent'
    ))
    else jsonb_build_object(
      'hotspot', case when (p_row ->> 'click_x') is not null and (p_row ->> 'click_y') is not null
        then jsonb_build_object('xPercent', p_row -> 'click_x', 'yPercent', p_row -> 'click_y') end,
      'box', nullif(p_row -> 'look' -> 'box', 'null'), 'zoom', nullif(p_row -> 'look' -> 'zoom', 'null')
    )
  end
$$;

create function public.with_places(p_row jsonb, p_places jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select p_row || case
    when p_row ? 'x_percent' then jsonb_build_object(
      'x_percent', p_places -> 'card' -> 'xPercent', 'y_percent', p_places -> 'card' -> 'yPercent',
      'width_percent', p_places -> 'card' -> 'widthPercent', 'height_percent', p_places -> 'card' -> 'heightPercent'
    )
    else jsonb_build_object(
      'click_x', p_places -> 'hotspot' -> 'xPercent', 'click_y', p_places -> 'hotspot' -> 'yPercent',
      'look', coalesce(p_row -> 'look', '{}') - 'box' - 'zoom'
        || jsonb_strip_nulls(jsonb_build_object('box', p_places -> 'box', 'zoom', p_places -> 'zoom'))
    )
  end
$$;

-- A step's picture with its edits, for its workspace's editors; null for others.
create function public.get_step_picture(p_step_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'workspace_id', s.workspace_id, 'demo_id', s.demo_id, 'screenshot_url', s.screenshot_url,
    'width', s.width, 'height', s.height, 'original_path', e.original_path, 'edits', e.edits
  )
  from public.demo_steps s
  left join public.picture_edits e on e.workspace_id = s.workspace_id and e.path = s.screenshot_url
  where s.id = p_step_id and public.is_member(s.workspace_id, 'editor')
$$;

-- The edited pictures of a demo's steps.
create function public.get_picture_edits(p_demo_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('path', e.path, 'edits', e.edits) order by e.path), '[]')
  from public.picture_edits e
  where e.path in (select s.screenshot_url from public.demo_steps s where s.demo_id = p_demo_id)
$$;

-- Lists [{bucket, path}] for removal in an hour, in case the upload or edit in progress is never saved.
create function public.expect_files(p_files jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.file_removals (bucket, path, remove_at)
  select f ->> 'bucket', f ->> 'path', now() + interval '1 hour' from jsonb_array_elements(p_files) f
  on conflict (bucket, path) do update set remove_at = excluded.remove_at
$$;

-- Replaces a picture with its burnt version: everywhere in the workspace, or only in this step if is_replacement.
-- Returns 'changed', and changes nothing, if the step shows another picture by now.
--   p_former: [all spellings of the step's current path]
--   p_saved: {path, width, height, original_path, edits, is_replacement}; without original_path, the edits were removed
create function public.save_picture_edits(p_step_id uuid, p_expected text, p_former jsonb, p_saved jsonb)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  step public.demo_steps;
  former public.picture_edits;
  former_names text[] := array(select jsonb_array_elements_text(p_former));
  former_path text := p_former ->> 0;
  new_path text := p_saved ->> 'path';
  is_replacement boolean := (p_saved ->> 'is_replacement')::boolean;
  old_crop jsonb;
  new_crop jsonb := nullif(p_saved -> 'edits' -> 'crop', 'null');
  all_places jsonb := '{}';
  moved jsonb;
  changed jsonb;
  item record;
  file_count integer;
  step_count integer := 0;
begin
  -- Two edits of the same picture would deadlock on its steps.
  perform pg_advisory_xact_lock(hashtextextended(former_path, 0));
  select * into step from public.demo_steps s where s.id = p_step_id for update;
  if not found then
    return '{"outcome": "gone"}';
  end if;
  if step.screenshot_url is distinct from p_expected then
    return '{"outcome": "changed"}';
  end if;
  select * into former from public.picture_edits e
  where e.workspace_id = step.workspace_id and e.path = former_path for update;
  old_crop := nullif(former.edits -> 'crop', 'null');
  -- Keep the new files. If they are no longer listed, this edit took over an hour and they were deleted.
  delete from public.file_removals r where (r.bucket, r.path) in (
    ('demo-captures', new_path), ('demo-originals', p_saved ->> 'original_path')
  );
  get diagnostics file_count = row_count;
  if file_count < (
    case when p_saved ->> 'original_path' is not null and (former.id is null or is_replacement) then 2 else 1 end
  ) then
    return '{"outcome": "changed"}';
  end if;

  for item in
    select s.id, to_jsonb(s) as content from public.demo_steps s
    where s.workspace_id = step.workspace_id and s.screenshot_url = any (former_names)
      and (not is_replacement or s.id = p_step_id)
    order by s.id for update
  loop
    changed := item.content;
    if old_crop is distinct from new_crop and not is_replacement then
      moved := public.places_in_crop(public.places_of(changed), former.places -> item.id::text, old_crop, new_crop);
      all_places := all_places || jsonb_build_object(item.id, moved);
      changed := public.with_places(changed, moved -> 'now');
    end if;
    update public.demo_steps s set screenshot_url = new_path,
      width = (p_saved ->> 'width')::integer, height = (p_saved ->> 'height')::integer,
      click_x = (changed ->> 'click_x')::double precision, click_y = (changed ->> 'click_y')::double precision,
      look = changed -> 'look'
    where s.id = item.id;
    step_count := step_count + 1;
  end loop;

  if not is_replacement then
    if old_crop is distinct from new_crop then
      for item in
        select c.id, to_jsonb(c) as content from public.step_cards c
        where c.workspace_id = step.workspace_id
          and c.step_id in (select s.id from public.demo_steps s where s.screenshot_url = new_path)
        order by c.id for update
      loop
        moved := public.places_in_crop(public.places_of(item.content), former.places -> item.id::text, old_crop, new_crop);
        all_places := all_places || jsonb_build_object(item.id, moved);
        changed := public.with_places(item.content, moved -> 'now');
        update public.step_cards c set x_percent = (changed ->> 'x_percent')::double precision,
          y_percent = (changed ->> 'y_percent')::double precision,
          width_percent = (changed ->> 'width_percent')::double precision,
          height_percent = (changed ->> 'height_percent')::double precision
        where c.id = item.id;
      end loop;
    else
      all_places := coalesce(former.places, '{}');
    end if;
    -- Deleted steps that could still be restored.
    update public.removed_steps r set
      step = (case when old_crop is distinct from new_crop then public.with_places(r.step, public.places_in_crop(
          public.places_of(r.step), null, old_crop, new_crop
        ) -> 'now') else r.step end) || jsonb_build_object(
          'screenshot_url', new_path, 'width', p_saved -> 'width', 'height', p_saved -> 'height'
        ),
      cards = case when old_crop is distinct from new_crop then coalesce((
          select jsonb_agg(public.with_places(card, public.places_in_crop(
            public.places_of(card), null, old_crop, new_crop
          ) -> 'now'))
          from jsonb_array_elements(r.cards) card
        ), '[]') else r.cards end
    where r.workspace_id = step.workspace_id and r.step ->> 'screenshot_url' = any (former_names);
    update public.captures c set screenshot_url = new_path
    where c.workspace_id = step.workspace_id and c.screenshot_url = any (former_names);
    update public.demos d set look = d.look || jsonb_build_object('backgroundImage', new_path)
    where d.workspace_id = step.workspace_id and d.look ->> 'backgroundImage' = former_path;
    update public.step_cards c set media_url = replace(c.media_url, former_path, new_path)
    where c.workspace_id = step.workspace_id and strpos(c.media_url, former_path) > 0;

    update public.retired_pictures r set current_path = new_path
    where r.workspace_id = step.workspace_id and r.current_path = former_path;
    insert into public.retired_pictures (path, workspace_id, current_path)
    select name, step.workspace_id, new_path from unnest(former_names) name
    -- The sample pictures of the installation never retire.
    where former_path like step.workspace_id || '/%'
    on conflict (path) do nothing;
  end if;

  if p_saved ->> 'original_path' is not null then
    if former.id is null or is_replacement then
      insert into public.picture_edits (workspace_id, path, width, height, original_path, edits, places)
      values (step.workspace_id, new_path, (p_saved ->> 'width')::integer, (p_saved ->> 'height')::integer,
        p_saved ->> 'original_path', p_saved -> 'edits', all_places);
    else
      update public.picture_edits e set path = new_path, width = (p_saved ->> 'width')::integer,
        height = (p_saved ->> 'height')::integer, edits = p_saved -> 'edits', places = all_places,
        unused_since = null, updated_at = now()
      where e.id = former.id;
    end if;
  elsif former.id is not null and not is_replacement then
    delete from public.picture_edits e where e.id = former.id;
  end if;

  if not is_replacement and former_path like step.workspace_id || '/%' then
    perform public.retire_file('demo-captures', former_path);
  end if;
  return jsonb_build_object('outcome', 'ok', 'steps', step_count);
end
$$;

-- Deletes a file. On the embedded backend its URL stops working when the transaction commits. On Supabase, only the
-- storage service may delete rows, so the file is listed for removal and the server asks for it right afterwards.
create function public.retire_file(p_bucket text, p_path text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if to_regclass('storage.discarded_files') is not null then
    delete from storage.objects o where o.bucket_id = p_bucket and o.name = p_path;
  else
    insert into public.file_removals (bucket, path, remove_at) values (p_bucket, p_path, now())
    on conflict (bucket, path) do update set remove_at = now();
  end if;
end
$$;

-- Deletes the original with its row, whatever deletes that.
create function public.retire_original() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.retire_file('demo-originals', old.original_path);
  return null;
end
$$;

create trigger picture_edits_retire_original after delete on public.picture_edits
  for each row execute function public.retire_original();

-- Deletes edits, and so originals, of pictures that no step or restorable deleted step shows any more.
create function public.delete_unused_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.picture_edits e
  -- A step can contain the path of another workspace's picture.
  where (e.workspace_id, e.path) in (
      select o.workspace_id, coalesce(to_jsonb(o) ->> 'screenshot_url', to_jsonb(o) -> 'step' ->> 'screenshot_url')
      from old_rows o
    )
    and not exists (
      select 1 from public.demo_steps s where s.workspace_id = e.workspace_id and s.screenshot_url = e.path
    )
    and not exists (
      select 1 from public.removed_steps r
      where r.workspace_id = e.workspace_id and r.step ->> 'screenshot_url' = e.path
    );
  return null;
end
$$;

create trigger delete_unused_pictures after delete on public.demo_steps referencing old table as old_rows
  for each statement execute function public.delete_unused_pictures();
create trigger delete_unused_pictures after delete on public.removed_steps referencing old table as old_rows
  for each statement execute function public.delete_unused_pictures();

-- Replaces a picture's former path with the current one.
create function public.use_current_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  found_path text;
begin
  select r.current_path into found_path from public.retired_pictures r
  where r.path = new.screenshot_url and r.workspace_id = new.workspace_id;
  if found_path is null then
    return new;
  end if;
  new.screenshot_url := found_path;
  select coalesce(max(e.width), new.width), coalesce(max(e.height), new.height) into new.width, new.height
  from public.picture_edits e where e.path = found_path;
  return new;
end
$$;

-- Named to run after demo_steps_workspace.
create trigger use_current_picture before insert or update of screenshot_url on public.demo_steps
  for each row execute function public.use_current_picture();

-- Called hourly: deletes pictures, recordings and captured pages that no step has used for a week, and expired
-- recordings of talks. Returns the files to delete now.
create function public.due_file_removals() returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  update public.picture_edits e set unused_since = case when used.is_used then null else coalesce(e.unused_since, now()) end
  from (
    select p.id, exists (
      select 1 from public.demo_steps s where s.workspace_id = p.workspace_id and s.screenshot_url = p.path
    ) or exists (
      select 1 from public.removed_steps r
      where r.workspace_id = p.workspace_id and r.step ->> 'screenshot_url' = p.path
    ) as is_used
    from public.picture_edits p
  ) used
  where e.id = used.id and (e.unused_since is null) is distinct from used.is_used;
  delete from public.picture_edits e where e.unused_since < now() - interval '7 days';
  perform public.delete_unused_recordings();
  perform public.delete_unused_snapshots();
  perform public.delete_expired_talk_recordings();
  delete from public.retired_pictures r where r.retired_at < now() - interval '90 days';
  return coalesce((
    select jsonb_agg(jsonb_build_object('bucket', due.bucket, 'path', due.path))
    from (select * from public.file_removals r where r.remove_at <= now() order by r.remove_at limit 1000) due
  ), '[]');
end
$$;

create function public.files_removed(p_files jsonb) returns void
language sql set search_path = ''
as $$
  delete from public.file_removals r using jsonb_array_elements(p_files) f
  where r.bucket = f ->> 'bucket' and r.path = f ->> 'path' and r.remove_at <= now()
$$;

revoke execute on function
  public.place_in_crop(jsonb, jsonb, jsonb, boolean), public.places_in_crop(jsonb, jsonb, jsonb, jsonb),
  public.places_of(jsonb), public.with_places(jsonb, jsonb), public.get_step_picture(uuid),
  public.get_picture_edits(uuid), public.expect_files(jsonb),
  public.save_picture_edits(uuid, text, jsonb, jsonb), public.retire_file(text, text),
  public.retire_original(), public.delete_unused_pictures(), public.use_current_picture(),
  public.due_file_removals(), public.files_removed(jsonb)
from public, anon, authenticated;
grant execute on function public.get_step_picture(uuid), public.get_picture_edits(uuid) to authenticated, service_role;
grant execute on function
  public.expect_files(jsonb), public.save_picture_edits(uuid, text, jsonb, jsonb),
  public.due_file_removals(), public.files_removed(jsonb)
to service_role;

-- Authors' voice recordings for steps. The server checks and re-encodes every file before storing it; visitors get it
-- through the demo that their link opens.

-- No policy lets anyone write, so only the service role does.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('demo-audio', 'demo-audio', false, 15728640, array['audio/mp4', 'audio/wav'])
on conflict (id) do nothing;

create policy "members read their recordings" on storage.objects
  for select to authenticated
  using (bucket_id = 'demo-audio' and public.can_use_folder(name, 'viewer'));

-- One row per recording, however many steps use it (demo_steps.narration).
create table public.step_audio (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- In the bucket demo-audio.
  path text not null unique check (length(path) <= 1000),
  -- SHA-256 of the file in base64url: part of its URL, so that browsers can cache it.
  hash text not null check (hash ~ '^[A-Za-z0-9_-]{43}$'),
  mime_type text not null check (mime_type in ('audio/mp4', 'audio/wav')),
  bytes integer not null check (bytes between 1 and 15728640),
  duration_ms integer not null check (duration_ms between 1 and 301000),
  -- When its last step stopped using it. It is deleted a week later, so that deleting a recording can be undone.
  unused_since timestamptz,
  created_at timestamptz not null default now(),
  unique (workspace_id, hash)
);

alter table public.step_audio enable row level security;
revoke all on public.step_audio from anon, authenticated;
grant select on public.step_audio to authenticated;
grant all on public.step_audio to service_role;

create policy "members read recordings" on public.step_audio
  for select to authenticated using (workspace_id = any ((select public.readable_workspaces())::uuid[]));

-- The workspace of a demo that the caller may edit; null otherwise.
create function public.get_recording_workspace(p_demo_id uuid) returns uuid
language sql stable set search_path = ''
as $$
  select d.workspace_id from public.demos d where d.id = p_demo_id and public.is_member(d.workspace_id, 'editor')
$$;

-- A workspace's recording with this hash, kept for another week; null if there is none.
create function public.keep_recording(p_workspace_id uuid, p_hash text) returns jsonb
language sql security definer set search_path = ''
as $$
  update public.step_audio a set unused_since = now()
  where a.workspace_id = p_workspace_id and a.hash = p_hash
  returning jsonb_build_object('id', a.id, 'ms', a.duration_ms)
$$;

-- Adds a recording whose file was stored, and takes the file off the removal list. Null if the file was already
-- removed. If the same bytes were uploaded in parallel, the first file stays.
create function public.save_recording(p_workspace_id uuid, p_recording jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  saved public.step_audio;
begin
  delete from public.file_removals r where r.bucket = 'demo-audio' and r.path = p_recording ->> 'path';
  if not found then
    return null;
  end if;
  insert into public.step_audio as a (workspace_id, path, hash, mime_type, bytes, duration_ms, unused_since)
  values (
    p_workspace_id, p_recording ->> 'path', p_recording ->> 'hash', p_recording ->> 'mime_type',
    (p_recording ->> 'bytes')::integer, (p_recording ->> 'duration_ms')::integer, now()
  )
  on conflict (workspace_id, hash) do update set unused_since = now()
  returning * into saved;
  if saved.path <> p_recording ->> 'path' then
    perform public.retire_file('demo-audio', p_recording ->> 'path');
  end if;
  return jsonb_build_object('id', saved.id, 'ms', saved.duration_ms);
end
$$;

-- [{step_id, path, hash, mime_type, ms, text}]: the recordings of the demo that the caller's link opens, or the one with
-- this hash, if it is narrated. Of the words, the first 500,000 characters; later recordings have none.
create function public.shared_recordings(p_hash text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'step_id', r.step_id, 'path', r.path, 'hash', r.hash, 'mime_type', r.mime_type, 'ms', r.duration_ms,
    'text', case when r.characters <= 500000 then r.text else '' end
  ) order by r."order", r.step_id), '[]')
  from (
    select s.id as step_id, s."order", a.path, a.hash, a.mime_type, a.duration_ms,
      coalesce(s.narration ->> 'text', '') as text,
      sum(length(s.narration ->> 'text')) over (order by s."order", s.id) as characters
    from public.demos d
    join public.demo_steps s on s.demo_id = d.id
    join public.step_audio a on a.workspace_id = s.workspace_id and a.id::text = s.narration ->> 'audioId'
    where d.id = public.shared_active_demo_id() and d.look -> 'isNarrated' = 'true'
      and (p_hash is null or a.hash = p_hash)
    order by s."order", s.id
    limit case when p_hash is null then null else 1 end
  ) r
$$;

-- Deletes the file with its row, whatever deletes that.
create function public.retire_recording() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.retire_file('demo-audio', old.path);
  return null;
end
$$;

create trigger step_audio_retire_file after delete on public.step_audio
  for each row execute function public.retire_recording();

create function public.is_recording_used(p_workspace_id uuid, p_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.demo_steps s
    where s.narration ->> 'audioId' = p_id::text and s.narration is not null and s.workspace_id = p_workspace_id
  ) or exists (
    select 1 from public.removed_steps r
    where r.workspace_id = p_workspace_id and r.step -> 'narration' ->> 'audioId' = p_id::text
  )
$$;

-- Deletes recordings that no step or restorable deleted step uses any more.
create function public.delete_recordings_of_steps() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.step_audio a
  where (a.workspace_id, a.id::text) in (
      select o.workspace_id, coalesce(
        to_jsonb(o) -> 'narration' ->> 'audioId', to_jsonb(o) -> 'step' -> 'narration' ->> 'audioId'
      ) from old_rows o
    )
    and not public.is_recording_used(a.workspace_id, a.id);
  return null;
end
$$;

create trigger delete_recordings after delete on public.demo_steps referencing old table as old_rows
  for each statement execute function public.delete_recordings_of_steps();
create trigger delete_recordings after delete on public.removed_steps referencing old table as old_rows
  for each statement execute function public.delete_recordings_of_steps();

-- Called hourly by due_file_removals.
create function public.delete_unused_recordings() returns void
language sql security definer set search_path = ''
as $$
  update public.step_audio a
  set unused_since = case when used.is_used then null else coalesce(a.unused_since, now()) end
  from (select b.id, public.is_recording_used(b.workspace_id, b.id) as is_used from public.step_audio b) used
  where a.id = used.id and (a.unused_since is null) is distinct from used.is_used;
  delete from public.step_audio a where a.unused_since < now() - interval '7 days';
$$;

revoke execute on function
  public.get_recording_workspace(uuid), public.keep_recording(uuid, text), public.save_recording(uuid, jsonb),
  public.shared_recordings(text), public.retire_recording(), public.is_recording_used(uuid, uuid),
  public.delete_recordings_of_steps(), public.delete_unused_recordings()
from public, anon, authenticated;
grant execute on function public.get_recording_workspace(uuid) to authenticated, service_role;
grant execute on function public.shared_recordings(text) to anon, authenticated, service_role;
grant execute on function
  public.keep_recording(uuid, text), public.save_recording(uuid, jsonb), public.delete_unused_recordings()
to service_role;

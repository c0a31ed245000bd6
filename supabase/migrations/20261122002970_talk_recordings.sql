-- Recordings of voice talks, one file per turn of the visitor or the agent. Made only if the workspace has switched
-- them on (workspaces.records_talks) and the visitor has accepted. The server writes, members listen, admins delete.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('talk-recordings', 'talk-recordings', false, 8388608, array['audio/wav'])
on conflict (id) do nothing;

create table public.talk_recordings (
  conversation_id uuid primary key references public.conversations (id) on delete cascade,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- The version of the sentence that the visitor accepted (domain/talk-recording.ts).
  consent_version integer not null check (consent_version between 1 and 1000),
  -- The retention period that the visitor accepted.
  days integer not null check (days between 1 and 365),
  started_at timestamptz not null default now(),
  bytes bigint not null default 0 check (bytes >= 0),
  -- Why the recording stopped early; null while it runs, and if it ended with the talk.
  stopped text check (stopped in ('talk-limit', 'workspace-limit', 'off', 'failed')),
  stopped_at timestamptz
);

create index talk_recordings_by_workspace on public.talk_recordings (workspace_id);
create index talk_recordings_by_time on public.talk_recordings (started_at);

create table public.talk_sounds (
  -- A row of conversation_turns, which may be written a moment later.
  turn_id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  conversation_id uuid not null references public.talk_recordings (conversation_id) on delete cascade,
  -- In the bucket talk-recordings.
  path text not null unique check (length(path) <= 1000),
  bytes integer not null check (bytes between 1 and 8388608),
  duration_ms integer not null check (duration_ms between 1 and 301000),
  created_at timestamptz not null default now()
);

create index talk_sounds_by_conversation on public.talk_sounds (conversation_id);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['talk_recordings', 'talk_sounds'] loop
    execute format('alter table public.%I enable row level security', v_table);
    execute format('revoke all on public.%I from anon, authenticated', v_table);
    execute format('grant select on public.%I to authenticated', v_table);
    execute format('grant all on public.%I to service_role', v_table);
  end loop;
end
$$;
grant delete on public.talk_recordings to authenticated;

create policy "members read recordings of talks" on public.talk_recordings
  for select to authenticated using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
create policy "admins delete recordings of talks" on public.talk_recordings
  for delete to authenticated using (public.is_member(workspace_id, 'admin'));
create policy "members read the sounds of talks" on public.talk_sounds
  for select to authenticated using (workspace_id = any ((select public.readable_workspaces())::uuid[]));

-- Depends on the row, because on Supabase the file is deleted a little later.
create policy "members listen to talks" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'talk-recordings'
    and exists (select from public.talk_sounds s where s.path = objects.name)
  );

-- Deletes the file with its row, whatever deletes that.
create function public.retire_talk_sound() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.retire_file('talk-recordings', old.path);
  return null;
end
$$;

create trigger talk_sounds_retire_file after delete on public.talk_sounds
  for each row execute function public.retire_talk_sound();

-- How many days the workspace keeps recordings; null if it doesn't record.
create function public.talk_recording_days(p_workspace_id uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select w.talk_recording_days from public.workspaces w where w.id = p_workspace_id and w.records_talks
$$;

-- Whether a turn's audio may be stored. If 'ok', lists its file for removal until it has been saved. Anything else ends
-- the recording: 'gone' if it or its conversation was deleted, or the reason it stopped.
--   p_sound: {path, bytes, is_first, consent_version, days, talk_bytes_max, workspace_bytes_max}
create function public.expect_talk_sound(p_conversation_id uuid, p_sound jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_workspace public.workspaces;
  v_recording public.talk_recordings;
  v_bytes bigint := (p_sound ->> 'bytes')::bigint;
  v_stopped text;
begin
  -- One at a time, so that the sum below is complete.
  select w.* into v_workspace
  from public.conversations c join public.workspaces w on w.id = c.workspace_id
  where c.id = p_conversation_id
  for no key update of w;
  if not found then
    return 'gone';
  end if;
  if v_workspace.records_talks and (p_sound ->> 'is_first')::boolean then
    insert into public.talk_recordings (conversation_id, workspace_id, consent_version, days)
    values (
      p_conversation_id, v_workspace.id, (p_sound ->> 'consent_version')::integer,
      least((p_sound ->> 'days')::integer, v_workspace.talk_recording_days)
    )
    on conflict (conversation_id) do nothing;
  end if;
  select r.* into v_recording from public.talk_recordings r where r.conversation_id = p_conversation_id for update;
  if not found then
    return case when v_workspace.records_talks then 'gone' else 'off' end;
  end if;
  v_stopped := case
    when v_recording.stopped is not null then v_recording.stopped
    when not v_workspace.records_talks then 'off'
    when v_recording.bytes + v_bytes > (p_sound ->> 'talk_bytes_max')::bigint then 'talk-limit'
    when v_bytes + (select sum(r.bytes) from public.talk_recordings r where r.workspace_id = v_workspace.id)
      > (p_sound ->> 'workspace_bytes_max')::bigint then 'workspace-limit'
  end;
  if v_stopped is not null then
    perform public.stop_talk_recording(p_conversation_id, v_stopped);
    return v_stopped;
  end if;
  insert into public.file_removals (bucket, path, remove_at)
  values ('talk-recordings', p_sound ->> 'path', now() + interval '1 hour');
  return 'ok';
end
$$;

-- Adds the stored audio of a turn. If the recording was deleted meanwhile, deletes the file and returns false.
--   p_sound: {turn_id, path, bytes, duration_ms}
create function public.save_talk_sound(p_conversation_id uuid, p_sound jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_workspace_id uuid;
begin
  delete from public.file_removals r where r.bucket = 'talk-recordings' and r.path = p_sound ->> 'path';
  if found then
    update public.talk_recordings r set bytes = r.bytes + (p_sound ->> 'bytes')::integer
    where r.conversation_id = p_conversation_id
    returning r.workspace_id into v_workspace_id;
  end if;
  if v_workspace_id is null then
    perform public.retire_file('talk-recordings', p_sound ->> 'path');
    return false;
  end if;
  insert into public.talk_sounds (turn_id, workspace_id, conversation_id, path, bytes, duration_ms)
  values (
    (p_sound ->> 'turn_id')::uuid, v_workspace_id, p_conversation_id, p_sound ->> 'path',
    (p_sound ->> 'bytes')::integer, (p_sound ->> 'duration_ms')::integer
  );
  return true;
end
$$;

-- Stops the recording; the transcript says why.
create function public.stop_talk_recording(p_conversation_id uuid, p_reason text) returns void
language sql security definer set search_path = ''
as $$
  update public.talk_recordings r set stopped = p_reason, stopped_at = now()
  where r.conversation_id = p_conversation_id and r.stopped is null
$$;

-- Called hourly by due_file_removals. No recording is kept longer than its visitor accepted, or than the workspace's
-- current setting.
create function public.delete_expired_talk_recordings() returns void
language sql security definer set search_path = ''
as $$
  delete from public.talk_recordings r using public.workspaces w
  where w.id = r.workspace_id
    and r.started_at < now() - make_interval(days => least(r.days, w.talk_recording_days))
$$;

revoke execute on function
  public.retire_talk_sound(), public.talk_recording_days(uuid), public.expect_talk_sound(uuid, jsonb),
  public.save_talk_sound(uuid, jsonb), public.stop_talk_recording(uuid, text), public.delete_expired_talk_recordings()
from public, anon, authenticated;
grant execute on function
  public.talk_recording_days(uuid), public.expect_talk_sound(uuid, jsonb), public.save_talk_sound(uuid, jsonb),
  public.stop_talk_recording(uuid, text), public.delete_expired_talk_recordings()
to service_role;

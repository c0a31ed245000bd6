-- The stored audio of sentences spoken before, which only the server writes, and figures about voices.

-- Sentences spoken before; the audio is in the bucket speech-clips, at {workspace_id}/{hash}.
create table public.speech_clips (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- SHA-256 of provider, model, voice, speed, language and the spoken text, in hex.
  hash text not null check (length(hash) = 64),
  bytes integer not null check (bytes > 0),
  used_at timestamptz not null default now(),
  primary key (workspace_id, hash)
);

create index speech_clips_by_use on public.speech_clips (used_at);

-- No policy names this bucket, so only the service role reads and writes it.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('speech-clips', 'speech-clips', false, 4194304, array['application/octet-stream'])
on conflict (id) do nothing;

-- Those of the clips that exist, with their sizes. Records their use once a day.
create function public.use_speech_clips(p_workspace_id uuid, p_hashes jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  update public.speech_clips c set used_at = now()
  where c.workspace_id = p_workspace_id and c.hash in (select jsonb_array_elements_text(p_hashes)) and c.used_at < now() - interval '1 day';
  return (
    select coalesce(jsonb_agg(jsonb_build_object('hash', c.hash, 'bytes', c.bytes)), '[]')
    from public.speech_clips c where c.workspace_id = p_workspace_id and c.hash in (select jsonb_array_elements_text(p_hashes))
  );
end
$$;

create function public.keep_speech_clip(p_workspace_id uuid, p_hash text, p_bytes integer) returns void
language sql security definer set search_path = ''
as $$
  insert into public.speech_clips (workspace_id, hash, bytes) values (p_workspace_id, p_hash, p_bytes)
  on conflict (workspace_id, hash) do update set used_at = now(), bytes = excluded.bytes
$$;

-- The clips to delete: unused for 60 days, or beyond a workspace's limits.
create function public.due_speech_clips(p_clips_max integer, p_bytes_max bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('workspace_id', d.workspace_id, 'hash', d.hash)), '[]')
  from (
    select r.workspace_id, r.hash from (
      select c.workspace_id, c.hash, c.used_at,
        row_number() over newest as clips, sum(c.bytes) over newest as bytes
      from public.speech_clips c
      window newest as (partition by c.workspace_id order by c.used_at desc, c.hash)
    ) r
    where r.used_at < now() - interval '60 days' or r.clips > p_clips_max or r.bytes > p_bytes_max
    order by r.used_at limit 500
  ) d
$$;

create function public.delete_speech_clips(p_clips jsonb) returns void
language sql security definer set search_path = ''
as $$
  delete from public.speech_clips c using jsonb_to_recordset(p_clips) d (workspace_id uuid, hash text)
  where c.workspace_id = d.workspace_id and c.hash = d.hash
$$;

-- How long visitors waited for an agent's voice, by part of the delay, with failures and costs: the latest 5,000 turns
-- of the last 28 days. Runs with the caller's rights.
create function public.get_voice_figures(p_agent_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  with measured as (
    select t.figures
    from public.conversations c join public.conversation_turns t on t.conversation_id = c.id
    where c.agent_id = p_agent_id and c.mode = 'voice' and c.started_at > now() - interval '28 days'
      and t.figures is not null
    order by t.created_at desc limit 5000
  )
  select jsonb_build_object(
    'parts', (
      select coalesce(jsonb_agg(jsonb_build_object('part', p.part, 'n', p.n, 'p50', p.p50, 'p95', p.p95)), '[]')
      from (
        select e.key as part, count(*) as n,
          round(percentile_cont(0.5) within group (order by e.value::numeric)) as p50,
          round(percentile_cont(0.95) within group (order by e.value::numeric)) as p95
        from measured m, jsonb_each_text(m.figures) e
        where e.key like '%Ms' and e.value ~ '^\d{1,6}$'
        group by e.key
      ) p
    ),
    'failures', (
      select coalesce(jsonb_agg(jsonb_build_object('failure', f.failure, 'n', f.n) order by f.n desc, f.failure), '[]')
      from (
        select m.figures ->> 'failure' as failure, count(*) as n from measured m
        where m.figures ? 'failure' group by 1 order by 2 desc limit 20
      ) f
    ),
    'turns', (select count(*) from measured),
    'microCents', (select coalesce(sum((m.figures ->> 'microCents')::numeric), 0) from measured m)
  )
$$;

alter table public.speech_clips enable row level security;
revoke all on public.speech_clips from anon, authenticated;
grant all on public.speech_clips to service_role;

revoke execute on function
  public.use_speech_clips(uuid, jsonb), public.keep_speech_clip(uuid, text, integer),
  public.due_speech_clips(integer, bigint), public.delete_speech_clips(jsonb)
from public, anon, authenticated;
grant execute on function
  public.use_speech_clips(uuid, jsonb), public.keep_speech_clip(uuid, text, integer),
  public.due_speech_clips(integer, bigint), public.delete_speech_clips(jsonb)
to service_role;

revoke execute on function public.get_voice_figures(uuid) from public, anon;
grant execute on function public.get_voice_figures(uuid) to authenticated, service_role;

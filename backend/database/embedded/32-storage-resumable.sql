-- Resumable uploads that are under way or were finished lately. Only the server itself reads and writes them: any of its
-- processes may go on with an upload, one at a time, under a lease that a dead process loses within seconds.

create table if not exists storage.resumable_uploads (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null,
  name text not null,
  -- Who began it, and only they go on with it.
  caller_role text not null,
  owner_id text,
  is_signed boolean not null,
  is_upsert boolean not null,
  mime_type text not null,
  cache_control text not null,
  user_metadata jsonb,
  -- As the client gave it; it may ask for it again.
  upload_metadata text not null,
  -- Null until the client says how long it will be.
  length bigint,
  -- How much of it is on the disk.
  received bigint not null default 0,
  -- The file in the making: its key, the store's name for it, and a tag for each part.
  key text not null unique,
  handle text,
  tags jsonb not null default '[]',
  -- What has come since the last full part, as a file of its own.
  rest_key text,
  lease uuid,
  leased_until timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null
);

create index if not exists resumable_uploads_by_expiry on storage.resumable_uploads (expires_at);
create index if not exists resumable_uploads_by_owner on storage.resumable_uploads (owner_id) where finished_at is null;

alter table storage.resumable_uploads enable row level security;
revoke all on storage.resumable_uploads from anon, authenticated, service_role;

-- Notes that an upload has become an object, in the transaction that makes the object, so that neither is there without
-- the other. Called in the uploader's role; knowing the lease is what gives the right.
create or replace function storage.finish_resumable_upload(p_id uuid, p_lease uuid, p_key text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  upload storage.resumable_uploads;
begin
  update storage.resumable_uploads set finished_at = now(), lease = null, leased_until = null
  where id = p_id and lease = p_lease and finished_at is null returning * into upload;
  if not found then
    raise exception 'The lease was lost' using errcode = 'US002';
  end if;
  -- An image was stored anew, and the parts' last one is part of the file now.
  insert into storage.discarded_files (key)
  select key from unnest(array[upload.key, upload.rest_key]) key where key is not null and key <> p_key
  on conflict do nothing;
end
$$;

revoke execute on function storage.finish_resumable_upload(uuid, uuid, text) from public;
grant execute on function storage.finish_resumable_upload(uuid, uuid, text) to anon, authenticated, service_role;

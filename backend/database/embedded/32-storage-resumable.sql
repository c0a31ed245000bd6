-- Resumable uploads in progress or recently finished. Only the server accesses them; any process may continue an
-- upload, one at a time, under a lease that a dead process loses within seconds.

create table if not exists storage.resumable_uploads (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null,
  name text not null,
  -- The creator, who alone may continue it.
  caller_role text not null,
  owner_id text,
  is_signed boolean not null,
  is_upsert boolean not null,
  mime_type text not null,
  cache_control text not null,
  user_metadata jsonb,
  -- As sent; clients may read it back.
  upload_metadata text not null,
  -- Null until the client announces it.
  length bigint,
  -- Bytes already durable.
  received bigint not null default 0,
  -- The unfinished file: its key, the store's handle, and a tag per part.
  key text not null unique,
  handle text,
  tags jsonb not null default '[]',
  -- Bytes after the last full part, as a separate file.
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

-- Marks an upload as finished in the transaction that creates its object, so that both happen or neither. Runs as the
-- uploader; knowing the lease grants the right.
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
  -- Images were re-encoded, and the last part is part of the file now.
  insert into storage.discarded_files (key)
  select key from unnest(array[upload.key, upload.rest_key]) key where key is not null and key <> p_key
  on conflict do nothing;
end
$$;

revoke execute on function storage.finish_resumable_upload(uuid, uuid, text) from public;
grant execute on function storage.finish_resumable_upload(uuid, uuid, text) to anon, authenticated, service_role;

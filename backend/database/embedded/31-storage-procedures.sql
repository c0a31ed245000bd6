-- What the storage service adds to the schema: discarded files, and permission checks without side effects.

-- A file whose row was deleted or points elsewhere. Rows go first and files second, so a crash can only leave extra
-- files, which this lists.
create table if not exists storage.discarded_files (
  key text primary key,
  discarded_at timestamptz not null default now()
);

alter table storage.discarded_files enable row level security;
revoke all on storage.discarded_files from anon, authenticated, service_role;

-- During a backup no file is deleted, since rows already read may refer to it. The hold of a dead owner expires.
create table if not exists storage.file_holds (
  id uuid primary key default gen_random_uuid(),
  until timestamptz not null default now() + interval '1 day'
);

alter table storage.file_holds enable row level security;
revoke all on storage.file_holds from anon, authenticated, service_role;

create or replace function storage.discard_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.version is not null and (tg_op = 'DELETE' or new.version is distinct from old.version) then
    insert into storage.discarded_files (key) values (old.version) on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace trigger objects_discard_file after update or delete on storage.objects
  for each row execute function storage.discard_file();

-- Ends a transaction that only checked permissions: everything before it was allowed, and is rolled back.
create or replace function storage.raise_allowed() returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception 'Allowed' using errcode = 'US001';
end
$$;

revoke execute on function storage.discard_file() from public, anon, authenticated, service_role;

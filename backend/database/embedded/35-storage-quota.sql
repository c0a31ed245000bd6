-- Bytes used per workspace, by the first folder of object names. A trigger counts into one row per workspace, so
-- parallel uploads are serialized.

create table if not exists storage.workspace_usage (
  workspace_id uuid primary key,
  bytes bigint not null
);

alter table storage.workspace_usage enable row level security;
revoke all on storage.workspace_usage from anon, authenticated, service_role;

-- Null for an object outside every workspace's folder.
create or replace function storage.workspace_of(p_name text) returns uuid
language sql immutable set search_path = ''
as $$
  select case when p_name ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then substr(p_name, 1, 36)::uuid end
$$;

create or replace function storage.size_of(p_metadata jsonb) returns bigint
language sql immutable set search_path = ''
as $$ select case when jsonb_typeof(p_metadata -> 'size') = 'number' then (p_metadata ->> 'size')::numeric::bigint else 0 end $$;

-- Counts objects from before this table. Runs on every start, counts once.
do $$
begin
  if not exists (select from storage.workspace_usage) then
    insert into storage.workspace_usage (workspace_id, bytes)
    select storage.workspace_of(o.name), sum(storage.size_of(o.metadata)) from storage.objects o
    where storage.workspace_of(o.name) is not null group by 1
    on conflict do nothing;
  end if;
end
$$;

-- Adds to or subtracts from a workspace's usage; refuses to exceed the transaction's `storage.quota_bytes`. Without
-- that setting there is no limit, as when importing an archive.
create or replace function storage.count_bytes(p_workspace_id uuid, p_bytes bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_quota bigint := nullif(current_setting('storage.quota_bytes', true), '')::bigint;
  v_used bigint;
begin
  if p_workspace_id is null or p_bytes = 0 then
    return;
  end if;
  insert into storage.workspace_usage as u (workspace_id, bytes) values (p_workspace_id, greatest(0, p_bytes))
  on conflict (workspace_id) do update set bytes = greatest(0, u.bytes + p_bytes)
  returning u.bytes into v_used;
  if p_bytes > 0 and v_used > v_quota then
    raise exception 'The workspace has no room left: it may keep % MB of files. Delete some that are no longer needed.',
      v_quota / 1000000 using errcode = 'US413';
  end if;
  if v_used = 0 then
    delete from storage.workspace_usage where workspace_id = p_workspace_id and bytes = 0;
  end if;
end
$$;

create or replace function storage.count_object() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_from uuid := case when tg_op <> 'INSERT' then storage.workspace_of(old.name) end;
  v_to uuid := case when tg_op <> 'DELETE' then storage.workspace_of(new.name) end;
  v_less bigint := case when tg_op <> 'INSERT' then storage.size_of(old.metadata) else 0 end;
  v_more bigint := case when tg_op <> 'DELETE' then storage.size_of(new.metadata) else 0 end;
begin
  if v_from is not distinct from v_to then
    perform storage.count_bytes(v_to, v_more - v_less);
  else
    perform storage.count_bytes(v_from, -v_less);
    perform storage.count_bytes(v_to, v_more);
  end if;
  return null;
end
$$;

create or replace trigger objects_count after insert or update of name, metadata or delete on storage.objects
  for each row execute function storage.count_object();

-- Refuses a resumable upload before its bytes arrive: it must fit together with those in progress.
create or replace function storage.require_room(p_name text, p_bytes bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_workspace_id uuid := storage.workspace_of(p_name);
  v_quota bigint := nullif(current_setting('storage.quota_bytes', true), '')::bigint;
begin
  if v_workspace_id is not null and v_quota < p_bytes
    + coalesce((select u.bytes from storage.workspace_usage u where u.workspace_id = v_workspace_id), 0)
    + coalesce((
        select sum(greatest(r.received, coalesce(r.length, 0))) from storage.resumable_uploads r
        where r.finished_at is null and storage.workspace_of(r.name) = v_workspace_id
      ), 0)
  then
    raise exception 'The workspace has no room left: it may keep % MB of files. Delete some that are no longer needed.',
      v_quota / 1000000 using errcode = 'US413';
  end if;
end
$$;

revoke execute on function storage.workspace_of(text), storage.size_of(jsonb), storage.count_bytes(uuid, bigint),
  storage.count_object(), storage.require_room(text, bigint) from public, anon, authenticated, service_role;

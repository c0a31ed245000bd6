-- Step images: anyone with the path can read them, only the workspace's editors can write them.
-- Paths are {workspace_id}/{demo or recording id}/{uuid}.{ext}; "sample/…" belongs to the installation.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'demo-captures', 'demo-captures', true, 26214400,
  array['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']
)
on conflict (id) do nothing;

create function public.can_use_folder(p_object_name text, p_min_role text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return public.is_member((storage.foldername(p_object_name))[1]::uuid, p_min_role);
exception when invalid_text_representation then
  return false;
end
$$;

create policy "members list their captures" on storage.objects
  for select to authenticated
  using (bucket_id = 'demo-captures' and public.can_use_folder(name, 'viewer'));
create policy "editors add captures" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'demo-captures' and public.can_use_folder(name, 'editor'));
create policy "editors replace captures" on storage.objects
  for update to authenticated
  using (bucket_id = 'demo-captures' and public.can_use_folder(name, 'editor'))
  with check (bucket_id = 'demo-captures' and public.can_use_folder(name, 'editor'));
create policy "editors remove captures" on storage.objects
  for delete to authenticated
  using (bucket_id = 'demo-captures' and public.can_use_folder(name, 'editor'));

-- Bytes used by a workspace's files; null if the caller is not a member.
create function public.workspace_storage(p_workspace_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select case when public.is_member(p_workspace_id, 'viewer') then (
    select coalesce(sum((o.metadata ->> 'size')::numeric), 0)::bigint
    from storage.buckets b join storage.objects o
      on o.bucket_id = b.id and o.name like p_workspace_id::text || '/%'
    where jsonb_typeof(o.metadata -> 'size') = 'number'
  ) end
$$;

-- Deleted workspaces whose files still exist. The server deletes the files through the storage service, then the row.
create table public.removed_workspaces (
  id uuid primary key,
  removed_at timestamptz not null default now()
);

alter table public.removed_workspaces enable row level security;
revoke all on public.removed_workspaces from anon, authenticated;
grant all on public.removed_workspaces to service_role;

create function public.record_removed_workspace() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.removed_workspaces (id) values (old.id) on conflict do nothing;
  return null;
end
$$;

create trigger workspaces_record_removed after delete on public.workspaces
  for each row execute function public.record_removed_workspace();

revoke execute on function
  public.can_use_folder(text, text), public.workspace_storage(uuid), public.record_removed_workspace()
from public, anon, authenticated;
grant execute on function
  public.can_use_folder(text, text), public.workspace_storage(uuid)
to authenticated, service_role;

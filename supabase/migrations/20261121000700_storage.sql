-- Step images: public to read by their unguessable path, written only into one's own workspace's folder.
-- Paths are {workspace_id}/{demo or recording id}/{uuid}.{ext}; "sample/…" belongs to the installation.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('demo-captures', 'demo-captures', true, 26214400, array['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'])
on conflict (id) do nothing;

create function public.is_workspace_folder(p_object_name text, p_least_role text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return public.is_member((storage.foldername(p_object_name))[1]::uuid, p_least_role);
exception when invalid_text_representation then
  return false;
end
$$;

revoke execute on function public.is_workspace_folder(text, text) from public, anon;
grant execute on function public.is_workspace_folder(text, text) to authenticated, service_role;

create policy "members list their captures" on storage.objects
  for select to authenticated
  using (bucket_id = 'demo-captures' and public.is_workspace_folder(name, 'viewer'));
create policy "editors add captures" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'demo-captures' and public.is_workspace_folder(name, 'editor'));
create policy "editors replace captures" on storage.objects
  for update to authenticated
  using (bucket_id = 'demo-captures' and public.is_workspace_folder(name, 'editor'))
  with check (bucket_id = 'demo-captures' and public.is_workspace_folder(name, 'editor'));
create policy "editors remove captures" on storage.objects
  for delete to authenticated
  using (bucket_id = 'demo-captures' and public.is_workspace_folder(name, 'editor'));

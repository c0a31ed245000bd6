-- How many bytes a workspace's files hold, for its members; null for others. Along the index of each bucket.
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

revoke execute on function public.workspace_storage(uuid) from public, anon;
grant execute on function public.workspace_storage(uuid) to authenticated, service_role;

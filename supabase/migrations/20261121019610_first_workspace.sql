-- Whether the caller owns the installation's first workspace: whoever set the server up, who alone is told of mistakes in
-- its settings. The sample's workspace has no members.
create function public.owns_first_workspace() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1
    from (
      select w.id from public.workspaces w
      where exists (select 1 from public.workspace_members m where m.workspace_id = w.id)
      order by w.created_at, w.id limit 1
    ) first_workspace
    join public.workspace_members m on m.workspace_id = first_workspace.id
    where m.user_id = auth.uid() and m.role = 'owner'
  )
$$;

revoke execute on function public.owns_first_workspace() from public, anon;
grant execute on function public.owns_first_workspace() to authenticated, service_role;

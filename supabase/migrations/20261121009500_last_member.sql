-- A workspace goes with its last member, whoever removed the account: the person (delete_own_account has done it by then),
-- an administrator, or somebody in Supabase's dashboard. Nobody could ever open it again. Its files follow as after
-- delete_own_account, by workspaces_note_removed. Only accounts count: a membership that an operator takes away to give it
-- to somebody else in the next breath leaves the workspace alone.

create function public.remove_lonely_workspaces() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Members who come or go meanwhile wait for this to end: of two last members removed side by side the second one sees
  -- the first one gone.
  perform 1 from public.workspaces w
  where w.id in (select m.workspace_id from public.workspace_members m where m.user_id = old.id)
  order by w.id for update;
  delete from public.workspaces w
  where w.id in (select m.workspace_id from public.workspace_members m where m.user_id = old.id)
    and not exists (
      select 1 from public.workspace_members other where other.workspace_id = w.id and other.user_id <> old.id
    );
  return old;
end
$$;

-- Before, because afterwards the memberships are gone.
create trigger users_remove_lonely_workspaces before delete on public.users
  for each row execute function public.remove_lonely_workspaces();

revoke execute on function public.remove_lonely_workspaces() from public, anon, authenticated;

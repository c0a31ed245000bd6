-- The workspaces somebody may read, once in a transaction. Every table of a statement asks for them; where the server has
-- looked them up together with the session (auth.require_session), they are taken from the transaction's settings: behind
-- a number and a blank.

-- What is in the settings counts for the claims that it was looked up for, and for no others: whoever can change the one
-- could change the other, and somebody else's claims in the same transaction (realtime asks so) are asked for anew.
create function public.readable_workspaces() returns uuid[]
language sql stable
return case
  when nullif(current_setting('request.workspaces_of', true), '') = current_setting('request.jwt.claims', true)
    then split_part(current_setting('request.workspaces', true), ' ', 2)::uuid[]
  else public.caller_workspaces('viewer')
end;

-- The demo that a link opens, if it is switched on: asked once in a statement, where the policy of a demo's steps looked
-- for the demo under the policies of demos.
create function public.shared_active_demo_id() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_demo_id uuid := public.shared_demo_id();
begin
  if v_demo_id is null then
    return null;
  end if;
  return (select d.id from public.demos d where d.id = v_demo_id and d.status = 'active');
end
$$;

revoke execute on function public.readable_workspaces(), public.shared_active_demo_id() from public, anon, authenticated;
grant execute on function public.readable_workspaces() to authenticated, service_role;
grant execute on function public.shared_active_demo_id() to anon, authenticated, service_role;

alter policy "members read their workspace" on public.workspaces
  using (id = any ((select public.readable_workspaces())::uuid[]));
alter policy "members read who else is in" on public.workspace_members
  using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
alter policy "members read captures" on public.captures
  using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
alter policy "members read demos" on public.demos
  using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
alter policy "members read steps" on public.demo_steps
  using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
alter policy "members read cards" on public.step_cards
  using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
alter policy "members read agents" on public.agents
  using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
alter policy "members read conversations" on public.conversations
  using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
alter policy "members read turns" on public.conversation_turns
  using (workspace_id = any ((select public.readable_workspaces())::uuid[]));

alter policy "a share link reads its active demo's steps" on public.demo_steps
  using (demo_id = (select public.shared_active_demo_id()));
alter policy "a share link reads its active demo's cards" on public.step_cards
  using (demo_id = (select public.shared_active_demo_id()));

-- Where the server keeps what it found out about a session, it must hear of what changes that. Not on Supabase.
do $$
begin
  if to_regprocedure('auth.count_rights_change()') is not null then
    create trigger count_rights_change after insert or delete or update on public.workspace_members
      for each statement execute function auth.count_rights_change();
    create trigger count_rights_change after delete or update of requires_aal2 on public.workspaces
      for each statement execute function auth.count_rights_change();
  end if;
end
$$;

-- A policy that asks is_member asks it of every row it looks at. These ask once in a statement which workspaces the
-- caller may see, and compare each row with the list: the same rows, and a demo with its steps in half the time.

create function public.caller_workspaces(p_least_role text) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user_id uuid := auth.uid();
begin
  return array(
    select m.workspace_id from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
    where m.user_id = v_user_id
      and public.role_rank(m.role) >= public.role_rank(p_least_role)
      and (not w.requires_aal2 or auth.jwt() ->> 'aal' in ('aal2', 'aal3'))
  );
end
$$;

revoke execute on function public.caller_workspaces(text) from public, anon;
grant execute on function public.caller_workspaces(text) to authenticated, service_role;

alter policy "members read their workspace" on public.workspaces
  using (id = any ((select public.caller_workspaces('viewer'))::uuid[]));
alter policy "members read who else is in" on public.workspace_members
  using (workspace_id = any ((select public.caller_workspaces('viewer'))::uuid[]));

alter policy "members read captures" on public.captures
  using (workspace_id = any ((select public.caller_workspaces('viewer'))::uuid[]));
alter policy "editors change captures" on public.captures
  using (workspace_id = any ((select public.caller_workspaces('editor'))::uuid[]));
alter policy "editors remove captures" on public.captures
  using (workspace_id = any ((select public.caller_workspaces('editor'))::uuid[]));

alter policy "members read demos" on public.demos
  using (workspace_id = any ((select public.caller_workspaces('viewer'))::uuid[]));
alter policy "editors change demos" on public.demos
  using (workspace_id = any ((select public.caller_workspaces('editor'))::uuid[]));
alter policy "editors remove demos" on public.demos
  using (workspace_id = any ((select public.caller_workspaces('editor'))::uuid[]));

alter policy "members read steps" on public.demo_steps
  using (workspace_id = any ((select public.caller_workspaces('viewer'))::uuid[]));
alter policy "editors change steps" on public.demo_steps
  using (workspace_id = any ((select public.caller_workspaces('editor'))::uuid[]));
alter policy "editors remove steps" on public.demo_steps
  using (workspace_id = any ((select public.caller_workspaces('editor'))::uuid[]));

alter policy "members read agents" on public.agents
  using (workspace_id = any ((select public.caller_workspaces('viewer'))::uuid[]));
alter policy "members read conversations" on public.conversations
  using (workspace_id = any ((select public.caller_workspaces('viewer'))::uuid[]));
alter policy "members read turns" on public.conversation_turns
  using (workspace_id = any ((select public.caller_workspaces('viewer'))::uuid[]));

-- Deleting one's own account: everything goes with it, except what belongs to a workspace that others go on with.

-- Workspaces that are gone and whose files are not yet. The server removes those through the storage service, which on
-- Supabase is the only way, and then the row.
create table public.removed_workspaces (
  id uuid primary key,
  removed_at timestamptz not null default now()
);

alter table public.removed_workspaces enable row level security;
revoke all on public.removed_workspaces from anon, authenticated;
grant all on public.removed_workspaces to service_role;

create function public.note_removed_workspace() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.removed_workspaces (id) values (old.id) on conflict do nothing;
  return null;
end
$$;

create trigger workspaces_note_removed after delete on public.workspaces
  for each row execute function public.note_removed_workspace();

-- What would become of each workspace of the caller's: `delete` (nobody else is in it), `leave` (another owner goes on
-- with it), or `hand_over` (others are in it and none of them is an owner, so that has to be settled first).
create function public.account_deletion_plan() returns table (workspace_id uuid, name text, fate text, others integer)
language sql stable security definer set search_path = ''
as $$
  select w.id, w.name,
    case
      when o.others = 0 then 'delete'
      when o.owners > 0 or m.role <> 'owner' then 'leave'
      else 'hand_over'
    end,
    o.others::integer
  from public.workspace_members m
  join public.workspaces w on w.id = m.workspace_id
  cross join lateral (
    select count(*) as others, count(*) filter (where other.role = 'owner') as owners
    from public.workspace_members other where other.workspace_id = w.id and other.user_id <> m.user_id
  ) o
  where m.user_id = auth.uid()
  order by m.created_at, w.id
$$;

-- One transaction. Who asks must have signed in within the last ten minutes, with a second factor if they have one:
-- an open laptop is not enough. On Supabase, whose audit table may not be ours to change, its entries stay.
create function public.delete_own_account() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := auth.uid();
  v_email text;
  v_blocked jsonb;
begin
  select u.email into v_email from public.users u where u.id = v_id for update;
  if not found then
    return jsonb_build_object('outcome', 'no_such_account');
  end if;
  if exists (select 1 from auth.mfa_factors f where f.user_id = v_id and f.status = 'verified')
    and coalesce(auth.jwt() ->> 'aal', 'aal1') not in ('aal2', 'aal3') then
    return jsonb_build_object('outcome', 'second_factor_needed');
  end if;
  if not exists (
    select 1 from jsonb_array_elements(coalesce(auth.jwt() -> 'amr', '[]')) method
    where (method ->> 'timestamp')::double precision > extract(epoch from now()) - 600
  ) then
    return jsonb_build_object('outcome', 'recent_sign_in_needed');
  end if;
  -- Members who come or go meanwhile wait for this to end.
  perform 1 from public.workspaces w
  where w.id in (select m.workspace_id from public.workspace_members m where m.user_id = v_id)
  order by w.id for update;
  select jsonb_agg(p.name) into v_blocked from public.account_deletion_plan() p where p.fate = 'hand_over';
  if v_blocked is not null then
    return jsonb_build_object('outcome', 'hand_over_needed', 'workspaces', v_blocked);
  end if;
  delete from public.workspaces w
  where w.id in (select p.workspace_id from public.account_deletion_plan() p where p.fate = 'delete');
  delete from public.workspace_invitations i where i.email = lower(v_email);
  update public.audit_log l set detail = l.detail - 'email' where l.detail ->> 'email' = lower(v_email);
  insert into public.audit_log (workspace_id, action)
  select p.workspace_id, 'account_deleted' from public.account_deletion_plan() p;
  delete from auth.users u where u.id = v_id;
  begin
    update auth.audit_log_entries e set
      payload = (e.payload::jsonb || '{"actor_username": ""}')::json, ip_address = ''
    where e.payload ->> 'actor_id' = v_id::text;
  exception when insufficient_privilege then
    null;
  end;
  return jsonb_build_object('outcome', 'ok');
end
$$;

revoke execute on function public.note_removed_workspace(), public.account_deletion_plan(), public.delete_own_account()
from public, anon, authenticated;
grant execute on function public.account_deletion_plan(), public.delete_own_account() to authenticated;

-- As before, but a workspace whose owner's membership is set aside is not the last member's to take along.
create or replace function public.account_deletion_plan()
returns table (workspace_id uuid, name text, fate text, others integer)
language sql stable security definer set search_path = ''
as $$
  select w.id, w.name,
    case
      when o.others = 0 and a.owners = 0 and (m.role = 'owner' or a.others = 0) then 'delete'
      when o.others = 0 or o.owners > 0 or m.role <> 'owner' then 'leave'
      else 'hand_over'
    end,
    o.others::integer
  from public.workspace_members m
  join public.workspaces w on w.id = m.workspace_id
  cross join lateral (
    select count(*) as others, count(*) filter (where other.role = 'owner') as owners
    from public.workspace_members other where other.workspace_id = w.id and other.user_id <> m.user_id
  ) o
  cross join lateral (
    select count(*) as others, count(*) filter (where s.role = 'owner') as owners
    from public.set_aside_memberships s where s.workspace_id = w.id and s.user_id <> m.user_id
  ) a
  where m.user_id = auth.uid()
  order by m.created_at, w.id
$$;

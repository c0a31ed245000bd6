-- How far visitors got with each personal link of a demo, without bots and the workspace's own members.

create function public.share_link_progress(p_demo_id uuid)
returns table (link_id uuid, visits bigint, steps_seen integer, is_finished boolean, last_seen_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select l.id, count(v.id), coalesce(max(v.steps_seen), 0), coalesce(bool_or(v.completed_at is not null), false),
    max(v.last_seen_at)
  from public.share_links l
  -- The index holds only visits by links.
  left join public.visits v on v.link = l.id::text and v.link <> '' and v.demo_id = l.demo_id
    and v.traffic in ('human', 'unknown')
  where l.demo_id = p_demo_id and public.is_member(l.workspace_id, 'viewer')
  group by l.id
$$;

revoke execute on function public.share_link_progress(uuid) from public, anon, authenticated;
grant execute on function public.share_link_progress(uuid) to authenticated, service_role;

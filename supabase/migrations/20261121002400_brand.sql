-- What a workspace's demos look like to visitors: a colour, a logo, and whether our name stands in the corner.

alter table public.workspaces
  add column brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
  -- A path of the bucket demo-captures, in the workspace's own folder.
  add column brand_logo text check (brand_logo like id || '/brand/%' and length(brand_logo) <= 200),
  add column shows_product_name boolean not null default true;

grant update (brand_color, brand_logo, shows_product_name) on public.workspaces to authenticated;

-- The player asks for it beside the demo. Whoever may read the demo may read this; there is nothing else in it.
create function public.workspace_brand(p_workspace_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('color', w.brand_color, 'logo', w.brand_logo, 'shows_product_name', w.shows_product_name)
  from public.workspaces w where w.id = p_workspace_id
$$;

create function public.get_demo_brand(p_demo_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select public.workspace_brand(d.workspace_id) from public.demos d where d.id = p_demo_id
$$;

create function public.note_brand() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.note_deed(new.id, 'brand_changed', null, '{}');
  return null;
end
$$;

create trigger workspaces_note_brand after update of brand_color, brand_logo, shows_product_name on public.workspaces
  for each row when (
    (old.brand_color, old.brand_logo, old.shows_product_name)
      is distinct from (new.brand_color, new.brand_logo, new.shows_product_name)
  ) execute function public.note_brand();

-- As before, but an authenticator that was begun and not finished is no deed.
create or replace function public.workspace_audit(
  p_workspace_id uuid, p_before timestamptz default null, p_limit integer default 50
) returns table (id uuid, at timestamptz, actor text, action text, subject text, detail jsonb, address text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_member(p_workspace_id, 'owner') then
    return;
  end if;
  return query
  select deed.id, deed.at, coalesce(a.first_name, a.email), deed.action, coalesce(s.first_name, s.email), deed.detail,
    deed.address
  from (
    (
      select l.id, l.created_at as at, l.actor_id, l.action, l.subject_id, l.detail, null::text as address
      from public.audit_log l
      where l.workspace_id = p_workspace_id and (p_before is null or l.created_at < p_before)
      order by l.created_at desc limit least(greatest(p_limit, 1), 200)
    )
    union all
    (
      select e.id, e.created_at, m.user_id, e.payload ->> 'action', null, '{}'::jsonb, nullif(e.ip_address, '')
      from auth.audit_log_entries e
      join public.workspace_members m on m.user_id::text = e.payload ->> 'actor_id'
      where m.workspace_id = p_workspace_id and e.created_at >= m.created_at
        and e.created_at > now() - interval '90 days' and (p_before is null or e.created_at < p_before)
        and e.payload ->> 'action' in (
          'login', 'logout', 'user_updated_password', 'user_modified', 'enroll_factor', 'unenroll_factor',
          'generate_recovery_codes', 'recovery_code_attempted', 'identity_linked', 'identity_unlinked'
        )
        and not (
          e.payload ->> 'action' = 'unenroll_factor'
          and coalesce(e.payload -> 'traits' ->> 'factor_status', '') = 'unverified'
        )
      order by e.created_at desc limit least(greatest(p_limit, 1), 200)
    )
  ) deed
  left join public.users a on a.id = deed.actor_id
  left join public.users s on s.id = deed.subject_id
  order by deed.at desc, deed.id
  limit least(greatest(p_limit, 1), 200);
end
$$;

revoke execute on function public.workspace_brand(uuid), public.get_demo_brand(uuid), public.note_brand()
from public, anon, authenticated;
grant execute on function public.workspace_brand(uuid), public.get_demo_brand(uuid) to anon, authenticated;

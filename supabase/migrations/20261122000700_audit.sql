-- The audit log of a workspace: triggers write it, owners read it with workspace_audit, nobody changes it.

create table public.audit_log (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  actor_id uuid references public.users (id) on delete set null,
  subject_id uuid references public.users (id) on delete set null,
  action text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);

create index audit_log_by_workspace on public.audit_log (workspace_id, created_at desc);
create index audit_log_by_actor on public.audit_log (actor_id);
create index audit_log_by_subject on public.audit_log (subject_id);
alter table public.audit_log enable row level security;
revoke all on public.audit_log from anon, authenticated;
grant all on public.audit_log to service_role;

-- Writes an entry for the caller, with the name of their API key. What the server does itself, and what follows from
-- deleting the workspace, is not attributed to anyone and not written.
create function public.write_audit(p_workspace_id uuid, p_action text, p_subject_id uuid, p_detail jsonb)
returns void
language sql security definer set search_path = ''
as $$
  insert into public.audit_log (workspace_id, actor_id, subject_id, action, detail)
  select w.id, auth.uid(), (select u.id from public.users u where u.id = p_subject_id), p_action,
    case when auth.uid() is null then p_detail || jsonb_build_object('key', k.name) else p_detail end
  from public.workspaces w
  left join public.workspace_keys k on k.id = (auth.jwt() ->> 'workspace_key')::uuid and k.workspace_id = w.id
  where w.id = p_workspace_id
    and (k.id is not null or exists (select 1 from public.users u where u.id = auth.uid()))
$$;

create function public.audit_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform public.write_audit(new.workspace_id, 'member_joined', new.user_id, jsonb_build_object('role', new.role));
  elsif tg_op = 'DELETE' then
    perform public.write_audit(
      old.workspace_id, case when old.user_id = auth.uid() then 'member_left' else 'member_removed' end, old.user_id,
      jsonb_build_object('role', old.role)
    );
  elsif new.role <> old.role then
    perform public.write_audit(
      new.workspace_id, 'role_changed', new.user_id, jsonb_build_object('from', old.role, 'to', new.role)
    );
  end if;
  return null;
end
$$;

create trigger workspace_members_audit after insert or update of role or delete on public.workspace_members
  for each row execute function public.audit_member();

create function public.audit_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'DELETE' then
    perform public.write_audit(
      new.workspace_id, 'member_invited', null, jsonb_build_object('email', new.email, 'role', new.role)
    );
  elsif old.expires_at > now() and not exists (
    select 1 from public.users u where u.id = auth.uid() and lower(u.email) = old.email
  ) then
    perform public.write_audit(old.workspace_id, 'invitation_withdrawn', null, jsonb_build_object('email', old.email));
  end if;
  return null;
end
$$;

create trigger workspace_invitations_audit after insert or update or delete on public.workspace_invitations
  for each row execute function public.audit_invitation();

create function public.audit_workspace() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.name <> old.name then
    perform public.write_audit(
      new.id, 'workspace_renamed', null, jsonb_build_object('from', old.name, 'to', new.name)
    );
  end if;
  if new.requires_aal2 <> old.requires_aal2 then
    perform public.write_audit(
      new.id, case when new.requires_aal2 then 'second_factor_required' else 'second_factor_not_required' end,
      null, '{}'
    );
  end if;
  return null;
end
$$;

create trigger workspaces_audit after update of name, requires_aal2 on public.workspaces
  for each row execute function public.audit_workspace();

create function public.audit_brand() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.write_audit(new.id, 'brand_changed', null, '{}');
  return null;
end
$$;

create trigger workspaces_audit_brand
  after update of brand_color, brand_logo, shows_product_name, brand_font, new_demo_look on public.workspaces
  for each row when (
    (old.brand_color, old.brand_logo, old.shows_product_name, old.brand_font, old.new_demo_look)
      is distinct from (new.brand_color, new.brand_logo, new.shows_product_name, new.brand_font, new.new_demo_look)
  ) execute function public.audit_brand();

create function public.audit_capture_rules() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.write_audit(new.id, 'capture_rules_changed', null, '{}');
  return null;
end
$$;

create trigger workspaces_audit_capture_rules
  after update of capture_rules on public.workspaces
  for each row when (old.capture_rules is distinct from new.capture_rules)
  execute function public.audit_capture_rules();

create function public.audit_talk_recording() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.write_audit(
    new.id, case when new.records_talks then 'talk_recording_set' else 'talk_recording_stopped' end, null,
    jsonb_build_object('days', new.talk_recording_days)
  );
  return null;
end
$$;

create trigger workspaces_audit_talk_recording
  after update of records_talks, talk_recording_days on public.workspaces
  for each row when (
    (old.records_talks, old.talk_recording_days) is distinct from (new.records_talks, new.talk_recording_days)
  ) execute function public.audit_talk_recording();

create function public.audit_key() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform public.write_audit(
      new.workspace_id, 'key_created', null, jsonb_build_object('name', new.name, 'scope', new.scope)
    );
  else
    perform public.write_audit(old.workspace_id, 'key_revoked', null, jsonb_build_object('name', old.name));
  end if;
  return null;
end
$$;

create trigger workspace_keys_audit after insert or delete on public.workspace_keys
  for each row execute function public.audit_key();

create function public.audit_demo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform public.write_audit(new.workspace_id, 'demo_created', null, jsonb_build_object('name', new.name));
  elsif tg_op = 'DELETE' then
    perform public.write_audit(old.workspace_id, 'demo_deleted', null, jsonb_build_object('name', old.name));
  elsif new.status <> old.status then
    perform public.write_audit(
      new.workspace_id, 'demo_status_changed', null,
      jsonb_build_object('name', new.name, 'from', old.status, 'to', new.status)
    );
  end if;
  return null;
end
$$;

create trigger demos_audit after insert or update of status or delete on public.demos
  for each row execute function public.audit_demo();

-- The newest entries before a moment, for owners: those of the workspace, and its members' account events (sign-ins,
-- password changes, second factors) since they joined, without enrolments that were abandoned.
create function public.workspace_audit(
  p_workspace_id uuid, p_before timestamptz default null, p_limit integer default 50
) returns table (id uuid, at timestamptz, actor text, action text, subject text, detail jsonb, address text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_member(p_workspace_id, 'owner') then
    return;
  end if;
  return query
  select entry.id, entry.at, coalesce(a.first_name, a.email), entry.action, coalesce(s.first_name, s.email), entry.detail,
    entry.address
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
  ) entry
  left join public.users a on a.id = entry.actor_id
  left join public.users s on s.id = entry.subject_id
  order by entry.at desc, entry.id
  limit least(greatest(p_limit, 1), 200);
end
$$;

revoke execute on function
  public.write_audit(uuid, text, uuid, jsonb), public.audit_member(), public.audit_invitation(),
  public.audit_workspace(), public.audit_brand(), public.audit_capture_rules(), public.audit_talk_recording(),
  public.audit_demo(), public.workspace_audit(uuid, timestamptz, integer)
from public, anon, authenticated;
revoke execute on function public.audit_key() from public, anon, authenticated, service_role;
grant execute on function public.workspace_audit(uuid, timestamptz, integer) to authenticated, service_role;
grant execute on function public.write_audit(uuid, text, uuid, jsonb) to service_role;

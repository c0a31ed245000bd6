-- Keys with which a program works in one workspace, without anybody's account. The server finds the key by the hash of its
-- secret and asks everything as `authenticated` with the claims workspace_key and workspace_id, and no `sub`. What such a
-- caller may do is decided where it is for people: by is_member and caller_workspaces, which look the key up each time.

create table public.workspace_keys (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  -- `read` may what a viewer may, `write` what an editor may. A key never manages people, keys or settings.
  scope text not null check (scope in ('read', 'write')),
  -- Of 244 random bits, which nobody finds by trying: a slow hash would add nothing.
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  last_four text not null check (length(last_four) = 4),
  created_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- To the minute.
  last_used_at timestamptz
);

create index workspace_keys_by_workspace on public.workspace_keys (workspace_id);
create index workspace_keys_by_creator on public.workspace_keys (created_by);

alter table public.workspace_keys enable row level security;
revoke all on public.workspace_keys from anon, authenticated;
grant select, delete on public.workspace_keys to authenticated;
grant all on public.workspace_keys to service_role;

create policy "admins read keys" on public.workspace_keys
  for select to authenticated using (workspace_id = any ((select public.caller_workspaces('admin'))::uuid[]));
create policy "admins revoke keys" on public.workspace_keys
  for delete to authenticated using (workspace_id = any ((select public.caller_workspaces('admin'))::uuid[]));

-- The workspace of the key that the caller has shown, when it is still good and lets them do that much.
create function public.caller_key_workspace(p_least_role text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select k.workspace_id from public.workspace_keys k
  where k.id = (auth.jwt() ->> 'workspace_key')::uuid
    and (k.expires_at is null or k.expires_at > now())
    and public.role_rank(case k.scope when 'write' then 'editor' else 'viewer' end) >= public.role_rank(p_least_role)
$$;

-- As before, and for keys. Whether the workspace demands a second factor was asked of who made the key.
create or replace function public.is_member(p_workspace_id uuid, p_least_role text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user_id uuid := auth.uid();
begin
  if v_user_id is null then
    return coalesce(p_workspace_id = public.caller_key_workspace(p_least_role), false);
  end if;
  return exists (
    select 1 from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
    where m.workspace_id = p_workspace_id
      and m.user_id = v_user_id
      and public.role_rank(m.role) >= public.role_rank(p_least_role)
      and (not w.requires_aal2 or auth.jwt() ->> 'aal' in ('aal2', 'aal3'))
  );
end
$$;

create or replace function public.caller_workspaces(p_least_role text) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user_id uuid := auth.uid();
begin
  if v_user_id is null then
    return array_remove(array[public.caller_key_workspace(p_least_role)], null);
  end if;
  return array(
    select m.workspace_id from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
    where m.user_id = v_user_id
      and public.role_rank(m.role) >= public.role_rank(p_least_role)
      and (not w.requires_aal2 or auth.jwt() ->> 'aal' in ('aal2', 'aal3'))
  );
end
$$;

create or replace function public.own_workspace_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select unnest(public.caller_workspaces('viewer'))
$$;

create or replace function public.default_workspace_id() returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (
      select m.workspace_id from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
      where m.user_id = auth.uid() and public.role_rank(m.role) >= 2
        and (not w.requires_aal2 or auth.jwt() ->> 'aal' in ('aal2', 'aal3'))
      order by m.created_at, m.workspace_id
      limit 1
    ),
    public.caller_key_workspace('editor')
  )
$$;

-- What a key does is written down under its name.
create or replace function public.note_deed(p_workspace_id uuid, p_action text, p_subject_id uuid, p_detail jsonb)
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

create function public.note_key() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform public.note_deed(
      new.workspace_id, 'key_created', null, jsonb_build_object('name', new.name, 'scope', new.scope)
    );
  else
    perform public.note_deed(old.workspace_id, 'key_revoked', null, jsonb_build_object('name', old.name));
  end if;
  return null;
end
$$;

create trigger workspace_keys_note after insert or delete on public.workspace_keys
  for each row execute function public.note_key();

-- Answers the secret, which is told this once: here is only its hash.
create function public.create_workspace_key(
  p_workspace_id uuid, p_name text, p_scope text, p_expires_at timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_name text := btrim(p_name);
  -- 32 bytes made of the 244 random bits of two ids, in letters that need no escaping anywhere.
  v_secret text := 'usk_' || rtrim(
    translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/', '-_'), '='
  );
  v_id uuid;
begin
  if not public.is_member(p_workspace_id, 'admin') then
    return jsonb_build_object('outcome', 'not_allowed');
  end if;
  if v_name is null or v_name = '' or length(v_name) > 100 then
    return jsonb_build_object('outcome', 'bad_name');
  end if;
  if p_scope is null or p_scope not in ('read', 'write') then
    return jsonb_build_object('outcome', 'bad_scope');
  end if;
  if p_expires_at <= now() then
    return jsonb_build_object('outcome', 'bad_end');
  end if;
  -- One at a time for a workspace, so that calls side by side count each other.
  perform 1 from public.workspaces w where w.id = p_workspace_id for update;
  if (select count(*) from public.workspace_keys k where k.workspace_id = p_workspace_id) >= 50 then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  if (
    select count(*) from public.audit_log l
    where l.workspace_id = p_workspace_id and l.action = 'key_created' and l.created_at > now() - interval '1 hour'
  ) >= 20 then
    return jsonb_build_object('outcome', 'too_soon');
  end if;
  insert into public.workspace_keys (workspace_id, name, scope, secret_hash, last_four, created_by, expires_at)
  values (
    p_workspace_id, v_name, p_scope, encode(sha256(convert_to(v_secret, 'utf8')), 'hex'), right(v_secret, 4), auth.uid(),
    p_expires_at
  )
  returning id into v_id;
  return jsonb_build_object('outcome', 'ok', 'id', v_id, 'secret', v_secret);
end
$$;

-- The claims of who shows this secret, or null when there is no such key (any more). For the server alone.
create function public.use_workspace_key(p_secret_hash text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_key public.workspace_keys;
begin
  select * into v_key from public.workspace_keys k
  where k.secret_hash = p_secret_hash and (k.expires_at is null or k.expires_at > now());
  if not found then
    return null;
  end if;
  update public.workspace_keys k set last_used_at = now()
  where k.id = v_key.id and coalesce(k.last_used_at, '-infinity') < now() - interval '1 minute';
  return jsonb_build_object(
    'role', 'authenticated', 'workspace_key', v_key.id, 'workspace_id', v_key.workspace_id, 'scope', v_key.scope
  );
end
$$;

revoke execute on function
  public.caller_key_workspace(text), public.note_key(), public.use_workspace_key(text),
  public.create_workspace_key(uuid, text, text, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function public.create_workspace_key(uuid, text, text, timestamptz) to authenticated;

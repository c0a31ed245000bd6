-- People, workspaces, members and API keys, and the functions with which every policy asks what the caller may do.

-- Spec §3. The sign-up trigger fills it; anonymous callers can't list it.
create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  email text,
  created_at timestamptz not null default now(),
  -- A copy of the name in auth.users, which sign-up and the account page write.
  first_name text check (length(first_name) <= 100)
);

create table public.workspaces (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  credits integer not null default 4750,
  created_at timestamptz not null default now(),
  -- Sessions without a second factor can't open the workspace, whatever their role.
  requires_aal2 boolean not null default false,
  brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
  -- A path in the bucket demo-captures, inside the workspace's own folder.
  brand_logo text check (brand_logo like id || '/brand/%' and length(brand_logo) <= 200),
  shows_product_name boolean not null default true,
  brand_font text check (brand_font in ('inter', 'system', 'serif', 'mono')),
  -- The look that new demos start with (domain/demo-look.ts).
  new_demo_look jsonb not null default '{
    "layout": "callout",
    "ending": {"kind": "replay", "title": "", "text": "", "button": "", "url": "", "cardId": null}
  }' constraint workspaces_new_demo_look check (
    jsonb_typeof(new_demo_look) = 'object' and length(new_demo_look::text) <= 20000
  ),
  -- What recordings hide before they are uploaded (domain/capture-rules.ts).
  capture_rules jsonb not null default '[]' constraint workspaces_capture_rules check (
    jsonb_typeof(capture_rules) = 'array' and length(capture_rules::text) <= 40000
  ),
  -- Whether voice talks are recorded, and for how many days the recordings are kept.
  records_talks boolean not null default false,
  talk_recording_days integer not null default 30 check (talk_recording_days between 1 and 365)
);

create table public.workspace_members (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);

create index workspace_members_by_user on public.workspace_members (user_id);

-- API keys. The server looks a key up by its hash and runs requests as `authenticated` with the claims workspace_key
-- and workspace_id and no `sub`; is_member and caller_workspaces look the key up again in every request.
create table public.workspace_keys (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  -- `read` acts as a viewer, `write` as an editor. A key never manages people, keys or settings.
  scope text not null check (scope in ('read', 'write')),
  -- The secret has 244 random bits, so a slow hash would add nothing.
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

create function public.role_rank(p_role text) returns integer
language sql immutable
as $$
  select case p_role when 'owner' then 4 when 'admin' then 3 when 'editor' then 2 when 'viewer' then 1 else 0 end
$$;

-- The workspace of the caller's API key, if the key is valid and its scope covers the role.
create function public.caller_key_workspace(p_min_role text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select k.workspace_id from public.workspace_keys k
  where k.id = (auth.jwt() ->> 'workspace_key')::uuid
    and (k.expires_at is null or k.expires_at > now())
    and public.role_rank(case k.scope when 'write' then 'editor' else 'viewer' end) >= public.role_rank(p_min_role)
$$;

-- Security definer, since policies ask it. PL/pgSQL, since PostgreSQL keeps its plan for the whole connection.
create function public.is_member(p_workspace_id uuid, p_min_role text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user_id uuid := auth.uid();
begin
  if v_user_id is null then
    return coalesce(p_workspace_id = public.caller_key_workspace(p_min_role), false);
  end if;
  return exists (
    select 1 from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
    where m.workspace_id = p_workspace_id
      and m.user_id = v_user_id
      and public.role_rank(m.role) >= public.role_rank(p_min_role)
      and (not w.requires_aal2 or auth.jwt() ->> 'aal' in ('aal2', 'aal3'))
  );
end
$$;

-- The workspaces in which the caller has at least this role: asked once per statement, is_member once per row.
create function public.caller_workspaces(p_min_role text) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user_id uuid := auth.uid();
begin
  if v_user_id is null then
    return array_remove(array[public.caller_key_workspace(p_min_role)], null);
  end if;
  return array(
    select m.workspace_id from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
    where m.user_id = v_user_id
      and public.role_rank(m.role) >= public.role_rank(p_min_role)
      and (not w.requires_aal2 or auth.jwt() ->> 'aal' in ('aal2', 'aal3'))
  );
end
$$;

-- The workspaces the caller may read. The server may have looked them up with the session (auth.require_session); that
-- list counts only for the claims it was made for, since realtime switches claims within a transaction.
create function public.readable_workspaces() returns uuid[]
language sql stable
return case
  when nullif(current_setting('request.workspaces_of', true), '') = current_setting('request.jwt.claims', true)
    then split_part(current_setting('request.workspaces', true), ' ', 2)::uuid[]
  else public.caller_workspaces('viewer')
end;

create function public.own_workspace_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select unnest(public.caller_workspaces('viewer'))
$$;

-- Where new work is stored: the caller's oldest workspace that they may edit, or their key's.
create function public.default_workspace_id() returns uuid
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

-- The caller's workspaces that this session can't open without a second factor.
create function public.locked_workspaces() returns table (id uuid, name text)
language sql stable security definer set search_path = ''
as $$
  select w.id, w.name from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
  where m.user_id = auth.uid() and w.requires_aal2
    and coalesce(auth.jwt() ->> 'aal', 'aal1') not in ('aal2', 'aal3')
  order by m.created_at, m.workspace_id
$$;

-- Who the work of several workspaces counts for, so that an account gains nothing by creating many.
create function public.workspace_account(p_workspace_id uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select m.user_id from public.workspace_members m
    where m.workspace_id = p_workspace_id and m.role = 'owner' order by m.created_at, m.user_id limit 1
  ), p_workspace_id)
$$;

-- Whether the caller set up this installation, and so sees mistakes in its settings. The sample's workspace is empty.
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

-- Members who require a second factor must have used one, or they would lock themselves out.
create function public.check_requires_aal2() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.requires_aal2 and auth.role() = 'authenticated'
    and coalesce(auth.jwt() ->> 'aal', 'aal1') not in ('aal2', 'aal3') then
    raise exception 'Sign in with a second factor before you require one in the workspace' using errcode = '42501';
  end if;
  return new;
end
$$;

create trigger workspaces_check_requires_aal2 before update of requires_aal2 on public.workspaces
  for each row when (new.requires_aal2 and not old.requires_aal2) execute function public.check_requires_aal2();

-- Creates another workspace for the caller. Returns its id, or why not.
create function public.create_workspace(p_name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := gen_random_uuid();
  v_name text := btrim(p_name);
begin
  if auth.uid() is null or v_name is null or v_name = '' or length(v_name) > 200 then
    return jsonb_build_object('outcome', 'bad_name');
  end if;
  -- Locks the person, so that parallel calls count each other.
  perform 1 from public.users u where u.id = auth.uid() for update;
  if (
    select count(*) from public.workspace_members m where m.user_id = auth.uid() and m.role = 'owner'
  ) >= 20 then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  insert into public.workspaces (id, name) values (v_id, v_name);
  insert into public.workspace_members (workspace_id, user_id, role) values (v_id, auth.uid(), 'owner');
  insert into public.agents (workspace_id) values (v_id);
  return jsonb_build_object('outcome', 'ok', 'id', v_id);
end
$$;

-- The colour, logo, font and product name that the player shows; anyone who may see a demo may see this.
create function public.workspace_brand(p_workspace_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'color', w.brand_color, 'logo', w.brand_logo, 'shows_product_name', w.shows_product_name, 'font', w.brand_font
  )
  from public.workspaces w where w.id = p_workspace_id
$$;

-- Returns the secret once; only its hash is stored.
create function public.create_workspace_key(
  p_workspace_id uuid, p_name text, p_scope text, p_expires_at timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_name text := btrim(p_name);
  -- The 244 random bits of two ids, hashed to 32 bytes in characters that need no escaping.
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
  -- Locks the workspace, so that parallel calls count each other.
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
    p_workspace_id, v_name, p_scope, encode(sha256(convert_to(v_secret, 'utf8')), 'hex'), right(v_secret, 4),
    auth.uid(), p_expires_at
  )
  returning id into v_id;
  return jsonb_build_object('outcome', 'ok', 'id', v_id, 'secret', v_secret);
end
$$;

-- The claims of the key with this secret, or null if there is none. Only the server calls it.
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

-- Supabase grants everything on a new table to every client role, so each table revokes it first.
alter table public.users enable row level security;
revoke all on public.users from anon, authenticated;
grant select on public.users to authenticated;
grant all on public.users to service_role;

create policy "people read themselves" on public.users
  for select to authenticated using (id = (select auth.uid()));

alter table public.workspaces enable row level security;
revoke all on public.workspaces from anon, authenticated;
grant select, update (
  name, requires_aal2, brand_color, brand_logo, shows_product_name, brand_font, new_demo_look, capture_rules,
  records_talks, talk_recording_days
) on public.workspaces to authenticated;
grant all on public.workspaces to service_role;

create policy "members read their workspace" on public.workspaces
  for select to authenticated using (id = any ((select public.readable_workspaces())::uuid[]));
create policy "admins rename their workspace" on public.workspaces
  for update to authenticated using (public.is_member(id, 'admin')) with check (public.is_member(id, 'admin'));

alter table public.workspace_members enable row level security;
revoke all on public.workspace_members from anon, authenticated;
grant select, update (role), delete on public.workspace_members to authenticated;
grant all on public.workspace_members to service_role;

create policy "members read who else is in" on public.workspace_members
  for select to authenticated using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
create policy "admins change roles, owners those of owners" on public.workspace_members
  for update to authenticated
  using (public.is_member(workspace_id, 'owner') or (role <> 'owner' and public.is_member(workspace_id, 'admin')))
  with check (public.is_member(workspace_id, 'owner') or (role <> 'owner' and public.is_member(workspace_id, 'admin')));
create policy "admins remove members, and everybody may leave" on public.workspace_members
  for delete to authenticated
  using (
    user_id = (select auth.uid())
    or public.is_member(workspace_id, 'owner')
    or (role <> 'owner' and public.is_member(workspace_id, 'admin'))
  );

alter table public.workspace_keys enable row level security;
revoke all on public.workspace_keys from anon, authenticated;
grant select, delete on public.workspace_keys to authenticated;
grant all on public.workspace_keys to service_role;

create policy "admins read keys" on public.workspace_keys
  for select to authenticated using (workspace_id = any ((select public.caller_workspaces('admin'))::uuid[]));
create policy "admins revoke keys" on public.workspace_keys
  for delete to authenticated using (workspace_id = any ((select public.caller_workspaces('admin'))::uuid[]));

revoke execute on function
  public.role_rank(text), public.is_member(uuid, text), public.caller_workspaces(text), public.readable_workspaces(),
  public.own_workspace_ids(), public.default_workspace_id(), public.locked_workspaces(), public.owns_first_workspace(),
  public.check_requires_aal2(), public.create_workspace(text), public.workspace_brand(uuid),
  public.create_workspace_key(uuid, text, text, timestamptz)
from public, anon, authenticated;
revoke execute on function
  public.caller_key_workspace(text), public.use_workspace_key(text)
from public, anon, authenticated, service_role;
revoke execute on function public.workspace_account(uuid) from public, anon, authenticated;
grant execute on function public.workspace_account(uuid) to service_role;
grant execute on function
  public.role_rank(text), public.is_member(uuid, text), public.workspace_brand(uuid)
to anon, authenticated, service_role;
grant execute on function
  public.caller_workspaces(text), public.readable_workspaces(), public.own_workspace_ids(),
  public.default_workspace_id(), public.locked_workspaces(), public.owns_first_workspace(),
  public.create_workspace(text)
to authenticated, service_role;
grant execute on function public.create_workspace_key(uuid, text, text, timestamptz) to authenticated;
revoke execute on function public.create_workspace_key(uuid, text, text, timestamptz) from service_role;

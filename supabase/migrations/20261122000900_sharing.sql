-- Share links, and what visitors without an account may read: the one demo that the x-demo-id header opens, by its id
-- or by the token of a link, while the demo is active (docs/sharing.md).

create table public.share_links (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  demo_id uuid not null references public.demos (id) on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  -- 192 random bits that replace the demo's id in the address.
  token text not null unique default translate(encode(
    substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 24), 'base64'), '+/', '-_'),
  has_password boolean not null default false,
  -- Counts changes of the password.
  password_version integer not null default 0,
  expires_at timestamptz,
  revoked_at timestamptz,
  view_count integer not null default 0,
  last_viewed_at timestamptz,
  -- Values for {{name}} in the demo's texts: {name: text} (domain/variables.ts).
  variables jsonb not null default '{}' constraint share_links_variables check (
    jsonb_typeof(variables) = 'object' and length(variables::text) <= 12000
    and jsonb_array_length(jsonb_path_query_array(variables, '$.*')) <= 20
    and not jsonb_path_exists(variables, '$.* ? (@.type() != "string")')
  ),
  created_by uuid default auth.uid() references public.users (id) on delete set null,
  created_at timestamptz not null default now()
);

create index share_links_by_demo on public.share_links (demo_id, created_at);
create index share_links_by_workspace on public.share_links (workspace_id);
alter table public.share_links enable row level security;
revoke all on public.share_links from anon, authenticated;
grant select, delete, insert (id, demo_id, name, expires_at, variables),
  update (name, expires_at, revoked_at, variables)
  on public.share_links to authenticated;
grant all on public.share_links to service_role;

create policy "members read links" on public.share_links
  for select to authenticated using (public.is_member(workspace_id, 'viewer'));
create policy "editors make links" on public.share_links
  for insert to authenticated with check (public.is_member(workspace_id, 'editor'));
create policy "editors change links" on public.share_links
  for update to authenticated using (public.is_member(workspace_id, 'editor'))
  with check (public.is_member(workspace_id, 'editor'));
create policy "editors remove links" on public.share_links
  for delete to authenticated using (public.is_member(workspace_id, 'editor'));

-- A link takes its demo's workspace.
create function public.set_link_workspace() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select d.workspace_id into new.workspace_id from public.demos d where d.id = new.demo_id;
  if new.workspace_id is null then
    raise exception 'Demo not found' using errcode = '23503';
  end if;
  if tg_op = 'INSERT' and (select count(*) from public.share_links l where l.demo_id = new.demo_id) >= 500 then
    raise exception 'A demo has at most 500 links. Remove some that have ended.' using errcode = '22023';
  end if;
  return new;
end
$$;

create trigger share_links_workspace before insert or update of demo_id, workspace_id on public.share_links
  for each row execute function public.set_link_workspace();

create trigger retire_ids after delete on public.share_links referencing old table as old_rows
  for each statement execute function public.retire_ids();
create trigger refuse_retired_ids after insert on public.share_links referencing new table as new_rows
  for each statement execute function public.refuse_retired_ids();

-- The bcrypt hashes, in a table that only the server reads.
create table public.share_link_passwords (
  link_id uuid primary key references public.share_links (id) on delete cascade,
  -- The cost is limited, because verifying a hash takes as long as its cost says.
  password_hash text not null constraint share_link_passwords_cost
    check (password_hash ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$')
);

alter table public.share_link_passwords enable row level security;
revoke all on public.share_link_passwords from anon, authenticated;
grant all on public.share_link_passwords to service_role;

-- Passes given out for a correct password, valid for some hours; only their hashes are stored.
create table public.share_link_passes (
  pass_hash bytea primary key,
  link_id uuid not null references public.share_links (id) on delete cascade,
  expires_at timestamptz not null
);

create index share_link_passes_by_link on public.share_link_passes (link_id, expires_at);
alter table public.share_link_passes enable row level security;
revoke all on public.share_link_passes from anon, authenticated;
grant all on public.share_link_passes to service_role;

-- The demo that the request's headers open, active or not. Security definer, because visitors can't read links.
create function public.shared_demo_id() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_named text := public.request_header('x-demo-id');
  v_pass text := public.request_header('x-share-pass');
begin
  if v_named is null or length(v_named) > 64 then
    return null;
  end if;
  if v_named ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return (
      select d.id from public.demos d
      where d.id = v_named::uuid and d.share_mode = 'open' and (d.link_expires_at is null or d.link_expires_at > now())
    );
  end if;
  return (
    select l.demo_id from public.share_links l
    where l.token = v_named
      and l.revoked_at is null
      and (l.expires_at is null or l.expires_at > now())
      and (not l.has_password or exists (
        select 1 from public.share_link_passes p
        where p.link_id = l.id and p.expires_at > now() and p.pass_hash = sha256(convert_to(v_pass, 'UTF8'))
      ))
  );
end
$$;

-- The same, if the demo is active. Policies ask it once per statement.
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

-- The variables of the personal link that opens the request's demo.
create function public.shared_link_variables() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select l.variables from public.share_links l
  where l.token = public.request_header('x-demo-id') and l.demo_id = (select public.shared_active_demo_id())
$$;

-- Whether the request's link only needs a password.
create function public.shared_demo_needs_password() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.share_links l join public.demos d on d.id = l.demo_id
    where l.token = public.request_header('x-demo-id') and l.has_password and d.status = 'active'
      and l.revoked_at is null and (l.expires_at is null or l.expires_at > now())
  )
$$;

grant select on public.demos, public.demo_steps, public.step_cards to anon;

create policy "a share link reads its active demo" on public.demos
  for select to anon, authenticated using (id = (select public.shared_demo_id()) and status = 'active');

create policy "a share link reads its active demo's steps" on public.demo_steps
  for select to anon, authenticated using (demo_id = (select public.shared_active_demo_id()));

create policy "a share link reads its active demo's cards" on public.step_cards
  for select to anon, authenticated using (demo_id = (select public.shared_active_demo_id()));

-- The server hashes the password; null removes it. Passes given out before stop working.
create function public.set_share_link_password(p_link_id uuid, p_password_hash text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.share_links l where l.id = p_link_id for update;
  if not found then
    raise exception 'Link not found' using errcode = 'PT404';
  end if;
  if p_password_hash !~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$' then
    raise exception 'A link''s password is kept as a bcrypt hash with a cost of 4 to 14' using errcode = '22023';
  end if;
  delete from public.share_link_passes where link_id = p_link_id;
  delete from public.share_link_passwords where link_id = p_link_id;
  if p_password_hash is not null then
    insert into public.share_link_passwords (link_id, password_hash) values (p_link_id, p_password_hash);
  end if;
  update public.share_links set has_password = p_password_hash is not null, password_version = password_version + 1
  where id = p_link_id;
end
$$;

-- Counts an attempt before it is made, so that parallel attempts count: 8 per 15 minutes for a network, 200 for all, of
-- which half are for each network's first one: a few networks can't use up those of the visitors who know the password.
-- No row: no such link to unlock. A null hash: too many attempts.
create function public.begin_share_unlock(p_token text, p_network text)
returns table (link_id uuid, password_hash text)
language plpgsql security definer set search_path = ''
as $$
declare
  v_link uuid;
  v_hash text;
begin
  select l.id into v_link from public.share_links l
  where l.token = p_token and l.has_password
    and l.revoked_at is null and (l.expires_at is null or l.expires_at > now());
  if v_link is null then
    return;
  end if;
  if limits.consume('unlock', v_link, p_network, 8, 900)
    and (limits.consume('unlock first', v_link, p_network, 1, 900)
      or limits.consume('unlock repeats', v_link, 'all', 100, 900))
    and limits.consume('unlock by all', v_link, 'all', 200, 900) then
    select p.password_hash into v_hash from public.share_link_passwords p where p.link_id = v_link;
  end if;
  return query select v_link, v_hash;
end
$$;

create function public.finish_share_unlock(p_link_id uuid, p_pass_hash text, p_valid_seconds integer)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- A correct password doesn't count as an attempt.
  update limits.counts set uses = greatest(0, uses - 1) where action = 'unlock by all' and subject_id = p_link_id;
  delete from public.share_link_passes where link_id = p_link_id and expires_at < now();
  insert into public.share_link_passes (pass_hash, link_id, expires_at)
  values (decode(p_pass_hash, 'hex'), p_link_id, now() + p_valid_seconds * interval '1 second');
end
$$;

create function public.count_share_view(p_token text) returns void
language sql security definer set search_path = ''
as $$ update public.share_links set view_count = view_count + 1, last_viewed_at = now() where token = p_token $$;

-- Those of the given demo ids and tokens that open a demo now, as an object: the version of a link's password, or null
-- without one. The server asks it about tickets and running conversations.
create function public.find_open_shares(p_links text[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(shared.link, shared.password_version), '{}')
  from (
    select named.link, null::integer as password_version
    from unnest(p_links) named (link) join public.demos d
      on d.id = case when named.link ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then named.link::uuid end
    where d.status = 'active' and d.share_mode = 'open' and (d.link_expires_at is null or d.link_expires_at > now())
    union all
    select l.token, case when l.has_password then l.password_version end
    from public.share_links l join public.demos d on d.id = l.demo_id
    where l.token = any (p_links) and d.status = 'active' and l.revoked_at is null
      and (l.expires_at is null or l.expires_at > now())
  ) shared
$$;

revoke execute on function
  public.set_link_workspace(), public.shared_demo_id(), public.shared_active_demo_id(),
  public.shared_link_variables(), public.shared_demo_needs_password(), public.set_share_link_password(uuid, text),
  public.begin_share_unlock(text, text), public.finish_share_unlock(uuid, text, integer), public.count_share_view(text),
  public.find_open_shares(text[])
from public, anon, authenticated;
grant execute on function
  public.shared_demo_id(), public.shared_active_demo_id(), public.shared_link_variables(),
  public.shared_demo_needs_password()
to anon, authenticated, service_role;
grant execute on function
  public.set_share_link_password(uuid, text), public.begin_share_unlock(text, text),
  public.finish_share_unlock(uuid, text, integer), public.count_share_view(text), public.find_open_shares(text[])
to service_role;

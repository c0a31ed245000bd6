-- Links to a demo, beside the one that is made of its id (spec §2): several, with names, that can end, be taken back and
-- ask for a password. Whoever has one reads the one demo it names, and nothing else.

-- 'open': the demo's id is a link as well. 'links': only the links below open it.
alter table public.demos add column share_mode text not null default 'open' check (share_mode in ('open', 'links'));

create table public.share_links (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  demo_id uuid not null references public.demos (id) on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  -- 192 random bits: what the address holds in place of the demo's id.
  token text not null unique default translate(encode(
    substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 24), 'base64'), '+/', '-_'),
  has_password boolean not null default false,
  expires_at timestamptz,
  revoked_at timestamptz,
  view_count integer not null default 0,
  last_viewed_at timestamptz,
  created_by uuid default auth.uid() references public.users (id) on delete set null,
  created_at timestamptz not null default now()
);

create index share_links_by_demo on public.share_links (demo_id, created_at);
create index share_links_by_workspace on public.share_links (workspace_id);

-- A link is always of its demo's workspace, and of no other demo later.
create function public.keep_link_in_its_workspace() returns trigger
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
  for each row execute function public.keep_link_in_its_workspace();

-- Kept apart, because nobody but the server reads them: the bcrypt hash, and how often a wrong password was tried.
create table public.share_link_passwords (
  link_id uuid primary key references public.share_links (id) on delete cascade,
  password_hash text not null check (length(password_hash) between 20 and 200),
  tries integer not null default 0,
  tries_since timestamptz not null default now()
);

-- What somebody gets who knew the password, for some hours; only a hash of it is kept.
create table public.share_link_passes (
  pass_hash bytea primary key,
  link_id uuid not null references public.share_links (id) on delete cascade,
  expires_at timestamptz not null
);

create index share_link_passes_by_link on public.share_link_passes (link_id, expires_at);

alter table public.share_links enable row level security;
alter table public.share_link_passwords enable row level security;
alter table public.share_link_passes enable row level security;

revoke all on public.share_links, public.share_link_passwords, public.share_link_passes from anon, authenticated;
grant select, delete on public.share_links to authenticated;
grant insert (id, demo_id, name, expires_at) on public.share_links to authenticated;
grant update (name, expires_at, revoked_at) on public.share_links to authenticated;
grant all on public.share_links, public.share_link_passwords, public.share_link_passes to service_role;

create policy "members read links" on public.share_links
  for select to authenticated using (public.is_member(workspace_id, 'viewer'));
create policy "editors make links" on public.share_links
  for insert to authenticated with check (public.is_member(workspace_id, 'editor'));
create policy "editors change links" on public.share_links
  for update to authenticated using (public.is_member(workspace_id, 'editor'))
  with check (public.is_member(workspace_id, 'editor'));
create policy "editors remove links" on public.share_links
  for delete to authenticated using (public.is_member(workspace_id, 'editor'));

create function public.request_header(p_name text) returns text
language sql stable set search_path = ''
as $$ select nullif(current_setting('request.headers', true), '')::json ->> p_name $$;

-- What the x-demo-id header of a request opens: a link's token, or the id of a demo that needs no link. Whether the demo
-- is switched on is asked by the policies. Security definer, because a visitor may not read links or passes.
create or replace function public.shared_demo_id() returns uuid
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
    return (select d.id from public.demos d where d.id = v_named::uuid and d.share_mode = 'open');
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

-- Whether a password is all that the request's link wants. Tells whoever has the link what its page tells them.
create function public.shared_demo_asks_password() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.share_links l join public.demos d on d.id = l.demo_id
    where l.token = public.request_header('x-demo-id') and l.has_password and d.status = 'active'
      and l.revoked_at is null and (l.expires_at is null or l.expires_at > now())
  )
$$;

-- The hash comes from the server, which has the password from an editor; null takes the password away. Whoever is in
-- already must know the new one.
create function public.set_share_link_password(p_link_id uuid, p_password_hash text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.share_links l
  where l.id = p_link_id and public.is_member(l.workspace_id, 'editor') for update;
  if not found then
    raise exception 'Link not found' using errcode = 'PT404';
  end if;
  delete from public.share_link_passes where link_id = p_link_id;
  delete from public.share_link_passwords where link_id = p_link_id;
  if p_password_hash is not null then
    insert into public.share_link_passwords (link_id, password_hash) values (p_link_id, p_password_hash);
  end if;
  update public.share_links set has_password = p_password_hash is not null where id = p_link_id;
end
$$;

-- Counts a try before it is made, so that any number at once are still counted; 20 in a quarter of an hour for each
-- link. No row: there is no such link to unlock. A null hash: too many tries.
create function public.begin_share_unlock(p_token text) returns table (link_id uuid, password_hash text)
language plpgsql security definer set search_path = ''
as $$
begin
  return query
  update public.share_link_passwords p
  set tries = case when p.tries_since < now() - interval '15 minutes' then 1 else p.tries + 1 end,
    tries_since = case when p.tries_since < now() - interval '15 minutes' then now() else p.tries_since end
  from public.share_links l
  where l.token = p_token and l.id = p.link_id and l.has_password
    and l.revoked_at is null and (l.expires_at is null or l.expires_at > now())
  returning p.link_id, case when p.tries <= 20 then p.password_hash end;
end
$$;

create function public.finish_share_unlock(p_link_id uuid, p_pass_hash text, p_valid_seconds integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.share_link_passwords set tries = greatest(0, tries - 1) where link_id = p_link_id;
  delete from public.share_link_passes where link_id = p_link_id and expires_at < now();
  insert into public.share_link_passes (pass_hash, link_id, expires_at)
  values (decode(p_pass_hash, 'hex'), p_link_id, now() + p_valid_seconds * interval '1 second');
end
$$;

create function public.count_share_view(p_token text) returns void
language sql security definer set search_path = ''
as $$ update public.share_links set view_count = view_count + 1, last_viewed_at = now() where token = p_token $$;

revoke execute on function public.request_header(text), public.shared_demo_id(), public.shared_demo_asks_password(),
  public.keep_link_in_its_workspace(), public.set_share_link_password(uuid, text), public.begin_share_unlock(text),
  public.finish_share_unlock(uuid, text, integer), public.count_share_view(text) from public, anon, authenticated;
grant execute on function public.request_header(text), public.shared_demo_id(), public.shared_demo_asks_password()
  to anon, authenticated, service_role;
grant execute on function public.set_share_link_password(uuid, text) to authenticated;
grant execute on function public.begin_share_unlock(text), public.finish_share_unlock(uuid, text, integer),
  public.count_share_view(text) to service_role;

-- Shared by the other files: request headers, limits on anonymous callers, and ids that are never changed or reused.

create schema limits;
revoke all on schema limits from public;

create schema tracking;
revoke all on schema tracking from public;
grant usage on schema tracking to anon, authenticated, service_role;

create function public.request_header(p_name text) returns text
language sql stable set search_path = ''
as $$ select nullif(current_setting('request.headers', true), '')::json ->> p_name $$;

-- The one rule for email addresses, with the same answers as domain/email-address.ts. Code points instead of \s, whose
-- meaning depends on the locale.
create function public.is_email_address(p_text text) returns boolean
language sql immutable parallel safe
as $$
  select length(p_text) <= 255
    and p_text !~ '[\u0001-\u0020"(),:;<>\[\\\]\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'
    and p_text ~ '^[^@]{1,64}@[^@.]+(\.[^@.]+)*$'
$$;

-- An address without its tag: mail to ada+1@example.com arrives in the same inbox as to ada@example.com.
create function public.mailbox_of(p_email text) returns text
language sql immutable parallel safe
as $$ select regexp_replace(lower(btrim(p_email)), '^([^+@]+)\+[^@]*@', '\1@') $$;

-- The caller's network: an IPv4 address, an IPv6 /64, or 'unknown'. Our own server passes it in a field that no HTTP
-- client can send, or as the service role; Supabase's proxy passes it in a header.
create function public.visitor_network() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_headers json := nullif(current_setting('request.headers', true), '')::json;
  v_claims json := nullif(current_setting('request.jwt.claims', true), '')::json;
  v_address inet;
begin
  v_address := coalesce(
    v_headers ->> 'visitor network',
    case when v_claims ->> 'role' = 'service_role' then v_headers ->> 'x-visitor-network' end,
    v_headers ->> 'cf-connecting-ip',
    btrim(split_part(v_headers ->> 'x-forwarded-for', ',', 1))
  )::inet;
  if v_address is null then
    return 'unknown';
  end if;
  if v_address <<= '::ffff:0:0/96'::inet then
    v_address := replace(host(v_address), '::ffff:', '')::inet;
  end if;
  return case family(v_address) when 4 then host(v_address) else host(network(set_masklen(v_address, 64))) || '/64' end;
exception when invalid_text_representation then
  return 'unknown';
end
$$;

-- Counts each network's uses of limited actions.
create table limits.counts (
  action text not null,
  subject_id uuid not null,
  -- Hashed, so that no addresses are kept.
  network_hash bytea not null,
  uses integer not null,
  window_start timestamptz not null,
  primary key (action, subject_id, network_hash)
);

create index counts_by_time on limits.counts (window_start);
alter table limits.counts enable row level security;
revoke all on limits.counts from public, anon, authenticated;

-- Counts one use of an action by a network; false beyond p_limit uses in p_seconds. A /48 gets 16 times as many.
create function limits.consume(
  p_action text, p_subject_id uuid, p_network text, p_limit integer, p_seconds integer
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_networks text[] := array[p_network];
  v_scope record;
  v_uses integer;
begin
  delete from limits.counts c where c.ctid = any (array(
    select o.ctid from limits.counts o where o.window_start < now() - interval '1 day' order by o.window_start limit 20
    for update skip locked
  ));
  -- The widest network first, so that addresses rotated within a used-up one add no rows.
  if p_network like '%/64' then
    v_networks := array[host(network(set_masklen(p_network::inet, 48))) || '/48', p_network];
  end if;
  for v_scope in
    select n as network, case when n like '%/48' then 16 else 1 end * p_limit as limit_here
    from unnest(v_networks) with ordinality a (n, place) order by place
  loop
    insert into limits.counts as c (action, subject_id, network_hash, uses, window_start)
    values (p_action, p_subject_id, sha256(convert_to(v_scope.network, 'utf8')), 1, now())
    on conflict (action, subject_id, network_hash) do update set
      uses = case when c.window_start < now() - p_seconds * interval '1 second' then 1 else c.uses + 1 end,
      window_start =
        case when c.window_start < now() - p_seconds * interval '1 second' then now() else c.window_start end
    returning uses into v_uses;
    if v_uses > v_scope.limit_here then
      return false;
    end if;
  end loop;
  return true;
end
$$;

-- Ids of deleted rows. An id is a capability that stays in embeds and links, so nobody else may ever use it again;
-- undo and a repeated import bring a row back in its own workspace.
create table public.retired_ids (
  id uuid primary key,
  -- Not a reference: the ids of a deleted workspace stay retired.
  workspace_id uuid not null
);

alter table public.retired_ids enable row level security;
revoke all on public.retired_ids from anon, authenticated;
grant all on public.retired_ids to service_role;

create function public.retire_ids() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.retired_ids (id, workspace_id) select o.id, o.workspace_id from old_rows o on conflict do nothing;
  return null;
end
$$;

-- Runs after the insert, so that it sees ids retired by a delete that the insert waited for.
create function public.refuse_retired_ids() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from new_rows n join public.retired_ids r on r.id = n.id where r.workspace_id <> n.workspace_id
  ) then
    raise exception 'duplicate key value violates unique constraint "%"', tg_table_name || '_pkey'
      using errcode = '23505';
  end if;
  return null;
end
$$;

-- An upsert by id writes the id again; it may not change it.
create function public.forbid_id_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.id is distinct from old.id then
    raise exception 'The id of a row cannot be changed' using errcode = '22023';
  end if;
  return new;
end
$$;

revoke execute on function
  public.is_email_address(text), public.mailbox_of(text), public.request_header(text), public.visitor_network(),
  public.retire_ids(), public.refuse_retired_ids(), public.forbid_id_change()
from public, anon, authenticated;
revoke execute on function limits.consume(text, uuid, text, integer, integer) from public;
grant execute on function public.is_email_address(text) to authenticated, service_role;
grant execute on function public.mailbox_of(text) to service_role;
grant execute on function public.request_header(text) to anon, authenticated, service_role;
grant execute on function public.visitor_network() to service_role;

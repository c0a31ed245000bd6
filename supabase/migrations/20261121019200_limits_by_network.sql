-- Limits on strangers count by the network they send from, so that nobody uses up what others have; and a link's password
-- hash comes from the server alone, because verifying one costs what whoever made it chose.

create schema limits;
revoke all on schema limits from public;

create table limits.counts (
  door text not null,
  about uuid not null,
  -- Of the network: who came is nobody's business.
  network_hash bytea not null,
  taken integer not null,
  since timestamptz not null,
  primary key (door, about, network_hash)
);

create index counts_by_time on limits.counts (since);

alter table limits.counts enable row level security;
revoke all on limits.counts from public, anon, authenticated;

-- The network of whoever the request is for: an IPv4 address, an IPv6 /64, or 'unknown'. Our own server names it in a field
-- whose name no HTTP header can have, or as the service role; Supabase is asked for what its own proxy wrote.
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

-- Takes one of `p_most` in `p_seconds` of what a network has at a door for what it is about; false when there is none. The
-- /48 around an IPv6 network has sixteen times as many.
create function limits.take(p_door text, p_about uuid, p_network text, p_most integer, p_seconds integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_networks text[] := array[p_network];
  v_place record;
  v_taken integer;
begin
  delete from limits.counts c where c.ctid = any (array(
    select o.ctid from limits.counts o where o.since < now() - interval '1 day' order by o.since limit 20
    for update skip locked
  ));
  -- The widest first: where that is used up, rotating inside of it fills no table.
  if p_network like '%/64' then
    v_networks := array[host(network(set_masklen(p_network::inet, 48))) || '/48', p_network];
  end if;
  for v_place in
    select n as network, case when n like '%/48' then 16 else 1 end * p_most as most
    from unnest(v_networks) with ordinality a (n, place) order by place
  loop
    insert into limits.counts as c (door, about, network_hash, taken, since)
    values (p_door, p_about, sha256(convert_to(v_place.network, 'utf8')), 1, now())
    on conflict (door, about, network_hash) do update set
      taken = case when c.since < now() - p_seconds * interval '1 second' then 1 else c.taken + 1 end,
      since = case when c.since < now() - p_seconds * interval '1 second' then now() else c.since end
    returning taken into v_taken;
    if v_taken > v_place.most then
      return false;
    end if;
  end loop;
  return true;
end
$$;

revoke execute on function limits.take(text, uuid, text, integer, integer) from public, anon, authenticated;
revoke execute on function public.visitor_network() from public, anon, authenticated;
grant execute on function public.visitor_network() to service_role;

-- What bcrypt's cost may be. A row from before that is beyond it is refused when it is verified.
alter table public.share_link_passwords add constraint share_link_passwords_cost
  check (password_hash ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$') not valid;

revoke execute on function public.set_share_link_password(uuid, text) from public, anon, authenticated;

create or replace function public.set_share_link_password(p_link_id uuid, p_password_hash text) returns void
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
  update public.share_links set has_password = p_password_hash is not null where id = p_link_id;
end
$$;

grant execute on function public.set_share_link_password(uuid, text) to service_role;

-- Counts a try before it is made, so that any number at once are still counted: 8 in a quarter of an hour for a network, and
-- for all together 200, which one network can't use up. No row: there is no such link to unlock. A null hash: too many tries.
drop function public.begin_share_unlock(text);

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
  if limits.take('unlock', v_link, p_network, 8, 900) and limits.take('unlock by all', v_link, 'all', 200, 900) then
    select p.password_hash into v_hash from public.share_link_passwords p where p.link_id = v_link;
  end if;
  return query select v_link, v_hash;
end
$$;

create or replace function public.finish_share_unlock(p_link_id uuid, p_pass_hash text, p_valid_seconds integer)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- A right password is no guess.
  update limits.counts set taken = greatest(0, taken - 1) where door = 'unlock by all' and about = p_link_id;
  delete from public.share_link_passes where link_id = p_link_id and expires_at < now();
  insert into public.share_link_passes (pass_hash, link_id, expires_at)
  values (decode(p_pass_hash, 'hex'), p_link_id, now() + p_valid_seconds * interval '1 second');
end
$$;

revoke execute on function public.begin_share_unlock(text, text) from public, anon, authenticated;
grant execute on function public.begin_share_unlock(text, text) to service_role;

-- As before, but no limit that one visitor can use up for all others: 30 leads in ten minutes and 300 a day from a network.
create or replace function public.submit_lead(
  p_id uuid, p_card_id uuid, p_answers jsonb, p_session_id text default null, p_has_consented boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_card public.step_cards;
  v_demo public.demos;
  v_email text;
  v_name text;
  v_field jsonb;
  v_value text;
  v_fields jsonb := '[]';
  v_network text;
begin
  select c.* into v_card from public.step_cards c
  where c.id = p_card_id and c.type = 'lead' and c.demo_id = public.shared_demo_id();
  select d.* into v_demo from public.demos d where d.id = v_card.demo_id and d.status = 'active';
  if v_demo.id is null then
    raise exception 'Demo not found' using errcode = 'PT404';
  end if;
  if p_id is null or jsonb_typeof(p_answers) is distinct from 'object' or length(p_answers::text) > 30000 then
    raise exception 'The form could not be read' using errcode = 'PT400';
  end if;

  v_email := btrim(coalesce(p_answers ->> 'email', ''));
  if length(v_email) > 320 or v_email !~ '^[^[:space:]@<>"]+@[^[:space:]@<>"]+\.[^[:space:]@<>".]{2,}$' then
    raise exception 'Enter a work email such as name@company.com.' using errcode = 'PT400', hint = 'email';
  end if;
  v_name := btrim(coalesce(p_answers ->> 'name', ''));
  if v_name = '' or length(v_name) > 200 then
    raise exception 'Enter your name.' using errcode = 'PT400', hint = 'name';
  end if;
  for v_field in
    select f from jsonb_array_elements(v_card.fields) with ordinality a (f, n)
    where jsonb_typeof(f) = 'object' and f ->> 'id' is not null and f ->> 'id' not in ('email', 'name') order by n limit 20
  loop
    v_value := btrim(coalesce(p_answers ->> (v_field ->> 'id'), ''));
    if v_value = '' and v_field -> 'isRequired' = 'true' then
      raise exception 'Fill in this field.' using errcode = 'PT400', hint = v_field ->> 'id';
    end if;
    if length(v_value) > 2000 then
      raise exception 'Use at most 2,000 characters.' using errcode = 'PT400', hint = v_field ->> 'id';
    end if;
    if v_value <> '' then
      v_fields := v_fields || jsonb_build_object('label', left(coalesce(v_field ->> 'label', ''), 200), 'value', v_value);
    end if;
  end loop;
  if btrim(coalesce(v_card.consent_text, '')) <> '' and p_has_consented is not true then
    raise exception 'Agree to this to go on.' using errcode = 'PT400', hint = 'consent';
  end if;

  if exists (select 1 from public.leads l where l.id = p_id) then
    return;
  end if;
  v_network := public.visitor_network();
  if not limits.take('lead', v_demo.workspace_id, v_network, 30, 600)
    or not limits.take('leads of a day', v_demo.workspace_id, v_network, 300, 86400)
  then
    raise exception 'Many people are sending this form right now. Try again in a minute.' using errcode = 'PT429';
  end if;

  insert into public.leads (
    id, workspace_id, demo_id, demo_name, step_id, card_id, card_title, share_link_id, session_id, email, name, fields,
    consent_text, consented_at
  )
  values (
    p_id, v_demo.workspace_id, v_demo.id, v_demo.name, v_card.step_id, v_card.id, v_card.title,
    (select l.id from public.share_links l where l.token = public.request_header('x-demo-id')),
    nullif(left(btrim(p_session_id), 100), ''), v_email, v_name, v_fields,
    case when p_has_consented then nullif(btrim(v_card.consent_text), '') end,
    case when p_has_consented and btrim(coalesce(v_card.consent_text, '')) <> '' then now() end
  )
  on conflict (id) do nothing;
end
$$;

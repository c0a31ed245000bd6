-- Rate limits per account, per address and global, shared by all servers on this database. Unlogged: a crash only loses
-- counts, and counting doesn't wait for the disk.

create unlogged table if not exists auth.rate_limits (
  name text not null,
  -- Hashed, to keep who was asked about private.
  key_hash text not null,
  level double precision not null,
  filled_at timestamptz not null,
  primary key (name, key_hash)
);

create index if not exists rate_limits_by_time on auth.rate_limits (filled_at);

alter table auth.rate_limits enable row level security;

create or replace function auth.limit_key(p jsonb) returns text
language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(p ->> 'key', 'utf8')), 'hex') $$;

-- The current level: at most `burst`, refilled in `refill_seconds`.
create or replace function auth.limit_level(p_limit auth.rate_limits, p jsonb) returns double precision
language sql immutable set search_path = ''
as $$
  select least(
    (p ->> 'burst')::double precision,
    (p_limit).level + (p ->> 'burst')::double precision / greatest((p ->> 'refill_seconds')::double precision, 0.001)
      * greatest(extract(epoch from (p ->> 'now')::timestamptz - (p_limit).filled_at), 0)
  )
$$;

-- Takes one token; false, taking none, when none is left.
create or replace function auth.consume_limit(p jsonb) returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into auth.rate_limits (name, key_hash, level, filled_at)
  values (p ->> 'name', auth.limit_key(p), (p ->> 'burst')::double precision - 1, (p ->> 'now')::timestamptz)
  on conflict do nothing;
  if found then
    return true;
  end if;
  update auth.rate_limits l set level = auth.limit_level(l, p) - 1, filled_at = (p ->> 'now')::timestamptz
  where l.name = p ->> 'name' and l.key_hash = auth.limit_key(p) and auth.limit_level(l, p) >= 1;
  return found;
end
$$;

-- Seconds until a token is available; 0 for now.
create or replace function auth.wait_for_limit(p jsonb) returns double precision
language sql stable set search_path = ''
as $$
  select coalesce(max(greatest(
    0, (1 - auth.limit_level(l, p)) * (p ->> 'refill_seconds')::double precision / (p ->> 'burst')::double precision
  )), 0)
  from auth.rate_limits l where l.name = p ->> 'name' and l.key_hash = auth.limit_key(p)
$$;

-- Reserves a token, possibly in advance; returns the seconds until it is due.
create or replace function auth.reserve_limit(p jsonb) returns double precision
language sql set search_path = ''
as $$
  insert into auth.rate_limits as l (name, key_hash, level, filled_at)
  values (p ->> 'name', auth.limit_key(p), (p ->> 'burst')::double precision - 1, (p ->> 'now')::timestamptz)
  on conflict (name, key_hash) do update set level = auth.limit_level(l, p) - 1, filled_at = excluded.filled_at
  returning greatest(0, -l.level) * (p ->> 'refill_seconds')::double precision / (p ->> 'burst')::double precision
$$;

-- Returns a token that turned out not to count.
create or replace function auth.refund_limit(p jsonb) returns void
language sql set search_path = ''
as $$
  update auth.rate_limits l set level = least((p ->> 'burst')::double precision, l.level + 1)
  where l.name = p ->> 'name' and l.key_hash = auth.limit_key(p)
$$;

select auth.revoke_client_access();

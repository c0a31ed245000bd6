-- One server at a time sweeps orphaned files; the others skip.

create table if not exists storage.sweeps (
  is_only boolean primary key default true check (is_only),
  begun_at timestamptz not null
);

alter table storage.sweeps enable row level security;
revoke all on storage.sweeps from anon, authenticated, service_role;

-- True for the server that should sweep; the next claim succeeds after `p_seconds`, even if this one dies.
create or replace function storage.claim_sweep(p_now timestamptz, p_seconds double precision) returns boolean
language sql set search_path = ''
as $$
  with claimed as (
    insert into storage.sweeps as s (begun_at) values (p_now)
    on conflict (is_only) do update set begun_at = p_now where s.begun_at <= p_now - make_interval(secs => p_seconds)
    returning 1
  )
  select exists (select from claimed);
$$;

revoke execute on function storage.claim_sweep(timestamptz, double precision)
  from public, anon, authenticated, service_role;

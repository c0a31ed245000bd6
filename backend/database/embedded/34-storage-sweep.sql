-- What nothing refers to is swept by one of the servers; the others find that it is being done.

create table if not exists storage.sweeps (
  is_only boolean primary key default true check (is_only),
  begun_at timestamptz not null
);

alter table storage.sweeps enable row level security;
revoke all on storage.sweeps from anon, authenticated, service_role;

-- True for the one that is to sweep; the next one after `p_seconds`, also when this one dies over it.
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

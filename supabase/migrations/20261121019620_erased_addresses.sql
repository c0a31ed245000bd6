-- Whose data was erased lately, as hashes: servers remove what they keep about these people outside of the database, which is
-- mails in the outbox folder. Nobody's address can be read from it.
create table tracking.erased_addresses (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  erased_at timestamptz not null default now()
);

create index erased_addresses_by_time on tracking.erased_addresses (erased_at);
alter table tracking.erased_addresses enable row level security;
revoke all on tracking.erased_addresses from public, anon, authenticated;

create function tracking.note_erased_addresses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from tracking.erased_addresses e where e.erased_at < now() - interval '90 days';
  insert into tracking.erased_addresses (hash)
  select distinct encode(sha256(convert_to(lower(g.email), 'UTF8')), 'hex') from gone g where g.email <> ''
  on conflict (hash) do update set erased_at = excluded.erased_at;
  if found then
    notify erased_addresses;
  end if;
  return null;
end
$$;

create trigger users_erased after delete on public.users
  referencing old table as gone for each statement execute function tracking.note_erased_addresses();
create trigger leads_erased after delete on public.leads
  referencing old table as gone for each statement execute function tracking.note_erased_addresses();

-- As a JSON object from hash to time.
create function public.erased_addresses() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(e.hash, e.erased_at), '{}') from tracking.erased_addresses e
$$;

revoke execute on function tracking.note_erased_addresses() from public;
revoke execute on function public.erased_addresses() from public, anon, authenticated;
grant execute on function public.erased_addresses() to service_role;

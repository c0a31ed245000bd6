-- Images no demo uses: uploaded for a demo that was never created, or left from a deleted one.

-- Since when an object has been unused. Removed after a week, so that undoing a deletion or resuming an import still
-- finds its images.
create table if not exists storage.unused_objects (
  object_id uuid primary key references storage.objects (id) on delete cascade,
  since timestamptz not null
);

alter table storage.unused_objects enable row level security;
revoke all on storage.unused_objects from anon, authenticated, service_role;

-- The given names that no product table mentions. Searches every text and JSON column, so that future tables keep their
-- images too, except event logs, which display none.
create or replace function storage.find_unused_names(p_names text[]) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  left_over text[] := p_names;
  place record;
begin
  for place in
    select t.oid::regclass as relation, quote_ident(c.attname) as col
    from pg_catalog.pg_class t
      join pg_catalog.pg_namespace n on n.oid = t.relnamespace
      join pg_catalog.pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
    where n.nspname = 'public' and t.relkind in ('r', 'p') and not t.relispartition
      and t.relname !~ '(event|log|turn)s?$'
      and c.atttypid in ('text'::regtype, 'varchar'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
  loop
    exit when cardinality(left_over) = 0;
    -- Qualified on both sides: any name chosen here may be a column somewhere.
    execute format(
      'select coalesce(array_agg(wanted.object_name), ''{}'') from unnest($1) as wanted (object_name)
       where not exists (select 1 from %s as looked_in where strpos(looked_in.%s::text, wanted.object_name) > 0)',
      place.relation, place.col)
    into left_over using left_over;
  end loop;
  return left_over;
end
$$;

-- Removes captures unused for a week. Existing demos keep their whole folder.
create or replace function storage.remove_unused_captures(p_now timestamptz) returns integer
language plpgsql set search_path = ''
as $$
declare
  candidates text[];
  removed integer;
begin
  select coalesce(array_agg(name), '{}') into candidates from (
    select o.name from storage.objects o left join storage.unused_objects u on u.object_id = o.id
    where o.bucket_id = 'demo-captures' and o.created_at < p_now - interval '1 day'
      and o.path_tokens[1] ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      -- Other names are encoded differently in URLs that mention them.
      and o.name ~ '^[A-Za-z0-9/._-]+$'
      and not exists (select 1 from public.demos d where d.id::text = o.path_tokens[2])
      and (u.since is null or u.since < p_now - interval '7 days')
    order by u.since nulls last, o.created_at
    limit 200
  ) oldest;
  candidates := storage.find_unused_names(candidates);

  -- Objects used again since they were recorded.
  delete from storage.unused_objects u using storage.objects o
  where o.id = u.object_id and u.since < p_now - interval '7 days' and not o.name = any(candidates);
  delete from storage.objects o using storage.unused_objects u
  where o.id = u.object_id and o.bucket_id = 'demo-captures' and o.name = any(candidates)
    and u.since < p_now - interval '7 days';
  get diagnostics removed = row_count;
  insert into storage.unused_objects (object_id, since)
  select id, p_now from storage.objects where bucket_id = 'demo-captures' and name = any(candidates)
  on conflict do nothing;
  return removed;
end
$$;

revoke execute on function storage.find_unused_names(text[]), storage.remove_unused_captures(timestamptz)
  from public, anon, authenticated, service_role;

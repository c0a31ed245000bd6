-- Changed rows for realtime/v1: an outbox and a permission query. The publication supabase_realtime selects tables, as
-- on Supabase; without logical decoding, a trigger on each fills the outbox.

create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

do $$
begin
  if not exists (select 1 from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

-- Unlogged: after a crash every subscriber reconnects and reads afresh.
create unlogged table if not exists realtime.changes (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  relation oid not null,
  type text not null,
  record jsonb,
  old_record jsonb,
  at timestamptz not null default clock_timestamp()
);
create index if not exists changes_by_xid on realtime.changes (xid);
alter table realtime.changes enable row level security;

-- One notification per transaction, since equal ones are merged.
create or replace function realtime.record_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into realtime.changes (relation, type, record) values (tg_relid, tg_op, to_jsonb(new));
  elsif tg_op = 'UPDATE' then
    insert into realtime.changes (relation, type, record, old_record) values (tg_relid, tg_op, to_jsonb(new), to_jsonb(old));
  else
    insert into realtime.changes (relation, type, old_record) values (tg_relid, tg_op, to_jsonb(old));
  end if;
  perform pg_notify('realtime_changes', '');
  return null;
end
$$;

create or replace function realtime.key_columns(p_relation oid) returns table (name text, type text)
language sql stable set search_path = ''
as $$
  select a.attname::text, format_type(a.atttypid, a.atttypmod)
  from pg_catalog.pg_index i
    cross join unnest(i.indkey::smallint[]) with ordinality k (attnum, n)
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = p_relation and i.indisprimary
  order by k.n
$$;

-- Creates a published table's trigger and the function that checks which of many viewers may see which rows. Its
-- statements are planned once per connection and role.
create or replace function realtime.capture(p_relation oid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_arrays text;
  v_match text;
  v_one text;
  v_several text;
  v_name text := 'see_' || p_relation;
  v_make text;
begin
  -- Each key column's values are a typed array, so rows are found by position without parsing JSON.
  select
    string_agg(format('v_keys_%s %2$s[] := array(select (e ->> %3$L)::%2$s from jsonb_array_elements(p_keys) with ordinality k (e, n) order by n);', k.n, k.type, k.name), ' '),
    string_agg(format('(w.key ->> %L)::%s = t.%I', k.name, k.type, k.name), ' and '),
    string_agg(format('v_keys_%s[v_place] = t.%I', k.n, k.name), ' and '),
    string_agg(format('v_keys_%s[v_places[p.pair]] = t.%I', k.n, k.name), ' and ')
  into v_arrays, v_match, v_one, v_several
  from (select key.*, row_number() over () as n from realtime.key_columns(p_relation) key) k;
  if v_arrays is null then
    return;
  end if;
  -- Stable, so that rows and permissions come from the same snapshot. Viewers are grouped by role and headers, as
  -- [role, headers, count]; their claims are one text, because JSON would be parsed and written three times. Viewer i
  -- is checked for the pairs p_from[i] to before p_from[i + 1]; p_places maps pairs to rows. A viewer's rows are
  -- checked together, so that policies compute per-caller values once per statement. Rows are looked up by key alone: a
  -- free join could run the policies on the whole table. When guarded, a failing policy affects only its own viewer or
  -- row; that is slower, so the server asks for it only after a failure.
  v_make := format($make$
    create function realtime.%1$I(
      p_keys jsonb, p_groups jsonb, p_claims text, p_from integer[], p_places integer[], p_guarded boolean
    ) returns jsonb
    language plpgsql stable set search_path = 'public', 'extensions' set plan_cache_mode = 'force_generic_plan'
    as $body$
    #variable_conflict use_variable
    declare
      v_rows jsonb;
      v_seen integer[] := '{}';
      v_several integer[];
      v_group jsonb;
      v_may boolean;
      v_set text;
      v_viewer integer := 0;
      v_place integer;
      %5$s
      -- Assigning expands the array once; a parameter would be scanned from the start for each element.
      v_claims text[] := string_to_array(p_claims, chr(31));
      v_from integer[] := p_from;
      v_places integer[] := p_places;
    begin
      select jsonb_agg(to_jsonb(t) order by w.n) into v_rows
      from jsonb_array_elements(p_keys) with ordinality w (key, n) left join %2$s t on %3$s;
      for v_group in select e from jsonb_array_elements(p_groups) with ordinality g (e, n) order by n loop
        select bool_and(has_column_privilege(v_group ->> 0, %4$s::oid, k.name, 'select')) into v_may
        from realtime.key_columns(%4$s) k;
        v_viewer := v_viewer + (v_group ->> 2)::integer;
        continue when not v_may;
        v_set := set_config('role', v_group ->> 0, true);
        v_set := set_config('request.headers', v_group ->> 1, true);
        for i in v_viewer - (v_group ->> 2)::integer + 1 .. v_viewer loop
          v_set := set_config('request.jwt.claims', v_claims[i], true);
          if v_from[i + 1] - v_from[i] > 1 and not p_guarded then
            v_several := array(
              select p.pair from generate_series(v_from[i], v_from[i + 1] - 1) p (pair),
                lateral (select from %2$s t where %7$s offset 0) seen
            );
            v_seen := v_seen || v_several;
            continue;
          end if;
          for v_pair in v_from[i] .. v_from[i + 1] - 1 loop
            v_place := v_places[v_pair];
            if p_guarded then
              begin
                perform from %2$s t where %6$s;
              exception when others then
                continue;
              end;
            else
              perform from %2$s t where %6$s;
            end if;
            if found then
              v_seen := array_append(v_seen, v_pair);
            end if;
          end loop;
        end loop;
        v_set := set_config('role', 'none', true);
      end loop;
      return jsonb_build_object('rows', v_rows, 'seen', to_jsonb(v_seen), 'columns', realtime.hidden_columns(%4$s));
    end
    $body$
  $make$, v_name, p_relation::regclass, v_match, p_relation, v_arrays, v_one, v_several);
  -- Every server start calls this; keeps what another server may be using.
  if not exists (
    select 1 from pg_catalog.pg_proc f
    where f.pronamespace = 'realtime'::regnamespace and f.proname = v_name and obj_description(f.oid, 'pg_proc') = md5(v_make)
  ) then
    execute format('drop function if exists realtime.%I', v_name);
    execute v_make;
    execute format('revoke all on function realtime.%I from public', v_name);
    execute format('comment on function realtime.%I is %L', v_name, md5(v_make));
  end if;
  if not exists (
    select 1 from pg_catalog.pg_trigger where tgrelid = p_relation and tgname = 'realtime_record_change'
  ) then
    execute format(
      'create trigger realtime_record_change after insert or update or delete on %s for each row execute function realtime.record_change()',
      p_relation::regclass
    );
  end if;
end
$$;

-- Columns hidden from each role.
create or replace function realtime.hidden_columns(p_relation oid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(role, names), '{}') from (
    select r.role, jsonb_agg(a.attname) as names
    from unnest(array['anon', 'authenticated', 'service_role']) r (role)
      join pg_catalog.pg_attribute a on a.attrelid = p_relation and a.attnum > 0 and not a.attisdropped
    where not has_table_privilege(r.role, p_relation, 'select')
      and not has_column_privilege(r.role, p_relation, a.attnum, 'select')
    group by r.role
  ) hidden
$$;

-- Syncs triggers with the publication, at the server's start and when a subscription finds a table without one. (An
-- event trigger needs a superuser, and PGlite doesn't run them.)
create or replace function realtime.follow_publication() returns void
language plpgsql set search_path = ''
as $$
declare
  v_relation oid;
begin
  perform pg_advisory_xact_lock(7830211906);
  for v_relation in
    select t.tgrelid from pg_catalog.pg_trigger t
    where t.tgname = 'realtime_record_change' and not exists (
      select 1 from pg_catalog.pg_publication_tables p
      where p.pubname = 'supabase_realtime'
        and format('%I.%I', p.schemaname, p.tablename)::regclass = t.tgrelid
    )
  loop
    execute format('drop trigger realtime_record_change on %s', v_relation::regclass);
    execute format('drop function if exists realtime.%I', 'see_' || v_relation);
  end loop;
  for v_relation in
    select format('%I.%I', p.schemaname, p.tablename)::regclass from pg_catalog.pg_publication_tables p
    where p.pubname = 'supabase_realtime'
  loop
    perform realtime.capture(v_relation);
  end loop;
end
$$;

-- The published tables. Types are named as in pg_type (`_int4`), as clients expect.
create or replace function realtime.published_tables() returns table (
  relation bigint, schema_name text, table_name text, columns jsonb, keys jsonb, is_captured boolean
)
language sql stable set search_path = ''
as $$
  select c.oid::bigint, n.nspname::text, c.relname::text,
    (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', y.typname, 'sqlType', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_catalog.pg_attribute a join pg_catalog.pg_type y on y.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    coalesce((select jsonb_agg(k.name) from realtime.key_columns(c.oid) k), '[]'),
    exists (select 1 from pg_catalog.pg_trigger t where t.tgrelid = c.oid and t.tgname = 'realtime_record_change')
  from pg_catalog.pg_publication_tables p
    join pg_catalog.pg_namespace n on n.nspname = p.schemaname
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
  where p.pubname = 'supabase_realtime'
$$;

-- A filter's value in the column type's output format, for comparison with a row's JSON. Null when it isn't of the
-- type.
create or replace function realtime.canonical(p_type text, p_value text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_result jsonb;
begin
  execute format('select to_jsonb($1::%s)', p_type::regtype) into v_result using p_value;
  return v_result;
exception when others then
  return null;
end
$$;

-- Clients get no privileges, whatever the defaults grant.
revoke all on realtime.changes from anon, authenticated, service_role;
-- As the client, so that a filter costs its own share of the database.
grant execute on function realtime.canonical(text, text) to anon, authenticated, service_role;
revoke all on function realtime.record_change(), realtime.key_columns(oid), realtime.capture(oid),
  realtime.hidden_columns(oid), realtime.follow_publication(), realtime.published_tables(),
  realtime.canonical(text, text) from public;

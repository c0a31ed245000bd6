-- A row stays in the workspace and with the person it was made for. Moving one needs the right to write in both places,
-- which policies can't ask: somebody who edits two workspaces could carry the agent of one into the other.

do $$
declare
  v_table text;
  v_columns text;
begin
  foreach v_table in array array['agents', 'availability', 'captures', 'demos', 'demo_steps', 'step_cards'] loop
    execute format('revoke update on public.%I from anon, authenticated', v_table);
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into v_columns
    from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', v_table)::regclass and a.attnum > 0 and not a.attisdropped
      and a.attname not in ('workspace_id', 'owner_id', 'user_id', 'created_by');
    execute format('grant update (%s) on public.%I to authenticated', v_columns, v_table);
  end loop;
end
$$;

-- An upsert by id writes the id over itself; it never becomes another one.
create function public.keep_its_id() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.id is distinct from old.id then
    raise exception 'The id of a row cannot be changed' using errcode = '22023';
  end if;
  return new;
end
$$;

create trigger keep_its_id before update on public.agents for each row execute function public.keep_its_id();
create trigger keep_its_id before update on public.captures for each row execute function public.keep_its_id();
create trigger keep_its_id before update on public.demos for each row execute function public.keep_its_id();
create trigger keep_its_id before update on public.demo_steps for each row execute function public.keep_its_id();
create trigger keep_its_id before update on public.step_cards for each row execute function public.keep_its_id();

revoke execute on function public.keep_its_id() from public, anon, authenticated;

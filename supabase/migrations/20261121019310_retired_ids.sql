-- The id of a demo is a capability: it stands in embeds, links and pages on other people's sites, and goes on standing
-- there after the demo is deleted. What had such an id once keeps it for its workspace, for ever: undo and a repeated
-- import bring a row back under its id, and nobody else can put a row of theirs in its place.

create table public.retired_ids (
  id uuid primary key,
  -- No reference: a workspace that is gone still keeps its ids from everybody.
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

-- After the insert, because one that waited for somebody's delete to be committed has to see what the delete retired.
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

do $$
declare
  v_table text;
begin
  foreach v_table in array array['agents', 'captures', 'demos', 'demo_steps', 'share_links', 'step_cards'] loop
    execute format(
      'create trigger retire_ids after delete on public.%I referencing old table as old_rows
         for each statement execute function public.retire_ids()', v_table
    );
    execute format(
      'create trigger refuse_retired_ids after insert on public.%I referencing new table as new_rows
         for each statement execute function public.refuse_retired_ids()', v_table
    );
  end loop;
end
$$;

revoke execute on function public.retire_ids(), public.refuse_retired_ids() from public, anon, authenticated;

-- What browsers may follow as it changes. Row-level security decides, per subscriber, who hears of which row.

do $$
declare
  name text;
begin
  if not exists (select 1 from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    return;
  end if;
  foreach name in array array['demos', 'demo_steps', 'conversations', 'conversation_turns'] loop
    if not exists (
      select 1 from pg_catalog.pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = name
    ) then
      execute format('alter publication supabase_realtime add table public.%I', name);
    end if;
  end loop;
end
$$;

-- The embedded backend asks private channels' policies again when a membership changes. On Supabase, which asks when a
-- token is renewed, this function doesn't exist.
do $$
begin
  if to_regprocedure('realtime.note_access()') is not null then
    create trigger workspace_members_tell_realtime after insert or update or delete on public.workspace_members
      for each row execute function realtime.note_access('user', 'user_id');
  end if;
end
$$;

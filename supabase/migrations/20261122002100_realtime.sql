-- What browsers can subscribe to, and how the embedded server learns that rights have changed. Row-level security
-- decides which rows each subscriber gets.

do $$
declare
  name text;
begin
  if not exists (select 1 from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    return;
  end if;
  foreach name in array array[
    'conversation_turns', 'conversations', 'demo_steps', 'demos', 'leads', 'meetings', 'step_cards', 'visits'
  ] loop
    if not exists (
      select 1 from pg_catalog.pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = name
    ) then
      execute format('alter publication supabase_realtime add table public.%I', name);
    end if;
  end loop;
end
$$;

-- The dashboard listens to the channel "system". No policy allows sending, so only the service role can.
do $$
begin
  if to_regclass('realtime.messages') is not null and to_regprocedure('realtime.topic()') is not null then
    create policy "accounts listen to system" on realtime.messages for select to authenticated
      using (extension = 'broadcast' and (select realtime.topic()) = 'system');
  end if;
end
$$;

-- The embedded server checks private channels again when a membership changes. Supabase checks when a token is renewed.
do $$
begin
  if to_regprocedure('realtime.notify_access()') is not null then
    create trigger workspace_members_notify_realtime after insert or update or delete on public.workspace_members
      for each row execute function realtime.notify_access('user', 'user_id');
  end if;
end
$$;

-- The embedded server caches rights with the session, and drops them when these change.
do $$
begin
  if to_regprocedure('auth.count_rights_change()') is not null then
    create trigger count_rights_change after insert or delete or update on public.workspace_members
      for each statement execute function auth.count_rights_change();
    create trigger count_rights_change after delete or update of requires_aal2 on public.workspaces
      for each statement execute function auth.count_rights_change();
  end if;
end
$$;

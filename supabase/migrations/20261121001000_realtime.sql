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

-- Asked for every row of every subscriber: PostgreSQL before 18 plans a function in SQL anew in each statement, and one
-- in PL/pgSQL once for a connection. It answers as before.
create or replace function public.is_member(p_workspace_id uuid, p_least_role text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user_id uuid := auth.uid();
begin
  return exists (
    select 1 from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
    where m.workspace_id = p_workspace_id
      and m.user_id = v_user_id
      and public.role_rank(m.role) >= public.role_rank(p_least_role)
      and (not w.requires_aal2 or auth.jwt() ->> 'aal' in ('aal2', 'aal3'))
  );
end
$$;

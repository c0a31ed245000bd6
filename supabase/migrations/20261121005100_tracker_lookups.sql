-- The tracker's two questions (spec §7), asked by a stranger's browser: the id of an owner by their exact e-mail, and that
-- owner's settings for agent 'leo'. A stranger who names neither sees no row, so there is nothing to list; who names an
-- e-mail learns one thing, whether that person has switched the tracker's settings on here. docs/sharing.md says more.

-- A value that the request names. The embedded backend takes it from the query's exact filters (`email=eq.…`); Supabase
-- does not tell policies the query, so there the tracker says it in this header.
create function public.named_in_request(p_column text) returns text
language sql stable set search_path = ''
as $$ select public.request_header('x-named-' || replace(p_column, '_', '-')) $$;

-- Security definer, because the answer must not depend on what a stranger may read of the settings.
create function public.answers_tracker(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.chatbot_settings s where s.user_id = p_user_id and s.agent_id = 'leo') $$;

-- The e-mail, because a filter on it needs the right to read it; the row is only ever that of the e-mail named.
grant select (id, email) on public.users to anon;
create policy "the tracker finds an owner by their exact e-mail" on public.users
  for select to anon using (
    email = (select public.named_in_request('email')) and public.answers_tracker(id)
  );

-- All of its columns are told to strangers: nothing private may ever be added to this table.
grant select on public.chatbot_settings to anon;
create policy "the tracker reads the settings of the owner it found" on public.chatbot_settings
  for select to anon using (
    agent_id = 'leo' and user_id::text = (select public.named_in_request('user_id'))
  );

revoke execute on function public.named_in_request(text), public.answers_tracker(uuid) from public, anon, authenticated;
grant execute on function public.named_in_request(text), public.answers_tracker(uuid) to anon, authenticated, service_role;

-- Each workspace's own providers of models, speech, speech recognition and speech to speech. Only the server writes
-- here: it validates the settings, and keys are sealed with its secret.

create table public.provider_settings (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  kind text not null check (kind in ('model', 'speech', 'hearing', 'realtime')),
  settings jsonb not null check (jsonb_typeof(settings) = 'object' and length(settings::text) <= 20000),
  key_last_four text check (length(key_last_four) <= 4),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, kind)
);

-- Encrypted with the server's secret; no client may read them.
create table public.provider_keys (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  kind text not null check (kind in ('model', 'speech', 'hearing', 'realtime')),
  sealed_key text not null check (length(sealed_key) <= 8000),
  primary key (workspace_id, kind)
);

-- What the server needs to call a workspace's provider; null without settings.
create function public.provider_of_workspace(p_workspace_id uuid, p_kind text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select s.settings || jsonb_build_object('key_last_four', s.key_last_four, 'sealed_key', k.sealed_key)
  from public.provider_settings s
  left join public.provider_keys k on k.workspace_id = s.workspace_id and k.kind = s.kind
  where s.workspace_id = p_workspace_id and s.kind = p_kind
$$;

-- Replaces the settings. `p_key` is null to keep the key, {} to remove it, or {sealed, last_four}.
create function public.save_provider_settings(p_workspace_id uuid, p_kind text, p_settings jsonb, p_key jsonb)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  p_key := nullif(p_key, 'null');
  insert into public.provider_settings as s (workspace_id, kind, settings, key_last_four)
  values (p_workspace_id, p_kind, p_settings, p_key ->> 'last_four')
  on conflict (workspace_id, kind) do update
  set settings = excluded.settings, updated_at = now(),
    key_last_four = case when p_key is null then s.key_last_four else excluded.key_last_four end;
  if p_key = '{}' then
    delete from public.provider_keys k where k.workspace_id = p_workspace_id and k.kind = p_kind;
  elsif p_key is not null then
    insert into public.provider_keys (workspace_id, kind, sealed_key)
    values (p_workspace_id, p_kind, p_key ->> 'sealed')
    on conflict (workspace_id, kind) do update set sealed_key = excluded.sealed_key;
  end if;
end
$$;

do $$
declare
  v_table text;
begin
  foreach v_table in array array['provider_settings', 'provider_keys'] loop
    execute format('alter table public.%I enable row level security', v_table);
    execute format('revoke all on public.%I from anon, authenticated', v_table);
    execute format('grant all on public.%I to service_role', v_table);
  end loop;
end
$$;

grant select on public.provider_settings to authenticated;
create policy "admins read the providers' settings" on public.provider_settings
  for select to authenticated using (workspace_id = any ((select public.caller_workspaces('admin'))::uuid[]));

revoke execute on function
  public.provider_of_workspace(uuid, text), public.save_provider_settings(uuid, text, jsonb, jsonb)
from public, anon, authenticated;
grant execute on function
  public.provider_of_workspace(uuid, text), public.save_provider_settings(uuid, text, jsonb, jsonb)
to service_role;

-- Each workspace's speech recognition provider. Only the server writes here, because keys are sealed with its secret.

create table public.hearing_settings (
  workspace_id uuid primary key references public.workspaces (id) on delete cascade,
  -- Off: the provider of the server's settings.
  is_on boolean not null default false,
  provider text not null default 'deepgram' check (provider in ('deepgram', 'elevenlabs', 'openai-compatible')),
  -- Empty: the provider's own address, and its default model.
  url text not null default '' check (length(url) <= 2000),
  model text not null default '' check (length(model) <= 200),
  key_last_four text check (length(key_last_four) <= 4),
  -- Dollars per minute of audio.
  price numeric(12, 5) not null default 0 check (price >= 0),
  updated_at timestamptz not null default now()
);

-- Encrypted with the server's secret; no client may read them.
create table public.hearing_keys (
  workspace_id uuid primary key references public.workspaces (id) on delete cascade,
  sealed_key text not null check (length(sealed_key) <= 8000)
);

-- What the server needs to call a workspace's provider; null without settings.
create function public.hearing_of_workspace(p_workspace_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(s) || jsonb_build_object('sealed_key', k.sealed_key)
  from public.hearing_settings s left join public.hearing_keys k on k.workspace_id = s.workspace_id
  where s.workspace_id = p_workspace_id
$$;

-- Replaces the settings. `p_key` is null to keep the key, {} to remove it, or {sealed, last_four}.
create function public.save_hearing_settings(p_workspace_id uuid, p_settings jsonb, p_key jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.hearing_settings := jsonb_populate_record(null::public.hearing_settings, p_settings);
begin
  p_key := nullif(p_key, 'null');
  insert into public.hearing_settings as s (workspace_id) values (p_workspace_id) on conflict do nothing;
  update public.hearing_settings s
  set is_on = v_row.is_on, provider = v_row.provider, url = v_row.url, model = v_row.model, price = v_row.price,
    updated_at = now(), key_last_four = case when p_key is null then s.key_last_four else p_key ->> 'last_four' end
  where s.workspace_id = p_workspace_id;
  if p_key = '{}' then
    delete from public.hearing_keys k where k.workspace_id = p_workspace_id;
  elsif p_key is not null then
    insert into public.hearing_keys (workspace_id, sealed_key) values (p_workspace_id, p_key ->> 'sealed')
    on conflict (workspace_id) do update set sealed_key = excluded.sealed_key;
  end if;
end
$$;

do $$
declare
  v_table text;
begin
  foreach v_table in array array['hearing_settings', 'hearing_keys'] loop
    execute format('alter table public.%I enable row level security', v_table);
    execute format('revoke all on public.%I from anon, authenticated', v_table);
    execute format('grant all on public.%I to service_role', v_table);
  end loop;
end
$$;

grant select on public.hearing_settings to authenticated;
create policy "admins read the hearing settings" on public.hearing_settings
  for select to authenticated using (workspace_id = any ((select public.caller_workspaces('admin'))::uuid[]));

revoke execute on function public.hearing_of_workspace(uuid), public.save_hearing_settings(uuid, jsonb, jsonb)
from public, anon, authenticated;
grant execute on function public.hearing_of_workspace(uuid), public.save_hearing_settings(uuid, jsonb, jsonb)
to service_role;

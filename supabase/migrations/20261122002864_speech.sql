-- Speech providers: which one a workspace uses, and the sentences that were spoken before. The server alone writes
-- here, because keys are sealed with its secret.

create table public.speech_settings (
  workspace_id uuid primary key references public.workspaces (id) on delete cascade,
  -- Off: the provider of the server's settings.
  is_on boolean not null default false,
  provider text not null default 'openai-compatible'
    check (provider in ('openai-compatible', 'elevenlabs', 'deepgram', 'cartesia')),
  -- Empty: the provider's own address, and its default model.
  url text not null default '' check (length(url) <= 2000),
  model text not null default '' check (length(model) <= 200),
  -- {voice: the provider's id}, for those that differ from the server's table.
  voices jsonb not null default '{}' check (jsonb_typeof(voices) = 'object' and length(voices::text) <= 2000),
  key_last_four text check (length(key_last_four) <= 4),
  -- Dollars per million characters.
  price numeric(12, 4) not null default 0 check (price >= 0),
  -- Null: the server's default. 0: no provider's voice.
  conversation_budget_cents integer check (conversation_budget_cents >= 0),
  agent_daily_budget_cents integer check (agent_daily_budget_cents >= 0),
  daily_budget_cents integer check (daily_budget_cents >= 0),
  monthly_budget_cents integer check (monthly_budget_cents >= 0),
  conversation_characters_max integer check (conversation_characters_max >= 0),
  daily_characters_max integer check (daily_characters_max >= 0),
  updated_at timestamptz not null default now()
);

-- Encrypted with the server's secret; no client may read them.
create table public.speech_keys (
  workspace_id uuid primary key references public.workspaces (id) on delete cascade,
  sealed_key text not null check (length(sealed_key) <= 8000)
);

-- What the server needs to call a workspace's provider; null without settings.
create function public.speech_of_workspace(p_workspace_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(s) || jsonb_build_object('sealed_key', k.sealed_key)
  from public.speech_settings s left join public.speech_keys k on k.workspace_id = s.workspace_id
  where s.workspace_id = p_workspace_id
$$;

-- Replaces the settings. `p_key` is null to keep the key, {} to remove it, or {sealed, last_four}.
create function public.save_speech_settings(p_workspace_id uuid, p_settings jsonb, p_key jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.speech_settings := jsonb_populate_record(null::public.speech_settings, p_settings);
begin
  p_key := nullif(p_key, 'null');
  insert into public.speech_settings as s (workspace_id) values (p_workspace_id) on conflict do nothing;
  update public.speech_settings s
  set is_on = v_row.is_on, provider = v_row.provider, url = v_row.url, model = v_row.model, voices = v_row.voices,
    price = v_row.price, conversation_budget_cents = v_row.conversation_budget_cents,
    agent_daily_budget_cents = v_row.agent_daily_budget_cents, daily_budget_cents = v_row.daily_budget_cents,
    monthly_budget_cents = v_row.monthly_budget_cents,
    conversation_characters_max = v_row.conversation_characters_max,
    daily_characters_max = v_row.daily_characters_max, updated_at = now(),
    key_last_four = case when p_key is null then s.key_last_four else p_key ->> 'last_four' end
  where s.workspace_id = p_workspace_id;
  if p_key = '{}' then
    delete from public.speech_keys k where k.workspace_id = p_workspace_id;
  elsif p_key is not null then
    insert into public.speech_keys (workspace_id, sealed_key) values (p_workspace_id, p_key ->> 'sealed')
    on conflict (workspace_id) do update set sealed_key = excluded.sealed_key;
  end if;
end
$$;

do $$
declare
  v_table text;
begin
  foreach v_table in array array['speech_settings', 'speech_keys'] loop
    execute format('alter table public.%I enable row level security', v_table);
    execute format('revoke all on public.%I from anon, authenticated', v_table);
    execute format('grant all on public.%I to service_role', v_table);
  end loop;
end
$$;

grant select on public.speech_settings to authenticated;
create policy "admins read the speech settings" on public.speech_settings
  for select to authenticated using (workspace_id = any ((select public.caller_workspaces('admin'))::uuid[]));

revoke execute on function
  public.speech_of_workspace(uuid), public.save_speech_settings(uuid, jsonb, jsonb)
from public, anon, authenticated;
grant execute on function
  public.speech_of_workspace(uuid), public.save_speech_settings(uuid, jsonb, jsonb)
to service_role;

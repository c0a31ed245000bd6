-- Accounts: proof of email addresses, what sign-up creates, onboarding, feedback and deletion.

-- Whether the account's email address is proven by a mailed code or link, a provider or an administrator.
-- email_confirmed_at isn't enough: without a mail server every address counts as confirmed.
create function public.has_proven_email(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from auth.users u join auth.identities i on i.user_id = u.id and i.email = lower(u.email)
    where u.id = p_user_id and u.email_confirmed_at is not null
      -- Older versions of Supabase Auth don't store it.
      and coalesce(i.identity_data ->> 'email_verified', 'true') = 'true'
  )
$$;

-- Whether addresses can be proven on this installation. The embedded server writes it at start.
create table public.address_rules (
  is_only boolean primary key default true check (is_only),
  are_proven boolean not null default true
);

insert into public.address_rules default values;
alter table public.address_rules enable row level security;
revoke all on public.address_rules from anon, authenticated;
grant all on public.address_rules to service_role;

-- Whether rights that depend on an address apply. If nothing can prove addresses, a confirmed one is enough.
create function public.can_rely_on_email(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.has_proven_email(p_user_id) or (
    exists (select 1 from public.address_rules r where not r.are_proven)
    and exists (select 1 from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null)
  )
$$;

-- The seeded samples. Their workspace has no members, so nobody can change them.
create function public.sample_workspace_id() returns uuid
language sql immutable
as $$ select '5a3d1e00-0000-4000-8000-000000000000'::uuid $$;

-- Copies the samples, and the agents that present them; the default agent is the new workspace's own.
create function public.copy_samples(p_workspace_id uuid, p_owner_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_demo public.demos;
  v_copy uuid;
  v_step_ids jsonb;
  v_agent uuid;
begin
  -- The first sample is the newest, and so the first in lists.
  for v_demo in
    select d.* from public.demos d where d.workspace_id = public.sample_workspace_id() and d.is_sample order by d.id
  loop
    v_copy := gen_random_uuid();
    insert into public.demos (id, workspace_id, owner_id, name, description, settings, look, is_sample, created_at)
    values (
      v_copy, p_workspace_id, p_owner_id, v_demo.name, v_demo.description, v_demo.settings, v_demo.look, true,
      now() - (v_demo.id > '5a3d1e00-0000-4000-8000-000000000001')::integer * interval '1 second'
    );
    select jsonb_object_agg(s.id, gen_random_uuid()) into v_step_ids
    from public.demo_steps s where s.demo_id = v_demo.id;
    -- Shares the original's images: deleting a workspace deletes only files in its own folder.
    insert into public.demo_steps (
      id, demo_id, "order", title, description, screenshot_url, alt, width, height, click_x, click_y, look
    )
    select (v_step_ids ->> s.id::text)::uuid, v_copy, s."order", s.title, s.description, s.screenshot_url, s.alt,
      s.width, s.height, s.click_x, s.click_y, s.look
    from public.demo_steps s where s.demo_id = v_demo.id;
    select a.id into v_agent
    from public.agent_demos p join public.agents a on a.id = p.agent_id
    where p.demo_id = v_demo.id and not a.is_default;
    if found then
      perform public.copy_sample_agent(v_agent, p_workspace_id, v_copy, v_step_ids);
    end if;
  end loop;
end
$$;

create function public.copy_sample_agent(
  p_agent_id uuid, p_workspace_id uuid, p_demo_id uuid, p_step_ids jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_copy uuid := gen_random_uuid();
begin
  insert into public.agents (
    id, workspace_id, slug, name, voice, personality, hue, welcome_message, sales_rules, never_say
  )
  select v_copy, p_workspace_id, a.slug, a.name, a.voice, a.personality, a.hue, a.welcome_message, a.sales_rules,
    a.never_say
  from public.agents a where a.id = p_agent_id;
  insert into public.agent_demos (demo_id, workspace_id, agent_id) values (p_demo_id, p_workspace_id, v_copy);
  insert into public.knowledge_pairs (workspace_id, agent_id, question, variants, answer, objection, step_id)
  select p_workspace_id, v_copy, k.question, k.variants, k.answer, k.objection, (p_step_ids ->> k.step_id::text)::uuid
  from public.knowledge_pairs k where k.agent_id = p_agent_id;
  insert into public.price_plans (workspace_id, agent_id, position, name, price, period, includes)
  select p_workspace_id, v_copy, l.position, l.name, l.price, l.period, l.includes
  from public.price_plans l where l.agent_id = p_agent_id;
  insert into public.glossary_terms (workspace_id, agent_id, term, synonyms, meaning)
  select p_workspace_id, v_copy, g.term, g.synonyms, g.meaning
  from public.glossary_terms g where g.agent_id = p_agent_id;
end
$$;

-- The company in an address such as jane@acme.com, else the person: "Acme", "Jane's workspace". Visitors see a company's
-- name in the agent's panel, but never the person's (presented_demo).
create function public.first_workspace_name(p_email text, p_first_name text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_labels text[] := string_to_array(lower(split_part(p_email, '@', 2)), '.');
  v_last integer := cardinality(v_labels);
  v_company text;
  v_person text := coalesce(
    nullif(btrim(left(p_first_name, 60)), ''),
    initcap(substring(split_part(p_email, '@', 1) from '^[[:alpha:]]{2,60}'))
  );
begin
  if v_last > 1 then
    -- The label before .com, .de or .co.uk.
    v_company := v_labels[v_last - case
      when v_last > 2 and length(v_labels[v_last]) = 2
        and v_labels[v_last - 1] in ('ac', 'co', 'com', 'edu', 'gob', 'gov', 'ne', 'net', 'or', 'org')
      then 2 else 1 end];
  end if;
  if v_company ~ '^[a-z][a-z0-9-]+$' and v_company !~ '^xn--' and v_company not in (
    -- Mailboxes for everyone, and names reserved for examples.
    'aol', 'att', 'bigpond', 'bk', 'bluewin', 'bol', 'btinternet', 'comcast', 'daum', 'email', 'example', 'fastmail',
    'foxmail', 'free', 'freenet', 'gmail', 'gmx', 'googlemail', 'hey', 'hotmail', 'icloud', 'inbox', 'interia', 'laposte',
    'libero', 'list', 'live', 'mac', 'mail', 'mailbox', 'me', 'msn', 'naver', 'onet', 'orange', 'outlook', 'pm', 'posteo',
    'proton', 'protonmail', 'qq', 'rediffmail', 'rocketmail', 'sbcglobal', 'seznam', 'sfr', 'sina', 'sky', 't-online',
    'terra', 'test', 'tiscali', 'tuta', 'tutanota', 'uol', 'verizon', 'virgilio', 'virginmedia', 'wanadoo', 'web', 'wp',
    'yahoo', 'yandex', 'ymail', 'zoho'
  ) and v_labels[v_last] not in ('example', 'internal', 'invalid', 'local', 'test') then
    return initcap(replace(v_company, '-', ' '));
  end if;
  return case when v_person is null then 'My workspace' else v_person || '''s workspace' end;
end
$$;

-- Creates a workspace with the agent Leo and copies of the samples.
create function public.create_first_workspace(p_user_id uuid, p_email text, p_first_name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := gen_random_uuid();
begin
  insert into public.workspaces (id, name) values (v_id, public.first_workspace_name(p_email, p_first_name));
  insert into public.workspace_members (workspace_id, user_id, role) values (v_id, p_user_id, 'owner');
  insert into public.agents (workspace_id) values (v_id);
  perform public.copy_samples(v_id, p_user_id);
end
$$;

create function public.handle_new_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.users (id, email) values (new.id, new.email);
  perform public.create_first_workspace(new.id, new.email, public.extract_first_name(new.raw_user_meta_data));
  return new;
end
$$;

create trigger on_auth_user_created after insert on auth.users
  for each row execute function public.handle_new_user();

create function public.sync_user_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.users set email = new.email where id = new.id;
  return new;
end
$$;

create trigger on_auth_user_email after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function public.sync_user_email();

create function public.extract_first_name(p_data jsonb) returns text
language sql immutable set search_path = ''
as $$
  select left(nullif(btrim(coalesce(p_data ->> 'first_name', p_data ->> 'name', p_data ->> 'full_name', '')), ''), 100)
$$;

create function public.sync_user_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.users u set first_name = public.extract_first_name(new.raw_user_meta_data)
  where u.id = new.id and u.first_name is distinct from public.extract_first_name(new.raw_user_meta_data);
  return new;
end
$$;

-- Named to run after on_auth_user_created, which inserts the row.
create trigger on_auth_user_name after insert or update of raw_user_meta_data on auth.users
  for each row execute function public.sync_user_name();

-- Cancels an unconfirmed change of address: its links and codes stop working.
create function public.cancel_address_change(p_kind text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_kind = 'email' then
    update auth.users set
      email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0
    where id = auth.uid();
    delete from auth.one_time_tokens t
    where t.user_id = auth.uid() and t.token_type::text in ('email_change_token_new', 'email_change_token_current');
  elsif p_kind = 'phone' then
    update auth.users set phone_change = '', phone_change_token = '' where id = auth.uid();
    delete from auth.one_time_tokens t where t.user_id = auth.uid() and t.token_type::text = 'phone_change_token';
  else
    raise exception 'A change of email or of phone can be called off' using errcode = '22023';
  end if;
end
$$;

create table public.onboarding_data (
  user_id uuid primary key default auth.uid() references public.users (id) on delete cascade,
  -- Passwords are never stored, whatever a form sends.
  form_data jsonb not null default '{}' check (jsonb_typeof(form_data) = 'object' and not form_data ? 'password')
    constraint onboarding_data_size check (length(form_data::text) <= 50000),
  current_step integer not null default 0 check (current_step >= 0),
  updated_at timestamptz not null default now()
);

alter table public.onboarding_data enable row level security;
revoke all on public.onboarding_data from anon, authenticated;
grant select, insert, update, delete on public.onboarding_data to authenticated;
grant all on public.onboarding_data to service_role;

create policy "people keep their own onboarding" on public.onboarding_data
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- Feedback to the operator. People see their own; nobody can edit it.
create table public.feedback (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  kind text not null check (kind in ('idea', 'problem', 'praise')),
  text text not null check (btrim(text) <> '' and length(text) <= 5000),
  -- The page it was written on, without the origin.
  page text check (length(page) <= 500),
  created_at timestamptz not null default now()
);

create index feedback_by_user on public.feedback (user_id, created_at desc);
alter table public.feedback enable row level security;
revoke all on public.feedback from anon, authenticated;
grant select, insert on public.feedback to authenticated;
grant all on public.feedback to service_role;

create policy "people read what they said" on public.feedback
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people speak for themselves" on public.feedback
  for insert to authenticated with check (user_id = (select auth.uid()));

-- Limits each account, since feedback is mailed to the operator.
create function public.limit_feedback() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The service role may import rows of any age.
  if auth.uid() is null then
    return new;
  end if;
  if (
    select count(*) from public.feedback f
    where f.user_id = new.user_id and f.created_at > now() - interval '1 hour'
  ) >= 20 then
    raise exception 'That is a lot of feedback in an hour. Try again later.' using errcode = 'PT429';
  end if;
  new.created_at := now();
  return new;
end
$$;

create trigger limit_feedback before insert on public.feedback
  for each row execute function public.limit_feedback();

-- Memberships of an account that was reset because its address was proven late. The workspaces may be its owner's work
-- or a stranger's trap, so the owner restores or deletes them.
create table public.set_aside_memberships (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  set_aside_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);

create index set_aside_memberships_by_user on public.set_aside_memberships (user_id);
alter table public.set_aside_memberships enable row level security;
revoke all on public.set_aside_memberships from anon, authenticated;
grant all on public.set_aside_memberships to service_role;

-- Sets all memberships aside, deletes onboarding and tracker settings, and starts over with a first workspace.
create function public.set_memberships_aside(p_user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.set_aside_memberships (workspace_id, user_id, role)
  select m.workspace_id, m.user_id, m.role from public.workspace_members m where m.user_id = p_user_id
  on conflict (workspace_id, user_id) do update set role = excluded.role, set_aside_at = excluded.set_aside_at;
  delete from public.workspace_members m where m.user_id = p_user_id;
  delete from public.onboarding_data o where o.user_id = p_user_id;
  delete from public.chatbot_settings s where s.user_id = p_user_id;
  perform public.create_first_workspace(u.id, u.email, u.first_name) from public.users u where u.id = p_user_id;
end
$$;

create function public.set_aside_workspaces() returns table (
  workspace_id uuid, name text, role text, demos integer, others integer
)
language sql stable security definer set search_path = ''
as $$
  select s.workspace_id, w.name, s.role,
    (select count(*)::integer from public.demos d where d.workspace_id = s.workspace_id and not d.is_sample),
    (select count(*)::integer from public.workspace_members m where m.workspace_id = s.workspace_id)
  from public.set_aside_memberships s join public.workspaces w on w.id = s.workspace_id
  where s.user_id = auth.uid() and public.has_proven_email(auth.uid())
  order by s.set_aside_at, w.name, w.id
$$;

-- Restores a membership. Revokes older API keys and invitations, which could let others in; members stay.
create function public.restore_workspace(p_workspace_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_membership public.set_aside_memberships;
begin
  delete from public.set_aside_memberships s
  where s.workspace_id = p_workspace_id and s.user_id = auth.uid() and public.has_proven_email(auth.uid())
  returning s.* into v_membership;
  if v_membership.workspace_id is null then
    return jsonb_build_object('outcome', 'not_there');
  end if;
  if v_membership.role in ('owner', 'admin') then
    delete from public.workspace_keys k
    where k.workspace_id = p_workspace_id and k.created_at <= v_membership.set_aside_at;
    delete from public.workspace_invitations i
    where i.workspace_id = p_workspace_id and i.created_at <= v_membership.set_aside_at;
  end if;
  insert into public.workspace_members (workspace_id, user_id, role)
  values (p_workspace_id, auth.uid(), v_membership.role)
  on conflict do nothing;
  return jsonb_build_object('outcome', 'ok');
end
$$;

-- Deletes a workspace that was set aside, unless it has other members.
create function public.discard_set_aside_workspace(p_workspace_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.workspaces w where w.id = p_workspace_id for update;
  delete from public.set_aside_memberships s
  where s.workspace_id = p_workspace_id and s.user_id = auth.uid() and public.has_proven_email(auth.uid());
  if not found then
    return jsonb_build_object('outcome', 'not_there');
  end if;
  delete from public.workspaces w
  where w.id = p_workspace_id
    and not exists (select 1 from public.workspace_members m where m.workspace_id = w.id)
    and not exists (select 1 from public.set_aside_memberships s where s.workspace_id = w.id);
  return jsonb_build_object('outcome', 'ok');
end
$$;

-- Deletes workspaces with their last account, whoever deletes it. Removing only a membership keeps the workspace, so
-- that an operator can give it to somebody else.
create function public.delete_empty_workspaces() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_ids uuid[] := array(
    select m.workspace_id from public.workspace_members m where m.user_id = old.id
    union select s.workspace_id from public.set_aside_memberships s where s.user_id = old.id
  );
begin
  -- Locks the workspaces, so if their last two members are deleted concurrently, the second delete sees the first.
  perform 1 from public.workspaces w where w.id = any (v_ids) order by w.id for update;
  delete from public.workspaces w
  where w.id = any (v_ids)
    and not exists (
      select 1 from public.workspace_members other where other.workspace_id = w.id and other.user_id <> old.id
    )
    and not exists (
      select 1 from public.set_aside_memberships other where other.workspace_id = w.id and other.user_id <> old.id
    );
  return old;
end
$$;

-- Before the delete, because it cascades to the memberships.
create trigger users_delete_empty_workspaces before delete on public.users
  for each row execute function public.delete_empty_workspaces();

-- What deleting the account does to each of the caller's workspaces: 'delete' (no other members), 'leave' (another
-- owner stays) or 'hand_over' (others stay, none of them an owner). Memberships set aside count as members.
create function public.account_deletion_plan()
returns table (workspace_id uuid, name text, fate text, others integer)
language sql stable security definer set search_path = ''
as $$
  select w.id, w.name,
    case
      when o.others = 0 and a.owners = 0 and (m.role = 'owner' or a.others = 0) then 'delete'
      when o.others = 0 or o.owners > 0 or m.role <> 'owner' then 'leave'
      else 'hand_over'
    end,
    o.others::integer
  from public.workspace_members m
  join public.workspaces w on w.id = m.workspace_id
  cross join lateral (
    select count(*) as others, count(*) filter (where other.role = 'owner') as owners
    from public.workspace_members other where other.workspace_id = w.id and other.user_id <> m.user_id
  ) o
  cross join lateral (
    select count(*) as others, count(*) filter (where s.role = 'owner') as owners
    from public.set_aside_memberships s where s.workspace_id = w.id and s.user_id <> m.user_id
  ) a
  where m.user_id = auth.uid()
  order by m.created_at, w.id
$$;

-- Deletes the caller's account. Requires a sign-in within ten minutes, with a second factor if the account has one.
create function public.delete_own_account() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := auth.uid();
  v_email text;
  v_blocked jsonb;
begin
  select u.email into v_email from public.users u where u.id = v_id for update;
  if not found then
    return jsonb_build_object('outcome', 'no_such_account');
  end if;
  if exists (select 1 from auth.mfa_factors f where f.user_id = v_id and f.status = 'verified')
    and coalesce(auth.jwt() ->> 'aal', 'aal1') not in ('aal2', 'aal3') then
    return jsonb_build_object('outcome', 'second_factor_needed');
  end if;
  if not exists (
    select 1 from jsonb_array_elements(coalesce(auth.jwt() -> 'amr', '[]')) method
    where (method ->> 'timestamp')::double precision > extract(epoch from now()) - 600
  ) then
    return jsonb_build_object('outcome', 'recent_sign_in_needed');
  end if;
  -- Blocks members from joining or leaving meanwhile.
  perform 1 from public.workspaces w
  where w.id in (select m.workspace_id from public.workspace_members m where m.user_id = v_id)
  order by w.id for update;
  select jsonb_agg(p.name) into v_blocked from public.account_deletion_plan() p where p.fate = 'hand_over';
  if v_blocked is not null then
    return jsonb_build_object('outcome', 'hand_over_needed', 'workspaces', v_blocked);
  end if;
  delete from public.workspaces w
  where w.id in (select p.workspace_id from public.account_deletion_plan() p where p.fate = 'delete');
  delete from public.workspace_invitations i where i.email = lower(v_email) and public.can_rely_on_email(v_id);
  update public.audit_log l set detail = l.detail - 'email' where l.detail ->> 'email' = lower(v_email);
  insert into public.audit_log (workspace_id, action)
  select p.workspace_id, 'account_deleted' from public.account_deletion_plan() p;
  delete from auth.users u where u.id = v_id;
  begin
    update auth.audit_log_entries e set
      payload = (e.payload::jsonb || '{"actor_username": ""}')::json, ip_address = ''
    where e.payload ->> 'actor_id' = v_id::text;
  exception when insufficient_privilege then
    null;
  end;
  return jsonb_build_object('outcome', 'ok');
end
$$;

revoke execute on function
  public.has_proven_email(uuid), public.can_rely_on_email(uuid), public.sample_workspace_id(),
  public.copy_samples(uuid, uuid), public.copy_sample_agent(uuid, uuid, uuid, jsonb),
  public.first_workspace_name(text, text), public.create_first_workspace(uuid, text, text), public.handle_new_user(),
  public.sync_user_email(), public.extract_first_name(jsonb), public.sync_user_name(),
  public.cancel_address_change(text), public.limit_feedback(), public.set_memberships_aside(uuid),
  public.set_aside_workspaces(), public.restore_workspace(uuid), public.discard_set_aside_workspace(uuid),
  public.delete_empty_workspaces(), public.account_deletion_plan(), public.delete_own_account()
from public, anon, authenticated;
grant execute on function
  public.cancel_address_change(text), public.set_aside_workspaces(), public.restore_workspace(uuid),
  public.discard_set_aside_workspace(uuid), public.account_deletion_plan(), public.delete_own_account()
to authenticated, service_role;
grant execute on function
  public.has_proven_email(uuid), public.can_rely_on_email(uuid), public.sample_workspace_id(),
  public.copy_samples(uuid, uuid), public.copy_sample_agent(uuid, uuid, uuid, jsonb),
  public.first_workspace_name(text, text), public.create_first_workspace(uuid, text, text),
  public.extract_first_name(jsonb), public.set_memberships_aside(uuid)
to service_role;

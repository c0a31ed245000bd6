-- Leads from the forms of lead cards, and from conversations. Visitors write the first with submit_lead, the server
-- the others; members read them, admins erase them.

create table public.leads (
  -- Chosen by the visitor's browser, so that a form sent twice is one lead.
  id uuid primary key,
  source text not null default 'form' check (source in ('form', 'talk')),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- A lead outlives its demo and card, and keeps their names.
  demo_id uuid references public.demos (id) on delete set null,
  demo_name text not null,
  step_id uuid references public.demo_steps (id) on delete set null,
  card_id uuid references public.step_cards (id) on delete set null,
  card_title text not null,
  share_link_id uuid references public.share_links (id) on delete set null,
  -- The tracker's session, as in `visits`; null if the visitor is not tracked.
  session_id text check (length(session_id) between 1 and 100),
  email text check (public.is_email_address(email)),
  phone text check (btrim(phone) <> '' and length(phone) <= 60),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  -- The other answers, or facts from the conversation, with their labels: [{label, value}].
  fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array' and length(fields::text) <= 40000),
  consent_text text,
  consented_at timestamptz,
  status text not null default 'new' check (status in ('new', 'open', 'won', 'lost', 'spam')),
  created_at timestamptz not null default now(),
  -- One lead per conversation.
  conversation_id uuid unique references public.conversations (id) on delete set null,
  -- As in `conversations`; a lead outlives its conversation.
  score integer check (score between 0 and 100),
  evidence jsonb not null default '[]' check (jsonb_typeof(evidence) = 'array' and length(evidence::text) <= 40000),
  constraint leads_reachable check (email is not null or (source = 'talk' and phone is not null))
);

create index leads_by_workspace on public.leads (workspace_id, created_at desc, id);
create index leads_by_demo on public.leads (demo_id, created_at desc);
create index leads_by_email on public.leads (workspace_id, lower(email));
create index leads_by_phone on public.leads (workspace_id, phone) where phone is not null;
create index leads_by_step on public.leads (step_id);
create index leads_by_card on public.leads (card_id);
create index leads_by_link on public.leads (share_link_id);
alter table public.leads enable row level security;
revoke all on public.leads from anon, authenticated;
grant select, delete, update (status) on public.leads to authenticated;
grant all on public.leads to service_role;

create policy "members read leads" on public.leads
  for select to authenticated using (public.is_member(workspace_id, 'viewer'));
create policy "editors sort leads" on public.leads
  for update to authenticated using (public.is_member(workspace_id, 'editor'))
  with check (public.is_member(workspace_id, 'editor'));
create policy "admins remove leads" on public.leads
  for delete to authenticated using (public.is_member(workspace_id, 'admin'));

-- Stores a form submission from a visitor who may play the demo (x-demo-id). A repeated call changes nothing. Errors
-- are shown to the visitor; `hint` is the field id. Limit: 30 per network per 10 minutes.
create function public.submit_lead(
  p_id uuid, p_card_id uuid, p_answers jsonb, p_session_id text default null, p_has_consented boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_card public.step_cards;
  v_demo public.demos;
  v_lead public.leads;
  v_email text;
  v_name text;
  v_field jsonb;
  v_value text;
  v_fields jsonb := '[]';
  v_network text;
begin
  select c.* into v_card from public.step_cards c
  where c.id = p_card_id and c.type = 'lead' and c.demo_id = public.shared_demo_id();
  select d.* into v_demo from public.demos d where d.id = v_card.demo_id and d.status = 'active';
  if v_demo.id is null then
    raise exception 'Demo not found' using errcode = 'PT404';
  end if;
  if p_id is null or jsonb_typeof(p_answers) is distinct from 'object' or length(p_answers::text) > 30000 then
    raise exception 'The form could not be read' using errcode = 'PT400';
  end if;

  v_email := btrim(coalesce(p_answers ->> 'email', ''));
  if not public.is_email_address(v_email) then
    raise exception 'Enter a work email such as name@company.com.' using errcode = 'PT400', hint = 'email';
  end if;
  v_name := btrim(coalesce(p_answers ->> 'name', ''));
  if v_name = '' or length(v_name) > 200 then
    raise exception 'Enter your name.' using errcode = 'PT400', hint = 'name';
  end if;
  for v_field in
    select f from jsonb_array_elements(v_card.fields) with ordinality a (f, n)
    where jsonb_typeof(f) = 'object' and f ->> 'id' is not null and f ->> 'id' not in ('email', 'name')
    order by n limit 20
  loop
    v_value := btrim(coalesce(p_answers ->> (v_field ->> 'id'), ''));
    if v_value = '' and v_field -> 'isRequired' = 'true' then
      raise exception 'Fill in this field.' using errcode = 'PT400', hint = v_field ->> 'id';
    end if;
    if length(v_value) > 2000 then
      raise exception 'Use at most 2,000 characters.' using errcode = 'PT400', hint = v_field ->> 'id';
    end if;
    if v_value <> '' then
      v_fields := v_fields || jsonb_build_object(
        'label', left(coalesce(v_field ->> 'label', ''), 200), 'value', v_value
      );
    end if;
  end loop;
  if btrim(coalesce(v_card.consent_text, '')) <> '' and p_has_consented is not true then
    raise exception 'Agree to this to go on.' using errcode = 'PT400', hint = 'consent';
  end if;

  if exists (select 1 from public.leads l where l.id = p_id) then
    return;
  end if;
  v_network := public.visitor_network();
  if not limits.consume('lead', v_demo.workspace_id, v_network, 30, 600)
    or not limits.consume('leads of a day', v_demo.workspace_id, v_network, 300, 86400)
  then
    raise exception 'Many people are sending this form right now. Try again in a minute.' using errcode = 'PT429';
  end if;

  insert into public.leads (
    id, workspace_id, demo_id, demo_name, step_id, card_id, card_title, share_link_id, session_id, email, name, fields,
    consent_text, consented_at
  )
  values (
    p_id, v_demo.workspace_id, v_demo.id, v_demo.name, v_card.step_id, v_card.id, v_card.title,
    (select l.id from public.share_links l where l.token = public.request_header('x-demo-id')),
    nullif(left(btrim(p_session_id), 100), ''), v_email, v_name, v_fields,
    case when p_has_consented then nullif(btrim(v_card.consent_text), '') end,
    case when p_has_consented and btrim(coalesce(v_card.consent_text, '')) <> '' then now() end
  )
  on conflict (id) do nothing
  returning * into v_lead;
  if v_lead.id is not null then
    perform public.plan_lead_notice(v_lead, false, v_network);
  end if;
end
$$;

revoke execute on function public.submit_lead(uuid, uuid, jsonb, text, boolean) from public, anon, authenticated;
grant execute on function public.submit_lead(uuid, uuid, jsonb, text, boolean) to anon, authenticated, service_role;

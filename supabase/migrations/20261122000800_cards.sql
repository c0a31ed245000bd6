-- Cards: what an author places on a step (spec §3). Editors write them; whoever may read the step may read them.

create table public.step_cards (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  demo_id uuid not null references public.demos (id) on delete cascade,
  step_id uuid not null references public.demo_steps (id) on delete cascade,
  type text not null check (type in ('lead', 'click', 'cue', 'media', 'custom')),
  -- Lower positions are drawn first and come first in the tab order.
  position integer not null default 1 check (position between 1 and 1000),
  -- Upper left corner and size, in percent of the step's picture.
  x_percent double precision not null check (x_percent between 0 and 100),
  y_percent double precision not null check (y_percent between 0 and 100),
  width_percent double precision not null check (width_percent between 1 and 100),
  height_percent double precision not null check (height_percent between 1 and 100),
  -- Plain text, formatted by `format`; HTML is shown as text.
  title text not null default '' check (length(title) <= 500),
  description text not null default '' check (length(description) <= 5000),
  -- {title, description}: each {font, sizePx, color, isBold, isItalic, isUnderlined, runs}; unknown keys are ignored.
  format jsonb not null default '{}' check (jsonb_typeof(format) = 'object' and length(format::text) <= 24000),
  -- The fields of a lead card: [{id, label, type, isRequired}]; the first two are always WORK EMAIL and NAME.
  fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array' and length(fields::text) <= 8000),
  button_label text not null default '' check (length(button_label) <= 80),
  -- What a visitor must accept before the form is sent.
  consent_text text check (length(consent_text) <= 2000),
  -- An https URL, or the path of an uploaded picture in the bucket demo-captures.
  media_url text check (
    length(media_url) <= 2000 and media_url ~ '^(https://[^[:space:]]+|[0-9a-f-]{36}/[0-9a-f-]{36}/[A-Za-z0-9._-]+)$'
  ),
  link_url text check (length(link_url) <= 2000 and link_url ~ '^https?://[^[:space:]]+$'),
  target_step_id uuid references public.demo_steps (id) on delete set null,
  -- For a lead card: whether the visitor must send or skip it before continuing.
  gate text not null default 'none' check (gate in ('none', 'required', 'skippable')),
  -- Counts changes. Starts at the time in microseconds, so that a card restored with its id has a later version than
  -- before.
  version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references public.users (id) on delete set null
);

create index step_cards_by_step on public.step_cards (step_id, position);
create index step_cards_by_demo on public.step_cards (demo_id);
create index step_cards_by_target on public.step_cards (target_step_id);
create index step_cards_by_workspace on public.step_cards (workspace_id);
alter table public.step_cards enable row level security;
revoke all on public.step_cards from anon, authenticated;
grant select, insert, delete, update (
  id, demo_id, step_id, type, position, x_percent, y_percent, width_percent, height_percent, title, description,
  format, fields, button_label, consent_text, media_url, link_url, target_step_id, gate, created_at, updated_at
) on public.step_cards to authenticated;
grant all on public.step_cards to service_role;

create policy "members read cards" on public.step_cards
  for select to authenticated using (workspace_id = any ((select public.readable_workspaces())::uuid[]));
create policy "editors add cards" on public.step_cards
  for insert to authenticated with check (public.is_member(workspace_id, 'editor'));
create policy "editors change cards" on public.step_cards
  for update to authenticated using (public.is_member(workspace_id, 'editor'))
  with check (public.is_member(workspace_id, 'editor'));
create policy "editors remove cards" on public.step_cards
  for delete to authenticated using (public.is_member(workspace_id, 'editor'));

-- A card takes its step's demo and workspace, whatever the caller sent, and links to a step of that demo only.
create function public.set_card_demo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    if new.step_id <> old.step_id then
      raise exception 'A card cannot be moved to another step' using errcode = '22023';
    end if;
  end if;
  select s.workspace_id, s.demo_id into new.workspace_id, new.demo_id
  from public.demo_steps s where s.id = new.step_id;
  if new.workspace_id is null then
    raise exception 'Step not found' using errcode = '23503';
  end if;
  if new.target_step_id is not null and not exists (
    select 1 from public.demo_steps s where s.id = new.target_step_id and s.demo_id = new.demo_id
  ) then
    raise exception 'A card leads to a step of its own demo' using errcode = '22023';
  end if;
  if tg_op = 'INSERT'
    and (select count(*) from public.step_cards c where c.step_id = new.step_id and c.id <> new.id) >= 50 then
    raise exception 'A step has at most 50 cards' using errcode = '22023';
  end if;
  return new;
end
$$;

create trigger count_change before insert or update on public.step_cards
  for each row execute function public.count_change();
create trigger step_cards_step before insert or update on public.step_cards
  for each row execute function public.set_card_demo();

-- A field without a label is hidden from visitors, so it can't be required.
create function public.make_unnamed_fields_optional() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.fields := (
    select jsonb_agg(
      case
        when jsonb_typeof(f) = 'object' and f -> 'isRequired' = 'true' and btrim(coalesce(f ->> 'label', '')) = ''
          and coalesce(f ->> 'id', '') not in ('email', 'name')
        then f || '{"isRequired": false}'
        else f
      end
      order by n
    )
    from jsonb_array_elements(new.fields) with ordinality a (f, n)
  );
  return new;
end
$$;

create trigger step_cards_fields before insert or update on public.step_cards
  for each row when (jsonb_typeof(new.fields) = 'array' and new.fields <> '[]')
  execute function public.make_unnamed_fields_optional();

create trigger forbid_id_change before update on public.step_cards
  for each row execute function public.forbid_id_change();
create trigger retire_ids after delete on public.step_cards referencing old table as old_rows
  for each statement execute function public.retire_ids();
create trigger refuse_retired_ids after insert on public.step_cards referencing new table as new_rows
  for each statement execute function public.refuse_retired_ids();

-- All cards of a demo that the caller may see.
create function public.get_demo_cards(p_demo_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      to_jsonb(c) - 'workspace_id' - 'created_at' - 'updated_at' order by c.step_id, c.position, c.created_at, c.id
    ),
    '[]'::jsonb
  )
  from public.step_cards c where c.demo_id = p_demo_id
$$;

revoke execute on function
  public.set_card_demo(), public.make_unnamed_fields_optional(), public.get_demo_cards(uuid)
from public, anon, authenticated;
grant execute on function public.get_demo_cards(uuid) to anon, authenticated, service_role;

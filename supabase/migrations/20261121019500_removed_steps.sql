-- Steps that an author deleted, whole, so that Undo brings them back with their ids, cards and leads for 30 days.
-- Nobody reads or writes this table but the two procedures below.

create table public.removed_steps (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  demo_id uuid not null references public.demos (id) on delete cascade,
  step jsonb not null,
  cards jsonb not null,
  -- Cards of other steps that led to it.
  leading_card_ids uuid[] not null,
  -- [{lead_id, card_id}]: leads that came in at this step.
  leads jsonb not null,
  removed_at timestamptz not null default now()
);

create index removed_steps_by_demo on public.removed_steps (demo_id);
create index removed_steps_by_workspace on public.removed_steps (workspace_id);
create index removed_steps_by_time on public.removed_steps (removed_at);

alter table public.removed_steps enable row level security;
revoke all on public.removed_steps from anon, authenticated;
grant all on public.removed_steps to service_role;

-- Locks the demo, or says that there is none for this editor.
create function public.lock_edited_demo(p_demo_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.demos d where d.id = p_demo_id and public.is_member(d.workspace_id, 'editor') for update;
  if not found then
    raise exception 'Demo not found' using errcode = 'PT404';
  end if;
end
$$;

-- Deletes steps of a demo and numbers the others 1..n, in one transaction. Steps that are gone already are no error.
create function public.remove_demo_steps(p_demo_id uuid, p_step_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.lock_edited_demo(p_demo_id);
  insert into public.removed_steps as r (id, workspace_id, demo_id, step, cards, leading_card_ids, leads)
  select s.id, s.workspace_id, s.demo_id, to_jsonb(s),
    coalesce((select jsonb_agg(to_jsonb(c)) from public.step_cards c where c.step_id = s.id), '[]'),
    coalesce((select array_agg(c.id) from public.step_cards c where c.target_step_id = s.id), '{}'),
    coalesce((
      select jsonb_agg(jsonb_build_object('lead_id', l.id, 'card_id', l.card_id))
      from public.leads l where l.step_id = s.id
    ), '[]')
  from public.demo_steps s where s.demo_id = p_demo_id and s.id = any (p_step_ids)
  on conflict (id) do update set step = excluded.step, cards = excluded.cards, leads = excluded.leads,
    leading_card_ids = excluded.leading_card_ids, removed_at = now()
  where r.demo_id = excluded.demo_id;
  delete from public.demo_steps s where s.demo_id = p_demo_id and s.id = any (p_step_ids);
  update public.demo_steps s set "order" = numbered.position
  from (
    select n.id, row_number() over (order by n."order", n.id) as position
    from public.demo_steps n where n.demo_id = p_demo_id
  ) numbered
  where s.id = numbered.id and s."order" <> numbered.position;
  delete from public.removed_steps r where r.removed_at < now() - interval '30 days';
end
$$;

-- Brings steps back as they were, in their old places. Answers the ids that are in the demo now: those deleted too long
-- ago are missing. Columns added since then get their defaults.
create function public.restore_demo_steps(p_demo_id uuid, p_step_ids uuid[]) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  removed public.removed_steps;
  restored uuid[] := '{}';
begin
  perform public.lock_edited_demo(p_demo_id);
  for removed in
    select * from public.removed_steps r where r.demo_id = p_demo_id and r.id = any (p_step_ids)
    order by (r.step ->> 'order')::integer, r.id
  loop
    update public.demo_steps s set "order" = s."order" + 1
    where s.demo_id = p_demo_id and s."order" >= (removed.step ->> 'order')::integer;
    perform public.insert_removed_row('demo_steps', removed.step || jsonb_build_object(
      'capture_id', (select c.id from public.captures c where c.id = (removed.step ->> 'capture_id')::uuid)
    ));
    restored := restored || removed.id;
  end loop;
  for removed in select * from public.removed_steps r where r.id = any (restored)
  loop
    perform public.insert_removed_row('step_cards', card || jsonb_build_object(
      'target_step_id', (
        select s.id from public.demo_steps s
        where s.id = (card ->> 'target_step_id')::uuid and s.demo_id = p_demo_id
      )
    ))
    from jsonb_array_elements(removed.cards) card;
    update public.step_cards c set target_step_id = removed.id
    where c.id = any (removed.leading_card_ids) and c.demo_id = p_demo_id and c.target_step_id is null;
    update public.leads l set step_id = removed.id, card_id = k.id
    from jsonb_array_elements(removed.leads) was
    left join public.step_cards k on k.id = (was ->> 'card_id')::uuid
    where l.id = (was ->> 'lead_id')::uuid and l.demo_id = p_demo_id and l.step_id is null;
  end loop;
  delete from public.removed_steps r where r.id = any (restored);
  update public.demo_steps s set "order" = numbered.position
  from (
    select n.id, row_number() over (order by n."order", n.id) as position
    from public.demo_steps n where n.demo_id = p_demo_id
  ) numbered
  where s.id = numbered.id and s."order" <> numbered.position;
  return coalesce((
    select array_agg(s.id) from public.demo_steps s where s.demo_id = p_demo_id and s.id = any (p_step_ids)
  ), '{}');
end
$$;

-- Writes those columns of a row that the table still has.
create function public.insert_removed_row(p_table text, p_row jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  columns text;
begin
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and p_row ? a.attname;
  execute format(
    'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)', p_table, columns
  ) using p_row;
end
$$;

revoke execute on function
  public.lock_edited_demo(uuid), public.insert_removed_row(text, jsonb), public.remove_demo_steps(uuid, uuid[]),
  public.restore_demo_steps(uuid, uuid[])
from public, anon, authenticated;
grant execute on function public.remove_demo_steps(uuid, uuid[]), public.restore_demo_steps(uuid, uuid[])
  to authenticated, service_role;

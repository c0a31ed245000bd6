-- A demo that somebody had visited could not be deleted, nor could its workspace: the visits go with it, and were taken out
-- of totals that had just gone as well. What is gone takes its totals along (tracking.totals_removed).

-- Whoever changes visits keeps the totals right, except the job that lets old visits go and leaves their totals. Steps and
-- cards are counted again only where they, or what they are counted under, changed.
create or replace function tracking.visits_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_groups tracking.visit_group[];
  v_before public.visits[] := '{}';
  v_after public.visits[] := '{}';
begin
  if current_setting('tracking.keeps_totals', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    v_before := array(select row(v.*)::public.visits from visits_before v);
  elsif tg_op = 'DELETE' then
    v_before := array(
      select row(v.*)::public.visits from visits_before v
      where exists (select from public.workspaces w where w.id = v.workspace_id)
        and (v.demo_id is null or exists (select from public.demos d where d.id = v.demo_id))
    );
    -- Who came to a demo that is gone first, and then to another, is counted there now.
    v_groups := array(
      select distinct row(v.workspace_id, v.day, v.visitor, v.traffic, v.demo_id, v.link)::tracking.visit_group
      from visits_before v
      where v.first_of_workspace and v.demo_id is not null
        and not exists (select from public.demos d where d.id = v.demo_id)
        and exists (select from public.visits o where o.visitor = v.visitor and o.workspace_id = v.workspace_id)
    );
    if v_groups <> '{}' then
      perform tracking.mark_first_of(v_groups);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    v_after := array(select row(v.*)::public.visits from visits_after v);
  end if;
  if v_before = '{}' and v_after = '{}' then
    return null;
  end if;
  perform tracking.count_visits(v_before, v_after);
  if tg_op = 'UPDATE' then
    select coalesce(array_agg(row(b.*)::public.visits), '{}'), coalesce(array_agg(row(a.*)::public.visits), '{}')
    into v_before, v_after
    from visits_before b join visits_after a on a.id = b.id
    where (b.workspace_id, b.demo_id, b.day, b.demo_version, b.link, b.traffic, b.steps, b.exit_step_id,
        b.cards_shown, b.cards_followed)
      is distinct from (a.workspace_id, a.demo_id, a.day, a.demo_version, a.link, a.traffic, a.steps, a.exit_step_id,
        a.cards_shown, a.cards_followed);
  end if;
  perform tracking.count_steps(v_before, v_after);
  perform tracking.count_cards(v_before, v_after);
  return null;
end
$$;

-- One call for a whole page of analytics: the figures of a period, of the period before it and, with p_demo_id, of the
-- demo's steps, paths, cards and talks. Each part is the answer of the function of its name and checks who may read it.
create function public.get_visit_report(
  p_workspace_id uuid, p_from date, p_to date, p_demo_id uuid default null, p_link text default null,
  p_traffic text default 'human', p_version integer default null
)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_before_to date := p_from - 1;
  v_before_from date := p_from - (p_to - p_from + 1);
  v_by jsonb := '{}';
  v_breakdown text;
  v_demo jsonb;
begin
  foreach v_breakdown in array array['source', 'device', 'link', 'traffic', case when p_demo_id is null then 'demo' else 'version' end]
  loop
    v_by := v_by || jsonb_build_object(v_breakdown, (
      select coalesce(jsonb_agg(b), '[]')
      -- Versions are chosen from, so all of them are shown.
      from public.get_visit_breakdown(
        v_breakdown, p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic,
        case when v_breakdown <> 'version' then p_version end, 200
      ) b
    ));
  end loop;
  if p_demo_id is not null then
    v_demo := jsonb_build_object(
      'steps', (
        select coalesce(jsonb_agg(s), '[]')
        from public.get_step_funnel(p_demo_id, p_from, p_to, p_link, p_traffic, p_version) s
      ),
      'paths', (
        select coalesce(jsonb_agg(p), '[]')
        from public.get_visit_paths(p_demo_id, p_from, p_to, p_link, p_traffic, p_version, 10) p
      ),
      'cards', (
        select coalesce(jsonb_agg(c), '[]')
        from public.get_card_figures(p_demo_id, p_from, p_to, p_link, p_traffic, p_version) c
      ),
      'outcomes', (
        select coalesce(jsonb_agg(o), '[]')
        from public.get_talk_outcomes(p_demo_id, p_from, p_to, p_link, p_traffic, p_version) o
      )
    );
  end if;
  return jsonb_build_object(
    'totals', (
      select to_jsonb(t)
      from public.get_visit_totals(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version) t
    ),
    'totals_before', (
      select to_jsonb(t)
      from public.get_visit_totals(
        p_workspace_id, v_before_from, v_before_to, p_demo_id, p_link, p_traffic, p_version
      ) t
    ),
    'median', (
      select to_jsonb(m)
      from public.get_visit_median(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version) m
    ),
    'days', (
      select coalesce(jsonb_agg(d), '[]')
      from public.get_visit_days(p_workspace_id, p_from, p_to, p_demo_id, p_link, p_traffic, p_version) d
    ),
    'days_before', (
      select coalesce(jsonb_agg(d), '[]')
      from public.get_visit_days(
        p_workspace_id, v_before_from, v_before_to, p_demo_id, p_link, p_traffic, p_version
      ) d
    ),
    'reasons', (
      select coalesce(jsonb_agg(r), '[]') from public.get_traffic_reasons(p_workspace_id, p_from, p_to, p_demo_id) r
    ),
    'by', v_by,
    'demo', v_demo
  );
end
$$;
revoke execute on function public.get_visit_report(uuid, date, date, uuid, text, text, integer) from public, anon;
grant execute on function public.get_visit_report(uuid, date, date, uuid, text, text, integer)
  to authenticated, service_role;

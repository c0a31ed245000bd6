-- Visits that ended on a step of a demo: their devices and most common questions, among the newest 2,000 of the period.
create function public.get_step_exits(
  p_demo_id uuid, p_step_id uuid, p_from date, p_to date, p_link text default null, p_traffic text default 'human',
  p_version integer default null
)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_answer jsonb;
begin
  perform tracking.require_demo_member(p_demo_id);
  with left_here as materialized (
    select n.device, n.talk_ids from (
      select v.device, v.talk_ids, v.exit_step_id from public.visits v
      where v.demo_id = p_demo_id and v.day between p_from and p_to and (p_link is null or v.link = p_link)
        and (p_traffic = 'all' or v.traffic = p_traffic) and (p_version is null or v.demo_version = p_version)
      order by v.day desc, v.started_at desc, v.id desc
      limit 2000
    ) n
    where n.exit_step_id = p_step_id
  ),
  talks as (
    select distinct unnest(l.talk_ids) as id from left_here l where l.talk_ids <> '{}' limit 200
  ),
  questions as (
    select min(btrim(t.text)) as text, count(distinct t.conversation_id) as talks
    from talks k
    join public.conversations c on c.id = k.id and c.demo_id = p_demo_id
    join public.conversation_turns t on t.conversation_id = c.id
    where t.speaker = 'visitor' and t.source in ('typed', 'voice')
    group by lower(btrim(t.text))
    order by 2 desc, 1
    limit 2
  )
  select jsonb_build_object(
    'devices', (
      select coalesce(jsonb_agg(jsonb_build_object('device', d.device, 'visits', d.visits) order by d.visits desc, d.device), '[]')
      from (select l.device, count(*) as visits from left_here l group by l.device) d
    ),
    'questions', (
      select coalesce(jsonb_agg(jsonb_build_object('text', left(q.text, 200), 'talks', q.talks) order by q.talks desc, q.text), '[]')
      from questions q
    )
  ) into v_answer;
  return v_answer;
end
$$;

revoke execute on function public.get_step_exits(uuid, uuid, date, date, text, text, integer)
from public, anon, authenticated;
grant execute on function public.get_step_exits(uuid, uuid, date, date, text, text, integer)
to authenticated, service_role;

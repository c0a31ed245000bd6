-- A visit lasts a day at most. Without this, reports of more time than an integer holds would stop the statistics of all
-- workspaces. Whatever the order of its events, the least of a day and their sum is the same.

create or replace function tracking.merge_steps(p_known jsonb, p_more jsonb) returns jsonb
language sql immutable set search_path = '' set timezone = 'UTC'
as $$
  select case when p_more = '[]' then p_known else coalesce(
    jsonb_agg(jsonb_build_object('step_id', m.step_id, 'at', m.at, 'views', m.views, 'seconds', m.seconds)
      order by m.at, m.step_id), '[]') end
  from (
    select s.step_id, min(s.at) as at, sum(s.views) as views, least(86400, sum(s.seconds)) as seconds
    from jsonb_to_recordset(p_known || p_more) as s (step_id uuid, at timestamptz, views integer, seconds bigint)
    group by s.step_id
  ) m
$$;

do $$
declare
  v_definition text := pg_get_functiondef('tracking.roll_up_events(xid8,xid8,date,date)'::regprocedure);
  v_change text[];
begin
  foreach v_change slice 1 in array array[
    ['sum(s.seconds)::integer as seconds', 'least(86400, sum(s.seconds))::integer as seconds'],
    ['''views'', s.views, ''seconds'', s.seconds)', '''views'', s.views, ''seconds'', least(86400, s.seconds))'],
    ['seconds = v.seconds + excluded.seconds', 'seconds = least(86400, v.seconds::bigint + excluded.seconds)::integer']
  ] loop
    if strpos(v_definition, v_change[1]) = 0 then
      raise exception 'The roll-up has no “%”.', v_change[1];
    end if;
    v_definition := replace(v_definition, v_change[1], v_change[2]);
  end loop;
  execute v_definition;
end
$$;

-- Only a workspace id as the database writes it: other spellings of the same id would escape the workspace's storage
-- limit, its exports and its deletion.
create or replace function public.can_use_folder(p_object_name text, p_min_role text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_folder text := (storage.foldername(p_object_name))[1];
begin
  return case when v_folder ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then public.is_member(v_folder::uuid, p_min_role) else false end;
end
$$;

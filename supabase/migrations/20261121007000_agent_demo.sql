-- The demo an agent was set up for (spec §3, demoUrl): what it opens with when no page names one.

alter table public.agents add column demo_id uuid references public.demos (id) on delete set null;
create index agents_by_demo on public.agents (demo_id) where demo_id is not null;

-- Security definer: a reference may not be used to find out whether somebody else's demo exists.
create function public.check_agent_demo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.demos d where d.id = new.demo_id and d.workspace_id = new.workspace_id) then
    raise exception 'The agent''s demo has to be one of its workspace.' using errcode = '23514';
  end if;
  return new;
end
$$;

create trigger agent_demo_in_workspace before insert or update of demo_id, workspace_id on public.agents
  for each row when (new.demo_id is not null) execute function public.check_agent_demo();

revoke execute on function public.check_agent_demo() from public, anon, authenticated;

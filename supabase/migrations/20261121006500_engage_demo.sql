-- Which demo the agent presents to a visitor it speaks to first (spec §7, auto-engage). Public by the owner's choice, like
-- the rest of these settings: the tracker of any page that names the owner reads it.

alter table public.chatbot_settings add column demo_id uuid references public.demos (id) on delete set null;

-- Only a demo of the owner's own workspaces, or somebody else's would be offered in their name.
create function public.guard_engage_demo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.demo_id is not null and not exists (
    select 1 from public.demos d join public.workspace_members m on m.workspace_id = d.workspace_id
    where d.id = new.demo_id and m.user_id = new.user_id
  ) then
    raise exception 'Choose a demo of your own workspace' using errcode = '22023';
  end if;
  return new;
end
$$;

create trigger chatbot_settings_demo before insert or update of demo_id on public.chatbot_settings
  for each row execute function public.guard_engage_demo();
revoke execute on function public.guard_engage_demo() from public, anon, authenticated;

-- A conversation counts its own turns, so that storing a turn is one call and the count is right at every moment.

create function public.count_conversation_turns() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.conversations c
  set turn_count = greatest(c.turn_count, added.last_number)
  from (select conversation_id, max(number) as last_number from added_turns group by conversation_id) added
  where c.id = added.conversation_id;
  return null;
end
$$;

create trigger conversation_turns_counted after insert on public.conversation_turns
  referencing new table as added_turns
  for each statement execute function public.count_conversation_turns();

revoke execute on function public.count_conversation_turns() from public, anon, authenticated;

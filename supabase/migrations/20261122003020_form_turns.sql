-- Marks what visitors entered in forms before such turns were stored with the outcome `form`: an address alone, and the
-- button pressed after the agent offered times. The inbox lists the other turns as questions.
update public.conversation_turns t set outcome = 'form'
where t.speaker = 'visitor' and t.outcome is null and (
  t.text ~ '^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$'
  or t.source = 'button' and exists (
    select from public.conversation_turns a
    where a.conversation_id = t.conversation_id and a.number = t.number - 1 and a.outcome = 'booking'
  )
);

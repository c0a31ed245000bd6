-- Writes what was said in any number of conversations in one transaction. A batch may be sent again after a lost answer:
-- rows that are already there stay as they are.
create function public.record_conversations(p_conversations jsonb, p_turns jsonb, p_heard jsonb, p_ends jsonb)
returns void
language plpgsql set search_path = ''
as $$
begin
  if jsonb_array_length(p_conversations) > 0 then
    insert into public.conversations (id, workspace_id, demo_id, agent_id, mode, language, consent_at, started_at)
    select c.* from jsonb_to_recordset(p_conversations) as c (
      id uuid, workspace_id uuid, demo_id uuid, agent_id uuid, mode text, language text,
      consent_at timestamptz, started_at timestamptz
    )
    on conflict (id) do nothing;
  end if;
  if jsonb_array_length(p_turns) > 0 then
    insert into public.conversation_turns (
      id, workspace_id, conversation_id, number, speaker, text, source, outcome, cited_steps, step_order, interrupted,
      created_at
    )
    select t.* from jsonb_to_recordset(p_turns) as t (
      id uuid, workspace_id uuid, conversation_id uuid, number integer, speaker text, text text, source text,
      outcome text, cited_steps integer[], step_order integer, interrupted boolean, created_at timestamptz
    )
    on conflict (id) do nothing;
  end if;
  if jsonb_array_length(p_heard) > 0 then
    update public.conversation_turns t set text = h.text, interrupted = true
    from jsonb_to_recordset(p_heard) as h (id uuid, text text)
    where t.id = h.id;
  end if;
  if jsonb_array_length(p_ends) > 0 then
    update public.conversations c set ended_at = e.ended_at, end_reason = e.end_reason
    from jsonb_to_recordset(p_ends) as e (id uuid, ended_at timestamptz, end_reason text)
    where c.id = e.id;
  end if;
end
$$;

revoke execute on function public.record_conversations(jsonb, jsonb, jsonb, jsonb) from public, anon, authenticated;
grant execute on function public.record_conversations(jsonb, jsonb, jsonb, jsonb) to service_role;

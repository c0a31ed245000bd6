-- A field without a label is not shown to visitors: it must not be one that they have to fill in.
create function public.ask_nothing_unnamed() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.fields := (
    select jsonb_agg(
      case
        when jsonb_typeof(f) = 'object' and f -> 'isRequired' = 'true' and btrim(coalesce(f ->> 'label', '')) = ''
          and coalesce(f ->> 'id', '') not in ('email', 'name')
        then f || '{"isRequired": false}'
        else f
      end
      order by n
    )
    from jsonb_array_elements(new.fields) with ordinality a (f, n)
  );
  return new;
end
$$;

create trigger step_cards_fields before insert or update on public.step_cards
  for each row when (jsonb_typeof(new.fields) = 'array' and new.fields <> '[]')
  execute function public.ask_nothing_unnamed();

update public.step_cards set fields = fields where fields @> '[{"isRequired": true, "label": ""}]';

revoke execute on function public.ask_nothing_unnamed() from public, anon, authenticated;

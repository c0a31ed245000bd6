-- A card's `format` now also holds what differs within its texts: runs {start, end, …} beside the look of the whole.
-- Still plain data; readers drop what they don't know, and older ones show the whole text alike.

alter table public.step_cards drop constraint step_cards_format_check;
alter table public.step_cards add constraint step_cards_format_check
  check (jsonb_typeof(format) = 'object' and length(format::text) <= 24000);

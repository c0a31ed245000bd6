-- A capture's id is a UUID of version 4: notes are not synced to any other, so none may come in. Rows that are here stay.
alter table public.captures
  add constraint captures_id_check check (id::text ~ '^.{14}4.{4}[89ab]') not valid;

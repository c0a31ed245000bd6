-- Bounds user metadata, which is part of every access token.
do $$
begin
  if not exists (select from pg_catalog.pg_constraint where conname = 'users_metadata_size') then
    alter table auth.users add constraint users_metadata_size
      check (length(raw_user_meta_data::text) <= 65536) not valid;
  end if;
end
$$;

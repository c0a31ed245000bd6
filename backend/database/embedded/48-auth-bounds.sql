-- What people write about themselves is part of every token they show.
do $$
begin
  if not exists (select from pg_catalog.pg_constraint where conname = 'users_metadata_size') then
    alter table auth.users add constraint users_metadata_size
      check (length(raw_user_meta_data::text) <= 65536) not valid;
  end if;
end
$$;

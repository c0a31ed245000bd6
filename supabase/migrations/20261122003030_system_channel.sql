-- The dashboard listens to the channel "system". No policy allows sending, so only the service role can.
do $$
begin
  if to_regclass('realtime.messages') is not null and to_regprocedure('realtime.topic()') is not null then
    create policy "accounts listen to system" on realtime.messages for select to authenticated
      using (extension = 'broadcast' and (select realtime.topic()) = 'system');
  end if;
end
$$;

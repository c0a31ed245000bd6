-- Calling off a change of address that is not confirmed yet: its links and codes stop working.

create function public.cancel_address_change(p_kind text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_kind = 'email' then
    update auth.users set
      email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0
    where id = auth.uid();
    delete from auth.one_time_tokens t
    where t.user_id = auth.uid() and t.token_type::text in ('email_change_token_new', 'email_change_token_current');
  elsif p_kind = 'phone' then
    update auth.users set phone_change = '', phone_change_token = '' where id = auth.uid();
    delete from auth.one_time_tokens t where t.user_id = auth.uid() and t.token_type::text = 'phone_change_token';
  else
    raise exception 'A change of email or of phone can be called off' using errcode = '22023';
  end if;
end
$$;

revoke execute on function public.cancel_address_change(text) from public, anon, authenticated;
grant execute on function public.cancel_address_change(text) to authenticated;

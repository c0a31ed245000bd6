-- Of demo ids and links' tokens, those that open a demo now: asked by the server about conversations that go on.
create function public.open_shares(p_links text[]) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(named.link), '{}')
  from unnest(p_links) named (link)
  where case
    when named.link ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then exists (
      select from public.demos d
      where d.id = named.link::uuid and d.status = 'active' and d.share_mode = 'open'
    )
    else exists (
      select from public.share_links l join public.demos d on d.id = l.demo_id
      where l.token = named.link and d.status = 'active' and l.revoked_at is null
        and (l.expires_at is null or l.expires_at > now())
    )
  end
$$;

revoke execute on function public.open_shares(text[]) from public, anon, authenticated;
grant execute on function public.open_shares(text[]) to service_role;

-- What rest/v1 needs inside its one statement: a way to refuse after looking at the result and before the commit.

create schema if not exists rest;
grant usage on schema rest to anon, authenticated, service_role;

create or replace function rest.expect(p_holds boolean, p_code text, p_count bigint) returns void
language plpgsql
as $$
begin
  if not p_holds then
    raise exception using errcode = 'PGR00', message = p_code, detail = p_count::text;
  end if;
end
$$;

grant execute on function rest.expect(boolean, text, bigint) to anon, authenticated, service_role;

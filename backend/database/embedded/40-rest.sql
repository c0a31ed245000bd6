-- Support for rest/v1's single statements: raising an error after seeing the result, before the commit.

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

-- A sum that overflows at 2^32 with an error nothing else raises, which stops an answer that grows too large. Built
-- from PostgreSQL's own functions, so it costs next to nothing per row.
do $$
begin
  if to_regprocedure('rest.size_within(bigint)') is null then
    create aggregate rest.size_within(bigint) (sfunc = inetpl, stype = inet, initcond = '0.0.0.0', parallel = safe);
  end if;
end
$$;

grant execute on function rest.size_within(bigint) to anon, authenticated, service_role;

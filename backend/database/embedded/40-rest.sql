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

-- A sum that overflows, with an error nothing else raises, at 2^32: it stops an answer that grows too large while it is
-- made. Built of PostgreSQL's own functions alone, so that it costs next to nothing for each row.
do $$
begin
  if to_regprocedure('rest.size_within(bigint)') is null then
    create aggregate rest.size_within(bigint) (sfunc = inetpl, stype = inet, initcond = '0.0.0.0', parallel = safe);
  end if;
end
$$;

grant execute on function rest.size_within(bigint) to anon, authenticated, service_role;

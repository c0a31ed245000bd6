-- Deletes expired rows, on whichever server comes first; the others skip.

create table if not exists auth.housekeeping (
  is_only boolean primary key default true check (is_only),
  done_at timestamptz not null
);

alter table auth.housekeeping enable row level security;

-- Null when another server did it. Otherwise the number of deleted audit entries, at most `batch`.
create or replace function auth.delete_expired(p jsonb) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := (p ->> 'now')::timestamptz;
  v_count bigint;
begin
  insert into auth.housekeeping (done_at) values ('-infinity') on conflict do nothing;
  perform 1 from auth.housekeeping
  where done_at <= v_now - make_interval(secs => (p ->> 'interval_seconds')::double precision)
  for update skip locked;
  if not found then
    return null;
  end if;
  delete from auth.audit_log_entries where id in (
    select a.id from auth.audit_log_entries a
    where a.created_at < v_now - make_interval(days => (p ->> 'audit_days')::integer)
    order by a.created_at limit (p ->> 'batch')::integer
  );
  get diagnostics v_count = row_count;
  delete from auth.rate_limits where filled_at < v_now - interval '2 days';
  -- The two tokens of a change of address go together: a missing one counts as used.
  delete from auth.one_time_tokens t
  where not exists (
    select 1 from auth.one_time_tokens o
    where o.user_id = t.user_id and (o.created_at at time zone 'utc')
        >= v_now - make_interval(secs => (p ->> 'token_seconds')::double precision)
      and (o.id = t.id or (o.token_type::text like 'email_change_%' and t.token_type::text like 'email_change_%'))
  );
  delete from auth.flow_state where created_at < v_now - interval '2 days';
  delete from auth.saml_relay_states where created_at < v_now - interval '1 day';
  delete from auth.saml_used_assertions where used_at < v_now - interval '2 days';
  delete from auth.mfa_challenges where created_at < v_now - interval '1 day';
  -- Incomplete: the next caller continues.
  if v_count < (p ->> 'batch')::integer then
    update auth.housekeeping set done_at = v_now;
  end if;
  return v_count;
end
$$;

select auth.revoke_client_access();

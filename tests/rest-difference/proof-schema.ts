/** The `sub` of the signed-in caller, who owns some rows. */
export const proofUserId = '0c4f9a52-6e0b-4a80-9f43-1d2f6f3c7a11'

/** A database with a bit of everything: all types, kinds of keys, views, functions and policies. */
export const proofSchema = `
  create schema proof;
  create schema proof_two;
  grant usage on schema proof, proof_two to anon, authenticated;
  create type proof.kind as enum ('novel', 'essay', 'poem');
  create type proof.size as (w int, h int);
  create domain proof.positive as int check (value > 0);

  create table proof.authors (
    id int primary key, name text not null, born date, bio jsonb, rating numeric(4, 2), tags text[] not null default '{}',
    active boolean default true, owner uuid
  );
  create table proof.books (
    id int primary key, title text not null default 'untitled', author_id int references proof.authors,
    editor_id int constraint books_editor references proof.authors, pages smallint, price numeric,
    published timestamptz, during int4range, search tsvector, data json, isbn varchar(20) unique, kind proof.kind
  );
  create table proof.genres (id text primary key, label varchar(30), parent text references proof.genres);
  create table proof.book_genres (
    book_id int references proof.books, genre_id text references proof.genres, weight real, primary key (book_id, genre_id)
  );
  create table proof.details (author_id int primary key references proof.authors, email text, phone bigint);
  create table proof.places (country text, city text, people int, primary key (country, city));
  create table proof.visits (
    id int primary key, country text, city text, author_id int references proof.authors, note text,
    constraint visit_place foreign key (country, city) references proof.places
  );
  create table proof.no_key (a int, b text);
  create table proof."odd table" ("the id" int primary key, "a.b" text, "quote""d" text, "comma,d" int);
  create table proof.every_type (
    id int primary key, a_bool boolean, a_int2 int2, a_int8 int8, a_real real, a_double double precision, a_numeric numeric,
    a_text text, a_varchar varchar(10), a_char char(4), a_bytea bytea, a_date date, a_time time, a_timetz timetz,
    a_timestamp timestamp, a_timestamptz timestamptz, a_interval interval, a_uuid uuid, a_inet inet, a_cidr cidr,
    a_macaddr macaddr, a_json json, a_jsonb jsonb, a_point point, ints int[], texts text[], a_numrange numrange,
    a_tsrange tsrange, a_daterange daterange, a_tsvector tsvector, a_bit bit(4), a_kind proof.kind, a_size proof.size,
    a_domain proof.positive, kinds proof.kind[], jsons jsonb[], made int generated always as (id * 2) stored
  );
  create table proof_two.authors (id int primary key, motto text);
  create table proof.inner_names (
    page int primary key, result text, called text, body text, total int, written boolean, given text, args int,
    inserted int, author_id int references proof.authors
  );
  create domain proof.ticket as int;
  create function proof.ticket_shown(proof.ticket) returns json language sql immutable as $$ select to_json('T-' || $1::int) $$;
  create function proof.ticket_asked(text) returns proof.ticket language sql immutable as $$ select substr($1, 3)::int::proof.ticket $$;
  create function proof.ticket_sent(json) returns proof.ticket language sql immutable as $$ select proof.ticket_asked($1 #>> '{}') $$;
  create cast (proof.ticket as json) with function proof.ticket_shown(proof.ticket) as implicit;
  create cast (text as proof.ticket) with function proof.ticket_asked(text) as implicit;
  create cast (json as proof.ticket) with function proof.ticket_sent(json) as implicit;
  create table proof.guests (id proof.ticket primary key, name text, friend proof.ticket references proof.guests);

  insert into proof.authors
    select n, 'Author ' || chr(64 + n), date '1900-01-01' + n * 777,
      case when n % 4 = 0 then null else jsonb_build_object('city', 'C' || n % 3, 'age', n, 'langs', jsonb_build_array('l' || n, 'en'), 'deep', jsonb_build_object('x', n % 2 = 0)) end,
      case when n % 5 = 0 then null else n * 1.25 end, case n % 3 when 0 then '{}'::text[] when 1 then '{a,b}' else '{b,"c d"}' end,
      case n % 6 when 0 then null when 5 then false else true end, case when n % 2 = 0 then '${proofUserId}'::uuid end
    from generate_series(1, 14) n;
  insert into proof.books
    select n, case n % 4 when 0 then 'The, "odd" (book) ' || n else 'Book ' || n end, nullif(n % 13, 0), nullif(n % 5, 0), n * 10, n * 3.5,
      timestamptz '2024-02-28 23:30:00+00' + n * interval '13 hours', int4range(n, n + 5), to_tsvector('english', 'cats and dogs ' || case when n % 2 = 0 then 'running fast' else 'sleep' end),
      json_build_object('n', n, 'list', json_build_array(n, n + 1), 's', 'v' || n % 3), case when n % 3 = 0 then null else 'isbn-' || n end,
      (array['novel', 'essay', 'poem', null]::proof.kind[])[1 + n % 4]
    from generate_series(1, 30) n;
  insert into proof.genres values ('art', 'Art', null), ('pop', 'Pop Art', 'art'), ('bio', null, null), ('war', 'War', 'bio'), ('old', 'Old wars', 'war');
  insert into proof.book_genres select b, g, b * 0.5 from generate_series(1, 30, 2) b, (values ('art'), ('bio'), ('war')) g (g) where (b + length(g) + ascii(g)) % 3 <> 0;
  insert into proof.details select n, 'a' || n || '@example.com', 4900000000 + n from generate_series(1, 14, 3) n;
  insert into proof.places values ('DE', 'Ulm', 126000), ('DE', 'Köln', 1080000), ('FR', 'Lyon', 520000), ('FR', 'Pau', null);
  insert into proof.visits values (1, 'DE', 'Ulm', 1, 'x'), (2, 'DE', 'Köln', 2, null), (3, 'FR', 'Lyon', 2, 'y'), (4, null, null, 3, 'z'), (5, 'FR', 'Lyon', null, 'x');
  insert into proof.no_key values (1, 'x'), (1, 'x'), (2, null);
  insert into proof."odd table" values (1, 'dot', 'quote', 5), (2, null, 'q2', null);
  insert into proof.every_type (id, a_bool, a_int2, a_int8, a_real, a_double, a_numeric, a_text, a_varchar, a_char, a_bytea, a_date,
    a_time, a_timetz, a_timestamp, a_timestamptz, a_interval, a_uuid, a_inet, a_cidr, a_macaddr, a_json, a_jsonb, a_point, ints, texts,
    a_numrange, a_tsrange, a_daterange, a_tsvector, a_bit, a_kind, a_size, a_domain, kinds, jsons) values
    (1, true, -5, 9007199254740993, 1.5, 1e300, 12345678901234567890.123456789, 'läuft "so"', 'short', 'ab', '\\xdeadbeef', '2024-02-29',
      '12:34:56.789', '12:34:56+02', '2024-02-29 10:00:00', '2024-02-29 10:00:00+02', '1 day 02:03:04', '${proofUserId}', '10.0.0.1/24', '10.0.0.0/8',
      '08:00:2b:01:02:03', '{"b": 1, "a": [1, null]}', '{"b": 1, "a": {"x": "y"}}', '(1,2)', '{1,NULL,3}', '{a,"b c",NULL}', '[1.5,2.5)',
      '[2024-01-01,2024-02-01)', '[2024-01-01,2024-02-01)', 'fat:1 cat:2', '1010', 'poem', '(3,4)', 7, '{novel,poem}', array['{"k":1}', '2']::jsonb[]),
    (2, false, 5, -1, 'NaN', '-Infinity', 'NaN', '', '', '', '', 'infinity', '00:00', '00:00+00', '-infinity', 'infinity', '-1 mon', null, '::1', '::/0',
      null, 'null', 'null', null, '{}', '{}', 'empty', '(,)', '[2024-05-05,]', '', '0000', 'novel', '(,)', null, '{}', null),
    (3, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
      null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
  insert into proof.inner_names select n, 'r' || n, 'c' || n % 2, null, n * 7, n % 2 = 0, 'g', n, null, n from generate_series(1, 6) n;
  insert into proof.guests values (1, 'Ann', null), (2, 'Bob', 1), (3, 'Cid', 1), (5, null, 2), (7, 'Eve', 5);
  insert into proof_two.authors values (1, 'first'), (2, 'second');

  create view proof.active_authors as select id, name as full_name, born from proof.authors where active;
  create view proof.titles as select b.id, b.title, b.author_id as writer_id, a.name from proof.books b left join proof.authors a on a.id = b.author_id;
  create view proof.per_author as select author_id, count(*) as books, sum(price) as worth from proof.books group by author_id;

  create function proof.shout(proof.authors) returns text language sql stable as $$ select upper($1.name) $$;
  create function proof.recent(proof.authors) returns setof proof.books language sql stable as $$ select * from proof.books where author_id = $1.id and id > 10 order by id $$;
  create function proof.writer(proof.books) returns setof proof.authors rows 1 language sql stable as $$ select * from proof.authors where id = $1.author_id $$;

  create function proof.add(a int, b int default 10) returns int language sql immutable as 'select a + b';
  create function proof.greet() returns text language sql stable as $$ select 'hello "you"'::text $$;
  create function proof.nothing() returns void language sql as 'select 1';
  create function proof.no_value() returns int language sql stable as 'select null::int';
  create function proof.numbers(n int) returns setof int language sql stable as 'select generate_series(1, n)';
  create function proof.pairs(n int default 3) returns table (x int, y text) language sql stable as $$ select i, 'y' || i from generate_series(1, n) i $$;
  create function proof.out_pair(out x int, out y text) language sql stable as $$ select 1, 'one' $$;
  create function proof.all_books() returns setof proof.books language sql stable as 'select * from proof.books order by id';
  create function proof.inner_rows() returns setof proof.inner_names language sql stable as 'select * from proof.inner_names order by page';
  create function proof.one_book(book int) returns proof.books language sql stable as 'select * from proof.books where id = book';
  create function proof.total(variadic n int[]) returns bigint language sql immutable as 'select sum(x) from unnest(n) x';
  create function proof.joined(list text[], sep text default '-') returns text language sql immutable as 'select array_to_string(list, sep)';
  create function proof.keys_of(doc jsonb) returns setof text language sql immutable as 'select jsonb_object_keys(doc) order by 1';
  create function proof.whole(json) returns json language sql immutable as 'select $1';
  create function proof.whole_text(text) returns text language sql immutable as 'select $1 || $1';
  create function proof.over(a int) returns text language sql immutable as $$ select 'one' $$;
  create function proof.over(a int, b int) returns text language sql immutable as $$ select 'two' $$;
  create function proof.unclear(a int) returns text language sql immutable as $$ select 'int' $$;
  create function proof.unclear(a text) returns text language sql immutable as $$ select 'text' $$;
  create function proof.me() returns json language sql stable as $$ select json_build_object('role', current_user, 'sub', current_setting('request.jwt.claims', true)::json ->> 'sub', 'method', current_setting('request.method', true)) $$;
  create function proof.teapot(code int) returns text language plpgsql volatile as $$ begin perform set_config('response.status', code::text, true); perform set_config('response.headers', '[{"X-Tea": "green"}, {"Cache-Control": "no-store"}]', true); return 'tea'; end $$;
  create function proof.fail(code text) returns int language plpgsql volatile as $$ begin raise exception 'no' using errcode = code, detail = 'why', hint = 'how'; end $$;
  create function proof.fail_well() returns int language plpgsql volatile as $$ begin raise sqlstate 'PGRST' using message = '{"code":"123","message":"Payment Required","details":"Quota exceeded","hint":"Upgrade"}', detail = '{"status":402,"headers":{"X-Powered-By":"Nerds"}}'; end $$;
  create function proof.add_genre(new_id text) returns setof proof.genres language sql volatile as 'insert into proof.genres (id) values (new_id) returning *';
  create function proof.hidden() returns int language sql as 'select 1';

  create schema proof_hidden;
  create type public.mood as enum ('calm', 'wild');
  create domain public.nickname as text default 'nameless';
  create table proof.shelves (id int primary key);
  create table proof_hidden.author_shelves (
    author_id int references proof.authors, shelf_id int references proof.shelves, primary key (author_id, shelf_id)
  );
  create table proof.weights (year int, hen int, grams int, primary key (year, hen)) partition by list (year);
  create table proof.weights_25 partition of proof.weights for values in (25);
  create table proof.weights_26 partition of proof.weights for values in (26);
  insert into proof.weights values (25, 1, 900), (26, 1, 950);
  create table proof.chicks (
    id int generated by default as identity primary key, name public.nickname, mood public.mood default 'calm', note text default 'new'
  );
  create table proof.tags (id int primary key, code char(3), flags bit(4));
  create function proof.of_int(int) returns int language sql immutable as 'select $1';
  create function proof.of_two(int, int) returns int language sql immutable as 'select $1 + $2';
  create function proof.swapped(b text, a int) returns text language sql immutable as $$ select 'second' $$;
  create function proof.swapped(a int, b int) returns text language sql immutable as $$ select 'first' $$;
  create function proof.below(id int) returns setof proof.books language sql stable as 'select * from proof.books b where b.id < below.id';
  create function proof.any_rows(n int) returns setof record language sql stable as $$ select n as x, 'y'::text as y union all select n + 1, 'z' $$;
  create function proof.coded(c char(3), f bit(4)) returns text language sql immutable as $$ select c || '/' || f $$;
  create function proof.felt(m public.mood) returns public.mood language sql immutable as 'select m';
  create function proof.path() returns text language sql stable as $$ select current_setting('request.path') $$;
  grant usage on all sequences in schema proof to anon, authenticated;

  grant select, insert, update, delete on all tables in schema proof to anon, authenticated;
  revoke insert, update, delete on proof.details from anon;
  revoke select on proof.details from anon;
  grant select (author_id, email) on proof.details to anon;
  grant select on all tables in schema proof_two to anon, authenticated;
  revoke execute on function proof.hidden() from public;
  grant execute on function proof.hidden() to authenticated;
  alter table proof.authors enable row level security;
  create policy anyone_reads_active on proof.authors for select using (active is not false);
  create policy owners_read on proof.authors for select to authenticated using (owner = (current_setting('request.jwt.claims', true)::json ->> 'sub')::uuid);
  create policy owners_write on proof.authors for all to authenticated using (owner = (current_setting('request.jwt.claims', true)::json ->> 'sub')::uuid);
  alter table proof.visits enable row level security;
  create policy visits_seen on proof.visits for select using (note is distinct from 'z');
  create policy visits_written on proof.visits for insert with check (note <> 'secret');
  analyze;
`

-- The storage service's tables, with Supabase's columns. Policies in supabase/migrations control access to objects;
-- without one, only the service role has access.

create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null,
  owner uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  unique (bucket_id, name)
);

create index if not exists objects_by_prefix on storage.objects (bucket_id, name text_pattern_ops);

create or replace function storage.foldername(name text) returns text[]
language sql immutable
as $$ select parts[1:cardinality(parts) - 1] from string_to_array(name, '/') parts $$;

create or replace function storage.filename(name text) returns text
language sql immutable
as $$ select parts[cardinality(parts)] from string_to_array(name, '/') parts $$;

create or replace function storage.extension(name text) returns text
language sql immutable
as $$ select reverse(split_part(reverse(storage.filename(name)), '.', 1)) $$;

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant execute on all functions in schema storage to anon, authenticated, service_role;

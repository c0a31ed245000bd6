-- A picture that wasn't taken at the click (frame_delay_ms other than 0) may show another page. Its step is marked until an
-- author has looked at it.

alter table public.captures add column picture_checked boolean not null default false;

grant update (picture_checked) on public.captures to authenticated;

create index captures_to_check on public.captures (id) where frame_delay_ms <> 0 and not picture_checked;

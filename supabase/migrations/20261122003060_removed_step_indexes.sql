-- The hourly removal of unused files looks for each recording and picture among all deleted steps, of which anybody can
-- make many. Hash indexes, because an address may be longer than a B-tree takes.
create index removed_steps_by_recording on public.removed_steps using hash ((step -> 'narration' ->> 'audioId'));
create index removed_steps_by_picture on public.removed_steps using hash ((step ->> 'screenshot_url'));

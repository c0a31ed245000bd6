-- A bound for every text and JSON column that people may write; the largest stay far above what the product writes.
-- Rows from before that are larger stay as they are until they are changed.

alter table public.demos add constraint demos_settings_size
  check (length(settings::text) <= 100000) not valid;
alter table public.onboarding_data add constraint onboarding_data_size check (length(form_data::text) <= 50000) not valid;
alter table public.demo_steps add constraint demo_steps_screenshot_size check (length(screenshot_url) <= 8000) not valid;
alter table public.agents
  add constraint agents_slug_size check (length(slug) <= 80) not valid,
  add constraint agents_voice_size check (length(voice) <= 80) not valid;
alter table public.chatbot_settings add constraint chatbot_settings_agent_size check (length(agent_id) <= 80) not valid;
alter table public.captures
  add constraint captures_session_size check (length(session_id) <= 200) not valid,
  add constraint captures_url_size check (length(url) <= 8000) not valid,
  add constraint captures_title_size check (length(title) <= 2000) not valid,
  add constraint captures_notes_size check (length(notes) <= 20000) not valid,
  add constraint captures_screenshot_size check (length(screenshot_url) <= 8000) not valid,
  add constraint captures_role_size check (length(target_role) <= 200) not valid,
  add constraint captures_name_size check (length(target_name) <= 2000) not valid;

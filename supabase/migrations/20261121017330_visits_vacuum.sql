-- Medians and paths are told by indexes alone only of visits that vacuum has seen since they last changed, and they are asked
-- of the newest. Left alone, it comes when a fifth of all visits has changed: in a large table weeks after.
alter table public.visits set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- The seat of each municipality, in degrees, for searches near a city. Loaded at start (server/data).
alter table cities add column latitude real;
alter table cities add column longitude real;

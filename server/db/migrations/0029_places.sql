-- The seat of each municipality, in degrees, for searches near a city. Loaded at start (server/data).
alter table cities add column latitude real;
alter table cities add column longitude real;
-- Their names are compared without accents and case.
create index cities_search on cities (searchable(name));

-- Who may register, by sex and age: docs/algorithms/pricing.md, "Who may register".

-- 0 Masculino, 1 Feminino, null: both. Ages in completed years, both included; null: no limit.
alter table modalities add column sex smallint, add column min_age smallint, add column max_age smallint;
alter table modalities add constraint modalities_eligibility_check
  check (sex in (0, 1) and min_age between 0 and 120 and max_age between 0 and 120 and min_age <= max_age) not valid;

alter table categories add column sex smallint, add column min_age smallint, add column max_age smallint;
alter table categories add constraint categories_eligibility_check
  check (sex in (0, 1) and min_age between 0 and 120 and max_age between 0 and 120 and min_age <= max_age) not valid;

alter table kits add column sex smallint, add column min_age smallint, add column max_age smallint;
alter table kits add constraint kits_eligibility_check
  check (sex in (0, 1) and min_age between 0 and 120 and max_age between 0 and 120 and min_age <= max_age) not valid;

-- The day on which ages count, for rules and reports.
alter table events add column age_reference text not null default 'race_day';
alter table events add constraint events_age_reference_check
  check (age_reference in ('race_day', 'year_end')) not valid;
-- Whether a change that makes a registration ineligible is refused or marks the registration.
alter table events add column ineligible_changes text not null default 'refuse';
alter table events add constraint events_ineligible_changes_check
  check (ineligible_changes in ('refuse', 'mark')) not valid;

-- The rule that the runner does not meet, in words without personal data; null: none.
alter table registrations add column ineligible_reason text;

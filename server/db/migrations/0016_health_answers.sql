-- Answers about health: fewer people see them, and they are deleted sooner (docs/data-processing.md).
alter table questionnaires add column sensitive boolean not null default false;
